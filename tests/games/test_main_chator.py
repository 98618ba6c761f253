"""Main Chator of Selangor, in positions worked out by hand from Robinson's description."""

from __future__ import annotations

import pytest

from games.play import Outcome
from tests.games.cast import destinations, labels, standing
from tests.games.chator import PIECES, RAJAHS, after_moves, board, chator, clauses, effects, refused
from tests.games.test_compiler import machine, perft

# The board and the start


def test_each_mantri_stands_at_its_own_rajahs_right_hand():
    start = standing(chator().start())

    assert (start["d1"], start["e1"]) == ("Rajah1", "Mantri1")
    assert (start["e8"], start["d8"]) == ("Rajah2", "Mantri2")
    assert [start[f"{file}1"] for file in "abcfgh"] == [
        "Tor1", "Kudah1", "Gajah1", "Gajah1", "Kudah1", "Tor1",
    ]  # fmt: skip
    assert {start[f"{file}7"] for file in "abcdefgh"} == {"Bidak2"}
    assert len(start) == 32


def test_two_lines_run_from_corner_to_corner_and_all_squares_have_one_colour():
    drawing = chator().svg("Main Chator")

    assert 'd="M0,0L360,-360M360,0L0,-360"' in drawing
    assert "site dark" not in drawing


def test_the_first_moves():
    # Sixteen of the bidaks, four of the kudahs, and two leaps of the rajah.
    start = chator().start()

    assert len(start.legal_moves) == 22
    assert clauses(start, "d1") == {"c3": "RajahLeapsOnce", "e3": "RajahLeapsOnce"}
    assert clauses(start, "e2") == {"e3": "BidakSteps", "e4": "BidakStepsTwice"}


def test_counts_are_those_of_a_generator_written_apart_from_the_engine():
    # Black has as many first moves as White, whatever White does.
    assert [chator().perft(depth) for depth in (1, 2, 3)] == [22, 22 * 22, 11753]
    assert [perft(machine(chator()), depth) for depth in (1, 2)] == [22, 22 * 22]
    assert chator().start().perft(3) == 11753


def test_tor_kudah_gajah_and_mantri_move_as_rook_knight_bishop_and_queen():
    rank = {f"{file}4" for file in "abcefgh"}
    file = {f"d{n}" for n in (1, 2, 3, 5, 6, 7, 8)}
    aslant = {"a1", "b2", "c3", "e5", "f6", "g7", "h8", "a7", "b6", "c5", "e3", "f2", "g1"}

    assert destinations(board(d4="Tor1"), "d4") == rank | file
    assert destinations(board(d4="Gajah1"), "d4") == aslant
    assert destinations(board(d4="Mantri1"), "d4") == rank | file | aslant
    assert destinations(board(d4="Kudah1"), "d4") == {
        "b3", "b5", "c2", "c6", "e2", "e6", "f3", "f5",
    }  # fmt: skip
    assert destinations(board(d4="Tor1", d6="Bidak2", c4="Bidak1"), "d4") == {
        "d1", "d2", "d3", "d5", "d6", "e4", "f4", "g4", "h4",
    }  # fmt: skip


# The bidak at home


def test_a_bidak_steps_once_or_at_first_twice_and_takes_aslant():
    assert clauses(board(c4="Bidak1", b5="Tor2", c5="Tor2", d5="Tor1"), "c4") == {
        "b5": "BidakCaptures"
    }
    assert clauses(board(2, c7="Bidak2"), "c7") == {"c6": "BidakSteps", "c5": "BidakStepsTwice"}
    assert destinations(board(c2="Bidak1", c3="Tor2"), "c2") == set()
    assert destinations(board(c2="Bidak1", c4="Tor2"), "c2") == {"c3"}


def test_robinson_a_bidak_that_alone_could_take_must_not_go_forward():
    # White on h2, Black on g3, White to play.
    position = board(**RAJAHS, h2="Bidak1", g3="Bidak2")

    assert clauses(position, "h2") == {"g3": "BidakCaptures"}
    assert refused(position, "h2") == {("h3", "OnlyTakerMustTake"), ("h4", "OnlyTakerMustTake")}


def test_robinson_of_two_that_could_take_either_may_go_one_square():
    # The same with another White bidak on f2.
    position = board(**RAJAHS, f2="Bidak1", h2="Bidak1", g3="Bidak2")

    assert clauses(position, "h2") == {"g3": "BidakCaptures", "h3": "BidakSteps"}
    assert clauses(position, "f2") == {"g3": "BidakCaptures", "f3": "BidakSteps"}
    assert refused(position, "h2") == {("h4", "EitherTakerStepsOnce")}
    assert refused(position, "f2") == {("f4", "EitherTakerStepsOnce")}


