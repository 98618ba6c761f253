"""Positions of war, hunt and space rulesets that are reached in play, worked out by hand."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from games.play import Position
from tests.games.cast import labels, standing
from tests.games.families import about, rules
from tests.games.races import begun


def played(slug: str, moves: str, *options: str) -> Position:
    position = rules(slug, *options).start()
    for move in moves.split():
        position = position.play(move)
    return position


def ending(position: Position) -> tuple[int, str] | None:
    outcome = position.outcome
    return None if outcome is None else (outcome.winner, outcome.clause)


def entered(*turns: str) -> str:
    """Moves from hand: the sites that a player enters in each turn, players by turns."""
    moves = (
        f"hand{1 + number % 2}-{site}" for number, turn in enumerate(turns) for site in turn.split()
    )
    return " ".join(moves)


# White fills the near ranks and the file behind the middle, black all the rest.
SEEGA_SET = entered(
    *("b2 c2", "b3 d3", "d2 c4", "a4 b4", "a1 b1", "d4 e4", "d1 e1", "a5 b5", "a2 e2", "d5 e5")
)


def test_who_shuts_the_other_in_at_seega_must_take_away_a_man_of_his_own_beside_him():
    position = played("seega-lane", f"{SEEGA_SET} c2-c3")

    beside = ("a2", "b2", "c3", "c4", "c5", "d2", "e2")
    assert position.mover == 1
    assert set(labels(position)) == {f"{site}-{site}" for site in beside}
    opened = position.play("b2-b2")
    assert (opened.mover, labels(opened)) == (2, ["b3-b2"])


def test_a_captor_of_seega_takes_on_before_the_other_replies():
    (game, at) = next(
        (match, moment["ply"])
        for match in about("seega-lane")["matches"]
        for moment in match["moments"]
        if moment["clause"] == "CapturesOn"
    )
    position = played("seega-lane", " ".join(game["moves"][: at - 1]))
    captor = game["moves"][at - 2].split("-")[1]

    assert {move.split("-")[0] for move in labels(position)} == {captor}
    for move in labels(position):
        assert len(standing(position.play(move))) < len(standing(position))


def test_only_the_capture_of_most_men_is_legal_in_polish_draughts_and_they_are_lifted_at_its_end():
    position = played("draughts-polish", "d4-c5 i7-j6 j4-i5 c7-b6 h4-g5")

    assert labels(position) == ["j6-h4"]  # one man could be taken by b6-d4
    half = position.play("j6-h4")
    assert (half.mover, labels(half)) == (2, ["h4-f6"])
    assert {"g5", "i5"} <= set(standing(half))
    assert not {"g5", "i5"} & set(standing(half.play("h4-f6")))


@pytest.mark.parametrize(("option", "stands"), [("Can be taken", False), ("Is safe", True)])
def test_a_kelb_in_the_eye_is_taken_between_two_unless_it_is_safe_there(option, stands):
    men = '(place "Kelb1" {"C3" "A1" "E5"}) (place "Kelb2" {"B3" "D4" "E1"})'
    start = begun("seega-lane", men, f"A man in the eye/{option}").start()
    moved = start.play("a1-a2").play("d4-d3")

    assert any(site == "c3" for site, _name, _owner in moved.pieces()) is stands


@pytest.mark.parametrize(
    ("move", "taken"),
    [
        ("d2-e3", {"f4", "g5"}),
        ("e2-e3", {"e4", "e5"}),
        ("f2-e3", {"c5", "d4"}),
        ("d3-e3 (1)", {"f3"}),
        ("d3-e3 (2)", {"c3"}),
    ],
)
def test_the_first_men_of_fanorona_take_ahead_or_behind_but_not_both(move, taken):
    start = rules("fanorona-montgomery").start()
    after = start.play(move)

    gone = set(standing(start)) - set(standing(after))
    assert gone - {move.split("-")[0]} == taken


def test_solitaire_succeeds_with_the_last_peg_in_the_middle_and_fails_with_pegs_that_cannot_leap():
    solved, stuck = about("peg-solitaire-33")["matches"]

    end = played("peg-solitaire-33", " ".join(solved["moves"]))
    assert list(standing(end)) == ["d4"]
    assert ending(end) == (1, "LastPegInTheMiddle")
    end = played("peg-solitaire-33", " ".join(stuck["moves"]))
    assert ending(end) == (0, "NoLeapLeft")


SHAX_WHITE = "d6 a1 d3 g7 d7 b4 d5 c5 f2 g4 g1 e4 a4 c4 a7 e3 d2 e5 f6 c3 b2 d1 b6 f4"
SHAX_NOBODY = "d3 d2 c3 e3 a7 d5 d6 b6 f6 a1 f2 c4 a4 b2 c5 e5 e4 g1 d1 d7 g4 f4 b4 g7"


@pytest.mark.parametrize(("order", "opener"), [(SHAX_WHITE, 1), (SHAX_NOBODY, 2)])
def test_the_maker_of_the_first_row_opens_shax_or_else_who_set_last(order, opener):
    position = played("shax-marin", entered(*order.split()))

    lifting = [position, position.play(labels(position)[0])]
    assert [each.mover for each in lifting] == [opener, 3 - opener]
    moving = lifting[1].play(labels(lifting[1])[0])
    assert len(standing(moving)) == 22
    assert all("hand" not in move and move[:2] != move[3:] for move in labels(moving))


def test_fifteen_throws_of_216_set_a_whole_row_in_alquerque_de_nueve():
    start = rules("alquerque-de-nueve-dados-1283").start()
    choices = Counter(len(labels(start.with_throw(throw))) for throw in product(range(6), repeat=3))

    assert choices == {24: 201, 24 + 16: 15}


def test_a_row_set_at_once_takes_a_man_as_soon_as_the_enemy_has_one():
    slug = "alquerque-de-nueve-dados-1283"
    begun = rules(slug).start().play("[6 5 4] Hand1-d1 (1)")
    assert (begun.mover, set(standing(begun))) == (2, {"a1", "d1", "g1"})

    taking = begun.play("[1 2 2] Hand2-g4").play("[1 2 2] Hand1-b2").play("[4 1 1] Hand2-b4 (2)")
    assert {"a4", "b4", "c4"} <= set(standing(taking))
    assert (taking.mover, len(labels(taking))) == (2, 4)


def test_a_row_set_at_once_that_completes_another_takes_two_men():
    moves = ("1-c3", "2-g4", "1-c5", "2-e4", "1-g1", "2-g7")
    position = rules("alquerque-de-nueve-dados-1283").start()
    for move in (*(f"[1 2 2] Hand{move}" for move in moves), "[4 1 1] Hand1-b4 (3)"):
        position = position.play(move)

    assert labels(position) == ["e4-e4", "g4-g4", "g7-g7"]
    assert labels(position.play("e4-e4")) == ["g4-g4", "g7-g7"]


# Black or White holds the third of five files and the other the fourth.
WALLS = "c1 d1 c2 d2 c3 d3 c4 d4 c5 d5"


def go(moves: str) -> str:
    """Moves as they are written: the first player's stone is 1, the second's 2."""
    sites = enumerate(moves.split())
    return " ".join(f"{site}-{site}=Stone{1 + number % 2}" for number, site in sites)


def test_empty_points_of_go_count_in_territory_and_stones_count_when_they_are_set():
    passes = " pass pass pass pass"
    counted = played("go-territory", go(WALLS) + passes, "Board/Five lines")
    assert (ending(counted), counted.scores) == ((1, "TerritoryAndPrisoners"), (10, 5))

    (filled,) = (m for m in about("go-stones")["matches"] if m["slug"] == "go-stones-count")
    counted = played("go-stones", " ".join(filled["moves"]), *filled["options"])
    assert (ending(counted), counted.scores) == ((1, "CountStones"), (13, 8))


def test_a_stone_that_has_just_taken_one_stone_may_not_be_taken_back_at_once():
    taken = played("go-territory", go("b1 c1 a2 d2 b3 c3 c2 b2"), "Board/Five lines")
    assert "c2" not in standing(taken)
    assert "c2-c2=Stone1" not in labels(taken)

    later = taken.play("e5-e5=Stone1").play("e4-e4=Stone2")
    assert "c2-c2=Stone1" in labels(later)


def test_a_latro_bound_between_two_is_free_as_soon_as_one_of_them_is_bound_or_leaves():
    bound, freed = about("latrunculi-schaedler-1994")["matches"][:2]

    held = played("latrunculi-schaedler-1994", " ".join(bound["moves"][:-1]))
    assert "d4-d4" in labels(held)
    assert [move for move in labels(held.play("e4-e3")) if move.startswith("d4")]
    free = played("latrunculi-schaedler-1994", " ".join(freed["moves"]))
    assert "d4-d4" not in labels(free)
    assert "c4-c3" not in labels(free)
