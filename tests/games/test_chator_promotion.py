"""The bidak of Main Chator on the far rank, on every file, as Robinson describes it."""

from __future__ import annotations

import pytest

from games.play import Position
from tests.games.cast import destinations, labels, standing
from tests.games.chator import PIECES, PROMOTED_THERE, after_moves, board, chator, clauses, effects


def reached(mover: int, file: str) -> tuple[Position, str]:
    """A bidak has stepped onto the far rank on a file, and it is its owner's turn again."""
    far, before = (f"{file}8", f"{file}7") if mover == 1 else (f"{file}1", f"{file}2")
    men = {"h4": "Rajah1", "a5": "Rajah2", before: f"Bidak{mover}"}
    return board(mover, **men).play(f"{before}-{far}"), far


def waited(position: Position) -> Position:
    """The other side's rajah goes to and fro on its file."""
    mine = {1: ("h4-h3", "h3-h4"), 2: ("a5-a6", "a6-a5")}[position.mover]
    return position.play(next(move for move in mine if move in position.legal_moves))


@pytest.mark.parametrize("file", ["a", "h"])
@pytest.mark.parametrize("mover", [1, 2])
def test_on_the_tors_squares_a_bidak_is_promoted_at_once(mover: int, file: str):
    position, far = reached(mover, file)

    assert position.mover == mover
    assert set(effects(position)) == {
        ("again", "PromotedAtOnceOnTorSquare"),
        ("pending", "PromotedAtOnceOnTorSquare"),
    }
    assert {(m.promotion, m.clause) for m in position.legal_moves} == {
        (piece, "BidakBecomesAnyPiece") for piece in PIECES
    }
    after = position.play(f"{far}-{far}=Kudah")
    assert standing(after)[far] == f"Kudah{mover}"
    assert after.mover == 3 - mover


@pytest.mark.parametrize("mover", [1, 2])
@pytest.mark.parametrize(
    ("file", "steps", "clause"),
    [
        ("b", 1, "OneStepBackFromKudahSquare"),
        ("g", 1, "OneStepBackFromKudahSquare"),
        ("c", 2, "TwoStepsBackFromGajahSquare"),
        ("f", 2, "TwoStepsBackFromGajahSquare"),
        ("d", 3, "ThreeStepsBackFromMiddle"),
        ("e", 3, "ThreeStepsBackFromMiddle"),
    ],
)
@pytest.mark.parametrize("side", [-1, 1])
def test_on_the_others_it_steps_back_aslant_first(
    mover: int, file: str, steps: int, clause: str, side: int
):
    position, at = reached(mover, file)
    assert effects(position) == [("state", clause)]

    for step in range(steps):
        assert position.mover == 3 - mover
        position = waited(position)
        column, back = ord(at[0]), int(at[1]) + (-1 if mover == 1 else 1)
        aslant = {f"{chr(column + way)}{back}" for way in (-1, 1)}
        # Backwards to either side, and nowhere else.
        assert clauses(position, at) == dict.fromkeys(aslant, "BidakStepsBack")
        # To and fro, beginning with the side given, so that it stays on the board.
        at, origin = f"{chr(column + (side if step % 2 == 0 else -side))}{back}", at
        position = position.play(f"{origin}-{at}")

    assert position.mover == mover
    assert {m.label for m in position.legal_moves} == {f"{at}-{at}={piece}" for piece in PIECES}
    after = position.play(f"{at}-{at}=Mantri")
    assert standing(after)[at] == f"Mantri{mover}"
    assert after.mover == 3 - mover


def test_a_bidak_on_its_way_back_neither_goes_on_nor_takes():
    men = {"h4": "Rajah1", "a5": "Rajah2", "c7": "Bidak1", "e8": "Gajah2"}
    position = after_moves("c7-c8 a5-a6 c8-d7 a6-a5", board(**men))

    assert set(clauses(position, "d7")) == {"c6", "e6"}


def test_a_bidak_on_its_way_back_steps_to_empty_squares_only():
    men = {"h4": "Rajah1", "a5": "Rajah2", "c7": "Bidak1", "b7": "Tor2", "d7": "Gajah1"}
    position = board(**men).play("c7-c8").play("b7-b6")

    assert set(clauses(position, "c8")) == {"b7"}
    blocked = board(**men).play("c7-c8").play("a5-a6")
    assert clauses(blocked, "c8") == {}


def test_a_bidak_on_its_way_back_gives_no_check():
    men = {"h4": "Rajah1", "f8": "Rajah2", "a6": "Bidak2"}
    position = after_moves("c7-c8 a6-a5 c8-d7", board(**men, c7="Bidak1"))

    assert "e8" in destinations(position, "f8")
    assert "e8" not in destinations(board(2, **men, d7="Bidak1"), "f8")


@pytest.mark.parametrize(
    ("mover", "before", "kudah"),
    [(1, "a7", "b8"), (1, "h7", "g8"), (2, "a2", "b1"), (2, "h2", "g1")],
)
def test_from_before_the_tors_square_onto_the_kudahs_it_goes_back_where_it_came_from(
    mover: int, before: str, kudah: str
):
    men = {"h4": "Rajah1", "a5": "Rajah2", before: f"Bidak{mover}", kudah: f"Kudah{3 - mover}"}
    tor = f"{before[0]}{kudah[1]}"

    taken = board(mover, **men).play(f"{before}-{kudah}")
    assert ("state", "BackWhereItCameFrom") in effects(taken)
    position = waited(taken)
    # The way to the other side is free, but not its way.
    assert clauses(position, kudah) == {before: "BidakReturns"}

    back = position.play(f"{kudah}-{before}")
    assert back.mover == 3 - mover
    goes_on = waited(back)
    assert clauses(goes_on, before) == {tor: "BidakSteps"}
    promoted = goes_on.play(f"{before}-{tor}").play(f"{tor}-{tor}=Tor")
    assert standing(promoted)[tor] == f"Tor{mover}"


def test_with_the_option_it_is_promoted_where_it_came_from():
    rules = chator(PROMOTED_THERE)
    men = {"h4": "Rajah1", "a5": "Rajah2", "a7": "Bidak1", "b8": "Kudah2"}

    position = waited(board(rules=rules, **men).play("a7-b8")).play("b8-a7")

    assert labels(position) == sorted(f"a7-a7={piece}" for piece in PIECES)


def test_coming_to_the_kudahs_square_another_way_is_no_exception():
    men = {"h4": "Rajah1", "a5": "Rajah2", "c7": "Bidak1", "b8": "Kudah2"}

    position = waited(board(**men).play("c7-b8"))

    assert clauses(position, "b8") == dict.fromkeys(("a7", "c7"), "BidakStepsBack")
