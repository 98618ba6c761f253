"""From an expanded rules text to a program: restricted Python, tables, and what it all means."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

from games.boards import Board
from games.boards.graph import Point

# Modules that register lowerings: one more is named here.
from games.compiler import (  # noqa: F401
    areas,
    arithmetic,
    captures,
    combinations,
    enclosure,
    growth,
    hands,
    hops,
    in_a_row,
    iterations,
    lines,
    lookups,
    maxima,
    memory,
    messages,
    neighbours,
    passed,
    paths,
    pieces,
    players,
    relocation,
    removing,
    repeated,
    sights,
    speech,
    stacks,
    surround,
)
from games.compiler.blocks import blocks_of
from games.compiler.build import Build, Code, Scope
from games.compiler.effects import is_bet, names_a_piece, write_apply
from games.compiler.endings import Ending, write_ends
from games.compiler.equipment import Component, Hand, read_equipment
from games.compiler.filters import write_legal_after
from games.compiler.graphics import crossed_sites, drawn_lines, is_checkered
from games.compiler.lookahead import keeps_choice, write_any_legal_move
from games.compiler.moves import generate
from games.compiler.phases import in_each_phase, phases_of, write_change_phases
from games.compiler.pieces import idle_pieces, look_at_moves, write_found
from games.compiler.speech import spoken
from games.compiler.start import Placing, write_setup
from games.compiler.wasm import module_text, translate
from games.ludemes import Expansion, LudemeError
from games.ludemes.tree import Form, Text, is_form, written

# What a module offers; more would take longer to compile.
EXPORTED = (
    "reset", "generate", "play", "advance", "perft", "seed", "random", "play_on", "playout",
    "playouts", "clear_results", "checksum", "list_moves", "spread",
)  # fmt: skip

LOOPS = Path(__file__).with_name("loops.rpy")


class NotImplementedLudemes(LudemeError):
    """Ludemes that a text needs and the compiler lacks; `missing` has one error for each."""

    def __init__(self, missing: list[LudemeError]) -> None:
        first = missing[0]
        names = [error.message.partition(" is not implemented")[0] for error in missing]
        others = [each for each in dict.fromkeys(names) if each != names[0]]
        more = f"; nor are: {', '.join(others)}"
        super().__init__(first.message + (more if others else ""), first.span, first.origin)
        self.missing = missing


@dataclass(frozen=True)
class Program:
    """A compiled ruleset. `clauses[0]` is "" and stands for no clause.

    `source` is restricted Python; `constants` the addresses; `kinds` the clause of each kind of
    move; `spoken` how those are written by which a player only says something; `components` the
    pieces by number, from 1; `placings` what stands where at the start;
    `doubts` are what means something, but hardly what the author meant; `exported` the functions
    that the module offers.
    """

    board: Board
    components: tuple[Component, ...]
    players: int
    source: str
    constants: dict[str, int]
    data: dict[int, bytes]
    pages: int
    clauses: tuple[str, ...]
    kinds: tuple[int, ...]
    promotions: frozenset[int]
    spoken: dict[int, str]
    bets: frozenset[int]
    variables: tuple[str, ...]
    counters: tuple[str, ...]
    endings: tuple[Ending, ...]
    placings: tuple[Placing, ...]
    hands: tuple[Hand, ...]
    board_clause: str
    players_clause: str
    checkered: bool
    crossed: tuple[int, ...] = ()
    drawn: tuple[tuple[Point, Point], ...] = ()
    doubts: tuple[LudemeError, ...] = ()
    exported: tuple[str, ...] = EXPORTED

    @cached_property
    def hand_labels(self) -> tuple[str, ...]:
        """How the sites beside the board are written, in order."""
        return tuple(label for hand in self.hands for label in hand.labels())

    def text(self) -> str:
        """The program as WebAssembly text, but for its data."""
        functions = _loops(tuple(sorted(self.constants.items())))
        own = translate(self.source, self.constants)
        return module_text({**functions, **own}, self.pages, self.exported)

    def python(self) -> str:
        """The program as one Python source, for the reference machine."""
        constants = "".join(f"{name} = {value}\n" for name, value in self.constants.items())
        return constants + LOOPS.read_text(encoding="utf-8") + self.source


@lru_cache(maxsize=32)
def _loops(constants: tuple[tuple[str, int], ...]) -> dict[str, str]:
    return translate(_parsed_loops(), dict(constants))


@lru_cache(maxsize=1)
def _parsed_loops() -> ast.Module:
    return ast.parse(LOOPS.read_text(encoding="utf-8"))


def compile_rules(
    expansion: Expansion,
    clauses: Iterable[str] | None = None,
    traced: bool = True,
    budget: int | None = None,
    look_back: bool = True,
) -> Program:
    """Compile an expanded text.

    `clauses` are the definitions to name as clauses: by default all that the text itself makes.
    A traced program also notes effects and forbidden moves. `budget` bounds the work, in lines of
    code; None is no bound. `look_back` False looks for threats the long way, to compare. Raises
    LudemeError at the ludeme that is wrong, or NotImplementedLudemes with all that is missing.
    """
    names = tuple(expansion.definitions if clauses is None else clauses)
    equipment = read_equipment(expansion.game)
    blocks = blocks_of(expansion.game, equipment.players)
    build = Build(equipment, names, traced, budget, look_back, blocks)
    rules = _only(expansion.game, "rules")
    _refuse_others(build, expansion.game, "players", "equipment", "rules")
    phases = phases_of(rules)
    _refuse_others(build, rules, "start", "play", "end")
    placed = write_setup(build, rules)
    _play(build, phases)
    endings = write_ends(build, rules, phases)
    write_change_phases(build, phases)
    write_any_legal_move(build)
    write_apply(build)
    write_legal_after(build)
    if traced:
        write_found(build)
    _look_at_idle_pieces(build)
    if build.missing:
        raise NotImplementedLudemes(list(_once(build.missing)))
    return Program(
        board=equipment.board,
        components=tuple(equipment.components),
        players=equipment.players,
        source="\n\n".join(build.functions),
        constants=build.layout.constants(build.end_of_data) | _switches(build),
        data=build.data,
        pages=build.pages,
        clauses=tuple(build.clauses),
        kinds=tuple(kind.clause for kind in build.kinds),
        promotions=frozenset(kind.number for kind in build.kinds if names_a_piece(kind.form)),
        spoken={kind.number: label for kind in build.kinds if (label := spoken(kind.form))},
        bets=frozenset(kind.number for kind in build.kinds if is_bet(kind.form)),
        variables=tuple(build.variables),
        counters=tuple(build.counters),
        endings=endings,
        placings=placed,
        hands=tuple(equipment.hands),
        board_clause=build.clauses[build.clause_of(equipment.board_form)],
        players_clause=build.clauses[build.clause_of(_only(expansion.game, "players"))],
        checkered=is_checkered(expansion.metadata),
        crossed=crossed_sites(build, expansion.metadata),
        drawn=drawn_lines(equipment.board, expansion.metadata),
        doubts=(*expansion.doubts, *_once(build.doubts)),
    )


def _look_at_idle_pieces(build: Build) -> None:
    """Note what is missing in the moves of pieces that no rule asks for, in a build apart."""
    if not (idle := idle_pieces(build)):
        return
    budget, blocks = build.budget, build.blocks
    apart = Build(build.equipment, build.clause_names, False, budget, build.look_back, blocks)
    apart.plays = build.plays
    look_at_moves(apart, idle)
    write_apply(apart)
    build.missing += apart.missing


def _switches(build: Build) -> dict[str, int]:
    """What the engine's loops may leave out: 1 where the rules need it, else 0."""
    text = "".join(build.functions)
    return {
        "KEEPS_CHOICE": int(keeps_choice(build)),
        "STATES": int("st8(LOCAL" in text),
        "VALUES": int("st8(VALUE" in text),
    }


