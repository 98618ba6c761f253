"""What somebody asks for: a query as a value, read from an address and written back to one."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Literal, cast

from django.db.models import Model
from django.utils.translation import gettext as _

from evidence.models import Region, Source, Term
from evidence.search.aspects import ASPECTS, NUMBERS
from evidence.search.drawn import checked
from evidence.search.mentions import LABELS as MENTIONED
from evidence.search.mentions import number_of
from evidence.search.polities import named
from evidence.search.values import (
    NONE,
    Box,
    Params,
    QueryError,
    Ring,
    check_names,
    one_of,
    read_box,
    read_number,
    read_polygon,
    read_text,
    several,
    shown,
    single,
    write_degrees,
)
from evidence.vocabulary import EvidenceType, Vocabulary
from games.models import Concept, Game, Ruleset

Choice = Literal["include", "exclude", "only"]
CHOICES: tuple[Choice, ...] = ("include", "exclude", "only")
OPEN_ENDS: tuple[Choice, ...] = ("include", "exclude")
YEARS = (-1_000_000, 1_000_000)
YEAR_EXAMPLE = "1140, or -331 for 332 BCE"

# In the order in which addresses are written. To add one: its field in Query, its line in
# Query.from_params and in Query.params, its condition in evidence.search.rows.
VOCABULARIES = tuple(Vocabulary.values)
PARAMETERS = (
    "bbox", "polygon", "region", "polity", "year_from", "year_to", "type", "game", "ruleset",
    "concept", "source", *VOCABULARIES, *ASPECTS, *MENTIONED, "confidence_min", "q", "undated",
    "open_ends", "unlocated", "ordering",
)  # fmt: skip
NEWEST_FIRST = "-added"
RELEVANCE = "relevance"  # of pages only: no address of the API has it
ORDERINGS = tuple(
    sign + name for name in ("added", "year_from", "year_to", "confidence") for sign in ("", "-")
)
SLUGS: dict[str, type[Model]] = {
    "region": Region, "game": Game, "ruleset": Ruleset, "source": Source,
    "concept": Concept,
}  # fmt: skip


@dataclass(frozen=True)
class Query:
    """Which evidence is wanted. Years are astronomical; several values of a field mean "or".

    `terms` are pairs of vocabulary and name; those of one vocabulary mean "or", and so do `aspects`
    of one name, and `mentions` of one kind, which need not be in any record. NONE among types,
    rulesets, concepts or sources, and as the region, asks for records of which none is known;
    `unrated` for those without a confidence. `polities` asks for records in the land of one of
    these while it was there.
    """

    box: Box | None = None
    polygon: Ring = ()
    region: str | None = None
    polities: tuple[str, ...] = ()
    year_from: int | None = None
    year_to: int | None = None
    types: tuple[str, ...] = ()
    games: tuple[str, ...] = ()
    rulesets: tuple[str, ...] = ()
    concepts: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    terms: tuple[tuple[str, str], ...] = ()
    aspects: tuple[tuple[str, str], ...] = ()
    mentions: tuple[tuple[str, str], ...] = ()
    confidence_min: int | None = None
    unrated: bool = False
    q: str = ""
    undated: Choice | None = None
    open_ends: Choice | None = None
    unlocated: Choice | None = None
    ordering: str = NEWEST_FIRST

    @classmethod
    def from_params(cls, params: Params, also: Collection[str] = ()) -> Query:
        """Read a query string; empty values count as absent, as forms send them.

        `also` names parameters that the caller reads itself (a page's number, a format).
        Raises QueryError for the first parameter that is unknown or malformed.
        """
        check_names(params, (*PARAMETERS, *also))
        query = cls(
            box=read_box("bbox", single(params, "bbox")),
            polygon=checked("polygon", read_polygon("polygon", single(params, "polygon"))),
            region=_slug("region", single(params, "region")),
            polities=_polities(several(params, "polity")),
            year_from=read_number("year_from", single(params, "year_from"), *YEARS, YEAR_EXAMPLE),
            year_to=read_number("year_to", single(params, "year_to"), *YEARS, YEAR_EXAMPLE),
            types=_types(several(params, "type")),
            games=_known("game", several(params, "game")),
            rulesets=_known_or_none("ruleset", several(params, "ruleset")),
            concepts=_known_or_none("concept", several(params, "concept")),
            sources=_known_or_none("source", several(params, "source")),
            terms=tuple(
                (name, term)
                for name in VOCABULARIES
                for term in _terms(name, several(params, name))
            ),
            aspects=tuple(
                (name, str(one_of(name, value, choices.values)))
                for name, choices in ASPECTS.items()
                for value in several(params, name)
            ),
            mentions=tuple(
                (name, read_text(name, value))
                for name in MENTIONED
                for value in several(params, name)
            ),
            confidence_min=_confidence(params),
            unrated=single(params, "confidence_min") == NONE,
            q=read_text("q", single(params, "q")),
            undated=cast("Choice | None", one_of("undated", single(params, "undated"), CHOICES)),
            open_ends=cast(
                "Choice | None", one_of("open_ends", single(params, "open_ends"), OPEN_ENDS)
            ),
            unlocated=cast(
                "Choice | None", one_of("unlocated", single(params, "unlocated"), CHOICES)
            ),
            ordering=one_of("ordering", single(params, "ordering"), ORDERINGS) or NEWEST_FIRST,
        )
        _check_order(query)
        return query

    def params(self) -> list[tuple[str, str]]:
        """Names and values that `from_params` reads back to this very query."""
        return [(name, value) for name, value in self._values() if value]

    def _values(self) -> Iterator[tuple[str, str]]:
        yield "bbox", ",".join(map(write_degrees, self.box or ()))
        yield "polygon", ",".join(write_degrees(number) for pair in self.polygon for number in pair)
        yield "region", self.region or ""
        yield from (("polity", value) for value in self.polities)
        yield "year_from", "" if self.year_from is None else str(self.year_from)
        yield "year_to", "" if self.year_to is None else str(self.year_to)
        yield from (("type", value) for value in self.types)
        yield from (("game", value) for value in self.games)
        yield from (("ruleset", value) for value in self.rulesets)
        yield from (("concept", value) for value in self.concepts)
        yield from (("source", value) for value in self.sources)
        yield from self.terms
        yield from self.aspects
        yield from self.mentions
        least = "" if self.confidence_min is None else str(self.confidence_min)
        yield "confidence_min", NONE if self.unrated else least
        yield "q", self.q
        yield "undated", self.undated or ""
        yield "open_ends", self.open_ends or ""
        yield "unlocated", self.unlocated or ""
        yield "ordering", "" if self.ordering in (NEWEST_FIRST, RELEVANCE) else self.ordering

    def ids(self, name: str) -> list[int]:
        """The ids of the games, rulesets, concepts, sources or the region that are asked for."""
        slugs = {
            "region": (self.region,), "game": self.games, "ruleset": self.rulesets,
            "concept": self.concepts, "source": self.sources,
        }[name]  # fmt: skip
        rows = SLUGS[name]._default_manager.filter(slug__in=slugs)
        return list(rows.values_list("pk", flat=True))

    def aspect_numbers(self) -> list[list[int]]:
        """For each aspect that is asked for, the numbers of the values."""
        return [
            [NUMBERS[each] for each in self.aspects if each[0] == name]
            for name in dict.fromkeys(name for name, _value in self.aspects)
        ]

    def mentioned(self) -> list[tuple[str, list[int]]]:
        """Each kind of names that is asked for, with the numbers of the names."""
        return [
            (kind, [number_of(name) or 0 for each, name in self.mentions if each == kind])
            for kind in dict.fromkeys(kind for kind, _name in self.mentions)
        ]

    def term_ids(self) -> list[list[int]]:
        """For each vocabulary that terms are asked of, the ids of these terms."""
        asked = [[term for term in self.terms if term[0] == name] for name in VOCABULARIES]
        return [
            list(
                Term.objects.filter(
                    vocabulary=terms[0][0], name__in=[n for _, n in terms]
                ).values_list("pk", flat=True)
            )
            for terms in asked
            if terms
        ]

    @property
    def asks_years(self) -> bool:
        """Whether a year is given."""
        return self.year_from is not None or self.year_to is not None

    @property
    def asks_area(self) -> bool:
        """Whether a box, a polygon or a region is given; no region is no area."""
        return self.box is not None or bool(self.polygon) or self.region not in (None, NONE)

    @property
    def undated_choice(self) -> Choice:
        """What happens to records without a date."""
        return self.undated or ("exclude" if self.asks_years else "include")

    @property
    def unlocated_choice(self) -> Choice:
        """What happens to records without a place on the map."""
        return self.unlocated or ("exclude" if self.asks_area else "include")


def _check_order(query: Query) -> None:
    first, last = query.year_from, query.year_to
    if first is not None and last is not None and first > last:
        raise QueryError(
            "year_to",
            _(
                "year_to %(last)d is before year_from %(first)d. "
                "Years before 1 CE are zero or negative."
            )
            % {"last": last, "first": first},
        )


def _types(values: tuple[str, ...]) -> tuple[str, ...]:
    for value in values:
        one_of("type", value, (*EvidenceType.values, NONE))
    return values


def _polities(values: tuple[str, ...]) -> tuple[str, ...]:
    """These names, each of an imported polity. Raises QueryError."""
    for value in values:
        if next(named(value), None) is None:
            said = _("There is no polity “%(value)s”. %(address)s?year=… lists those of a year.")
            raise QueryError("polity", said % {"value": shown(value), "address": "/polities/"})
    return values


def _slug(name: str, value: str) -> str | None:
    return next(iter(_known_or_none(name, (value,) if value else ())), None)


def _confidence(params: Params) -> int | None:
    text = single(params, "confidence_min")
    if text == NONE:
        return None
    return read_number("confidence_min", text, 0, 100, "a percentage, as in 60, or none")


def _known_or_none(name: str, values: tuple[str, ...]) -> tuple[str, ...]:
    """The same as `_known`, and NONE. Raises QueryError."""
    _known(name, tuple(value for value in values if value != NONE))
    return values


def _known(name: str, values: tuple[str, ...]) -> tuple[str, ...]:
    """These slugs, all of which exist. Raises QueryError for the first that does not."""
    if not values:
        return ()
    rows = SLUGS[name]._default_manager.filter(slug__in=values)
    stored = set(rows.values_list("slug", flat=True))
    for value in values:
        if value not in stored:
            raise QueryError(
                name,
                _("There is no %(name)s “%(value)s”. The list at %(address)s has all of them.")
                % {"name": name, "value": shown(value), "address": f"/api/v1/{name}s/"},
            )
    return values


def _terms(name: str, values: tuple[str, ...]) -> tuple[str, ...]:
    """These terms of a vocabulary, as they are written. Raises QueryError for an unknown one."""
    if not values:
        return ()
    stored = list(Term.objects.filter(vocabulary=name).values_list("name", flat=True))
    as_written = {term.casefold(): term for term in stored}
    return tuple(
        as_written.get(value.casefold()) or str(one_of(name, value, stored)) for value in values
    )
