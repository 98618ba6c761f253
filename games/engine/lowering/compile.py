"""From a typed text to a program: schema, lowerings, kernels."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

from games.engine.backends.wasm import module
from games.engine.collecting import uncollected
from games.engine.ir.program import Program
from games.engine.ir.reader import constants_given, kernel
from games.engine.ir.schema import Layout
from games.engine.ir.walking import facts
from games.engine.language import Typed
from games.engine.lowering import (  # noqa: F401  (each registers its lowerings)
    ahead,
    arranging,
    arrays,
    booleans,
    captures,
    chosen_players,
    connecting,
    control,
    counting,
    dice,
    differing,
    displacing,
    distances,
    effects,
    groups,
    hiding,
    incident,
    iterating,
    joining,
    layers,
    lines,
    loops,
    marks,
    neighbours,
    numbers,
    occupied,
    patterns,
    pieces,
    pushing,
    rules,
    sets,
    sites,
    start,
    storing,
    tracks,
    turning,
    unread,
    votes,
    whereabouts,
)
from games.engine.lowering.booleans import repetition
from games.engine.lowering.builder import CONTEXT, OPS, Builder
from games.engine.lowering.clauses import Clauses, clauses_of
from games.engine.lowering.equipment import Equipment, read_equipment
from games.engine.lowering.extras import NOTHING, Extra
from games.engine.lowering.manifest import FLAGS, manifest_of
from games.engine.lowering.memory import (
    LIST_STACK_BYTES,
    MAX_SEEN,
    MAX_THENS,
    STATE_STACK_BYTES,
    add_scratch,
    add_state,
    read_features,
    room_for_moves,
)
from games.engine.lowering.rules import lower_rules
from games.engine.lowering.start import lower_start
from games.engine.manifest import Clause, Manifest
from games.engine.passes import optimised
from games.engine.passes.tracing import LEFT_OUT, add_fields, traced

KERNELS = Path(__file__).parent.parent / "kernels"
FILES = (
    "moves.rpy", "joined_moves.rpy", "pieces.rpy", "stacks.rpy", "asking.rpy", "tracks.rpy",
    "actions.rpy", "results.rpy", "game.rpy", "watching.rpy", "solving.rpy", "contests.rpy",
)  # fmt: skip
EXPORTS = (
    "start", "generate", "play", "leaves", "random_game", "random_games", "apply_move",
    "push_state", "pop_state",
)  # fmt: skip
# Kernels that passes may call though no lowering does.
FOR_PASSES = (
    "move_header", "some_move_takes", "next_has_no_moves_or_keep", "next_meeting", "number_with",
    "nth_with",
)  # fmt: skip
# The same, where there are tests on moves.
FOR_TESTS = ("keep_watched", "clear_watch", "saw_site", "saw_memory", "saw_marked", "saw_equal")


@dataclass(frozen=True)
class Compiled:
    """A program with what is needed to read its memory."""

    program: Program
    layout: Layout
    equipment: Equipment
    features: dict[str, int]
    clauses: tuple[Clause, ...] = ()

    @cached_property
    @uncollected()
    def module(self) -> bytes:
        """The program as a WebAssembly module."""
        return module(self.program)

    @cached_property
    def manifest(self) -> Manifest:
        """What whoever plays the module needs to know."""
        return manifest_of(
            self.program, self.layout, self.equipment, self.features, self.clauses, self.module
        )


@uncollected()
def compile_typed(
    game: Typed, without: Collection[str] = (), *, trace: bool = False, extra: Extra = NOTHING
) -> Compiled:
    """The program of a whole game; some passes may be left out, clauses may be traced.

    `extra` adds functions. Raises NotImplementedLudeme, LudemeError.
    """
    equipment = read_equipment(game)
    layout = Layout()
    features = read_features(equipment)
    add_state(layout, equipment, features)
    add_scratch(layout, equipment, features)
    clauses = clauses_of(game) if trace else Clauses()
    if trace:
        add_fields(layout, *room_for_moves(equipment))
    extra.add_fields(layout)
    b = Builder(equipment, layout, clauses)
    b.features.update(features)
    b.refused = unread.refused_forms(b)
    _owners(b)
    extra.add_tables(layout, equipment)
    tracks.track_tables(b)
    rules_ = game.args["rules"]
    if rules_.has("meta"):
        _meta(b, rules_.args["meta"])
    first = lower_rules(b, rules_)
    lower_start(b)
    layout.named_table("FIRST_PHASE", first)
    program = _linked(b, extra)
    if trace:
        program, without = traced(program, OPS["REMOVE"]), {*without, *LEFT_OUT}
    program = optimised(program, without)
    return Compiled(program, layout, equipment, b.features, tuple(clauses.entries))


def _meta(b: Builder, meta: Typed) -> None:
    listed = meta.args["rules"].items if meta.has("rules") else (meta.args["rule"],)
    for each in listed:
        if each.key == "meta swap":
            b.features["SWAP_RULE"] = 1
        elif each.key == "meta passEnd Draw":
            continue  # as it is without
        elif each.key == "meta passEnd NoEnd":
            b.features["ALL_PASS_ENDS"] = 0
        elif each.key == "meta no Repeat":
            repetition(b, each.get("repetitionType"))
            b.features["NO_REPEAT"] = 1
        else:
            raise b.missing(each, "this rule for the whole game")


def _owners(b: Builder) -> None:
    """Tables by component, and which way each looks."""
    equipment, layout = b.equipment, b.layout
    components = equipment.components
    faced = [b.equipment.directions.get(p) for p in range(equipment.players + 2)]
    board = equipment.board
    inner = board.rose if board is not None and equipment.uses("moves forEach Direction") else ()
    turned = turning.ring(b) if b.features["ROTATIONS"] else ()
    for facing in [*(c.facing for c in components), *faced, *inner, *turned]:
        if facing is not None and facing not in b.facings:
            b.facings.append(facing)
    turning.turned_facings(b, turned)
    number = {facing: n for n, facing in enumerate(b.facings)}
    layout.named_table("OWNER", [0, *(c.owner for c in components)])
    layout.named_table("HELD_BY", [-1, *(c.owner for c in components)])  # an empty site by nobody
    layout.named_table("FACING_OF", [0, *(number.get(c.facing or "N", 0) for c in components)])
    layout.named_table("PLAYER_FACING", [number.get(f or "N", 0) for f in faced])
    layout.named_table("SWAPPED", [0, *(_other(equipment, c) for c in components)])
    thrown = {c.first + n for c in equipment.dice() for n in range(c.size)}
    layout.named_table("STACKED_AT", [int(site not in thrown) for site in range(equipment.total)])
    _dice_tables(b)


def _other(equipment: Equipment, piece) -> int:  # type: ignore[no-untyped-def]
    """The piece of the other of two players that goes by the same name."""
    for each in equipment.components:
        if each.name == piece.name and each.owner == 3 - piece.owner:
            return each.index
    own = [c.index for c in equipment.components if c.owner == piece.owner]
    other = [c.index for c in equipment.components if c.owner == 3 - piece.owner]
    at = own.index(piece.index)
    return other[at] if at < len(other) else int(piece.index)


def _dice_tables(b: Builder) -> None:
    thrown = [c for c in b.equipment.components if c.faces]
    most = max((len(c.faces) for c in thrown), default=1)
    places = [c.first + n for c in b.equipment.dice() for n in range(c.size)]
    firsts = [0]
    for each in b.equipment.dice():
        firsts.append(firsts[-1] + each.size)
    b.layout.named_table("DIE_FACES", _rows([c.faces for c in thrown], most))
    b.layout.named_table("DIE_WEIGHTS", _rows([c.weights for c in thrown], most))
    b.layout.named_table("DIE_WEIGHT_SUMS", [sum(c.weights) for c in thrown] or [0])
    b.layout.named_table("DIE_SITE", places or [0])
    b.layout.named_table("DICE_FIRST", firsts)
    b.features.update(DICE=len(thrown), MAX_FACES=most, DICE_SETS=len(firsts) - 1)


def _rows(faces: Iterable[tuple[int, ...]], width: int) -> list[int]:
    """Those of each die, so many places for each."""
    return [n for each in faces for n in (*each, *[0] * (width - len(each)))] or [0]


@lru_cache(maxsize=1)
def _kernel_texts() -> tuple[str, ...]:
    return tuple((KERNELS / file).read_text(encoding="utf-8") for file in FILES)


def _symbols(layout: Layout) -> dict[str, int]:
    """Where and how large what kernels copy, hash or count is, by name."""
    fields = layout.fields
    what, states, lists = (fields[name].base for name in ("what", "states", "lists"))
    hashed, size = fields["pending"].base - what, layout.state_end - layout.state_start
    return {
        "STATE_START": layout.state_start, "STATE_SIZE": size, "STATE_WORDS": size // 4,
        "STATE_STACK": states, "STATE_STACK_END": states + STATE_STACK_BYTES,
        "LIST_STACK": lists, "LIST_STACK_END": lists + LIST_STACK_BYTES,
        "PENDING_SIZE": fields["pending"].length, "KINDS": fields["watched_kinds"].length,
        "WHAT_BASE": what, "HASHED_START": what, "HASHED_PAIRS": hashed // 8,
        "HASHED_BYTES": hashed % 8,
    }  # fmt: skip


def _linked(b: Builder, extra: Extra) -> Program:
    """The program with those kernels that its exports reach."""
    exports = (*EXPORTS, *extra.exports)
    layout, equipment = b.layout, b.equipment
    fields = layout.fields
    symbols = _symbols(layout)
    constants = {
        **dict.fromkeys(symbols),
        **b.features,
        **{f"OP_{name}": number for name, number in OPS.items()},
        "KIND_BLOCKS": marks.blocks(b),
        "PLAYERS": equipment.players, "SITES": equipment.sites, "TOTAL": equipment.total,
        "MAX_MOVES": fields["mv_head"].length, "MAX_ACTIONS": fields["act_op"].length,
        "MAX_THENS": MAX_THENS, "MAX_SEEN": MAX_SEEN, "VARIABLE_COUNT": fields["var"].length,
        **{f"FLAG_{name.upper()}": bit for name, bit in FLAGS.items()},
        "CANDIDATE_TRIES": 16, "EVENTS": votes.EVENTS,
        "MAX_TURNS": 1250, "MAX_PLIES": 10000,
        "RESULT_WIN": 1, "RESULT_LOSS": 2, "RESULT_DRAW": 3, "RESULT_TIE": 4, "RESULT_ABANDON": 5,
        "FIRST_PIECE": next((c.index for c in equipment.components if not c.faces), 1),
        **extra.constants(layout),
    }  # fmt: skip
    actions = b.actions.union(*(constants_given(text, "OP_") for text in _kernel_texts()))
    absent = {f"OP_{name}" for name in OPS} - actions
    if "FITS" in b.tables:
        b.tables["FORESEEN"] = b.tables["THENS"]
    functions = dict(b.functions)
    waiting = [*exports, *FOR_PASSES, *(FOR_TESTS if "FITS" in b.tables else ()), *functions]
    waiting += [name for names in b.tables.values() for name in names]
    while waiting:
        name = waiting.pop()
        if name not in functions:
            functions[name] = kernel(_kernel_texts(), name, constants, fields, absent)
            waiting += sorted(facts(functions[name]).calls)
        elif name in b.functions:
            waiting += sorted(facts(functions[name]).calls - functions.keys())
    return Program(
        list(functions.values()), CONTEXT, b.tables, layout.data, layout.size, exports, fields,
        b.reaches, {**symbols, **{name: each.base for name, each in fields.items()}},
    )  # fmt: skip
