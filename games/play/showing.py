"""Which clauses show up at which ply of a game, and in what role."""

from __future__ import annotations

from collections.abc import Iterable

from games.play.position import Position
from games.play.rules import Rules

Shown = set[tuple[str, str]]


def shown(rules: Rules, moves: Iterable[str]) -> list[Shown]:
    """For each ply from 0, the (clause, role)s that show up; ply 0 is the position set up.

    Roles: allowed (the move), effect (of the move, or of setting up), ended (the game after it),
    forbade (a move in the position before it). Raises games.play.MoveError for an illegal move.
    """
    position = rules.start()
    set_up = {*rules.program.setup_clauses, rules.program.board_clause}
    found: list[Shown] = [{(clause, "effect") for clause in set_up if clause}]
    for label in moves:
        before, move = position, position.legal_moves.find(label)
        position = position.play(move)
        found.append(_at(before, move.clause, position))
    return found


def _at(before: Position, allowed: str, after: Position) -> Shown:
    pairs = {(allowed, "allowed")}
    pairs |= {(effect.clause, "effect") for effect in after.effects}
    pairs |= {(forbidden.clause, "forbade") for forbidden in before.forbidden}
    if after.outcome is not None:
        pairs.add((after.outcome.clause, "ended"))
    return {(clause, role) for clause, role in pairs if clause}
