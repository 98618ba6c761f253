"""Rules on the engine's first design: load a text, look at positions, count, play at random."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from typing import Any

from games.boards import Board, BoardError, Site, svg
from games.compiler import Program, compile_rules
from games.compiler.layout import EFFECTS
from games.ludemes import Definition, Expansion, LudemeError, RulesError, expand
from games.notation.family import Family
from games.notation.naming import draughts
from games.play.interface import FIRST, Kind, Playouts, Rules, offered
from games.play.machine import Limits, Module, Playable, within_the_stack
from games.play.position import FirstPosition, kinds_of

# Games played in one call: limits count for a call, so limited rules play one at a time.
BATCH = 1000

# New objects between two looks for garbage while rules are compiled.
RARELY = 100_000
USUALLY = gc.get_threshold()  # asked once: threads that compile at the same time would mix it up


def load(
    text: str,
    options: Iterable[str] = (),
    definitions: Mapping[str, Definition] | None = None,
    *,
    clauses: Iterable[str] | None = None,
    limits: Limits | None = Limits(),  # noqa: B008 - frozen
) -> FirstRules:
    """Read and compile a rules text with the first design; `load_rules` tries both.

    `options` are "Heading/Item" choices; `definitions` a library such as `games.ludemes.Library`;
    `clauses` the definitions to name as clauses (by default all of the text's own); `limits` None
    for trusted text. Raises games.ludemes.RulesError and its kinds, with the place.
    """
    with within_the_stack(), rare_sweeps():
        expansion = expand(text, options, definitions)
        names = tuple(expansion.definitions if clauses is None else clauses)
        return FirstRules(expansion, names, limits)


@contextmanager
def rare_sweeps() -> Iterator[None]:
    """Python looks for garbage in rings less often: among so many objects that takes long."""
    gc.set_threshold(max(RARELY, USUALLY[0]), *USUALLY[1:])
    try:
        yield
    finally:
        gc.set_threshold(*USUALLY)


class FirstRules(Rules):
    """A ruleset compiled by the first design."""

    design = FIRST

    def __init__(
        self, expansion: Expansion, clauses: tuple[str, ...], limits: Limits | None
    ) -> None:
        self.expansion = expansion
        self.clause_names = clauses
        self.limits = limits
        self.program: Program = self._compiled(traced=True)
        self.playable = Playable(self.program, Module(self.program, limits, optimised=False))

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "untraced"}

    @cached_property
    def untraced(self) -> Playable:
        """The same rules without provenance, for counting; positions stand in memory alike."""
        with within_the_stack():
            program = self._compiled(traced=False)
            return Playable(program, Module(program, self.limits, optimised=True))

    @property
    def fast(self) -> Module:
        """The module of the rules without provenance."""
        return self.untraced.module

    def _compiled(self, *, traced: bool) -> Program:
        lines = self.limits.lines if self.limits is not None else None
        return compile_rules(self.expansion, self.clause_names, traced, lines)

    @property
    def board(self) -> Board:
        """The graph of sites."""
        return self.program.board

    @property
    def players(self) -> int:
        """How many play."""
        return self.program.players

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of pieces, those of each owner."""
        return kinds_of(self.program)

    @property
    def site_names(self) -> tuple[str, ...]:
        """The names of the sites of the board."""
        return tuple(site.label for site in self.board.sites)

    @cached_property
    def family(self) -> Family | None:
        """How games of this family are usually written, where that is not by coordinates."""
        usual = self.begun_from(None).start()
        return draughts(self.site_names, {site: who for site, _, who in usual.pieces()})

    @property
    def doubts(self) -> tuple[LudemeError, ...]:
        """What means something but hardly what its author meant."""
        return tuple(self.program.doubts)

    @property
    def clauses(self) -> tuple[str, ...]:
        """Clauses by number as the module knows them; 0 is "", no clause."""
        return self.program.clauses

    @property
    def clause_of(self) -> tuple[str, ...]:
        """The same: the module knows clauses by these numbers."""
        return self.clauses

    @property
    def module(self) -> bytes:
        """The WebAssembly module that pages run: the one that traces its moves."""
        return self.playable.module.bytes

    def svg(self, title: str) -> str:
        """The board as an SVG element without pieces, with the marks that the text asks for."""
        look = self.program
        return svg(self.board, title, look.checkered, look.crossed, look.drawn)

    @property
    def placed(self) -> dict[str, list[int]]:
        """The clauses that make the opening, each with the sites on which it puts men.

        That of the board and that of the players, of whom the first begins, put none. Of an
        opening that was set up by hand, that of the board alone.
        """
        program = self.program
        sites: dict[str, list[int]] = {program.board_clause: []}
        if self.opening is None:
            sites.setdefault(program.players_clause, [])
            for each in program.placings:
                sites.setdefault(each.clause, []).extend(each.sites)
        return {clause: sites[clause] for clause in sites if clause}

    def start(self) -> FirstPosition:
        """The position before the first move."""
        if isinstance(self.opening, FirstPosition):
            return self.opening
        machine = self.playable.module.instance()
        machine.call("reset")
        return FirstPosition.kept(self.playable, machine)

    def position(self, pieces: Mapping[str, str], mover: int = 1) -> FirstPosition:
        """A position set up by hand: label of a site → piece with owner, as in {"e1": "Noyion1"}.

        All else is as at the start. Raises RulesError naming a site, piece or player that is not
        there.
        """
        if not 1 <= mover <= self.program.players:
            players = self.program.players
            raise RulesError(f"there is no player {mover} to move: there are 1 to {players}")
        numbers = {f"{c.name}{c.owner}": c.number for c in self.program.components}
        board = [0] * len(self.board)
        for label, piece in pieces.items():
            if piece not in numbers:
                raise RulesError(f"there is no piece {piece!r}: there are {', '.join(numbers)}")
            try:
                board[self.board.site(label)] = numbers[piece]
            except BoardError as error:
                raise RulesError(str(error)) from error
        return self.start().with_board(board, mover)

    def perft(self, depth: int) -> int:
        """How many sequences of `depth` legal moves there are from the usual opening."""
        machine = self.fast.instance()
        machine.call("reset")
        return 1 if depth < 1 else machine.call("perft", depth) & 0xFFFFFFFF

    def perft_of(self, position: FirstPosition, depth: int) -> int:
        """The same from a position of these rules, without provenance and so faster."""
        machine, at = self.fast.instance(), self.program.constants
        machine.write(at["POSITION"], position.content)
        machine.write(at["TOP"], at["STACK"].to_bytes(4, "little"))
        return 1 if depth < 1 else machine.call("perft", depth) & 0xFFFFFFFF

    def playouts(self, count: int, seed: int = 0) -> Playouts:
        """Play `count` games at random from the usual opening.

        Game i has seed `seed + i`, whoever plays it.
        """
        machine = self.fast.instance()
        machine.call("clear_results")
        size = BATCH if self.limits is None else 1
        plies = sum(
            machine.call("playouts", min(size, count - done), seed + done)
            for done in range(0, count, size)
        )
        at = self.program.constants
        wins = tuple(machine.word(at["RESULTS"] + 4 * p) for p in range(self.program.players + 1))
        return Playouts(count, plies, wins, machine.word(at["CHECK"]) & 0xFFFFFFFF)

    def manifest(self) -> dict[str, Any]:
        """All that a page needs beside the module, as JSON: board, pieces, clauses, addresses."""
        program = self.program
        return {
            "board": {"kind": self.board.kind, "sites": [_site(site) for site in self.board.sites]},
            "hands": list(program.hand_labels),
            "components": [None, *({"name": c.name, "owner": c.owner} for c in program.components)],
            "clauses": list(program.clauses),
            "kinds": list(program.kinds),
            "promotions": sorted(program.promotions),
            "bets": sorted(program.bets),
            "variables": list(program.variables),
            "counters": list(program.counters),
            "spoken": {str(kind): label for kind, label in program.spoken.items()},
            "endings": [{"clause": e.clause, "result": e.result} for e in program.endings],
            "effects": list(EFFECTS),
            "start": list(self.start().board),
            "placed": self.placed,
            "boardClause": program.board_clause,
            "options": list(self.chosen),
            "available": offered(self.options),
            "layout": program.constants,
        }


def _site(site: Site) -> dict[str, Any]:
    return {
        "label": site.label,
        "x": round(site.x, 4),
        "y": round(site.y, 4),
        "outline": [list(point) for point in site.outline],
    }
