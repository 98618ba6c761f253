"""The filter form of the list: what is chosen, what can be, how many records have each."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from django.http import QueryDict
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from evidence.dates import DateError, read_year, year_text
from evidence.models import Region
from evidence.search import Query, QueryError, Results
from evidence.vocabulary import EvidenceType
from games.models import Game

YEARS = ("year_from", "year_to")


@dataclass(frozen=True)
class Option:
    """A value that a filter can take, and how many of the records found have it."""

    value: str
    label: str
    count: int
    chosen: bool


@dataclass(frozen=True)
class Filters:
    """What the form shows: values as they were typed, and the error of at most one field."""

    typed: QueryDict
    errors: dict[str, str] = field(default_factory=dict)
    types: list[Option] = field(default_factory=list)
    games: list[Option] = field(default_factory=list)
    regions: list[Option] = field(default_factory=list)

    @property
    def other_errors(self) -> list[str]:
        """Errors of parameters that have no field in the form."""
        shown = {"q", "region", "type", "game", "confidence_min", "undated", "unlocated", *YEARS}
        return [text for name, text in self.errors.items() if name not in shown]


def read_query(params: QueryDict) -> Query:
    """The query of an address; years may also be in words ("332 BCE"). Raises QueryError."""
    astronomical = params.copy()
    for name in YEARS:
        if name in params:
            astronomical.setlist(name, [_year(text) for text in params.getlist(name)])
    return Query.from_params(astronomical, also=("page",))


def _year(text: str) -> str:
    """The astronomical number of a year in words; what is no year stays, to be refused by name."""
    if not text.strip() or text.strip().lstrip("+-").isdecimal():
        return text
    try:
        return str(read_year(text))
    except DateError:
        return text


def refused(params: QueryDict, error: QueryError) -> Filters:
    """The form as it was sent, with the error beside its field, and nothing counted."""
    return replace(_all(params), errors={error.parameter: error.message})


def filters(params: QueryDict, results: Results) -> Filters:
    """The form for a query that was understood."""
    facets, query = results.facets, results.query
    return Filters(
        typed=_in_words(params, query),
        types=_options(_types(), facets["type"], query.types),
        games=_options(_names(facets["game"], query.games), facets["game"], query.games),
        regions=_options(
            _regions(),
            facets["region"],
            (query.region,) if query.region else (),
        ),
    )


def _all(params: QueryDict) -> Filters:
    return Filters(
        typed=params,
        types=_options(_types(), {}, params.getlist("type"), everything=True),
        regions=_options(
            Region.objects.values_list("slug", "name"),
            {},
            params.getlist("region"),
            everything=True,
        ),
    )


def _in_words(params: QueryDict, query: Query) -> QueryDict:
    typed = params.copy()
    for name, year in zip(YEARS, (query.year_from, query.year_to), strict=True):
        if year is not None:
            typed[name] = year_text(year)
    return typed


def _names(counts: dict[str, int], chosen: Iterable[str]) -> list[tuple[str, str]]:
    return list(Game.objects.filter(slug__in={*counts, *chosen}).values_list("slug", "name"))


def _types() -> list[tuple[str, str]]:
    return [(value, str(label)) for value, label in EvidenceType.choices]


def _regions() -> list[tuple[str, str]]:
    return list(Region.objects.values_list("slug", "name"))


def _options(
    choices: Iterable[tuple[str, str]],
    counts: dict[str, int],
    chosen: Iterable[str],
    everything: bool = False,
) -> list[Option]:
    """The values that some record found has, and those that are chosen."""
    wanted = set(chosen)
    return [
        Option(value, str(label), counts.get(value, 0), value in wanted)
        for value, label in choices
        if everything or counts.get(value) or value in wanted
    ]


def address(query: Query) -> str:
    """The query string of a query, with its question mark; empty for the query of everything."""
    params = query.params()
    return f"?{urlencode(params)}" if params else ""


def described(query: Query) -> str:
    """The query's place in the page title: what is asked, shortly."""
    parts = [query.q and _("“%s”") % query.q]
    if query.year_from is not None:
        parts.append(_("from %s") % year_text(query.year_from))
    if query.year_to is not None:
        parts.append(_("to %s") % year_text(query.year_to))
    return ", ".join(part for part in parts if part)
