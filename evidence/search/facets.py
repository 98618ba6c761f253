"""Facets: how many of the records found have each type, game, region, term, century …"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Mapping
from functools import cache, cached_property
from itertools import islice
from operator import itemgetter
from typing import NamedTuple

import numpy

from evidence.search.aspects import ASPECTS, NUMBERS
from evidence.search.mentions import LABELS as MENTIONED
from evidence.search.mentions import number_of
from evidence.search.snapshot import Snapshot
from evidence.search.snapshot.centuries import Spans, per_century, spans_of
from evidence.search.snapshot.columns import Codes
from evidence.search.snapshot.found import Found, Numbers
from evidence.search.snapshot.links import Links
from evidence.search.snapshot.tables import NOT_JUDGED
from evidence.vocabulary import TYPE_ORDER, Vocabulary

Facet = dict[str, int]

BAND = 10
NUMBERED = {number: aspect for aspect, number in NUMBERS.items()}
SHORT = 1 << 16  # less is a number that is sorted by its digits


def century(year: int) -> int:
    """The century of an astronomical year: 12 for 1140, -4 (4th century BCE) for -331, no 0."""
    number = (year - 1) // 100
    return number + 1 if number >= 0 else number


class Ranked(NamedTuple):
    """A facet of many keys, most frequent first, equals in order; `unknown` counts the key "".

    `order` are places in `keys`, which are all that any record has; `counts` are theirs.
    """

    keys: list[str]
    order: Numbers
    counts: Numbers
    unknown: int

    @property
    def before(self) -> int:
        """How many keys stand before ""."""
        return int(numpy.searchsorted(-self.counts, -self.unknown))

    def facet(self) -> Facet:
        """The counts by key."""
        keys = list(map(self.keys.__getitem__, self.order.tolist()))
        counts = self.counts.tolist()
        if self.unknown:
            keys.insert(self.before, "")
            counts.insert(self.before, self.unknown)
        return dict(zip(keys, counts, strict=True))


class Facets:
    """The facets of some records. `count(name)` gives one by its name in `FACETS`.

    Keys are the values that the parameters take (slugs, terms), for centuries "12" or "-4" (4th
    century BCE), for confidence the least of ten; "" counts the records of which it is not known.
    A record is counted under each of its regions, sources, rulesets, their concepts, and terms, and
    in each century that its date touches, open ends as far as the centuries of the other matches
    go. Most frequent first, centuries and confidence in order.
    """

    def __init__(self, snapshot: Snapshot, found: Found) -> None:
        self.snapshot = snapshot
        self.found = found
        found.abreast = snapshot.abreast

    def count(self, name: str) -> Facet:
        """One facet. Raises KeyError for a name that is not among `FACETS`."""
        if name in COUNTED:
            return COUNTED[name](self)
        if name in NAMED:
            return self.ranked(name).facet()
        if name in MENTIONED:
            return self._mentioned(name)[0]
        return _sorted((self._aspects if name in ASPECTS else self._terms)[name])

    def leading(self, name: str, most: int, also: Collection[str] = ()) -> tuple[Facet, int]:
        """The most frequent values of one facet, "" and those in `also`, and how many are left."""
        if name in NAMED:
            return self._named(name, most, also)
        if name in MENTIONED:
            return self._mentioned(name, most, also)
        counts = self.count(name)
        first = dict(islice(counts.items(), most))
        first |= {key: counts[key] for key in (*also, "") if key in counts}
        return _sorted(first), len(counts) - len(first)

    def spans(self) -> Spans:
        """How many records begin and end in which centuries, for the timeline."""
        return spans_of(self.snapshot.centuries, self.found)

    def _types(self) -> Facet:
        counts = _counted(self.snapshot.types, self.found)
        return _sorted({TYPE_ORDER[n] if n >= 0 else "": count for n, count in counts.items()})

    def _bands(self) -> Facet:
        counts = _counted(self.snapshot.bands, self.found)
        unknown = counts.pop(NOT_JUDGED, 0)
        known = {str(band * BAND): counts[band] for band in sorted(counts)}
        return known | _unknown(unknown)

    def ranked(self, name: str) -> Ranked:
        """A facet whose keys are slugs. Raises KeyError for one with other keys."""
        column = NAMED[name]
        slugs, places = self.snapshot.by_slug(column)
        if column == "games":
            counts, unknown = self.snapshot.games.count(self.found), 0
        else:
            counts, unknown = self.snapshot.links[column].count(self.found)
        counts = counts[places]
        order = most_first(counts)
        return Ranked(slugs, order, counts[order], unknown)

    def _named(self, name: str, most: int, also: Collection[str]) -> tuple[Facet, int]:
        """What is `leading` in a facet whose keys are slugs."""
        ranked = self.ranked(name)
        slugs, order = ranked.keys, ranked.order
        asked = [bisect_left(slugs, slug) for slug in also]
        wanted = [at for at in asked if at < len(slugs) and slugs[at] in also]
        first = numpy.isin(order, wanted)
        first[:most] = True
        some = Ranked(slugs, order[first], ranked.counts[first], ranked.unknown)
        return some.facet(), len(order) - len(some.order)

    def _mentioned(
        self, kind: str, most: int | None = None, also: Collection[str] = ()
    ) -> tuple[Facet, int]:
        """A facet whose keys are names; those in `also` are spelled as they are there."""
        links = self.snapshot.links[kind]
        counts = links.count(self.found)[0]
        if not counts.any():
            return {}, 0
        order = most_first(counts)
        asked = {number_of(name): name for name in also}
        places = order[:most].tolist()
        places += [at for at in _places(links, asked) if counts[at] and at not in places]
        names = self.snapshot.names(kind, places)
        facet = {
            asked.get(int(links.ids[at]), name): int(counts[at])
            for at, name in zip(places, names, strict=True)
            if name
        }
        return _sorted(facet), len(order) - len(places)

    @cached_property
    def _terms(self) -> dict[str, Facet]:
        """The facets of all vocabularies."""
        counts = self.snapshot.links["terms"].count(self.found)[0].tolist()
        facets: dict[str, Facet] = {name: {} for name in Vocabulary.values}
        for vocabulary, name, place in self.snapshot.terms():
            if counts[place]:
                facets[vocabulary][name] = counts[place]
        return facets

    @cached_property
    def _aspects(self) -> dict[str, Facet]:
        """The facets of all aspects."""
        links = self.snapshot.links["aspects"]
        counts = links.count(self.found)[0].tolist()
        facets: dict[str, Facet] = {name: {} for name in ASPECTS}
        for number, count in zip(links.ids.tolist(), counts, strict=True):
            if count and number in NUMBERED:
                name, value = NUMBERED[number]
                facets[name][value] = count
        return facets

    def _histogram(self) -> Facet:
        spans = self.spans()
        dated = spans.dated()
        counts = per_century(dated.first, dated.last, dated.counts)
        known = {_century_of(number): count for number, count in counts.items() if count}
        return known | _unknown(spans.undated)


COUNTED: Mapping[str, Callable[[Facets], Facet]] = {
    "type": Facets._types,
    "century": Facets._histogram,
    "confidence": Facets._bands,
}
NAMED = {
    "game": "games", "region": "regions", "ruleset": "rulesets", "concept": "concepts",
    "source": "sources",
}  # fmt: skip
FACETS: tuple[str, ...] = (
    "type", "game", "century", "confidence", "region", "ruleset", "concept", "source",
    *Vocabulary.values, *ASPECTS, *MENTIONED,
)  # fmt: skip


def most_first(counts: Numbers) -> Numbers:
    """The places of all counts but zeros, the greatest first, equals as they stand."""
    most = counts.max(initial=0)
    less = (most - counts).astype(numpy.uint16 if most < SHORT else numpy.int64)
    return numpy.argsort(less, kind="stable")[: numpy.count_nonzero(counts)]


@cache
def _century_of(number: int) -> str:
    """The key of the century that is this floor, as of 11 for 1101 to 1200."""
    return str(century(100 * number + 1))


def _places(links: Links, numbers: Collection[int | None]) -> list[int]:
    """Where some numbers stand among those of the links, as far as they do."""
    known = [number for number in numbers if number is not None]
    if not known:
        return []
    found: list[int] = numpy.flatnonzero(numpy.isin(links.ids, known)).tolist()
    return found


def _counted(column: Codes, found: Found) -> dict[int, int]:
    """How many records have each value that any has, by id."""
    counts = column.count(found)
    some = counts.nonzero()[0]
    return dict(zip(column.ids[some].tolist(), counts[some].tolist(), strict=True))


def _unknown(count: int) -> Facet:
    return {"": count} if count else {}


def _sorted(counts: Facet) -> Facet:
    if len(counts) < 2:
        return counts
    by_name = sorted(counts.items())
    return dict(sorted(by_name, key=itemgetter(1), reverse=True))
