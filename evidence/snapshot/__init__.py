"""The corpus in memory: columns that answer any question of search, whatever database keeps it.

A snapshot belongs to one version of the corpus; `current.py` tells how it is kept.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, fields
from typing import Any

import numpy
from django.db.models import Model

from evidence.models import Region, Source, Term
from evidence.shapes import Shapes, current_shapes
from evidence.snapshot.centuries import coded_spans
from evidence.snapshot.columns import Codes, Points
from evidence.snapshot.found import Found, Mask, Numbers, listed
from evidence.snapshot.links import Links
from evidence.snapshot.splice import Splice
from evidence.snapshot.tables import (
    CERTAINTIES,
    FIRST_YEAR,
    LAST_YEAR,
    NOT_JUDGED,
    Table,
    Tables,
)
from evidence.versions import Version
from games.models import Concept, Game, Ruleset

NOT_STORED = ("version", "shapes", "private", "slugs", "named", "orders", "lots")
UNKNOWN = {"year_from": FIRST_YEAR, "year_to": LAST_YEAR, "confidence": NOT_JUDGED}
LINKED = ("regions", "rulesets", "sources", "terms")
MODELS: dict[str, type[Model]] = {
    "games": Game, "regions": Region, "rulesets": Ruleset, "concepts": Concept,
    "sources": Source,
}  # fmt: skip


@dataclass(frozen=True)
class Snapshot:
    """All that search reads, by record: arrays in the order of the records' ids.

    Years are astronomical, bounds that are not known the far numbers of `tables`; a confidence
    that was not judged is -1; `shapes` are those of the regions that are places of records;
    `outlines` are these regions with the certainty of the place, as `outline_of` takes them apart;
    `private` is whether it takes memory of this process, not that of a file which all share.
    """

    version: Version
    shapes: Shapes
    pks: Numbers
    year_from: Codes
    year_to: Codes
    undated: Mask
    located: Mask
    confidence: Codes
    types: Codes
    games: Codes
    centuries: Codes
    bands: Codes
    points: Points
    areas: Links
    outlines: Links
    links: dict[str, Links]
    slugs: dict[str, tuple[list[str], Numbers]] = field(default_factory=dict)
    named: list[tuple[str, str, int]] = field(default_factory=list)
    orders: dict[str, tuple[Numbers, Numbers]] = field(default_factory=dict)
    lots: dict[str, Found] = field(default_factory=dict)
    private: bool = True

    @property
    def records(self) -> Table:
        """Id, game, number of the type, first and last year, confidence of all records."""
        columns = (self.games, self.types, self.year_from, self.year_to, self.confidence)
        return numpy.column_stack([self.pks, *(each.ids[each.codes] for each in columns)])

    @property
    def size(self) -> int:
        """How many records there are."""
        return len(self.pks)

    def lot(self, which: str) -> Found:
        """The records that are "dated", "undated", "located" or "unlocated"."""
        if which not in self.lots:
            mask = self.undated if which.endswith("dated") else self.located
            itself = which in ("undated", "located")
            self.lots[which] = listed(Found(self.size, mask=mask if itself else ~mask))
        return self.lots[which]

    def content(self) -> dict[str, Any]:
        """What a file keeps of it, with all that is worked out at first use; see `with_content`."""
        many = (self.areas, self.outlines, *self.links.values())
        single = (self.types, self.games, self.centuries, self.bands)
        for codes in (*single, *(links.sets for links in many)):
            codes.bits  # noqa: B018 - kept once worked out
        bounds = (self.year_from, self.year_to, self.confidence)
        for links in many:
            links.totals, links.sets.totals  # noqa: B018
        for codes in (*single, *bounds):
            codes.totals  # noqa: B018
        self.points.marks.prepare()
        names = (each.name for each in fields(self))
        return {name: getattr(self, name) for name in names if name not in NOT_STORED}

    def ordered(self, ordering: str) -> tuple[Numbers, Numbers]:
        """All records by "year_from", "-year_to" …, and the rank of each; unknown ones last.

        Equals stand newest first.
        """
        if ordering not in self.orders:
            name = ordering.removeprefix("-")
            column: Codes = getattr(self, name)
            unknown = numpy.isin(column.ids, UNKNOWN[name])
            keys = -column.ids if ordering.startswith("-") else column.ids
            # Short numbers in the same order: they are sorted by their digits.
            _, keys = numpy.unique(numpy.where(unknown, LAST_YEAR, keys), return_inverse=True)
            codes = keys.astype(column.codes.dtype)[column.codes[::-1]]
            numbers = numpy.arange(self.size)
            order = self.size - 1 - numpy.argsort(codes, kind="stable")
            rank = numpy.empty_like(order)
            rank[order] = numbers
            self.orders[ordering] = order, rank
        return self.orders[ordering]

    def total(self, of: str, pk: int) -> int:
        """How many records a game ("games"), region, ruleset, concept or source has, by its id."""
        column = self.games if of == "games" else self.links[of]
        at = int(numpy.searchsorted(column.ids, pk))
        here = at < len(column.ids) and column.ids[at] == pk
        return int(column.totals[at]) if here else 0

    def by_slug(self, of: str) -> tuple[list[str], Numbers]:
        """The slugs of the games ("games"), regions, rulesets … of records, in order.

        And for each the place of its count in that column. A new slug makes a new version.
        """
        if of not in self.slugs:
            model: type[Model] = MODELS[of]
            rows = model._default_manager.order_by().values_list("slug", "pk")
            ids = (self.games if of == "games" else self.links[of]).ids
            places = dict(zip(ids.tolist(), range(len(ids)), strict=True))
            found = sorted((slug, places[pk]) for slug, pk in rows if pk in places)
            self.slugs[of] = (
                [slug for slug, _ in found],
                numpy.array([place for _, place in found], dtype=int),
            )
        return self.slugs[of]

    def terms(self) -> list[tuple[str, str, int]]:
        """Vocabulary and name of the terms of records, and the place of each in their counts."""
        if not self.named:
            places = {pk: place for place, pk in enumerate(self.links["terms"].ids.tolist())}
            rows = Term.objects.filter(pk__in=places).order_by("vocabulary", "name")
            self.named.extend(
                (term.vocabulary, term.name, places[term.pk]) for term in rows.iterator()
            )
        return self.named


def outline_of(code: int) -> tuple[int, str]:
    """The region and the certainty of one of the snapshot's outlines."""
    region, certainty = divmod(code, len(CERTAINTIES))
    return region, CERTAINTIES[certainty]


