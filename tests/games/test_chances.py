"""Games with throws are solved: hand-worked chances, and the same by a plain reckoning."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

from games.engine.play.game import Game
from games.engine.play.traces import board_words
from games.solve import Bounds, Expected, Problem, SolveError, expect, read_solution
from games.solve.throwing import Thrower

# A horse of each rides along some places by two sticks; one that is met begins anew.
RIDE = """
(define "AtTheStart" (is Occupied (handSite Mover 0)))
(define "Here" (if "AtTheStart" (handSite Mover 0) (where "Horse" Mover)))
(define "Ahead" (trackSite Move "Way" from:"Here" steps:(+ 1 (count Pips))))
(game "Ride" (players 2)
    (equipment {
        (board (rectangle 1 LENGTH) {
            (track "Way" {LENGTH 0..LAST End} P1 directed:True)
            (track "Way" {OTHER 0..LAST End} P2 directed:True)
        })
        (hand Each size:2) (dice d:2 from:0 num:2) (piece "Horse" Each)
    })
    (rules
        (start {(place "Horse1" (handSite P1)) (place "Horse2" (handSite P2))})
        (play (do (roll) next:(if (> 0 "Ahead") (move (from "Here") (to (handSite Mover 1)))
            (or MOVES))))
        (end {
            (if (is Occupied (handSite P1 1)) (result P1 Win))
            (if (is Occupied (handSite P2 1)) (result P2 Win))
        })))"""
RIDES = """(move (from "Here") (to "Ahead" (apply
    (if (is Enemy (who at:(to))) (fromTo (from (to)) (to (handSite (who at:(to)) 0)))))))"""
PASSES = "(move Pass)"
TOSS = """(game "Toss" (players 2)
    (equipment {(board (square 2)) (dice d:2 from:0 num:2) (piece "Man" Each)})
    (rules
        (play (do (roll) next:(move Add (to (sites Empty)))))
        (end (if (= 2 (count Pips)) (result Mover Win)))))"""


def ride(length: int) -> str:
    """Rules for so many places."""
    text = RIDE.replace("MOVES", f"{RIDES} {PASSES}")
    numbers = {"LENGTH": length, "LAST": length - 1, "OTHER": length + 2}
    return re.sub("|".join(numbers), lambda found: str(numbers[found[0]]), text)


class Plainly:
    """Chances of a game played in Python, with throws weighed one by one."""

    def __init__(self, text: str) -> None:
        self.game = Game(Problem(text).ready.compiled)
        self.after: dict[str, dict[tuple[int, ...], set[str]]] = {}
        self.side: dict[str, int] = {}
        self.chance: dict[str, float] = {}
        self.start = self._key()
        waiting = [self.game.machine.position]
        while waiting:
            self.game.machine.position = position = waiting.pop()
            if (key := self._key()) in self.chance:
                continue
            self.side[key], self.chance[key] = self.game.machine.mover, self._ended()
            throws = self.after.setdefault(key, {})
            self.game.machine.position = position
            for ply, after in self.game.after_each():
                self.game.machine.position = after
                throws.setdefault(ply.throw, set()).add(self._key())
                waiting.append(after)
        for _ in range(400):
            for key in self.after:
                self._reckon(key)

    def _key(self) -> str:
        machine = self.game.machine
        dice = {str(die.site) for die in machine.manifest.dice}
        words = [each for each in board_words(machine) if each.split(":")[0] not in dice]
        return f"{words} {machine.mover} {min(machine.get('passes'), 2)} {machine.over}"

    def _ended(self) -> float:
        machine = self.game.machine
        return {1: 1.0, 2: 0.0}.get(machine.get("winner"), 0.5) if machine.over else 0.5

    def _reckon(self, key: str) -> None:
        best = max if self.side[key] == 1 else min
        throws = self.after[key].values()
        if throws:
            found = [best(self.chance[each] for each in after) for after in throws]
            self.chance[key] = sum(found) / len(found)


class TestChances:
    def test_whoever_throws_two_first_wins(self):
        # One throw in four wins, turn by turn without end: 1/4 + (3/4)² · 1/4 + (3/4)⁴ · 1/4 + …
        found = expect(Problem(TOSS))
        assert found.chance == pytest.approx(float(Fraction(4, 7)), abs=1e-8)
        assert {each.values: each.likely for each in found.throws} == {
            (0, 0): 0.25, (0, 1): 0.5, (1, 1): 0.25,
        }  # fmt: skip

    @pytest.mark.parametrize("length", [3, 8])
    def test_it_is_as_a_plain_reckoning_has_it(self, length):
        plainly, found = Plainly(ride(length)), expect(Problem(ride(length)))
        assert found.chance == pytest.approx(plainly.chance[plainly.start], abs=1e-7)
        assert 0.5 < found.chance < 1

    def test_how_dice_lie_makes_no_further_positions(self):
        problem = Problem(ride(3))
        found = expect(problem)
        assert len(Thrower(problem.ready)._lying) > 0
        assert found.positions < 2 * len(Plainly(ride(3)).chance)

    def test_what_is_written_is_read_again(self):
        found = expect(Problem(ride(3)))
        assert isinstance(found, Expected)
        assert read_solution(found.written()) == found

    def test_a_bound_is_kept(self):
        with pytest.raises(SolveError, match="there are more than 10 positions"):
            expect(Problem(ride(8)), Bounds(positions=10))


def test_tasholiwe_favours_who_begins():
    text = Path("fixtures/rulesets/race/tasholiwe-owens.lud").read_text(encoding="utf-8")
    found = expect(Problem(text))
    assert found.chance == pytest.approx(0.525982, abs=1e-6)
    assert sum(each.likely for each in found.throws) == pytest.approx(1)
