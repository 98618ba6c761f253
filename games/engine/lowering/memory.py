"""What a program keeps in memory: the features of a text, its position, and scratch."""

from __future__ import annotations

from games.engine.ir.schema import Layout
from games.engine.lowering import arrays, hiding, numbers, tracks, turning, votes
from games.engine.lowering.draws import SEEDS
from games.engine.lowering.equipment import Equipment
from games.engine.lowering.manifest import COLUMNS

MAX_MOVES, MAX_ACTIONS, MAX_THENS = 4096, 32768, 8
# Where moves lead from any site to any other there may be as many as pairs of sites.
MOST_PAIRS, ACTIONS_OF_PAIRS = 32768, 65536
STACK, LARGE_STACK, MEMORY, MAX_SEEN, PENDING = 32, 128, 128, 4096, 16
STATE_STACK_BYTES, LIST_STACK_BYTES = 1 << 20, 1 << 18
STACKING = {
    "ints topLevel", "ints size Stack", "moves forEach Level/2", "region forEach Level/2",
    "start place Stack", "ints level", "ints count Stack",
    "start place Random", "start place Random/2",
}  # fmt: skip


def _asks(equipment: Equipment, name: str) -> bool:
    """Whether an argument of that name is true anywhere in the text."""
    found = (each.get(name) for each in equipment.nodes if each.row is not None)
    return any(each is not None and each.value in (True, "True") for each in found)


def _mentions(equipment: Equipment, *words: str) -> bool:
    """Whether the name of a ludeme in the text, or of an argument, contains a word."""
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
        "STATES": int(stacks or _mentions(equipment, "state", "flip", "tile", "dice")),
        "VALUES": int(stacks or _mentions(equipment, "value")),
        "ROTATIONS": int(turning.uses_rotation(equipment, stacks)),
        "TEAMS": int("start set Team" in keys or "moves set Team" in keys),
        "SEQUENCES": 0, "VISITS": 0, "REPEATS": 0, "REPEATS_IN_TURN": 0, "SITUATIONAL": 0,
        "SWAP_RULE": 0, "NO_REPEAT": 0, "ARRANGED": int(equipment.arranged),
        "SEEDED": int(equipment.drawn is SEEDS),
        "BY_VALUE": int(_asks(equipment, "withValue")),
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


def add_state(layout: Layout, equipment: Equipment, features: dict[str, int]) -> None:
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
    layout.add("die_face", "die", 2, max(1, number_of_dice(equipment)), signed=True)
    layout.add("var", "variable", 4, numbers.VARIABLES * features["VARIABLES"], signed=True)
    layout.add("memory", "memory", 2, MEMORY * features["MEMORIES"], signed=True)
    layout.add("memory_count", "memory", 2, features["MEMORIES"])
    places = features["TRACKS"] * (features["COMPONENTS"] + 1) * features["TRACK_LONGEST"]
    layout.add("on_track", "track", 2, places * features["INNER_LOOPS"], signed=True)
    layout.add("triggered", "event", 1, votes.EVENTS * 17 * features["TRIGGERS"])
    for name in ("proposed", "votes"):
        layout.add(name, "event", 1, votes.EVENTS)
    more = {"last_level_to": features["LEVELS_TO"], "to_arrange": features["ARRANGED"]}
    for name in (*GAME_FIELDS, *(name for name, there in more.items() if there)):
        layout.add(name, "game", 4, signed=True)
    layout.add("stored", "number", 4, features["STORED"], signed=True)
    layout.close_state()
    # What rules never set reads as 0, for pages and traces too, and is not part of a position.
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


def number_of_dice(equipment: Equipment) -> int:
    return sum(each.size for each in equipment.dice())


def room_for_moves(equipment: Equipment) -> tuple[int, int]:
    """How many moves, and actions of moves, can be generated at once."""
    pairs = {"moves move Select", "moves select", "moves move", "moves fromTo"}
    free = any(
        each.key in pairs and each.has("from") and each.args["from"].has("region")
        for each in equipment.nodes
    )
    if free and equipment.sites**2 > MAX_MOVES:
        return MOST_PAIRS, ACTIONS_OF_PAIRS
    return MAX_MOVES, MAX_ACTIONS


def add_scratch(layout: Layout, equipment: Equipment, features: dict[str, int]) -> None:
    moves, actions = room_for_moves(equipment)
    total, kinds = equipment.total, len(equipment.components) + 1
    for name in (
        "move_count", "action_count", "state_top", "list_top", "asking_next", "throw_ready",
        "throw_needed", "seed", "measuring", "removed",
        "choosing", "kept", "kept_actions", "watch_marks", "distrusted", "hash_first",
        "hash_second", "lacking", *("drawn",) * features["SEEDED"],
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
