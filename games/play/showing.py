"""Which clauses show up at which ply of a game, and in what role."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from games.play.interface import Position, Rules
from games.play.moves import Move

Shown = set[tuple[str, str]]

# Effects that change what is on the board.
VISIBLE = frozenset({"capture", "removal", "promotion", "change"})


@dataclass(frozen=True)
class Seen:
    """A clause in its role, the sites where that is seen, and the moves that it forbids."""

    clause: str
    role: str
    sites: tuple[int, ...] = ()
    moves: tuple[Move, ...] = ()


def shown(rules: Rules, moves: Iterable[str]) -> list[Shown]:
    """For each ply from 0, the (clause, role)s that show up; ply 0 is the position set up.

    Roles: allowed (the move), effect (of the move, or of setting up), ended (the game after it),
    forbade (a move in the position before it). Raises games.play.MoveError for an illegal move.
    """
    found: list[Shown] = [{(clause, "effect") for clause in rules.placed}]
    return found + [_at(before, move, after) for before, move, after in steps(rules, moves)]


def seen_at(rules: Rules, position: Position, move: Move | None) -> list[Seen]:
    """What shows up at a position that a move led to, as somebody who looks at it sees it.

    Here forbade is about the moves that could have been played next, and the clauses that make the
    opening (no move) have the role setup. static/js/moments.js says the same.
    """
    if move is not None:
        return [*_played(move, position), *_forbidding(position)]
    placed = rules.placed.items()
    return [
        *_forbidding(position),
        *(Seen(clause, "setup", tuple(sites)) for clause, sites in placed),
    ]


def steps(rules: Rules, moves: Iterable[str]) -> Iterator[tuple[Position, Move, Position]]:
    """Each move of a game with the position that it left and the one that it led to.

    Raises games.play.MoveError for an illegal move.
    """
    position = rules.start()
    for label in moves:
        before, move = position, position.legal_moves.find(label)
        position = position.play(move)
        yield before, move, position


def _at(before: Position, move: Move, after: Position) -> Shown:
    seen = [*_played(move, after), *_forbidding(before)]
    return {(each.clause, each.role) for each in seen}


def _played(move: Move, after: Position) -> Iterator[Seen]:
    if after.outcome is not None and after.outcome.clause:
        yield Seen(after.outcome.clause, "ended")
    if move.clause:
        yield Seen(move.clause, "allowed")
    for clause in dict.fromkeys(each.clause for each in after.effects if each.clause):
        own = [each for each in after.effects if each.clause == clause]
        yield Seen(clause, "effect", tuple(each.site for each in own if each.kind in VISIBLE))


def _forbidding(position: Position) -> Iterator[Seen]:
    for clause in dict.fromkeys(each.clause for each in position.forbidden if each.clause):
        moves = tuple(each.move for each in position.forbidden if each.clause == clause)
        yield Seen(clause, "forbade", moves=moves)
