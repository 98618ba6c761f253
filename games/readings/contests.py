"""Games of a reading between computer players, inside WebAssembly.

A player weighs its moves by random games from the position after each: so many moves of these in
all are its effort, and no effort is any legal move. A game that is cut off is judged by what each
still has of its men, and by scores.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache

from games.engine.language import read_and_bind
from games.engine.lowering.extras import CONTESTS
from games.engine.manifest import Manifest
from games.engine.play.machine import Machine
from games.play.machine import within_the_stack
from games.play.second import program_of
from games.play.second.random_games import SPREAD
from games.readings.tally import Played, Sums

# Raised when what is played, or how it is measured, is no longer the same.
VERSION = 2
SEEDS = 0x7FFFFFFF


class Kind(StrEnum):
    """Who plays: anybody at random, two alike, or a stronger against weaker ones."""

    RANDOM = "random"
    EQUAL = "equal"
    SKILL = "skill"


# The effort of the strong player and that of the others.
EFFORTS = {Kind.RANDOM: (0, 0), Kind.EQUAL: (200, 200), Kind.SKILL: (800, 100)}


@dataclass(frozen=True)
class Reading:
    """Rules as text, with the chosen "Option/Item"s."""

    text: str
    options: tuple[str, ...] = ()


@dataclass(frozen=True)
class Ready:
    """A reading compiled once, for all processes and machines that play it."""

    digest: str
    module: bytes = field(repr=False, compare=False)
    manifest: Manifest = field(repr=False, compare=False)
    chosen: tuple[str, ...] = field(compare=False)

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.manifest.players)


def compiled(reading: Reading) -> Ready:
    """The module that plays a reading. Raises RulesError."""
    with within_the_stack():
        bound = read_and_bind(reading.text, None, reading.options, strict=True)
        made = program_of(bound, extra=CONTESTS)
    chosen = tuple(bound.expansion.chosen)
    return Ready(made.manifest.sha256, made.module, made.manifest, chosen)


class Players:
    """A machine that plays the games of a reading."""

    def __init__(self, ready: Ready) -> None:
        self.number = ready.players
        self._machine = Machine(ready)

    def play(self, kind: Kind, seed: int) -> Played:
        """One game; the strong player sits on another seat each time."""
        machine, (strong, weak) = self._machine, EFFORTS[kind]
        seat = 1 + seed % self.number
        begin = (seed * SPREAD + 1) & SEEDS or 1
        plies = machine.call("contest", begin, seat, strong, weak)
        names = ("contest_moves", "contest_changes", "contest_since", "winner")
        moves, changes, since, winner = map(machine.get, names)
        won = winner if machine.over and 0 < winner <= self.number else 0
        return Played(plies, moves, won, changes, since, seat, machine.over)


@lru_cache(maxsize=64)
def players(ready: Ready) -> Players:
    """The players of a reading in this process."""
    return Players(ready)


def play(ready: Ready, kind: Kind, first: int, games: int) -> Sums:
    """The games with the seeds from `first`."""
    here, sums = players(ready), Sums()
    for seed in range(first, first + games):
        sums.note(here.play(kind, seed))
    return sums
