"""The filter form of the list: what is chosen, what can be, how many records have each."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from django.db.models import TextChoices
from django.http import QueryDict
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.text import Truncator, capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from evidence.dates import DateError, read_year, year_text
from evidence.dates.reading import read_words
from evidence.models import Region, Source
from evidence.quoting import quoted
from evidence.search import PARAMETERS, Query, QueryError, Results
from evidence.search.aspects import ASPECTS, LABELS
from evidence.search.facets import Facet
from evidence.search.groups import by_continent
from evidence.search.mentions import LABELS as MENTIONED
from evidence.search.polities import Polity, named, of_years
from evidence.search.query import NEWEST_FIRST, RELEVANCE
from evidence.search.values import NONE, shown
from evidence.vocabulary import EvidenceType, Vocabulary
from games.models import Concept, Game, Ruleset

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

YEARS = ("year_from", "year_to")
FIELDS = ("q", *YEARS, "undated", "open_ends", "region", "unlocated", "confidence_min")
OWN = ("page",)  # of pages, beside the search's
POLITY = gettext_lazy("Polities of the time")
FIRST_SHOWN, MOST_LISTED = 12, 72  # values of a filter
LONGEST_LABEL = 90
TOP = 90  # the highest ten of confidence
TYPES = EvidenceType.choices
CHOICES: dict[str, type[TextChoices]] = {"type": EvidenceType, **ASPECTS}
GROUPS: dict[str, StrOrPromise] = {
    "type": gettext_lazy("Type"),
    "game": gettext_lazy("Game"),
    "source": gettext_lazy("Source"),
    "ruleset": gettext_lazy("Ruleset"),
    "concept": gettext_lazy("Rule"),
    **dict(Vocabulary.choices),
    **LABELS,
    **MENTIONED,
}
ORDERINGS: list[tuple[str, StrOrPromise]] = [
    (NEWEST_FIRST, gettext_lazy("Newest record first")),
    ("year_from", gettext_lazy("Earliest known first")),
    ("-year_to", gettext_lazy("Latest first")),
    ("-confidence", gettext_lazy("Most confident first")),
]


def orderings(query: Query) -> list[tuple[str, StrOrPromise, bool]]:
    """The orders that a list can have, each with whether it has it."""
    best: tuple[str, StrOrPromise] = (RELEVANCE, gettext_lazy("Best match first"))
    offered = [best, *ORDERINGS] if query.q else ORDERINGS
    usual = offered[0][0]  # without a word of it in the address
    return [
        ("" if value == usual else value, label, value == query.ordering)
        for value, label in offered
    ]


@dataclass(frozen=True)
class Option:
    """A value that a filter can take, and how many of the records found have it."""

    value: str
    label: str
    count: int
    chosen: bool


@dataclass(frozen=True)
class Group:
    """The values of one filter, most frequent first: those shown at once, more, and the rest.

    `left` counts the values that are not listed, `unknown` the records of which none is known.
    """

    name: str
    label: StrOrPromise
    shown: list[Option]
    more: list[Option] = field(default_factory=list)
    left: int = 0
    unknown: int = 0
    all_at: str = ""

    @property
    def chosen(self) -> int:
        """How many values are chosen."""
        return sum(option.chosen for option in (*self.shown, *self.more))

    @property
    def open(self) -> bool:
        """Whether the page shows the values unasked; folded ones are text at first (unfold.js)."""
        return self.chosen > 0 or self.name == "type"


@dataclass(frozen=True)
class Band:
    """Ten points of confidence: how many records have them, also in percent of the most."""

    least: str
    most: int
    count: int
    percent: float
    href: str


@dataclass(frozen=True)
class Filters:
    """What the form shows: values as they were typed, and the error of at most one field."""

    typed: QueryDict
    errors: dict[str, str] = field(default_factory=dict)
    groups: list[Group] = field(default_factory=list)
    regions: list[tuple[str, list[Option]]] = field(default_factory=list)
    bands: list[Band] = field(default_factory=list)
    not_judged: int = 0

    @property
    def errors_of_no_field(self) -> list[str]:
        """What is said above the form, as it is not said beside a field."""
        beside = {*FIELDS, *(group.name for group in self.groups)}
        return [said for name, said in self.errors.items() if name not in beside]


def read_query(params: QueryDict) -> Query:
    """The query of an address; years may also be in words ("332 BCE"). Raises QueryError."""
    astronomical = params.copy()
    for name in YEARS:
        if name in params:
            astronomical.setlist(name, [_year(name, text) for text in params.getlist(name)])
    _check_years(astronomical)
    relevance = astronomical.get("ordering") == RELEVANCE or not astronomical.get("ordering")
    if relevance:
        astronomical.pop("ordering", None)
    query = Query.from_params(astronomical, also=OWN)
    return replace(query, ordering=RELEVANCE) if relevance and query.q else query


def split_known(params: QueryDict) -> tuple[QueryDict, list[str]]:
    """The parameters of a page that are read, and the names of the others.

    Links that are shared collect such names (`utm_source`, `fbclid`): the page opens all the same.
    """
    known = params.copy()
    others = [name for name in params if name not in (*PARAMETERS, *OWN)]
    for name in others:
        del known[name]
    return known, [shown(name) for name in others]


def _year(name: str, text: str) -> str:
    """The astronomical number of a year in words, or the end of a century. Raises QueryError."""
    if not text.strip() or _is_number(text):
        return text
    try:
        return str(read_year(shown(text)))
    except DateError as error:
        year = _end(name, text)
        if year is None:
            raise QueryError(name, f"{capfirst(str(error))}.") from error
        return str(year)


def _is_number(text: str) -> bool:
    return text.strip().lstrip("+-").isdecimal()


def _end(name: str, text: str) -> int | None:
    """The first or the last year of "1st century" or the like, as the field asks for it."""
    try:
        span = read_words(text)
    except DateError:
        return None
    known = None not in (span.year_from, span.year_to)
    return (span.year_from if name == "year_from" else span.year_to) if known else None


def _check_years(params: QueryDict) -> None:
    """Raises QueryError, in the words of the page, where two years run backwards."""
    first, last = (params.get(name, "") for name in YEARS)
    if _is_number(first) and _is_number(last) and int(first) > int(last):
        years = {"last": year_text(int(last)), "first": year_text(int(first))}
        said = _("The years end before they begin: %(last)s is before %(first)s.")
        raise QueryError("year_to", said % years)


def refused(params: QueryDict, error: QueryError) -> Filters:
    """The form as it was sent, with the error beside its field, and nothing counted."""
    groups = [
        Group(name, label, [Option(value, value, 0, True) for value in params.getlist(name)])
        for name, label in GROUPS.items()
        if name != "type"
    ]
    polities = params.getlist("polity")
    groups.append(Group("polity", POLITY, [Option(each, each, 0, True) for each in polities]))
    types = _options(TYPES, {}, params.getlist("type"))
    regions = dict.fromkeys(Region.objects.values_list("slug", flat=True), 0)
    return Filters(
        typed=params,
        errors={error.parameter: error.message},
        groups=[Group("type", GROUPS["type"], types), *groups],
        regions=_regions(regions, params.get("region")),
    )


def filters(params: QueryDict, results: Results) -> Filters:
    """The form for a query that was understood."""
    counts = results.counts
    groups = (_polities(results), *(_group(name, results) for name in GROUPS))
    confidence = counts.count("confidence")
    return Filters(
        typed=_in_words(params, results.query),
        groups=[group for group in groups if group.shown],
        regions=_regions(counts.count("region"), results.query.region),
        bands=_bands(confidence, results.query),
        not_judged=confidence.get("", 0),
    )


def _group(name: str, results: Results) -> Group:
    """The filter of that name. Chosen values come first, whatever their counts."""
    chosen = [value for key, value in results.query.params() if key == name]
    counts, rest = results.counts.leading(name, MOST_LISTED, chosen)
    values = [*chosen, *(value for value in counts if value and value not in chosen)]
    labels = {**_labels(name, values[:MOST_LISTED]), NONE: _("not known")}
    listed = [
        Option(value, labels[value], counts.get(_key(value), 0), value in chosen)
        for value in values[:MOST_LISTED]
        if value in labels
    ]
    first = max(FIRST_SHOWN, len(chosen))
    if len(listed) <= first + 1:
        first = len(listed)
    return Group(
        name,
        GROUPS[name],
        listed[:first],
        listed[first:],
        left=len(values[MOST_LISTED:]) + rest,
        unknown=counts.get("", 0),
        all_at=reverse(f"{name}s") if name in ("game", "source") else "",
    )


def _polities(results: Results) -> Group:
    """The polities that are chosen, and the largest of the years asked for that have records."""
    query = results.query
    lands: dict[str, list[Polity]] = {name: list(named(name)) for name in query.polities}
    for each in sorted(of_years(query.year_from, query.year_to), key=lambda p: -p.area.area):
        if each.name not in query.polities and (each.name in lands or len(lands) < FIRST_SHOWN):
            lands.setdefault(each.name, []).append(each)
    counted = [
        Option(name, name, results.count_in(land), name in query.polities)
        for name, land in lands.items()
    ]
    return Group("polity", POLITY, [each for each in counted if each.count or each.chosen])


def _labels(name: str, values: list[str]) -> dict[str, str]:
    """How values are called."""
    if name in CHOICES:
        return {value: str(label) for value, label in CHOICES[name].choices if value in values}
    if name == "ruleset":
        rows = Ruleset.objects.filter(slug__in=values).select_related("game")
        return {ruleset.slug: str(ruleset) for ruleset in rows}
    if name == "concept":
        return dict(Concept.objects.filter(slug__in=values).values_list("slug", "name"))
    if name == "game":
        return dict(Game.objects.filter(slug__in=values).values_list("slug", "name"))
    if name == "source":
        sources = Source.objects.filter(slug__in=values).values_list("slug", "citation")
        return {slug: Truncator(citation).chars(LONGEST_LABEL) for slug, citation in sources}
    return {value: value for value in values}


def _key(value: str) -> str:
    """What a facet calls a value."""
    return "" if value == NONE else value


def _regions(counts: Facet, chosen: str | None) -> list[tuple[str, list[Option]]]:
    """The regions with records and the one that is chosen, by continent; last, none at all."""
    groups = [
        (heading, [Option(*item, counts.get(item.slug, 0), item.slug == chosen) for item in items])
        for heading, items in by_continent({*counts, chosen or ""})
    ]
    if chosen == NONE:
        groups.append(("", [Option(NONE, _("In no region"), counts.get("", 0), chosen=True)]))
    return groups


def _bands(counts: Facet, query: Query) -> list[Band]:
    known = {int(band): count for band, count in counts.items() if band}
    highest = max(known.values(), default=0)
    return (
        [
            Band(
                str(least),
                100 if least == TOP else least + 9,
                known.get(least, 0),
                round(100 * known.get(least, 0) / highest, 1),
                address(replace(query, confidence_min=least)),
            )
            for least in range(TOP, min(known) - 1, -10)
        ]
        if known
        else []
    )


def _in_words(params: QueryDict, query: Query) -> QueryDict:
    typed = params.copy()
    for name, year in zip(YEARS, (query.year_from, query.year_to), strict=True):
        if year is not None:
            typed[name] = year_text(year)
    return typed


def _options(
    choices: Iterable[tuple[str, StrOrPromise]], counts: Facet, chosen: Iterable[str]
) -> list[Option]:
    """All values that can be chosen."""
    wanted = set(chosen)
    return [
        Option(value, str(label), counts.get(value, 0), value in wanted) for value, label in choices
    ]


def address(query: Query) -> str:
    """The query string of a query, with its question mark; empty for the query of everything."""
    params = query.params()
    if query.q and query.ordering == NEWEST_FIRST:
        params.append(("ordering", NEWEST_FIRST))  # chosen: else the best would stand first
    return f"?{urlencode(params)}" if params else ""


def described(query: Query) -> str:
    """The query's place in the page title: what is asked, shortly."""
    parts = [query.q and quoted(query.q)]
    if query.year_from is not None:
        parts.append(_("from %s") % year_text(query.year_from))
    if query.year_to is not None:
        parts.append(_("to %s") % year_text(query.year_to))
    return ", ".join(part for part in parts if part)