def test_it_is_the_same_for_black():
    alone = board(2, **RAJAHS, a7="Bidak2", b6="Bidak1")
    two = board(2, **RAJAHS, a7="Bidak2", c7="Bidak2", b6="Bidak1")

    assert clauses(alone, "a7") == {"b6": "BidakCaptures"}
    assert clauses(two, "a7") == {"b6": "BidakCaptures", "a6": "BidakSteps"}
    assert clauses(two, "c7") == {"b6": "BidakCaptures", "c6": "BidakSteps"}


def test_a_bidak_between_two_that_it_alone_could_take_takes_one_of_them():
    position = board(**RAJAHS, d2="Bidak1", c3="Bidak2", e3="Bidak2")

    assert clauses(position, "d2") == dict.fromkeys(("c3", "e3"), "BidakCaptures")


def test_one_that_it_shares_does_not_free_it_from_one_that_it_does_not():
    # f2 could take on e3 as well, but c3 is d2's alone.
    position = board(**RAJAHS, d2="Bidak1", f2="Bidak1", c3="Bidak2", e3="Bidak2")

    assert set(clauses(position, "d2")) == {"c3", "e3"}
    assert clauses(position, "f2") == {"e3": "BidakCaptures", "f3": "BidakSteps"}


def test_the_other_bidaks_and_pieces_are_free_to_move():
    position = board(**RAJAHS, h2="Bidak1", b2="Bidak1", g1="Tor1", g3="Bidak2")

    assert destinations(position, "b2") == {"b3", "b4"}
    assert "g3" in destinations(position, "g1")


def test_an_enemy_piece_that_is_no_bidak_may_be_left_standing():
    assert destinations(board(**RAJAHS, h2="Bidak1", g3="Kudah2"), "h2") == {"g3", "h3", "h4"}


def test_a_bidak_that_has_left_home_may_go_by():
    assert destinations(board(**RAJAHS, h3="Bidak1", g4="Bidak2"), "h3") == {"g4", "h4"}


# Capture in passing


def test_robinson_a_blocked_bidak_takes_in_passing_either_of_the_two():
    # White on g2 and h3, Black on h4; White goes g2-g4.
    position = board(**RAJAHS, g2="Bidak1", h3="Bidak1", h4="Bidak2").play("g2-g4")
    captures = {move.clause: move for move in position.legal_moves if move.label[:2] == "h4"}

    assert set(captures) == {"TakesBidakThatPassed", "TakesBidakThatBlocks"}
    assert {position.rules.program.board.sites[m.to].label for m in captures.values()} == {"g3"}
    passed = standing(position.play(captures["TakesBidakThatPassed"]))
    assert passed == {**RAJAHS, "g3": "Bidak2", "h3": "Bidak1"}
    blocker = standing(position.play(captures["TakesBidakThatBlocks"]))
    assert blocker == {**RAJAHS, "g3": "Bidak2", "g4": "Bidak1"}


def test_robinson_a_bidak_that_is_not_blocked_does_not_take_in_passing():
    # The same without the bidak on h3.
    position = board(**RAJAHS, g2="Bidak1", h4="Bidak2").play("g2-g4")

    assert clauses(position, "h4") == {"h3": "BidakSteps"}
    assert refused(position, "h4") == {("g3", "OnlyBlockedBidakTakesInPassing")}


def test_a_piece_in_the_way_is_no_bidak_in_the_way():
    position = board(**RAJAHS, g2="Bidak1", h3="Kudah1", h4="Bidak2").play("g2-g4")

    assert clauses(position, "h4") == {}


def test_white_takes_in_passing_too_on_the_other_side():
    position = board(2, **RAJAHS, c7="Bidak2", b6="Bidak2", b5="Bidak1").play("c7-c5")

    assert {m.clause for m in position.legal_moves if m.label[:2] == "b5"} == {
        "TakesBidakThatPassed",
        "TakesBidakThatBlocks",
    }
    after = position.play("b5-c6(TakesBidakThatPassed)")
    assert standing(after) == {**RAJAHS, "c6": "Bidak1", "b6": "Bidak2"}


@pytest.mark.parametrize("other", ["a3-a2", "g3-g4"])
def test_only_at_once_and_only_after_a_double_step(other: str):
    if other == "g3-g4":
        men = {**RAJAHS, "g3": "Bidak1", "h3": "Bidak1", "h4": "Bidak2"}
        position = board(**men).play("g3-g4")
        assert clauses(position, "h4") == {}
    else:
        position = board(**RAJAHS, g2="Bidak1", h3="Bidak1", h4="Bidak2").play("g2-g4")
        later = position.play("h6-h7").play("a3-a2")
        assert clauses(later, "h4") == {}


