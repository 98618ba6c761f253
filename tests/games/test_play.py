"""Positions are values; moves are read, found and refused; games without end have one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.boards import Board, concentric, rectangle
from games.notation.coordinates import NotationError, read_move, write_move
from games.play import (
    AmbiguousMove,
    IllegalMove,
    MoveError,
    Outcome,
    RulesError,
    UnreadableMove,
    load,
)
from games.play.showing import shown
from tests.games.cast import EACH_FIRST_MOVE, duel, labels, rumiya, shodra, standing

# Notation

BOARDS = [rectangle(8, 8), rectangle(3, 30), concentric((0, 16, 16, 16, 16))]


@given(st.sampled_from(BOARDS), st.data())
def test_a_written_move_reads_back_the_same(board: Board, data: st.DataObject):
    sites = st.integers(0, len(board) - 1)
    promotion = data.draw(st.none() | st.sampled_from(["Merze", "King_noCross", "Oi2"]))
    move = (data.draw(sites), data.draw(sites), promotion)

    assert read_move(board, write_move(board, *move)) == move


def test_a_pass_and_capitals_are_read():
    assert read_move(BOARDS[0], write_move(BOARDS[0], -1, -1)) == (-1, -1, None)
    assert read_move(BOARDS[0], " E2-E4 ") == (12, 28, None)
    assert read_move(BOARDS[0], "Pass") == (-1, -1, None)


@pytest.mark.parametrize("text", ["", "e2", "e2e4", "e2-e4-e5", "e2-e4=", "e2-e4=a b", "e2→e4"])
def test_other_text_is_told_how_a_move_is_written(text: str):
    with pytest.raises(NotationError, match="write it as a1-h8, a1-h8=Piece or pass"):
        read_move(BOARDS[0], text)


def test_a_site_of_another_board_is_told_what_sites_there_are():
    with pytest.raises(NotationError, match="no site 'i9': its sites are a1 to h8"):
        read_move(BOARDS[0], "a1-i9")


@given(st.text(max_size=12))
def test_no_text_breaks_the_reader(text: str):
    try:
        frm, to, promotion = read_move(BOARDS[0], text)
    except NotationError:
        return
    assert read_move(BOARDS[0], write_move(BOARDS[0], frm, to, promotion)) == (frm, to, promotion)


# Three ways to be refused

HERE = "[a1:Oi1 e8:Noyion2] with player 1 to move"


def refused(kind: type[MoveError], text: str) -> str:
    position = shodra(EACH_FIRST_MOVE).position({"a1": "Oi1", "e8": "Noyion2"})
    with pytest.raises(kind) as caught:
        position.play(text)
    assert caught.value.text == text
    return str(caught.value)


def test_text_that_is_no_move_is_unreadable():
    assert refused(UnreadableMove, "hello") == (
        f"'hello' is no move in the position {HERE}: write it as a1-h8, a1-h8=Piece or pass"
    )


def test_a_move_to_a_square_that_is_not_there_is_unreadable():
    assert refused(UnreadableMove, "a1-a9") == (
        f"'a1-a9' is no move in the position {HERE}: "
        "this board has no site 'a9': its sites are a1 to h8"
    )


@pytest.mark.parametrize("text", ["a1-a3", "e8-e7", "a1-a2=Merze", "pass"])
def test_a_move_that_the_rules_do_not_allow_is_illegal(text: str):
    assert refused(IllegalMove, text) == f"{text} is not legal in the position {HERE}"


TWO_WAYS = duel(
    '(or {"Walks" "Runs"})',
    more='(define "Walks" (move Step N)) (define "Runs" (move Slide N (between (exact 1))))',
)


def test_moves_that_look_the_same_are_told_apart_by_their_clause():
    start = load(TWO_WAYS).start()

    assert labels(start) == ["a1-a2(Runs)", "a1-a2(Walks)"]
    assert start.play("a1-a2(Runs)").ply == 1


def test_text_that_means_both_of_them_is_ambiguous():
    start = load(TWO_WAYS).start()

    with pytest.raises(AmbiguousMove) as caught:
        start.play("a1-a2")
    assert str(caught.value) == (
        "a1-a2 may mean a1-a2(Walks) or a1-a2(Runs) "
        "in the position [a1:Man1 c3:Man2] with player 1 to move"
    )
    with pytest.raises(IllegalMove):
        start.play("a1-a2(Flies)")


def test_moves_that_share_their_clause_too_are_numbered():
    twice = '(define "Walks" (or (move Step N) (move Step N (then (set Pending)))))'
    start = load(duel('"Walks"', more=twice)).start()

    assert labels(start) == ["a1-a2(Walks 1)", "a1-a2(Walks 2)"]
    assert start.play("a1-a2(Walks 2)").effects[0].kind == "pending"
    with pytest.raises(AmbiguousMove):
        start.play("a1-a2")
    with pytest.raises(IllegalMove):
        start.play("a1-a2(Walks)")


# Positions


def test_playing_gives_another_position_and_leaves_the_first_as_it_was():
    start = shodra().start()
    before = standing(start)

    after = start.play("e2-e4")

    assert standing(start) == before
    assert standing(after) == {**{k: v for k, v in before.items() if k != "e2"}, "e4": "Oi1"}
    assert (start.mover, start.ply, after.mover, after.ply) == (1, 0, 2, 1)
    assert start == shodra().start()
    assert after == start.play("e2-e4")


def test_two_lines_of_play_do_not_disturb_each_other():
    start = shodra().start()
    one, two = start.play("e2-e4"), start.play("b1-c3")

    assert labels(one) == labels(start.play("e2-e4"))
    assert standing(two.play("b8-c6"))["c3"] == "Ot1"
    assert "c3" not in standing(one)


def test_a_move_of_an_earlier_position_is_played_if_it_is_still_legal():
    start = shodra(EACH_FIRST_MOVE).start()
    move = start.legal_moves.find("a2-a3")
    later = start.play("e2-e4").play("e7-e5")

    assert standing(later.play(move))["a3"] == "Oi1"
    with pytest.raises(IllegalMove):
        start.play("a2-a4").play(move)


def test_a_pass_is_none_of_the_things_that_a_player_may_say():
    start = load(duel(play="(or (forEach Piece) (move Bet Mover (range 2 2)))")).start()

    assert "bet 2" in start.legal_moves
    with pytest.raises(IllegalMove):
        start.play("pass")


def test_the_legal_moves_are_a_view_to_count_to_loop_over_and_to_ask():
    moves = shodra().start().legal_moves

    assert len(moves) == len(list(moves)) == 24
    assert "e2-e4" in moves
    assert moves[0] in moves
    assert "e2-e5" not in moves
    assert str(moves.find("e2-e4")) == "e2-e4"
    assert len(moves[:3]) == 3


def test_a_position_is_set_up_by_hand_with_what_the_rules_have():
    assert standing(rumiya().position({"A4": "Shah1"})) == {"a4": "Shah1"}
    with pytest.raises(RulesError, match="there is no piece 'Queen1': there are Noyion1, Noyion2"):
        shodra().position({"e1": "Queen1"})
    with pytest.raises(RulesError, match="no site 'z9'"):
        shodra().position({"z9": "Oi1"})
    with pytest.raises(RulesError, match="there is no player 3 to move: there are 1 to 2"):
        shodra().position({"e1": "Oi1"}, mover=3)


# What rules may ask


def test_what_is_pending_lasts_for_one_move():
    # A step north leaves something pending; as long as it is, men may also step east.
    man = "(or (move Step N (then (set Pending))) (if (is Pending) (move Step E)))"
    start = load(duel(man, start='(place "Man1" "a1") (place "Man2" "a3")')).start()
    assert labels(start) == ["a1-a2"]

    after = start.play("a1-a2")
    assert labels(after) == ["a3-b3"]

    assert labels(after.play("a3-b3")) == ["a2-a3"]


def test_a_man_that_may_not_move_there_itself_still_threatens():
    # Each man shuns what the other could reach; tests within that test are false.
    man = '(move Step (to if:(not (is Threatened (id "Man" Mover) at:(to)))))'
    facing = load(duel(man, start='(place "Man1" "a1") (place "Man2" "a3")')).start()

    assert labels(facing) == ["a1-b1"]


# Games without end


def test_who_cannot_move_passes_and_a_round_of_passes_draws():
    start = load(duel("(move Step N (to if:(is In (to) (sites Bottom))))")).start()
    assert labels(start) == ["pass"]

    after = start.play("pass").play("pass")

    assert after.outcome == Outcome(0, "", "no player can move")
    assert len(after.legal_moves) == 0


def test_a_game_of_1250_turns_a_player_is_drawn():
    rules = load(duel("(move Step (to if:(is Empty (to))))"), limits=None)
    played = rules.playouts(3, seed=1)

    assert played.plies == 3 * 2500
    assert played.wins == (3, 0, 0)


def test_random_games_are_repeated_by_their_seed_and_add_up():
    rules = shodra()
    one, two = rules.playouts(1, seed=4), rules.playouts(1, seed=5)
    both = rules.playouts(2, seed=4)

    assert both == rules.playouts(2, seed=4)
    assert both.plies == one.plies + two.plies
    assert sum(both.wins) == both.count == 2


# Showing


def test_a_game_shows_which_clause_did_what_at_each_ply():
    plies = shown(shodra(), ["e2-e4", "d7-d5", "e4-d5"])

    assert plies[0] == {
        ("Board", "effect"),
        ("PiecesBehindOi", "effect"),
        ("NoyionsFaceEachOther", "effect"),
        ("WhiteBegins", "effect"),
    }
    assert plies[1] == {("OiStepsTwice", "allowed")}
    assert plies[3] == {("OiCaptures", "allowed"), ("CaptureByReplacement", "effect")}


def test_who_begins_in_a_position_that_was_set_up_is_no_clause():
    begun = shodra().begun_from(shodra().position({"e1": "Noyion1", "e8": "Noyion2"}, 2))

    assert shown(begun, []) == [{("Board", "effect")}]


def test_a_game_with_an_illegal_move_shows_nothing():
    with pytest.raises(IllegalMove):
        shown(shodra(), ["e2-e5"])
