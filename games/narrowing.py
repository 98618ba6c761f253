"""Recorded games narrowed down by what shows up in them, how they ended, and where they come from.

A clause and a role together ask for moments at which the clause has that role.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import F, QuerySet
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Clause, Match, Moment, Ruleset

MOST_NAMED = 200  # of what there is, where something is asked for that there is not
LONGEST_SHOWN = 60


class Unknown(ValueError):
    """A value that there is not, and what there is; `name` is what is narrowed down by."""

    def __init__(self, name: str, told: str) -> None:
        super().__init__(told)
        self.name = name


@dataclass(frozen=True)
class Narrowed:
    """What is asked for; "" where it does not narrow the games down. No ruleset stands for all."""

    ruleset: Ruleset | None = None
    clause: str = ""
    role: str = ""
    outcome: str = ""
    origin: str = ""

    @property
    def query(self) -> str:
        """The same as the part of an address after ?, to be followed by more; "" for all games."""
        given = {name: getattr(self, name) for name in FILTERS if getattr(self, name)}
        return f"{urlencode(given)}&" if given else ""

    @property
    def by_moment(self) -> bool:
        """Whether games are chosen by what shows up in them."""
        return bool(self.clause or self.role)

    @property
    def moments(self) -> QuerySet[Moment]:
        """The moments at which the clause has the role."""
        moments = Moment.objects.filter(clause__ruleset=F("match__ruleset"))
        asked = {
            "match__ruleset": self.ruleset, "clause__name": self.clause, "role": self.role,
        }  # fmt: skip
        return moments.filter(**{name: value for name, value in asked.items() if value})

    def games(self, games: QuerySet[Match]) -> QuerySet[Match]:
        """Those of the games that are asked for."""
        asked = {"ruleset": self.ruleset, "result": self.outcome, "origin": self.origin}
        games = games.filter(**{name: value for name, value in asked.items() if value})
        return games.filter(pk__in=self.moments.values("match")) if self.by_moment else games


FILTERS = ("clause", "role", "outcome", "origin")


def narrowed(
    ruleset: Ruleset | None, asked: Mapping[str, str], outcomes: Sequence[str] = Match.Result.values
) -> Narrowed:
    """Check what is asked for by the names of FILTERS, outcomes being these. Raises Unknown."""
    for name in FILTERS:
        value = asked[name]
        known = list(outcomes) if name == "outcome" else _known(name, ruleset)
        if value and value not in known:
            raise Unknown(name, _told(name, value, known))
    return Narrowed(ruleset, **{name: asked[name] for name in FILTERS})


def _known(name: str, ruleset: Ruleset | None) -> list[str]:
    if name == "clause":
        clauses = Clause.objects.filter(ruleset=ruleset) if ruleset else Clause.objects.all()
        return sorted(set(clauses.values_list("name", flat=True)))
    choices = {"role": Moment.Role, "origin": Match.Origin}
    return [str(value) for value in choices[name].values]


def _told(name: str, value: str, known: list[str]) -> str:
    told = _("There is no %(name)s “%(value)s”; there are %(known)s.") % {
        "name": name, "value": value[:LONGEST_SHOWN], "known": ", ".join(known[:MOST_NAMED]),
    }  # fmt: skip
    more = len(known) - MOST_NAMED
    return told if more <= 0 else f"{told} {_and_more(more)}"


def _and_more(number: int) -> str:
    return ngettext("%(n)d more is not named.", "%(n)d more are not named.", number) % {"n": number}
