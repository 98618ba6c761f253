"""What somebody asks for: a query as a value, read from an address and written back to one."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Literal, cast

from django.db.models import Manager
from django.utils.translation import gettext as _

from evidence.models import IndexRow, Region
from evidence.search_values import (
    Box,
    Params,
    QueryError,
    check_names,
    one_of,
    read_box,
    read_number,
    read_text,
    several,
    shown,
    single,
    write_degrees,
)
from evidence.vocabulary import EvidenceType
from games.models import Game, Ruleset

Choice = Literal["include", "exclude", "only"]
CHOICES: tuple[Choice, ...] = ("include", "exclude", "only")
YEARS = (IndexRow.FIRST_YEAR, IndexRow.LAST_YEAR)
YEAR_EXAMPLE = "1140, or -331 for 332 BCE"

# In the order in which addresses are written. To add one: its field in Query, its line in
# Query.from_params and in Query.params, its condition in evidence.search_rows.
PARAMETERS = (
    "bbox", "region", "year_from", "year_to", "type", "game", "ruleset", "confidence_min", "q",
    "undated", "unlocated",
)  # fmt: skip


@dataclass(frozen=True)
class Query:
    """Which evidence is wanted. Years are astronomical; several values of a field mean "or"."""

    box: Box | None = None
    region: str | None = None
    year_from: int | None = None
    year_to: int | None = None
    types: tuple[str, ...] = ()
    games: tuple[str, ...] = ()
    rulesets: tuple[str, ...] = ()
    confidence_min: int | None = None
    q: str = ""
    undated: Choice | None = None
    unlocated: Choice | None = None

    @classmethod
    def from_params(cls, params: Params, also: Collection[str] = ()) -> Query:
        """Read a query string; empty values count as absent, as forms send them.

        `also` names parameters that the caller reads itself (a page's number, a format).
        Raises QueryError for the first parameter that is unknown or malformed.
        """
        check_names(params, (*PARAMETERS, *also))
        query = cls(
            box=read_box("bbox", single(params, "bbox")),
            region=_slug("region", single(params, "region")),
            year_from=read_number("year_from", single(params, "year_from"), *YEARS, YEAR_EXAMPLE),
            year_to=read_number("year_to", single(params, "year_to"), *YEARS, YEAR_EXAMPLE),
            types=_types(several(params, "type")),
            games=_known("game", several(params, "game"), Game.objects),
            rulesets=_known("ruleset", several(params, "ruleset"), Ruleset.objects),
            confidence_min=read_number(
                "confidence_min", single(params, "confidence_min"), 0, 100, "a percentage, as in 60"
            ),
            q=read_text("q", single(params, "q")),
            undated=cast(Choice | None, one_of("undated", single(params, "undated"), CHOICES)),
            unlocated=cast(
                Choice | None, one_of("unlocated", single(params, "unlocated"), CHOICES)
            ),
        )
        _check_order(query)
        return query

    def params(self) -> list[tuple[str, str]]:
        """Names and values that `from_params` reads back to this very query."""
        return [(name, value) for name, value in self._values() if value]

    def _values(self) -> Iterator[tuple[str, str]]:
        yield "bbox", ",".join(map(write_degrees, self.box or ()))
        yield "region", self.region or ""
        yield "year_from", "" if self.year_from is None else str(self.year_from)
        yield "year_to", "" if self.year_to is None else str(self.year_to)
        yield from (("type", value) for value in self.types)
        yield from (("game", value) for value in self.games)
        yield from (("ruleset", value) for value in self.rulesets)
        yield "confidence_min", "" if self.confidence_min is None else str(self.confidence_min)
        yield "q", self.q
        yield "undated", self.undated or ""
        yield "unlocated", self.unlocated or ""

    @property
    def asks_years(self) -> bool:
        """Whether a year is given."""
        return self.year_from is not None or self.year_to is not None

    @property
    def asks_area(self) -> bool:
        """Whether a box or a region is given."""
        return self.box is not None or self.region is not None

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
        one_of("type", value, EvidenceType.values)
    return values


def _slug(name: str, value: str) -> str | None:
    return next(iter(_known(name, (value,) if value else (), Region.objects)), None)


def _known(
    name: str, values: tuple[str, ...], rows: Manager[Game] | Manager[Ruleset] | Manager[Region]
) -> tuple[str, ...]:
    """These slugs, all of which exist. Raises QueryError for the first that does not."""
    if not values:
        return ()
    stored = set(rows.filter(slug__in=values).values_list("slug", flat=True))
    for value in values:
        if value not in stored:
            raise QueryError(
                name,
                _("There is no %(name)s “%(value)s”. The list at %(address)s has all of them.")
                % {"name": name, "value": shown(value), "address": f"/api/v1/{name}s/"},
            )
    return values
