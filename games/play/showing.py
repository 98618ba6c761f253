"""Which clauses show up at which ply of a game, and in what role."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.play.moves import Move
from games.play.position import Position
from games.play.rules import Rules

Shown = set[tuple[str, str]]


def shown(rules: Rules, moves: Iterable[str]) -> list[Shown]:
    """For each ply from 0, the (clause, role)s that show up; ply 0 is the position set up.

    Roles: allowed (the move), effect (of the move, or of setting up), ended (the game after it),
    forbade (a move in the position before it). Raises games.play.MoveError for an illegal move.
    """
    found: list[Shown] = [{(clause, "effect") for clause in opening_clauses(rules)}]
    return found + [_at(before, move.clause, after) for before, move, after in steps(rules, moves)]


def opening_clauses(rules: Rules) -> set[str]:
    """The clauses that make the opening; of one that was set up by hand, that of the board."""
    placed = rules.program.setup_clauses if rules.opening is None else ()
    return {*placed, rules.program.board_clause} - {""}


def steps(rules: Rules, moves: Iterable[str]) -> Iterator[tuple[Position, Move, Position]]:
    """Each move of a game with the position that it left and the one that it led to.

    Raises games.play.MoveError for an illegal move.
    """
    position = rules.start()
    for label in moves:
        before, move = position, position.legal_moves.find(label)
        position = position.play(move)
        yield before, move, position


def _at(before: Position, allowed: str, after: Position) -> Shown:
    pairs = {(allowed, "allowed")}
    pairs |= {(effect.clause, "effect") for effect in after.effects}
    pairs |= {(forbidden.clause, "forbade") for forbidden in before.forbidden}
    if after.outcome is not None:
        pairs.add((after.outcome.clause, "ended"))
    return {(clause, role) for clause, role in pairs if clause}
