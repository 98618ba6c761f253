"""Facets: how many of the records found have each type, game, region, term, century …"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import cached_property
from itertools import islice
from operator import itemgetter

import numpy
from django.db.models import Model

from evidence.models import Region, Source, Term
from evidence.snapshot import Snapshot
from evidence.snapshot.centuries import Spans, per_century, spans_of
from evidence.snapshot.columns import Codes, Links
from evidence.snapshot.found import Found
from evidence.snapshot.tables import NOT_JUDGED
from evidence.vocabulary import TYPE_ORDER, Vocabulary
from games.models import Game, Ruleset

Facet = dict[str, int]

BAND = 10


def century(year: int) -> int:
    """The century of an astronomical year: 12 for 1140, -4 (4th century BCE) for -331, no 0."""
    number = (year - 1) // 100
    return number + 1 if number >= 0 else number


class Facets:
    """The facets of some records. `count(name)` gives one by its name in `FACETS`.

    Keys are the values that the parameters take (slugs, terms), for centuries "12" or "-4" (4th
    century BCE), for confidence the least of ten; "" counts the records of which it is not known.
    A record is counted under each of its regions, sources, rulesets and terms, and in each
    century that its date touches, open ends as far as the centuries of the other matches go. Most
    frequent first, centuries and confidence in order.
    """

    def __init__(self, snapshot: Snapshot, found: Found) -> None:
        self.snapshot = snapshot
        self.found = found

    def count(self, name: str) -> Facet:
        """One facet. Raises KeyError for a name that is not among `FACETS`."""
        if name in COUNTED:
            return COUNTED[name](self)
        if name in LINKED:
            return self._linked(*LINKED[name])
        return _sorted(self._terms[name])

    def leading(self, name: str, most: int, also: Collection[str] = ()) -> tuple[Facet, int]:
        """The most frequent values of one facet, "" and those in `also`, and how many are left."""
        if name not in LINKED:
            counts = self.count(name)
            first = dict(islice(counts.items(), most))
            first |= {key: counts[key] for key in (*also, "") if key in counts}
            return _sorted(first), len(counts) - len(first)
        field, model = LINKED[name]
        links, slugs = self.snapshot.links[field], self.snapshot.slugs(model)
        counted = links.count(self.found)
        some = numpy.flatnonzero(counted)
        first_codes = some[numpy.argsort(-counted[some], kind="stable")[:most]]
        named = [pk for pk, slug in slugs.items() if slug in also] if also else []
        codes = numpy.union1d(first_codes, some[numpy.isin(links.ids[some], named)])
        pairs = zip(links.ids[codes].tolist(), counted[codes].tolist(), strict=True)
        facet = {slugs[pk]: count for pk, count in pairs if pk in slugs}
        unknown = _unknown(links.without(self.found))
        return _sorted(facet | unknown), len(some) - len(codes)

    def spans(self) -> Spans:
        """How many records begin and end in which centuries, for the timeline."""
        return spans_of(self.snapshot.centuries, self.found)

    def _types(self) -> Facet:
        counts = _counted(self.snapshot.types, self.found)
        return _sorted({TYPE_ORDER[n] if n >= 0 else "": count for n, count in counts.items()})

    def _games(self) -> Facet:
        return _sorted(self._by_slug(Game, self.snapshot.games))

    def _bands(self) -> Facet:
        counts = _counted(self.snapshot.bands, self.found)
        unknown = counts.pop(NOT_JUDGED, 0)
        known = {str(band * BAND): counts[band] for band in sorted(counts)}
        return known | _unknown(unknown)

    def _linked(self, name: str, model: type[Model]) -> Facet:
        links = self.snapshot.links[name]
        counts = self._by_slug(model, links)
        return _sorted(counts | _unknown(links.without(self.found)))

    def _by_slug(self, model: type[Model], column: Codes | Links) -> Facet:
        slugs = self.snapshot.slugs(model)
        counts = _counted(column, self.found).items()
        return {slugs[pk]: count for pk, count in counts if pk in slugs}

    @cached_property
    def _terms(self) -> dict[str, Facet]:
        """The facets of all vocabularies."""
        counts = _counted(self.snapshot.links["terms"], self.found)
        facets: dict[str, Facet] = {name: {} for name in Vocabulary.values}
        for pk, vocabulary, name in Term.objects.order_by().values_list("pk", "vocabulary", "name"):
            if pk in counts:
                facets[vocabulary][name] = counts[pk]
        return facets

    def _histogram(self) -> Facet:
        spans = self.spans()
        dated = spans.dated()
        counts = per_century(dated.first, dated.last, dated.counts)
        known = {str(century(100 * number + 1)): count for number, count in counts.items() if count}
        return known | _unknown(spans.undated)


COUNTED: Mapping[str, Callable[[Facets], Facet]] = {
    "type": Facets._types,
    "game": Facets._games,
    "century": Facets._histogram,
    "confidence": Facets._bands,
}
LINKED: Mapping[str, tuple[str, type[Model]]] = {
    "region": ("regions", Region),
    "ruleset": ("rulesets", Ruleset),
    "source": ("sources", Source),
}
FACETS: tuple[str, ...] = (*COUNTED, *LINKED, *Vocabulary.values)


def _counted(column: Codes | Links, found: Found) -> dict[int, int]:
    """How many records have each value that any has, by id."""
    counts = column.count(found)
    some = counts.nonzero()[0]
    return dict(zip(column.ids[some].tolist(), counts[some].tolist(), strict=True))


def _unknown(count: int) -> Facet:
    return {"": count} if count else {}


def _sorted(counts: Facet) -> Facet:
    by_name = sorted(counts.items())
    return dict(sorted(by_name, key=itemgetter(1), reverse=True))
