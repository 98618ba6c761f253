"""What the page of a ruleset's recorded games shows: the list, and what it may be narrowed down to.

The address holds the state: `?clause=NAME&role=ROLE&outcome=RESULT&origin=ORIGIN&page=N`. A clause
and a role together ask for moments at which the clause has that role.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Count, Prefetch, QuerySet
from django.http import Http404, QueryDict
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from games.models import Clause, Match, Moment, Ruleset
from games.moments import query_of

PER_PAGE = 50
MOST_MOMENTS = 12  # of one game; how many more there are is said


@dataclass(frozen=True)
class Narrowed:
    """What an address asks for; "" where it does not narrow the games down."""

    clause: str = ""
    role: str = ""
    outcome: str = ""
    origin: str = ""

    @property
    def query(self) -> str:
        """The same as the part of an address after ?, to be followed by more; "" for all games."""
        given = {name: value for name, value in vars(self).items() if value}
        return f"{urlencode(given)}&" if given else ""

    @property
    def by_moment(self) -> bool:
        """Whether games are chosen by what shows up in them."""
        return bool(self.clause or self.role)


@dataclass(frozen=True)
class Field:
    """One thing to narrow down by: its choices as (value, label, how many games)."""

    name: str
    label: str
    choices: list[tuple[str, str, int]]
    chosen: str


@dataclass(frozen=True)
class Row:
    """A game of the list: the clauses that ended it, and the moments asked for with their queries.

    `more` is how many of these moments are not shown; `former` says that another text of the rules
    has replaced the one that it was played by.
    """

    match: Match
    ended: list[Clause]
    moments: list[tuple[Moment, str]]
    more: int
    former: bool


def narrowed(ruleset: Ruleset, params: QueryDict) -> Narrowed:
    """Read the address. Raises Http404 naming what there is not, and what there is."""
    clauses = [clause.name for clause in ruleset.clauses.all()]
    known = {
        "clause": clauses,
        "role": Moment.Role.values,
        "outcome": Match.Result.values,
        "origin": Match.Origin.values,
    }
    asked = {name: params.get(name, "") for name in known}
    for name, value in asked.items():
        if value and value not in known[name]:
            told = {"name": name, "value": value, "known": ", ".join(known[name])}
            raise Http404(_("There is no %(name)s “%(value)s”; there are %(known)s.") % told)
    return Narrowed(**asked)


def games_of(ruleset: Ruleset, asked: Narrowed) -> QuerySet[Match]:
    """The recorded games that were asked for, the newest last."""
    games = ruleset.matches.all()
    if asked.outcome:
        games = games.filter(result=asked.outcome)
    if asked.origin:
        games = games.filter(origin=asked.origin)
    if asked.by_moment:
        games = games.filter(pk__in=_moments(ruleset, asked).values("match"))
    return games.order_by("pk")


def _moments(ruleset: Ruleset, asked: Narrowed) -> QuerySet[Moment]:
    moments = Moment.objects.filter(match__ruleset=ruleset)
    if asked.clause:
        moments = moments.filter(clause__ruleset=ruleset, clause__name=asked.clause)
    return moments.filter(role=asked.role) if asked.role else moments


def context(ruleset: Ruleset, params: QueryDict) -> dict[str, Any]:
    """What the template draws. Raises Http404."""
    asked = narrowed(ruleset, params)
    page: Page[Match] = Paginator(_whole(ruleset, asked), PER_PAGE).get_page(params.get("page"))
    rows = [_row(match, ruleset.digest) for match in page]
    return {
        "ruleset": ruleset,
        "asked": asked,
        "fields": _fields(ruleset, asked),
        "page": page,
        "page_query": asked.query,
        "rows": rows,
        "former": any(row.former for row in rows),
    }


def _whole(ruleset: Ruleset, asked: Narrowed) -> QuerySet[Match]:
    """The games with the moments that their rows show."""
    moments = Moment.objects.select_related("clause", "match").order_by("ply", "pk")
    ends = moments.filter(role=Moment.Role.ENDED)
    wanted = _moments(ruleset, asked) if asked.by_moment else Moment.objects.none()
    return games_of(ruleset, asked).prefetch_related(
        Prefetch("moments", ends, to_attr="ends"),
        Prefetch("moments", moments.filter(pk__in=wanted.values("pk")), to_attr="wanted"),
    )


def _row(match: Any, present: str) -> Row:
    ended = list({moment.clause.pk: moment.clause for moment in match.ends}.values())
    shown = [(moment, query_of(moment)) for moment in match.wanted[:MOST_MOMENTS]]
    more = max(0, len(match.wanted) - MOST_MOMENTS)
    return Row(match, ended, shown, more, match.digest != present)


def _fields(ruleset: Ruleset, asked: Narrowed) -> list[Field]:
    titles = [(clause.name, clause.title) for clause in ruleset.clauses.all()]
    moments = Moment.objects.filter(match__ruleset=ruleset)
    games = ruleset.matches.all()
    shown = _counts(moments, "clause__name", "match")
    roles = _counts(moments, "role", "match")
    return [
        _field("clause", _("A clause shows up"), titles, shown, asked.clause),
        _field("role", _("in this role"), Moment.Role.choices, roles, asked.role),
        _field(
            "outcome", _("Outcome"), Match.Result.choices, _counts(games, "result"), asked.outcome
        ),
        _field("origin", _("Origin"), Match.Origin.choices, _counts(games, "origin"), asked.origin),
    ]


def _field(
    name: str, label: str, choices: Iterable[tuple[Any, Any]], counts: dict[str, int], chosen: str
) -> Field:
    told = [(str(value), str(text), counts.get(value, 0)) for value, text in choices]
    return Field(name, label, told, chosen)


def _counts(rows: QuerySet[Any], by: str, of: str = "pk") -> dict[str, int]:
    counted = rows.order_by().values(by).annotate(number=Count(of, distinct=True))
    return dict(counted.values_list(by, "number"))
