"""Draughts has as many games as are published, a row of jumps counted as one turn."""

from __future__ import annotations

from games.engine.play.machine import Machine
from tests.engine.test_perft import machine_of

JUMP = """(move Hop FROM WAYS (between if:(is Enemy (who at:(between))) (apply (remove (between))))
    (to if:(is Empty (to)))
    (then (if (can Move (hop (from (last To)) WAYS
            (between if:(is Enemy (who at:(between)))) (to if:(is Empty (to)))))
        (moveAgain) CROWN)))"""
CROWN = """(if (is In (last To) (sites Mover "Far"))
    (promote (last To) (piece "King") Mover))"""
MAN = ("(directions {FL FR})", CROWN)
KING = ("Diagonal", "")


def jump(start: str, ways: str, crown: str) -> str:
    return JUMP.replace("FROM", start).replace("WAYS", ways).replace("CROWN", crown)


DRAUGHTS = f"""
(game "Draughts" (players {{(player N) (player S)}})
    (equipment {{(board (square 8)) (piece "Man" Each) (piece "King" Each)
        (regions "Far" P1 (sites Top)) (regions "Far" P2 (sites Bottom))}})
    (rules
        (start {{
            (place "Man1" (difference (expand (sites Bottom) steps:2) (sites Phase 1)))
            (place "Man2" (difference (expand (sites Top) steps:2) (sites Phase 1)))}})
        (play (if (is Prev Mover)
            (if (= (what at:(last To)) (id "Man" Mover))
                {jump("(from (last To))", *MAN)} {jump("(from (last To))", *KING)})
            (priority {{
                (or (forEach Piece "Man" {jump("", *MAN)}) (forEach Piece "King" {jump("", *KING)}))
                (or
                    (forEach Piece "Man" (move Step {MAN[0]} (to if:(is Empty (to)))
                        (then {CROWN})))
                    (forEach Piece "King" (move Step Diagonal (to if:(is Empty (to))))))}})))
        (end (if (no Moves Next) (result Mover Win)))))
"""


def games(machine: Machine, turns: int) -> int:
    """The number of games of so many turns from here."""
    if turns == 0:
        return 1
    total = 0
    mover = machine.mover
    for number in range(len(machine.legal_moves())):
        machine.call("push_state")
        machine.play(machine.legal_moves()[number])
        going_on = machine.mover == mover and not machine.over
        total += games(machine, turns if going_on else turns - 1)
        machine.call("pop_state")
    return total


def test_draughts_has_as_many_games_by_turns_as_are_published():
    machine = machine_of(DRAUGHTS)

    assert [games(machine, turns) for turns in (1, 2, 3, 4)] == [7, 49, 302, 1469]