# The rajah


def test_a_rajah_steps_one_square_any_way():
    assert clauses(board(d4="Rajah1", a1="Tor1"), "d4") == dict.fromkeys(
        ("c3", "d3", "e3", "c4", "e4", "c5", "d5", "e5"), "RajahSteps"
    )


def test_before_it_has_moved_a_rajah_goes_or_takes_like_a_knight():
    position = board(d1="Rajah1", a1="Tor1", e3="Bidak2", c3="Tor1", h8="Rajah2")

    assert clauses(position, "d1")["e3"] == "RajahLeapsOnce"
    assert "c3" not in clauses(position, "d1")
    after = position.play("d1-e3")
    assert standing(after)["e3"] == "Rajah1"


def test_a_rajah_that_has_moved_leaps_no_more_nor_castles_even_from_its_own_square():
    men = {"d1": "Rajah1", "a1": "Tor1", "h8": "Rajah2", "b6": "Bidak2"}
    position = after_moves("d1-d2 h8-h7 d2-d1 h7-h8", board(**men))

    assert set(clauses(position, "d1").values()) == {"RajahSteps"}


def test_a_rajah_that_has_leapt_leaps_no_more():
    position = after_moves("d1-c3 a7-a6")

    assert set(clauses(position, "c3").values()) == {"RajahSteps"}


def test_a_rajah_that_has_been_checked_leaps_no_more():
    # The mantri checks from h5, and a bidak parries; the rajah has not moved.
    position = after_moves("e2-e4 f7-f6 e1-e2 a7-a6 e2-h5")
    assert ("state", "") in effects(position)
    assert "e8-d6" not in labels(position)
    parried = after_moves("g7-g6 h5-h4 e7-e6 a2-a3", position)

    # d6 and g7 are free, and neither d6 nor g7 is attacked; e7 is a step.
    assert clauses(parried, "e8") == {"e7": "RajahSteps", "f7": "RajahSteps"}
    assert ("d6", "RajahWasChecked") in refused(parried, "e8")
    assert ("g7", "RajahWasChecked") in refused(parried, "e8")


def test_a_check_by_a_promoted_bidak_counts_too():
    # On c7 the bidak has stepped back once, and becomes a kudah that attacks e8.
    men = {"e8": "Rajah2", "a6": "Bidak2", "h1": "Rajah1", "b7": "Bidak1", "c1": "Gajah1"}
    promoting = after_moves("b7-b8 a6-a5 b8-c7", board(**men))

    checked = after_moves("c7-c7=Kudah e8-d7 c7-b5 d7-e8 c1-d2", promoting)
    assert set(clauses(checked, "e8").values()) == {"RajahSteps"}
    parried = promoting.play("c7-c7=Kudah")
    assert ("f6", "RajahWasChecked") in refused(parried, "e8")
    spared = promoting.play("c7-c7=Gajah")
    assert clauses(spared, "e8")["f6"] == "RajahLeapsOnce"


def test_without_the_check_it_would_leap():
    position = after_moves("e2-e4 f7-f6 e1-e2 g7-g6 e2-e3 e7-e6 a2-a3")

    assert clauses(position, "e8") == {
        "e7": "RajahSteps",
        "f7": "RajahSteps",
        "d6": "RajahLeapsOnce",
        "g7": "RajahLeapsOnce",
    }


def test_a_rajah_castles_two_squares_over_anything_and_the_tor_stays():
    men = {"d1": "Rajah1", "c1": "Gajah1", "e1": "Mantri2", "a1": "Tor1", "h8": "Rajah2"}
    position = board(**men)

    assert {to for to, clause in clauses(position, "d1").items() if clause == "RajahCastles"} == {
        "b1"
    }
    # To f1 the mantri would give check; once it is a gajah it does not.
    over_enemy = board(**{**men, "e1": "Gajah2"})
    assert clauses(over_enemy, "d1")["f1"] == "RajahCastles"
    assert standing(over_enemy.play("d1-f1")) == {
        "f1": "Rajah1", "c1": "Gajah1", "e1": "Gajah2", "a1": "Tor1", "h8": "Rajah2",
    }  # fmt: skip


def test_castling_ends_on_an_empty_square_only():
    men = {"d1": "Rajah1", "b1": "Kudah1", "f1": "Gajah2", "h8": "Rajah2"}

    assert "RajahCastles" not in clauses(board(**men), "d1").values()


