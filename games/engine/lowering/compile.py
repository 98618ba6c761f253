"""From a typed text to a program: schema, lowerings, kernels."""

from __future__ import annotations

import gc
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

from games.engine.backends.wasm import module
from games.engine.ir.program import Program
from games.engine.ir.reader import constants_given, kernel
from games.engine.ir.schema import Layout
from games.engine.ir.walking import facts
from games.engine.language import Typed
from games.engine.lowering import (  # noqa: F401  (each registers its lowerings)
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
from games.engine.lowering.manifest import COLUMNS, FLAGS, manifest_of
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
MAX_MOVES, MAX_ACTIONS, MAX_THENS = 4096, 32768, 8
# Where moves lead from any site to any other there may be as many as pairs of sites.
MOST_PAIRS, ACTIONS_OF_PAIRS = 32768, 65536
STACK, LARGE_STACK, MEMORY, MAX_SEEN, PENDING = 32, 128, 128, 4096, 16
STATE_STACK_BYTES, LIST_STACK_BYTES = 1 << 20, 1 << 18
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
STACKING = {
    "ints topLevel", "ints size Stack", "moves forEach Level/2", "region forEach Level/2",
    "start place Stack", "ints level", "ints count Stack",
}  # fmt: skip


@dataclass(frozen=True)
class Compiled:
    """A program with what is needed to read its memory."""

    program: Program
    layout: Layout
    equipment: Equipment
    features: dict[str, int]
    clauses: tuple[Clause, ...] = ()

    @cached_property
    def module(self) -> bytes:
        """The program as a WebAssembly module."""
        return module(self.program)

    @cached_property
    def manifest(self) -> Manifest:
        """What whoever plays the module needs to know."""
        return manifest_of(
            self.program, self.layout, self.equipment, self.features, self.clauses, self.module
        )


@contextmanager
def _uncollected() -> Iterator[None]:
    """Python's collector rests: a program in the making is many objects, and none are garbage."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


@_uncollected()
def compile_typed(
    game: Typed, without: Collection[str] = (), *, trace: bool = False, extra: Extra = NOTHING
) -> Compiled:
    """The program of a whole game; some passes may be left out, clauses may be traced.

    `extra` adds functions. Raises NotImplementedLudeme, LudemeError.
    """
    equipment = read_equipment(game)
    layout = Layout()
    features = read_features(equipment)
    _state(layout, equipment, features)
    _scratch(layout, equipment, features)
    clauses = clauses_of(game) if trace else Clauses()
    if trace:
        add_fields(layout, *_room_for_moves(equipment))
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
    lower_start(b, rules_.get("start"))
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


def _asks(equipment: Equipment, name: str) -> bool:
    """Whether an argument of that name is true anywhere in the text."""
    found = (each.get(name) for each in equipment.nodes if each.row is not None)
    return any(each is not None and each.value in (True, "True") for each in found)


def _speaks(equipment: Equipment, *words: str) -> bool:
    """Whether a ludeme of the text, or an argument of one, has a word in its name."""
    names = {*equipment.keys, *(name for each in equipment.nodes for name in each.args)}
    return any(word in name.lower() for name in names for word in words)


def _takes_later(equipment: Equipment) -> bool:
    """Whether pieces that are captured may stay until the turn ends, or rules ask which do."""
    moments = (each.args["at"] for each in equipment.nodes if each.has("at"))
    asked = "region sites ToClear" in equipment.keys
    return asked or any(each.word == "EndOfTurn" for each in moments)


def read_features(equipment: Equipment) -> dict[str, int]:
    """What the state must hold, by what the text uses."""
    keys = equipment.keys
    stacks = bool(keys & STACKING) or _asks(equipment, "stack") or _asks(equipment, "byLevel")
    counts = not stacks and (
        equipment.mancala
        or any(each.kind == "hand" for each in equipment.containers)
        or bool(keys & {"moves sow", "start set Count", "moves set Count"})
        or any(
            each.has("count") or each.has("counts")
            for each in equipment.nodes
            if each.key.startswith(("start place", "moves fromTo", "moves move", "moves add"))
        )
    )
    return {
        "STACKS": int(stacks), "COUNTS": int(counts),
        "STATES": int(stacks or _speaks(equipment, "state", "flip", "tile", "dice")),
        "VALUES": int(stacks or _speaks(equipment, "value")),
        "ROTATIONS": int(turning.uses_rotation(equipment, stacks)),
        "TEAMS": int("start set Team" in keys or "moves set Team" in keys),
        "SEQUENCES": 0, "VISITS": 0, "REPEATS": 0, "REPEATS_IN_TURN": 0, "SITUATIONAL": 0,
        "SWAP_RULE": 0, "NO_REPEAT": 0, "BY_VALUE": int(_asks(equipment, "withValue")),
        "STORED": 3 * int("moves remember State" in keys),
        "HIDING": int(hiding.keeps_hidden(keys, stacks)),
        "PENDINGS": int("moves set Pending" in keys),
        "TOUCHED": int(bool(keys & {"region sites LastTo", "region sites LastFrom"})),
        "LEVELS_TO": int("ints last LevelTo" in keys),
        "LAST_BETWEEN": int("region last Between" in keys), "MEMORY": MEMORY,
        "ALL_PASS_ENDS": int(not keys & {"booleans all Passed", "moves roll"}),
        "LEVELS": LARGE_STACK if _asks(equipment, "largeStack") else STACK,
        "VARIABLES": int(bool(keys & {"ints var", "moves set Var"})),
        "MEMORIES": arrays.names_remembered(equipment.nodes),
        "TRIGGERS": int("booleans is Triggered" in keys),
        "INNER_LOOPS": int(tracks.inner_loops(equipment.tracks)),
        "TRACKS": len(equipment.tracks), "COMPONENTS": len(equipment.components),
        "TRACK_LONGEST": max((len(each.sites) for each in equipment.tracks), default=1),
    }  # fmt: skip


def _state(layout: Layout, equipment: Equipment, features: dict[str, int]) -> None:
    total, players = equipment.total, equipment.players + 2
    layout.add("what", "site", 1, total)
    if features["COUNTS"]:
        layout.add("count", "site", 2, total)
    if features["STATES"]:
        layout.add("state", "site", 1, total)
    if features["VALUES"]:
        layout.add("value", "site", 2, total, signed=True)
    if features["ROTATIONS"]:
        layout.add("rotation", "site", 1, total)
    if features["STACKS"]:
        layout.add("size", "site", 1, total)
        for name in ("what", "state", "rotation"):
            layout.add(f"level_{name}", "level", 1, total * features["LEVELS"])
        layout.add("level_value", "level", 2, total * features["LEVELS"], signed=True)
    layout.add("hidden", "number", 1, total * players * features["HIDING"])
    layout.add("pending", "number", 1, max(PENDING, 2 * total) if features["PENDINGS"] else 4)
    layout.add("captured", "site", 1, total * _takes_later(equipment))
    layout.add("visited", "site", 1, total * ("booleans is Visited" in equipment.keys))
    layout.add("touched", "site", 1, total * features["TOUCHED"])
    layout.add("passed_over", "site", 1, total * features["LAST_BETWEEN"])
    layout.add("start_what", "site", 1, total * ("region sites Start" in equipment.keys))
    for name in ("score", "player_value", "amount", "rank", "last_from_of", "last_to_of"):
        layout.add(name, "player", 4, players, signed=True)
    for name in ("active", "phase", "stale", "team"):
        layout.add(name, "player", 1, players)
    layout.add("die_face", "die", 2, max(1, _dice(equipment)), signed=True)
    layout.add("var", "variable", 4, numbers.VARIABLES * features["VARIABLES"], signed=True)
    layout.add("memory", "memory", 2, MEMORY * features["MEMORIES"], signed=True)
    layout.add("memory_count", "memory", 2, features["MEMORIES"])
    places = features["TRACKS"] * (features["COMPONENTS"] + 1) * features["TRACK_LONGEST"]
    layout.add("on_track", "track", 2, places * features["INNER_LOOPS"], signed=True)
    layout.add("triggered", "event", 1, votes.EVENTS * 17 * features["TRIGGERS"])
    for name in ("proposed", "votes"):
        layout.add(name, "event", 1, votes.EVENTS)
    for name in (*GAME_FIELDS, *("last_level_to",) * features["LEVELS_TO"]):
        layout.add(name, "game", 4, signed=True)
    layout.add("stored", "number", 4, features["STORED"], signed=True)
    layout.close_state()
    # What rules never set is read as 0, by pages and traces too, and is no part of a position.
    for name, width in (("state", 1), ("value", 2)):
        if name not in layout.fields:
            layout.add(name, "site", width, total, signed=width > 1)


GAME_FIELDS = (
    "mover", "next", "prev", "prev_turn", "passes", "counter", "turns", "same_turns", "winner",
    "pending_count", "last_from", "last_to", "last_level", "last_flags", "last_mover",
    "action_from", "action_to", "performed_from", "performed_to", "moves_played", "active_count",
    "pot", "trump", "dice_equal",
    "losses_now", "wins_now", "replays", "seen_count", "temp", "decided",
)  # fmt: skip


def _dice(equipment: Equipment) -> int:
    return sum(each.size for each in equipment.dice())


def _room_for_moves(equipment: Equipment) -> tuple[int, int]:
    """How many moves, and actions of moves, can be generated at once."""
    pairs = {"moves move Select", "moves select", "moves move", "moves fromTo"}
    free = any(
        each.key in pairs and each.has("from") and each.args["from"].has("region")
        for each in equipment.nodes
    )
    if free and equipment.sites**2 > MAX_MOVES:
        return MOST_PAIRS, ACTIONS_OF_PAIRS
    return MAX_MOVES, MAX_ACTIONS


def _scratch(layout: Layout, equipment: Equipment, features: dict[str, int]) -> None:
    moves, actions = _room_for_moves(equipment)
    total, kinds = equipment.total, len(equipment.components) + 1
    for name in (
        "move_count", "action_count", "state_top", "list_top", "asking_next", "throw_ready",
        "throw_needed", "seed", "measuring", "removed",
        "choosing", "kept", "kept_actions", "watch_marks", "distrusted", "hash_first",
        "hash_second", "lacking",
    ):  # fmt: skip
        layout.add(name, "scratch", 4, signed=True)
    for name in (*COLUMNS, "head", "tail", "thens"):
        layout.add(f"mv_{name}", "move", 4, moves, signed=True)
    layout.add("mv_then", "move", 2, moves * MAX_THENS)
    for name in ("next", "op", "a", "b", "c", "d", "e"):
        layout.add(f"act_{name}", "action", 4, actions, signed=True)
    layout.add("territory", "site", 1, total * int("ints size Territory" in equipment.keys))
    layout.add("watched", "scratch", 1, total)
    layout.add("watched_kinds", "scratch", 1, kinds)
    layout.add("thrown", "die", 4, 64, signed=True)
    layout.add("seen", "history", 4, 2 * MAX_SEEN, signed=True)
    layout.add("states", "stack", 1, STATE_STACK_BYTES)
    layout.add("lists", "stack", 1, LIST_STACK_BYTES)
    for name in ("worth", "worth_at"):
        layout.add(name, "scratch", 4, features["BY_VALUE"], signed=True)


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
    flat = [face for c in thrown for face in [*c.faces, *[0] * (most - len(c.faces))]]
    places = [c.first + n for c in b.equipment.dice() for n in range(c.size)]
    firsts = [0]
    for each in b.equipment.dice():
        firsts.append(firsts[-1] + each.size)
    b.layout.named_table("DIE_FACES", flat or [0])
    b.layout.named_table("DIE_SITE", places or [0])
    b.layout.named_table("DICE_FIRST", firsts)
    b.features.update(DICE=len(thrown), MAX_FACES=most, DICE_SETS=len(firsts) - 1)


@lru_cache(maxsize=1)
def _kernel_texts() -> tuple[str, ...]:
    return tuple((KERNELS / file).read_text(encoding="utf-8") for file in FILES)


def _linked(b: Builder, extra: Extra) -> Program:
    """The program with those kernels that its exports reach."""
    exports = (*EXPORTS, *extra.exports)
    layout, equipment = b.layout, b.equipment
    fields = layout.fields
    hashed = fields["pending"].base - fields["what"].base
    constants = {
        **b.features,
        **{f"OP_{name}": number for name, number in OPS.items()},
        "KIND_BLOCKS": marks.blocks(b),
        "PLAYERS": equipment.players, "SITES": equipment.sites, "TOTAL": equipment.total,
        "MAX_MOVES": fields["mv_head"].length, "MAX_ACTIONS": fields["act_op"].length,
        "MAX_THENS": MAX_THENS,
        **{f"FLAG_{name.upper()}": bit for name, bit in FLAGS.items()},
        "STATE_START": layout.state_start, "STATE_SIZE": layout.state_end - layout.state_start,
        "STATE_WORDS": (layout.state_end - layout.state_start) // 4,
        "STATE_STACK": fields["states"].base,
        "STATE_STACK_END": fields["states"].base + STATE_STACK_BYTES,
        "LIST_STACK": fields["lists"].base,
        "LIST_STACK_END": fields["lists"].base + LIST_STACK_BYTES,
        "VARIABLE_COUNT": fields["var"].length,
        "PENDING_SIZE": fields["pending"].length, "MAX_SEEN": MAX_SEEN,
        "CANDIDATE_TRIES": 16, "EVENTS": votes.EVENTS,
        "MAX_TURNS": 1250, "MAX_PLIES": 10000,
        "RESULT_WIN": 1, "RESULT_LOSS": 2, "RESULT_DRAW": 3, "RESULT_TIE": 4, "RESULT_ABANDON": 5,
        "WHAT_BASE": fields["what"].base, "KINDS": fields["watched_kinds"].length,
        "HASHED_START": fields["what"].base, "HASHED_WORDS": hashed // 4,
        "HASHED_BYTES": hashed % 4,
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
        b.reaches,
    )  # fmt: skip
