"""Search random and guided games inside WebAssembly, and replay what was found."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence

from games.compiler.extending import ROLES
from games.compiler.finding import UNSEEN, Findings, finding
from games.finding.found import KEPT, Found
from games.finding.second import find_in_second
from games.play import Move, Rules, SecondRules, first_design
from games.play.machine import Instance, Module

# Games of one call: what is found does not depend on it.
BATCH = 50

ENTRY = struct.Struct("<4i")
RECORD = 8


def find(rules: Rules, games: int, seed: int = 0, kept: int = KEPT) -> list[Found]:
    """The clearest moments of each clause in each role, `kept` at most, the clearest first.

    Game i has number `seed + i`: every other one is guided, which takes men rather than not. The
    same rules, games and seed give the same moments on any machine. Games end after 600 plies.
    """
    if isinstance(rules, SecondRules):
        return find_in_second(rules, games, seed, kept)
    first = first_design(rules)
    program, room = finding(first.program, kept)
    machine = Module(program, None, optimised=True).instance()
    machine.call("clear_best")
    for done in range(0, games, BATCH):
        machine.call("find", min(BATCH, games - done), seed + done)
    return [
        Found(rules.clauses[clause], role, number, _moves(rules, machine, room, number, ply, move))
        for clause, role, number, ply, move in _entries(rules, machine, room)
    ]


def _entries(
    rules: Rules, machine: Instance, room: Findings
) -> Iterator[tuple[int, str, int, int, int]]:
    entries = machine.read(room.best, ENTRY.size * room.kept * room.slots)
    count = len(rules.clauses)
    for place, (cost, number, ply, move) in enumerate(ENTRY.iter_unpack(entries)):
        role, clause = divmod(place // room.kept, count)
        if cost != UNSEEN:
            yield clause, ROLES[role], number, ply, move


def _moves(
    rules: Rules, machine: Instance, room: Findings, number: int, ply: int, move: int
) -> tuple[str, ...]:
    """The labels of a game's moves up to a ply; `move` is the last one's number, unless -1."""
    plies = ply if move < 0 else ply - 1
    machine.call("replay", number, plies)
    records = machine.read(room.log, RECORD * plies)
    position, labels = rules.start(), []
    for i in range(0, len(records), RECORD):
        played = _recorded(position.legal_moves.moves, records[i : i + RECORD])
        labels.append(played.label)
        position = position.play(played)
    if move >= 0:
        labels.append(position.legal_moves[move].label)
    return tuple(labels)


def _recorded(moves: Sequence[Move], record: bytes) -> Move:
    return next(move for move in moves if move.record == record)