def with_content(version: Version, content: dict[str, Any]) -> Snapshot:
    """The snapshot of a version from what a file kept of it."""
    shapes = current_shapes(only_places=True)
    return Snapshot(version=version, shapes=shapes, private=False, **content)


def made_of(version: Version, tables: Tables) -> Snapshot:
    """The snapshot of a version from the tables that were read of it."""
    records = tables.records[numpy.argsort(tables.records[:, 0], kind="stable")]
    pks, games, types, year_from, year_to, confidence = records.T
    points, areas = owned(pks, tables.points), owned(pks, tables.areas)
    located = numpy.zeros(len(pks), dtype=bool)
    located[points[:, 0]] = located[areas[:, 0]] = True
    return Snapshot(
        version=version,
        shapes=current_shapes(only_places=True),
        pks=pks.astype(numpy.int64),
        year_from=Codes(year_from),
        year_to=Codes(year_to),
        undated=undated(year_from, year_to),
        located=located,
        confidence=Codes(confidence),
        types=Codes(types),
        games=Codes(games),
        centuries=Codes(coded_spans(year_from, year_to)),
        bands=Codes(bands_of(confidence)),
        points=Points(*points.T),
        areas=Links(areas[:, 0], areas[:, 1], len(pks)),
        outlines=Links(areas[:, 0], outlines_of(areas), len(pks)),
        links={
            name: Links(table[:, 0], table[:, 1], len(pks))
            for name, table in linked(pks, tables).items()
        },
    )


def edited(before: Snapshot, version: Version, changed: Collection[int], now: Tables) -> Snapshot:
    """The snapshot of a version from one before it and the tables of the records that changed.

    All its columns are as if it were made of the tables of the whole corpus; those in which
    nothing has changed are shared with the one before.
    """
    records = now.records[numpy.argsort(now.records[:, 0])]
    pks, games, types, year_from, year_to, confidence = records.T
    was = numpy.searchsorted(before.pks, pks)
    wanted = numpy.array(sorted(changed), dtype=numpy.int64)
    out = numpy.searchsorted(before.pks, wanted)
    out = out[numpy.isin(wanted, before.pks[out[out < before.size]])]
    splice = Splice(before.size, out, was)
    points, areas = owned(pks, now.points), owned(pks, now.areas)
    located = numpy.zeros(len(pks), dtype=bool)
    located[points[:, 0]] = located[areas[:, 0]] = True
    return Snapshot(
        version=version,
        shapes=current_shapes(only_places=True),
        pks=splice.of(before.pks, pks),
        year_from=before.year_from.edited(splice, year_from),
        year_to=before.year_to.edited(splice, year_to),
        undated=splice.of(before.undated, undated(year_from, year_to)),
        located=splice.of(before.located, located),
        confidence=before.confidence.edited(splice, confidence),
        types=before.types.edited(splice, types),
        games=before.games.edited(splice, games),
        centuries=before.centuries.edited(splice, coded_spans(year_from, year_to)),
        bands=before.bands.edited(splice, bands_of(confidence)),
        points=before.points.edited(splice, *points.T),
        areas=before.areas.edited(splice, areas[:, 0], areas[:, 1]),
        outlines=before.outlines.edited(splice, areas[:, 0], outlines_of(areas)),
        links={
            name: before.links[name].edited(splice, table[:, 0], table[:, 1])
            for name, table in linked(pks, now).items()
        },
    )


def owned(pks: Numbers, table: Table) -> Table:
    """A table with numbers of records instead of ids, without rows of records that are gone."""
    numbers = numpy.searchsorted(pks, table[:, 0])
    here = numbers < len(pks)
    here[here] = pks[numbers[here]] == table[here, 0]
    return numpy.column_stack([numbers[here], table[here, 1:]])


def linked(pks: Numbers, tables: Tables) -> dict[str, Table]:
    """What records are linked with, by the name of the column: number of a record, id."""
    found = {name: owned(pks, getattr(tables, name)) for name in LINKED}
    return found | {"concepts": owned(pks, tables.concepts_of_records())}


def undated(year_from: Numbers, year_to: Numbers) -> Mask:
    """Which records have no date at all."""
    mask: Mask = (year_from == FIRST_YEAR) & (year_to == LAST_YEAR)
    return mask


def outlines_of(areas: Table) -> Numbers:
    """Region and certainty in one number; `outline_of` takes it apart."""
    return areas[:, 1].astype(numpy.int64) * len(CERTAINTIES) + areas[:, 2]


def bands_of(confidence: Numbers) -> Numbers:
    """The tens of each confidence, 90 to 100 together; -1 where it was not judged."""
    return numpy.where(confidence < 0, -1, numpy.minimum(confidence // 10, 9))