def test_a_rajah_castles_out_of_check_and_after_a_check():
    # The mantri on h5 checks; g8 is empty and not attacked.
    position = after_moves("e2-e4 g8-h6 e1-e2 f7-f6 e2-h5")
    assert clauses(position, "e8") == {"g8": "RajahCastles"}

    parried = after_moves("g7-g6 h5-f3 a7-a6 a2-a3", position)
    assert clauses(parried, "e8") == {"f7": "RajahSteps", "g8": "RajahCastles"}


def test_a_rajah_that_may_still_leap_attacks_like_a_knight():
    # From d1 the rajah attacks e3 and f2; once moved it attacks f2 no more.
    men = {"d1": "Rajah1", "a1": "Tor1", "g4": "Rajah2", "h8": "Tor2"}

    assert not {"e3"} & destinations(board(2, **{**men, "g4": "Tor2", "f4": "Rajah2"}), "f4")
    gone = after_moves("d1-e1 h8-h7 e1-d1", board(**{**men, "f4": "Rajah2", "g4": "Tor2"}))
    assert "e3" in destinations(gone, "f4")


def test_a_lone_rajah_moves_as_any_piece():
    # As a mantri along the lines, as a kudah over what stands between.
    position = board(d4="Rajah1", d5="Gajah2", h1="Rajah2", h2="Bidak2")

    ends = clauses(position, "d4")
    assert set(ends.values()) == {"LoneRajahMovesAsAnyPiece"}
    assert {"d5", "d1", "a4", "h4", "a7", "g7", "b5", "e2"} <= set(ends)
    assert "d6" not in ends
    with_a_friend = board(d4="Rajah1", a2="Bidak1", d5="Gajah2", h1="Rajah2", h2="Bidak2")
    assert len(clauses(with_a_friend, "d4")) <= 8


def test_a_lone_rajah_gives_check_from_afar():
    position = board(2, d4="Rajah1", g6="Rajah2", a8="Bidak2")

    # d6 along its file, the fourth rank, its diagonals and the knight's squares are its own.
    assert "f6" not in destinations(position, "g6")
    assert "g5" in destinations(position, "g6")
    assert "g7" not in destinations(position, "g6")


# Check and the end


def test_a_rajah_may_not_be_left_in_check():
    position = board(a3="Rajah1", b2="Bidak1", h3="Tor2", h8="Rajah2")

    assert labels(position) == ["a3-a2", "a3-a4", "a3-b4", "b2-b3"]
    assert ("b4", "RajahNotLeftInCheck") in refused(position, "b2")


def test_mate_wins():
    men = {"h8": "Rajah2", "a7": "Tor1", "b1": "Tor1", "c1": "Rajah1", "a2": "Bidak2"}

    after = board(**men).play("b1-b8")

    assert after.outcome == Outcome(1, "MateWins", "(result Mover Win)")


def test_for_a_lone_rajah_the_same_is_no_mate():
    # It may take the tor on b8 from afar, leap to g6, or go off along the diagonal or the file.
    men = {"h8": "Rajah2", "a7": "Tor1", "b1": "Tor1", "c1": "Rajah1"}

    after = board(**men).play("b1-b8")

    assert after.outcome is None
    assert {"b8", "g6", "f6", "h6"} <= destinations(after, "h8")
    assert not {"f7", "g7", "h7", "g8"} & destinations(after, "h8")


def test_stalemate_draws():
    # The bidak on a5 is stopped; h8 is not attacked, all about it is.
    men = {
        "h8": "Rajah2", "a5": "Bidak2", "a4": "Bidak1", "a6": "Tor1", "g1": "Tor1", "c1": "Rajah1",
    }  # fmt: skip

    after = board(**men).play("a6-a7")
    assert after.outcome == Outcome(0, "StalemateDraws", "(result Mover Draw)")


def test_a_bidak_still_to_be_promoted_ends_nothing():
    # White's bidak reaches a8 and stalemates before it has become anything.
    men = {"h6": "Rajah1", "h8": "Rajah2", "g1": "Tor1", "b5": "Bidak2", "b4": "Bidak1"}
    position = board(**men, a7="Bidak1")

    after = position.play("a7-a8")

    assert after.outcome is None
    assert labels(after) == sorted(f"a8-a8={piece}" for piece in PIECES)
    assert after.play("a8-a8=Kudah").outcome == Outcome(0, "StalemateDraws", "(result Mover Draw)")
    assert after.play("a8-a8=Tor").outcome == Outcome(1, "MateWins", "(result Mover Win)")
