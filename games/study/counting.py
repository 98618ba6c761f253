"""Play the random games of a design and count them, inside WebAssembly."""

from __future__ import annotations

import hashlib
import pickle
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from games.compiler import Program
from games.compiler.counting import HEAD, Room, counting
from games.compiler.extending import ROLES
from games.play import FirstRules, SecondRules, first_design
from games.play.machine import Module
from games.play.position import WITHOUT_RULE
from games.study.design import Design
from games.study.second import CountedSecond
from games.study.tally import Shown, Tally

# Games of one call.
MOST = 50

Table = NDArray[np.int64]


@dataclass(frozen=True)
class Counted:
    """Compiled rules with what counts their games. `digest` is that of the module's bytes.

    Whatever has the same digest, on whatever machine, counts the same games the same way.
    """

    rules: FirstRules
    program: Program
    module: Module
    room: Room

    @property
    def digest(self) -> str:
        """SHA-256 of the module, in hexadecimal."""
        return hashlib.sha256(self.module.bytes).hexdigest()

    def count(self, first: int, games: int) -> Tally:
        """The games with the seeds from `first`."""
        total = Tally()
        for done in range(0, games, MOST):
            total.add(self._call(first + done, min(MOST, games - done)))
        return total

    def _call(self, first: int, games: int) -> Tally:
        machine, room = self.module.instance(), self.room
        machine.call("study", games, first)
        rows = _numbers(machine.read(room.rows, room.row_size * games)).reshape(games, -1)
        size = room.slots * (room.latest + 1)
        plies = _numbers(machine.read(room.histograms, 4 * size)).reshape(room.slots, -1)
        return _tally(rows, plies, self.rules)


_given: dict[Design, Counted | CountedSecond] = {}


def take(pickled: bytes) -> None:
    """Have what counts the games of some designs, as another process has compiled it."""
    _given.update(pickle.loads(pickled))  # noqa: S301 - written by the process that began this one


@lru_cache(maxsize=8)
def counted(design: Design) -> Counted | CountedSecond:
    """What counts the games of a design: given, or compiled once in a process.

    Raises RulesError.
    """
    if design in _given:
        return _given[design]
    rules = design.rules()
    if isinstance(rules, SecondRules):
        return CountedSecond(rules)
    rules = first_design(rules)
    program, room = counting(rules.program, MOST)
    return Counted(rules, program, Module(program, None, optimised=True), room)


def count(design: Design, first: int, games: int, digest: str = "") -> Tally:
    """Play and count the games number `first` and on of a design, from 0.

    `digest` is that of the module that is expected, "" for any. Raises RuntimeError where this
    process would compile another: on a cluster all workers need the same version.
    """
    ready = counted(design)
    if digest and ready.digest != digest:
        raise RuntimeError(
            "this worker compiles the rules to another module: install the same version everywhere"
        )
    return ready.count(design.seed + first, games)


def _numbers(content: bytes) -> Table:
    return np.frombuffer(content, dtype="<i4").astype(np.int64)


def _tally(rows: Table, plies: Table, rules: FirstRules) -> Tally:
    clauses, slots = rules.clauses, plies.shape[0]
    length, moves = rows[:, 0], rows[:, 3]
    causes = [cause_of(rules, ending) for ending in rows[:, 2].tolist()]
    return Tally(
        games=len(rows),
        positions=int(length.sum()),
        positions_squares=int(length @ length),
        moves=int(moves.sum()),
        moves_squares=int(moves @ moves),
        moves_crossed=int(moves @ length),
        plies=Counter(length.tolist()),
        endings=Counter(zip(rows[:, 1].tolist(), causes, strict=True)),
        clauses={
            (clauses[slot % len(clauses)], ROLES[slot // len(clauses)]): _shown(
                rows[:, HEAD + slot], rows[:, HEAD + slots + slot], length, plies[slot]
            )
            for slot in np.flatnonzero(rows[:, HEAD : HEAD + slots].any(axis=0)).tolist()
        },
    )


def cause_of(rules: FirstRules, ending: int) -> str:
    """What ended a game: the clause of the end rule, or in words where there is none."""
    if ending in WITHOUT_RULE:
        return WITHOUT_RULE[ending]
    rule = rules.program.endings[ending]
    return rule.clause or rule.result


def _shown(counts: Table, firsts: Table, length: Table, plies: Table) -> Shown:
    at = np.flatnonzero(plies)
    return Shown(
        count=int(counts.sum()),
        games=int((counts > 0).sum()),
        squares=int(counts @ counts),
        crossed=int(counts @ length),
        plies=Counter(dict(zip(at.tolist(), plies[at].tolist(), strict=True))),
        firsts=Counter(firsts[firsts > 0].tolist()),
    )
