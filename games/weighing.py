"""How clearly the moments of recorded games are seen: worked out when they are stored."""

from __future__ import annotations

from collections.abc import Sequence

from games.finding import costs_seen
from games.models import Match, Moment
from games.play import MoveError, RulesError
from games.replay import Replay


def weigh(match: Match, replay: Replay | None = None) -> None:
    """Say of each moment of a stored game how much stands in the way of seeing it.

    It stays unknown where the game cannot be replayed, or the clause does not show up there.
    """
    moments = list(match.moments.select_related("clause"))
    weigh_moments(moments, replay or Replay(match))
    Moment.objects.bulk_update(moments, ["cost"])


def weigh_moments(moments: Sequence[Moment], replay: Replay) -> None:
    """Say it of moments that are not stored yet, or are stored again."""
    last = max((moment.ply for moment in moments), default=0)
    try:
        plies = costs_seen(replay.rules, replay.steps(last))
    except (MoveError, RulesError):
        plies = []
    for moment in moments:
        here = plies[moment.ply] if moment.ply < len(plies) else {}
        moment.cost = here.get((moment.clause.name, moment.role))
