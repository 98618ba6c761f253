"""What points to a clause and would lose it, told by each part of the site that knows of such.

A part registers a function with `holder` when it is loaded; a clause that is held is not taken out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from games.models import Ruleset


@dataclass(frozen=True)
class Hold:
    """What points to a clause: what it is, how it lets go, and the page where that is done."""

    said: str
    how: str
    address: str


Holder = Callable[[Ruleset, str], list[Hold]]
_holders: list[Holder] = []


def holder(found: Holder) -> Holder:
    """Ask this function, too, for what holds the clause of that name."""
    _holders.append(found)
    return found


def holds(ruleset: Ruleset, clause: str) -> list[Hold]:
    """All that holds a clause, but for the moments of recorded games, which may go with it."""
    return [hold for each in _holders for hold in each(ruleset, clause)]
