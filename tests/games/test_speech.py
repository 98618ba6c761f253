"""Proposals and votes: moves that say something."""

from __future__ import annotations

import pytest

from games.compiler.reference import Machine
from games.play import LudemeError, Outcome, Position, Rules, load
from tests.games.cast import duel, labels, standing

ANSWER = '(or {(move Vote "Peace") (move Vote "War")})'
TREATY = (
    f'(if (is Proposed "Peace") {ANSWER}'
    ' (or {(forEach Piece) (move Propose "Peace" (then (vote "Peace")))}))'
)
PEACE = '(if (is Decided "Peace") (result Mover Draw))'
FAR = '(place "Man1" 0) (place "Man2" 8)'


def treaty() -> Rules:
    return load(duel(play=TREATY, end=PEACE))


def after(*moves: str) -> Position:
    position = treaty().start()
    for move in moves:
        position = position.play(move)
    return position


def test_a_proposal_is_a_move_beside_the_others():
    assert labels(after()) == ["a1-a2", "a1-b1", "a1-b2", "propose:Peace"]


def test_it_moves_nothing_and_passes_the_turn():
    proposed = after("propose:Peace")

    assert standing(proposed) == standing(treaty().start())
    assert (proposed.mover, proposed.ply) == (2, 1)
    assert labels(proposed) == ["vote:Peace", "vote:War"]


def test_what_all_vote_for_is_decided():
    assert after("propose:Peace", "vote:Peace").outcome == Outcome(0, "", "(result Mover Draw)")


def test_where_votes_are_divided_nothing_is_decided_and_the_proposal_is_forgotten():
    refused = after("propose:Peace", "vote:War")

    assert refused.outcome is None
    assert refused.mover == 1
    assert labels(refused) == ["a1-a2", "a1-b1", "a1-b2", "propose:Peace"]


def test_old_votes_do_not_count_again():
    again = after("propose:Peace", "vote:War", "a1-a2", "propose:Peace")

    assert labels(again) == ["vote:Peace", "vote:War"]
    assert again.play("vote:Peace").outcome is not None


def test_several_messages_are_a_move_each_and_words_hold_together():
    play = '(move Propose {"Change sides" "Stop"})'
    assert labels(load(duel(play=play)).start()) == ["propose:Change_sides", "propose:Stop"]


def test_a_proposal_is_no_pass():
    play = '(move Propose "Stop")'
    end = "(if (no Moves Mover) (result Mover Win))"
    position = load(duel(play=play, end=end)).start().play("propose:Stop").play("propose:Stop")

    assert position.outcome is None


def test_a_move_may_propose_on_the_way():
    man = '(move Step (to if:(is Empty (to))) (then (propose "Stop")))'
    rules = load(duel(man, end='(if (is Proposed "Stop") (result Mover Win))'))

    assert rules.start().play("a1-a2").outcome == Outcome(1, "", "(result Mover Win)")


def test_the_reference_machine_counts_the_same():
    program = treaty().program
    machine = Machine(program.python(), program.data, program.pages)
    machine.call("reset")

    # After a step of one man the other has as many free squares, and may propose; after a proposal
    # there are two answers, one of which ends the game.
    counts = [4, 4 + 4 + 3 + 2, 3 * 18 + 4]
    assert [treaty().perft(depth) for depth in (1, 2, 3)] == counts
    assert machine.call("perft", 3) == counts[-1]


def test_more_messages_than_votes_can_be_counted_for_are_refused():
    many = " ".join(f'"M{number}"' for number in range(9))
    with pytest.raises(LudemeError, match="over 8 things to propose or vote for"):
        load(duel(play=f"(move Propose {{{many}}})"))


def test_a_message_is_a_text():
    with pytest.raises(LudemeError, match="what is said belongs here, in quotes, not 3"):
        load(duel(play="(move Propose 3)"))
