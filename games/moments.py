"""How a moment is seen: at which ply of its game, in which role, and at which address."""

from __future__ import annotations

from django.utils.http import urlencode

from games.models import Match, Moment

SETUP = "setup"


# More than any: of a moment that nothing is known of.
UNKNOWN = 1_000_000


def cost(moment: Moment) -> int:
    """What stands in the way of seeing it, to choose the clearest by."""
    return UNKNOWN if moment.cost is None else moment.cost


def ply_seen(moment: Moment) -> int:
    """The ply to look at: a forbidden move is one that could have been played there."""
    return moment.ply - 1 if moment.role == Moment.Role.FORBADE and moment.ply else moment.ply


def role_seen(moment: Moment) -> str:
    """Its role; a moment before the first move is about how the board is set up."""
    return moment.role if moment.ply else SETUP


def query_of(moment: Moment) -> str:
    """What follows the address of the ruleset's page to see the moment there."""
    return query_at(moment.match, ply_seen(moment), moment.clause.name, role_seen(moment))


def query_at(match: Match, ply: int, clause: str, role: str) -> str:
    """The same of a clause that is seen in that role at that ply."""
    seen = {"match": match.slug, "ply": str(ply), "clause": clause, "role": role}
    return f"?{urlencode(seen)}"
