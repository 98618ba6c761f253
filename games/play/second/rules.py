"""Rules on the engine's second design."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any
from zlib import crc32

from games.engine.collecting import uncollected
from games.engine.language import Bound, LanguageError, bind, read_and_bind, walk
from games.engine.manifest import Manifest
from games.ludemes import Definition, Expansion, LudemeError, RulesError
from games.notation.family import Family
from games.play.interface import SECOND, Kind, Playouts, Rules
from games.play.machine import Limits, within_the_stack
from games.play.second.core import Core
from games.play.second.family import family_of
from games.play.second.marked import Marked, marked_of
from games.play.second.position import SecondPosition
from games.play.second.random_games import drawn_plies

# The kinds of forms that make the opening: who plays, what with, and what stands where.
SETS_UP = frozenset({"players", "containers", "components", "items", "start"})
BY_HAND = "positions cannot be set up by hand under these rules yet"


def load_second(
    text: str,
    options: Iterable[str] = (),
    definitions: Mapping[str, Definition] | None = None,
    *,
    clauses: Iterable[str] | None = None,
    limits: Limits | None = Limits(),  # noqa: B008 - frozen
) -> SecondRules:
    """Read and compile a rules text with the second design; arguments are those of `load`.

    Raises games.ludemes.RulesError and its kinds, with the place: LanguageError has all faults.
    """
    with within_the_stack(), uncollected():
        bound = read_and_bind(text, definitions, options, strict=True)
        names = tuple(bound.expansion.definitions if clauses is None else clauses)
        return SecondRules(bound, names, limits)


def second_of(expansion: Expansion, clauses: tuple[str, ...], limits: Limits | None) -> SecondRules:
    """The rules of a text that has been expanded. Raises RulesError."""
    with within_the_stack():
        root, faults = bind(expansion.game, names=tuple(expansion.definitions))
        if faults:
            raise LanguageError(faults)
        return SecondRules(Bound(root, (), expansion), clauses, limits)


class SecondRules(Rules):
    """A ruleset compiled by the second design."""

    design = SECOND

    def __init__(self, bound: Bound, clauses: tuple[str, ...], limits: Limits | None) -> None:
        self.expansion = bound.expansion
        self.core = Core(bound, clauses, limits)

    @property
    def engine_manifest(self) -> Manifest:
        """The manifest as the engine has it."""
        return self.core.manifest

    @property
    def players(self) -> int:
        """How many play."""
        return self.core.players

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of pieces, those of each owner, by their number, which counts from 1."""
        return self.core.kinds

    @property
    def site_names(self) -> tuple[str, ...]:
        """The names of the sites of the board."""
        return tuple(self.core.board_names.values())

    @cached_property
    def family(self) -> Family | None:
        """How games of this family are usually written, where that is not by coordinates."""
        usual = self.begun_from(None).start()
        return family_of(usual)

    @property
    def points(self) -> Mapping[str, str]:
        """The points of Go by their labels; {} for other boards."""
        return self.core.points

    @cached_property
    def marked(self) -> Marked:
        """The sites of a race that the rules single out, by what they are called."""
        return marked_of(self.core, self.family)

    @property
    def doubts(self) -> tuple[LudemeError, ...]:
        """What means something but hardly what its author meant."""
        return self.expansion.doubts

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses that these rules have; 0 is "", no clause."""
        return tuple(dict.fromkeys(["", *self.core.clause_of, *self.placed]))

    @property
    def clause_of(self) -> tuple[str, ...]:
        """By the number of a clause of the manifest, the clause of the ruleset, "" for none."""
        return self.core.clause_of

    @cached_property
    def placed(self) -> dict[str, list[int]]:
        """The clauses that make the opening. On which sites each of them puts men is not known."""
        names = {name: list[int]() for name in self._setting_up() if name}
        return names if self.opening is None else {}

    def _setting_up(self) -> Iterator[str]:
        for typed in walk(self.core.bound.root):
            if typed.kind in SETS_UP:
                origin = typed.node.origin
                yield self.core.innermost(origin.chain() if origin is not None else ())

    @property
    def module(self) -> bytes:
        """The WebAssembly module that pages run: the one that traces its moves."""
        return self.core.compiled.module

    def manifest(self) -> dict[str, Any]:
        """What a player of the module needs, as docs/modules.md has it."""
        return self.engine_manifest.as_json()

    def start(self) -> SecondPosition:
        """The position before the first move."""
        if isinstance(self.opening, SecondPosition):
            return self.opening
        machine = self.core.machines.machine()
        machine.throw(None)
        machine.start()
        return SecondPosition(self.core, machine.position)

    def position(self, pieces: Mapping[str, str], mover: int = 1) -> SecondPosition:
        """Raises RulesError: setting up by hand needs the first design."""
        raise RulesError(BY_HAND)

    def perft(self, depth: int) -> int:
        """How many sequences of `depth` legal moves there are from the opening, over all throws."""
        return self.start().perft(depth)

    def playouts(self, count: int, seed: int = 0) -> Playouts:
        """Play `count` games at random from the usual opening.

        Game i has seed `seed + i`, whoever plays it.
        """
        machine, plies, checksum = self.core.fast.machine(), 0, 0
        wins = [0] * (self.players + 1)
        for number in range(seed, seed + count):
            for _, chosen, _ in drawn_plies(machine, number):
                machine.call("play", chosen)
                plies += 1
            winner = machine.get("winner")
            wins[winner if winner <= self.players else 0] += 1
            checksum = crc32(machine.state, checksum)
        return Playouts(count, plies, tuple(wins), checksum)
