"""Which records answer a query: its conditions on the columns of a snapshot, one by one."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from functools import cached_property, partial

import numpy
from shapely.geometry.base import BaseGeometry

from evidence.models import SearchText
from evidence.search.drawn import area, holds
from evidence.search.polities import Polity, named
from evidence.search.query import Query
from evidence.search.snapshot import Snapshot
from evidence.search.snapshot.columns import Span
from evidence.search.snapshot.found import Found, Numbers, both, union
from evidence.search.snapshot.tables import FIRST_YEAR, LAST_YEAR, NO_TYPE, NOT_JUDGED
from evidence.search.values import NONE, Box
from evidence.vocabulary import TYPE_ORDER
from evidence.words import wanted

MICRO = 1_000_000
NORTH_POLE = 90 * MICRO
WORLD = Box(-180, -90, 180, 90)
WEST_END, EAST_END = -180 * MICRO, 180 * MICRO
LITTLE = 4  # less than a fourth of all points


class Matcher:
    """Answers a query, and how it would be with another choice about what is not known."""

    def __init__(self, snapshot: Snapshot, query: Query) -> None:
        self.snapshot = snapshot
        self.query = query

    def matching(self, undated: str, unlocated: str) -> Found:
        """The records that match; `undated` and `unlocated` are "include", "exclude", "only"."""
        found = self._dated(self._placed(unlocated), undated)
        query, snapshot = self.query, self.snapshot
        if query.types:
            found = found.narrowed(snapshot.types.any_of(map(_type_id, query.types)))
        if query.unrated:
            found = found.narrowed(snapshot.confidence.any_of([NOT_JUDGED]))
        if query.confidence_min is not None:
            found = found.narrowed(snapshot.confidence.at_least(query.confidence_min))
        if query.games:
            found = found.narrowed(snapshot.games.any_of(query.ids("game")))
        for lot in self._linked:
            found = both(found, lot)
        return found

    def _dated(self, found: Found, undated: str) -> Found:
        snapshot = self.snapshot
        if undated == "only":
            return both(found, snapshot.lot("undated"))
        if undated == "exclude":
            found = both(found, snapshot.lot("dated"))
        # Undated records have the farthest years, so every range meets them.
        if self.query.year_from is not None:
            found = found.narrowed(snapshot.year_to.at_least(self.query.year_from))
        if self.query.year_to is not None:
            found = found.narrowed(snapshot.year_from.at_most(self.query.year_to))
        if self.query.open_ends == "exclude":
            found = both(found, self.possibly(found).others)
        return found

    def possibly(self, found: Found) -> Found:
        """Those of the years asked for only if an end that is not known is.

        Of those before a year, what may have begun then (by 1908) and is known later alone; of
        those after one, what may have lasted, or been made, until then.
        """
        query, snapshot, lists = self.query, self.snapshot, []
        dated = both(found, snapshot.lot("dated"))
        if query.year_to is not None:
            begun = dated.narrowed(snapshot.year_from.any_of([FIRST_YEAR]))
            lists.append(begun.narrowed(snapshot.year_to.at_least(query.year_to + 1)).numbers)
        if query.year_from is not None:
            lasting = dated.narrowed(snapshot.year_to.any_of([LAST_YEAR]))
            lists.append(lasting.narrowed(snapshot.year_from.at_most(query.year_from - 1)).numbers)
        return union(snapshot.size, lists)

    def _placed(self, unlocated: str) -> Found:
        snapshot = self.snapshot
        if unlocated == "only":
            return snapshot.lot("unlocated")
        if not self.query.asks_area:
            return snapshot.lot("located") if unlocated == "exclude" else Found(snapshot.size)
        if unlocated == "include":
            return Found(snapshot.size, mask=self._within.mask | ~snapshot.located)
        return self._within

    @cached_property
    def _within(self) -> Found:
        """The records with a place in the area that is asked for."""
        query, snapshot = self.query, self.snapshot
        found = Found(snapshot.size)
        if query.box is not None:
            found = both(found, self._in_box(query.box))
        if query.polygon:
            found = both(found, self._drawn(area(query.polygon)))
        if query.region not in (None, NONE):
            inside = snapshot.links["regions"].any_of(query.ids("region"))
            found = both(found, both(inside, snapshot.lot("located")))
        return found

    def _in_box(self, box: Box) -> Found:
        """The records that meet a box; the whole world, where most maps begin, is remembered."""
        if box != WORLD:
            return self._meeting(box)
        lots = self.snapshot.lots
        return lots.get("world") or lots.setdefault("world", self._meeting(box))

    def _meeting(self, box: Box) -> Found:
        """What a box leaves out is looked for where that is little, as on a map of the world."""
        snapshot, points, parts = self.snapshot, self.snapshot.points, spans(box)
        lists: list[Numbers] = []
        if len(snapshot.areas.ids):
            touched = {region for part in parts for region in self._regions_in(part)}
            lists.append(snapshot.areas.any_of(touched).numbers)
        if points.near(parts) * 2 > len(points.owners):
            rest = outside(box)
            if points.near(rest) * LITTLE < len(points.owners):
                return union(snapshot.size, lists, points.beyond(rest, snapshot.size))
        lists += [owners for part in parts for owners in points.within(part)]
        return union(snapshot.size, lists)

    def _drawn(self, drawn: BaseGeometry) -> Found:
        """The records in an area that somebody drew."""
        west, south, east, north = drawn.bounds
        parts = spans(Box(west, south, east, north))
        points, regions = self.snapshot.points, self.snapshot.shapes
        lists = [each for part in parts for each in points.within(part, partial(holds, drawn))]
        lists.append(self.snapshot.areas.any_of(regions.meeting(drawn)).numbers)
        return union(self.snapshot.size, lists)

    def _regions_in(self, span: Span) -> Iterable[int]:
        south, west, north, east = (edge / MICRO for edge in span)
        return self.snapshot.shapes.touching((west, south, east, north))

    @cached_property
    def _linked(self) -> list[Found]:
        """For each condition on links and words, the records that fulfil it."""
        links, size, query = self.snapshot.links, self.snapshot.size, self.query
        found = []
        if query.rulesets:
            found.append(self._any_of("ruleset", query.rulesets))
        if query.concepts:
            found.append(self._any_of("concept", query.concepts))
        if query.sources:
            found.append(self._any_of("source", query.sources))
        if query.region == NONE:
            found.append(links["regions"].bare())
        if query.polities:
            found.append(self.in_polities(each for name in query.polities for each in named(name)))
        found += [links["terms"].any_of(terms) for terms in self.query.term_ids()]
        found += [links["aspects"].any_of(each) for each in query.aspect_numbers()]
        found += [links[kind].any_of(numbers) for kind, numbers in query.mentioned()]
        if self.query.q:
            texts = SearchText.objects.filter(words__hold=wanted(self.query.q))
            pks = numpy.fromiter(texts.values_list("evidence_id", flat=True).iterator(), dtype=int)
            pks = pks[numpy.isin(pks, self.snapshot.pks)]
            found.append(union(size, [numpy.searchsorted(self.snapshot.pks, pks)]))
        return found

    def in_polities(self, polities: Iterable[Polity]) -> Found:
        """The records in the land of any of these while it was there, of the years asked for."""
        return union(self.snapshot.size, [self._in_polity(each).numbers for each in polities])

    def _in_polity(self, polity: Polity) -> Found:
        query = self.query
        first = polity.first if query.year_from is None else max(query.year_from, polity.first)
        last = polity.last if query.year_to is None else min(query.year_to, polity.last)
        if first > last:
            return union(self.snapshot.size, [])
        then = Query(year_from=first, year_to=last, open_ends=query.open_ends)
        at_its_time = Matcher(self.snapshot, then).matching("exclude", "include")
        return both(self._drawn(polity.area), at_its_time)

    def _any_of(self, name: str, values: Collection[str]) -> Found:
        """The records linked with any of these, and with none of the kind where that is asked."""
        links = self.snapshot.links[f"{name}s"]
        found = links.any_of(self.query.ids(name))
        if NONE not in values:
            return found
        return union(self.snapshot.size, [found.numbers, links.bare().numbers])


def _type_id(name: str) -> int:
    return NO_TYPE if name == NONE else TYPE_ORDER.index(name)


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


def outside(box: Box) -> list[Span]:
    """The parts of the map that are no part of a box; each point is in one of them at most."""
    south, north = _least(box.south), _most(box.north)
    west, east = _least(box.west), _most(box.east)
    # The meridian at 180° is where the east of a box that ends there is.
    first = WEST_END + 1 if east == EAST_END else WEST_END
    sides = [(east + 1, west - 1)] if west > east else [(first, west - 1), (east + 1, EAST_END)]
    found = [
        Span(-NORTH_POLE, WEST_END, south - 1, EAST_END),
        Span(north + 1, WEST_END, NORTH_POLE, EAST_END),
    ]
    found += [
        Span(max(south, 1 - NORTH_POLE), left, min(north, NORTH_POLE - 1), right)
        for left, right in sides
    ]
    return [part for part in found if part.south <= part.north and part.west <= part.east]


def _least(degrees: float) -> int:
    return int((Decimal(repr(degrees)) * MICRO).to_integral_value(ROUND_CEILING))


def _most(degrees: float) -> int:
    return int((Decimal(repr(degrees)) * MICRO).to_integral_value(ROUND_FLOOR))
