"""What of a position the rest of the game depends on.

The state of a module also holds numbers that only count, such as turns, and what is forgotten as
the next move begins. Two positions that differ in nothing else are one. What is not known to be of
that kind counts: then there are more positions than there need be, and their values are the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from games.engine.ir import nodes as ir
from games.engine.ir.arithmetic import COMPARISONS
from games.engine.ir.program import Program
from games.engine.ir.walking import facts, walk
from games.solve.limits import Unsolvable

# Functions that read a field only to count on, to ask for the limit of turns, or after writing it.
KEEPING_COUNT = {
    "turns": {"pass_turn", "turns_over"},
    "moves_played": {"apply_move", "turns_over"},
    "counter": {"finish"},
    "same_turns": {"pass_turn"},
    "stale": {"play", "next_has_no_moves", "next_has_no_moves_or_keep"},
    "performed_from": {"publish_last_action"},
    "performed_to": {"publish_last_action"},
}
# What grows without end, unless rules ask only whether it has come to some number.
COUNTERS = ("turns", "moves_played", "counter", "same_turns")
# Passes in a row, after which only that all players have passed is asked.
MOST_PASSES = 2
# What each move writes before anything but these functions may read it.
WRITTEN_FIRST = (
    "last_from", "last_to", "last_level", "last_flags", "last_mover", "touched", "passed_over",
    "replays",
)  # fmt: skip
BEFORE = ("generate", "clear_pending", "run_actions", "compute_stale")
# What the end of a move leaves as it was, or never reads again.
ALWAYS = ("mover", "winner", "active_count")


@dataclass(frozen=True)
class Lasting:
    """The fields that count, and the number from which on a counter's value makes no difference."""

    fields: frozenset[str]
    caps: Mapping[str, int]


def lasting(program: Program) -> Lasting:
    """What counts of the positions of a program without optimising passes. Raises Unsolvable."""
    play, before = _reached(program, ("generate", "play")), _reached(program, BEFORE)
    fields, caps = set(ALWAYS), dict[str, int]()
    for name, field in program.fields.items():
        readers = before if name in WRITTEN_FIRST else play
        reading = [
            each for each in readers
            if name in facts(each).loads and each.name not in KEEPING_COUNT.get(name, ())
        ]  # fmt: skip
        on_board = field.scope in ("site", "level") and name not in WRITTEN_FIRST
        if name in COUNTERS and reading:
            caps[name] = _cap(name, reading)
        elif name == "passes" and reading:
            caps[name] = MOST_PASSES
        if reading or on_board:
            fields.add(name)
    if fields & {"action_from", "action_to"}:
        fields |= {"performed_from", "performed_to"}
    return Lasting(frozenset(fields), caps)


def _reached(program: Program, names: Iterable[str]) -> list[ir.Function]:
    functions = {each.name: each for each in program.functions}
    found: dict[str, ir.Function] = {}
    waiting = [name for name in names if name in functions]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = functions[name]
            known = facts(functions[name])
            waiting += known.calls
            waiting += [each for table in known.tables for each in program.tables[table]]
    return list(found.values())


def _cap(name: str, reading: Iterable[ir.Function]) -> int:
    """One more than any number that a counter is compared with. Raises Unsolvable."""
    numbers = [0]
    for function in reading:
        nodes = walk(function.body)
        compared = [each for each in nodes if isinstance(each, ir.Binary) and _asks(each, name)]
        if len(compared) != sum(_loads(each, name) for each in nodes):
            raise Unsolvable(
                f"the rules work with how many {_words(name)} there were: no position comes back"
            )
        for each in compared:
            numbers += [
                side.value for side in (each.left, each.right) if isinstance(side, ir.Const)
            ]
    return max(numbers) + 1


def _asks(node: ir.Binary, name: str) -> bool:
    sides = (node.left, node.right)
    constant = any(isinstance(each, ir.Const) for each in sides)
    return node.op in COMPARISONS and constant and any(_loads(each, name) for each in sides)


def _loads(node: object, name: str) -> bool:
    return isinstance(node, ir.Load) and node.field == name


def _words(name: str) -> str:
    return {"moves_played": "moves", "counter": "moves"}.get(name, "turns")