def _once(doubts: list[LudemeError]) -> Iterable[LudemeError]:
    """Doubts at different places: a ludeme may be compiled more than once."""
    return {(doubt.message, doubt.span.start): doubt for doubt in doubts}.values()


def _only(form: Form, keyword: str) -> Form:
    found = [n for n in form.nodes() if isinstance(n, Form) and n.keyword == keyword]
    if len(found) != 1:
        place = found[1] if found else form
        message = f"({form.keyword} …) needs one ({keyword} …), not {len(found)}"
        raise LudemeError(message, place.span, place.origin)
    return found[0]


def _refuse_others(build: Build, form: Form, *known: str) -> None:
    """Note what stands in `(game …)` or `(rules …)` and is not read, so that none is ignored."""
    for item in form.items[1:]:
        name = isinstance(item.node, Text) and [item.node] == form.nodes()[1:2]
        if item.name == "phases" and form.keyword == "rules":
            continue
        if item.name is not None or not (name or is_form(item.node, *known)):
            build.miss(item.node, f"{written(item.node)} in ({form.keyword} …)")


def _play(build: Build, phases: list[Form]) -> None:
    """The function that collects the legal moves, or stops at the first when SEEKING."""
    code = Code()
    scope = Scope(emit=build.collector, stops=True, collects=True)
    build.plays = phases
    for phase in in_each_phase(code, phases, "me"):
        form = _only(phase, "play")
        if len(form.items) != 2 or len(form.arguments()) != 1:
            raise LudemeError("(play …) takes one ludeme of moves", form.span, form.origin)
        generate(build, code, form.arguments()[0], scope)
    build.named("generate_play", ["me"], code)
