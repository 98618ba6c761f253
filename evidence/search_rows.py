"""A query as conditions on the search index, the same on either database.

The index starts with type and cell: a query always names the types, and the cells that its box
covers where these are few enough to be listed; the exact ranges come after.
"""

from __future__ import annotations

from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet

from evidence.index import regions_touching
from evidence.models import Evidence, IndexRow, RulesetLink, SearchText
from evidence.search_query import Query
from evidence.search_values import Box
from evidence.vocabulary import TYPE_ORDER
from evidence.words import wanted

MICRO = 1_000_000
SOUTH_POLE, NORTH_POLE = -90 * MICRO, 90 * MICRO
WEST_END, EAST_END = -180 * MICRO, 180 * MICRO
CELL = 5 * MICRO
COLUMNS = 72
LISTED_CELLS = 200

LOCATED = Q(lat_u__isnull=False) | Q(region__isnull=False)
Rows = QuerySet[IndexRow]


class Span(NamedTuple):
    """A part of the map in microdegrees, borders included, with west at most east."""

    south: int
    west: int
    north: int
    east: int


def matching(query: Query) -> QuerySet[Evidence]:
    """The records that answer a query, each once, newest first."""
    records = Evidence.objects.order_by("-pk")
    rows = _rows(query)
    if rows is not None:
        records = records.filter(pk__in=rows)
    if query.games:
        records = records.filter(game__slug__in=query.games)
    if query.rulesets:
        linked = RulesetLink.objects.filter(ruleset__slug__in=query.rulesets)
        records = records.filter(pk__in=linked.values("evidence_id"))
    if query.q:
        texts = SearchText.objects.filter(words__hold=wanted(query.q))
        records = records.filter(pk__in=texts.values("evidence_id"))
    return records


def spans(box: Box) -> list[Span]:
    """The parts of the map that make up a box.

    The meridian at 180° is stored as -180°, so a box that ends there has a second part; and at a
    pole all longitudes are the same place.
    """
    south, north = _least(box.south), _most(box.north)
    west, east = _least(box.west), _most(box.east)
    found = [Span(south, west, north, east)]
    if west > east:
        found = [Span(south, west, north, EAST_END), Span(south, WEST_END, north, east)]
    elif east == EAST_END and west > WEST_END:
        found.append(Span(south, WEST_END, north, WEST_END))
    poles = {latitude for latitude in (south, north) if abs(latitude) == NORTH_POLE}
    return found + [Span(pole, WEST_END, pole, EAST_END) for pole in sorted(poles)]


def _rows(query: Query) -> QuerySet[IndexRow, Any] | None:
    """The ids of the records that fit all that the index knows, or None where that is not asked."""
    base = _plain(query)
    parts = _placed(query, base)
    if parts[0] is base and not base.query.where:
        return None
    ids: list[QuerySet[IndexRow, Any]] = [part.values("evidence_id") for part in parts]
    return ids[0].union(*ids[1:]) if ids[1:] else ids[0]


def _plain(query: Query) -> Rows:
    """Rows of the right type, date and confidence, wherever they are."""
    rows = IndexRow.objects.all()
    if query.types:
        rows = rows.filter(type__in=[TYPE_ORDER.index(name) for name in query.types])
    elif query.box is not None:
        rows = rows.filter(type__in=range(-1, len(TYPE_ORDER)))
    if query.confidence_min is not None:
        rows = rows.filter(confidence__gte=query.confidence_min)
    if query.undated_choice == "only":
        return rows.filter(undated=True)
    if query.undated_choice == "exclude":
        rows = rows.filter(undated=False)
    # Undated rows hold the farthest years, so every range meets them.
    if query.year_from is not None:
        rows = rows.filter(year_to__gte=query.year_from)
    if query.year_to is not None:
        rows = rows.filter(year_from__lte=query.year_to)
    return rows


def _placed(query: Query, base: Rows) -> list[Rows]:
    """Groups of rows that together have the right places; each is answered by one index."""
    if query.unlocated_choice == "only":
        return [_nowhere(base)]
    if not query.asks_area:
        return [base.filter(LOCATED) if query.unlocated_choice == "exclude" else base]
    within = base
    if query.region is not None:
        within = within.filter(evidence__regions__slug=query.region)
    found = [within.filter(LOCATED)] if query.box is None else _in_box(within, query.box)
    return [*found, _nowhere(base)] if query.unlocated_choice == "include" else found


def _nowhere(rows: Rows) -> Rows:
    """Rows of records none of whose places can be drawn."""
    elsewhere = IndexRow.objects.filter(LOCATED, evidence=OuterRef("evidence"))
    return rows.filter(~LOCATED).filter(~Exists(elsewhere))


def _in_box(rows: Rows, box: Box) -> list[Rows]:
    parts = spans(box)
    found = [rows.filter(_cells(parts), _exactly(parts))]
    shapes = _regions_in(parts)
    return [*found, rows.filter(region_id__in=shapes)] if shapes else found


def _exactly(parts: list[Span]) -> Q:
    found = Q()
    for part in parts:
        found |= Q(lat_u__range=(part.south, part.north), lon_u__range=(part.west, part.east))
    return found


def _cells(parts: list[Span]) -> Q:
    """The squares that hold the spans: a list while it is short, else from first to last."""
    covered = {
        row * COLUMNS + column
        for part in parts
        for row in range(_row(part.south), _row(part.north) + 1)
        for column in range(_column(part.west), _column(part.east) + 1)
    }
    if len(covered) <= LISTED_CELLS:
        return Q(cell__in=sorted(covered))
    return Q(cell__range=(min(covered), max(covered)))


def _row(lat_u: int) -> int:
    return (lat_u - SOUTH_POLE) // CELL


def _column(lon_u: int) -> int:
    return min((lon_u - WEST_END) // CELL, COLUMNS - 1)


def _regions_in(parts: list[Span]) -> list[int]:
    """The regions used as places whose shapes meet a span."""
    used = set(IndexRow.objects.exclude(region=None).values_list("region_id", flat=True).distinct())
    if not used:
        return []
    touched: set[int] = set()
    for south, west, north, east in parts:
        touched |= regions_touching((west / MICRO, south / MICRO, east / MICRO, north / MICRO))
    return sorted(used & touched)


def _least(degrees: float) -> int:
    return int((Decimal(repr(degrees)) * MICRO).to_integral_value(ROUND_CEILING))


def _most(degrees: float) -> int:
    return int((Decimal(repr(degrees)) * MICRO).to_integral_value(ROUND_FLOOR))
