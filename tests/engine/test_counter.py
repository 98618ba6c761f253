"""The counter of plies: -1 before the first, and again wherever rules set it back."""

from games.engine.language import read_and_bind
from games.engine.lowering.compile import compile_typed
from tests.engine.machines import quick

GAME = """
(game "Counter" (players 2)
    (equipment {(board (rectangle 1 6)) (piece "Disc" Each)})
    (rules
        (play (move Add (to (+ 1 (counter))) (then (if (= 4 (counter)) (set Counter)))))
        (end (if (no Moves Next) (result Mover Win)))))
"""


def test_the_counter_begins_at_minus_one_and_grows_with_each_ply():
    machine = quick(compile_typed(read_and_bind(GAME).root))
    machine.start()
    seen = []
    for _ in range(6):
        (move,) = machine.legal_moves()
        seen.append(move.to)
        machine.play(move)
    assert seen == [0, 1, 2, 3, 4, 5]
    assert machine.get("counter") == 0
