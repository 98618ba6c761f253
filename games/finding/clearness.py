"""How clearly the clauses of a game are seen, ply by ply."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from games.compiler.finding import COST
from games.play import Move, Position, Rules
from games.play.showing import steps

Costs = dict[tuple[str, str], int]
Step = tuple[Position, Move, Position]


def cost(men: int, plies: int, alike: int = 0, *, decided: bool = False) -> int:
    """How much stands in the way of seeing a moment; the module's docstring has the formula."""
    shown = COST.man * men + COST.ply * plies + COST.alike * alike
    return shown - (COST.decided if decided else 0)


def costs(rules: Rules, moves: Iterable[str]) -> list[Costs]:
    """For each ply from 0, the (clause, role)s that show up, as games.play.showing has them.

    Raises games.play.MoveError for an illegal move.
    """
    return costs_seen(rules, steps(rules, moves))


def costs_seen(rules: Rules, played: Iterable[Step]) -> list[Costs]:
    """The same of moves that have been played, as games.play.showing.steps has them."""
    at_first = cost(_men(rules.start()), 0)
    found: list[Costs] = [{(clause, "effect"): at_first for clause in rules.placed}]
    return found + [_at(before, move.clause, after) for before, move, after in played]


def _at(before: Position, allowed: str, after: Position) -> Costs:
    decided = after.outcome is not None and after.outcome.winner > 0
    times = Counter([(allowed, "allowed")])
    times.update((effect.clause, "effect") for effect in after.effects)
    if after.outcome is not None:
        times[after.outcome.clause, "ended"] += 1
    men, plies = _men(before), before.ply + 1
    told = {pair: cost(men, plies, n - 1, decided=decided) for pair, n in times.items()}
    barred = Counter((forbidden.clause, "forbade") for forbidden in before.forbidden)
    told |= {pair: cost(men, plies, n - 1) for pair, n in barred.items()}
    return {(clause, role): value for (clause, role), value in told.items() if clause}


def _men(position: Position) -> int:
    return len(list(position.pieces()))
