"""The corpus in memory: columns that answer any question of search, whatever database keeps it.

A snapshot belongs to one version of the corpus; `current.py` tells how it is kept.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

import numpy
from django.db.models import Model

from evidence.models import Region, Source, Term
from evidence.shapes import Shapes, current_shapes
from evidence.snapshot.centuries import coded_spans
from evidence.snapshot.columns import Codes, Links, Points
from evidence.snapshot.found import Found, Mask, Numbers, listed
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

NOT_STORED = ("version", "shapes", "slugs", "named", "orders", "lots")
MODELS: dict[str, type[Model]] = {
    "games": Game, "regions": Region, "rulesets": Ruleset, "concepts": Concept,
    "sources": Source,
}  # fmt: skip


@dataclass(frozen=True)
class Snapshot:
    """All that search reads, by record: arrays in the order of the records' ids.

    Years are astronomical, bounds that are not known the far numbers of `tables`; a confidence
    that was not judged is -1; `shapes` are those of the regions that are places of records;
    `outlines` are these regions with the certainty of the place, as `outline_of` takes them apart.
    """

    version: Version
    tables: Tables
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
        for links in (self.areas, self.outlines, *self.links.values()):
            links.totals  # noqa: B018 - kept once worked out
        for codes in (self.types, self.games, self.centuries, self.bands):
            codes.totals, codes.bits  # noqa: B018
        self.points.marks.prepare()
        names = (each.name for each in fields(self))
        return {name: getattr(self, name) for name in names if name not in NOT_STORED}

    def ordered(self, ordering: str) -> tuple[Numbers, Numbers]:
        """All records by "year_from", "-year_to" …, and the rank of each; unknown ones last.

        Equals stand newest first.
        """
        if ordering not in self.orders:
            column: Codes = getattr(self, ordering.removeprefix("-"))
            values = column.ids.astype(numpy.int64)[column.codes]
            unknown = numpy.isin(values, (FIRST_YEAR, LAST_YEAR, NOT_JUDGED))
            key = -values if ordering.startswith("-") else values
            numbers = numpy.arange(self.size)
            order = numpy.lexsort((-numbers, numpy.where(unknown, LAST_YEAR, key)))
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
    return Snapshot(version=version, shapes=current_shapes(only_places=True), **content)


def made_of(version: Version, tables: Tables) -> Snapshot:
    """The snapshot of a version from the tables that were read of it."""
    records = tables.records[numpy.argsort(tables.records[:, 0], kind="stable")]
    pks, games, types, year_from, year_to, confidence = records.T
    points, areas = _owned(pks, tables.points), _owned(pks, tables.areas)
    located = numpy.zeros(len(pks), dtype=bool)
    located[points[:, 0]] = located[areas[:, 0]] = True
    return Snapshot(
        version=version,
        tables=tables,
        shapes=current_shapes(only_places=True),
        pks=pks.astype(numpy.int64),
        year_from=Codes(year_from),
        year_to=Codes(year_to),
        undated=(year_from == FIRST_YEAR) & (year_to == LAST_YEAR),
        located=located,
        confidence=Codes(confidence),
        types=Codes(types),
        games=Codes(games),
        centuries=Codes(coded_spans(year_from, year_to)),
        bands=Codes(bands_of(confidence)),
        points=Points(*points.T),
        areas=Links(areas[:, 0], areas[:, 1], len(pks)),
        outlines=Links(areas[:, 0], areas[:, 1] * len(CERTAINTIES) + areas[:, 2], len(pks)),
        links={
            name: _links(pks, getattr(tables, name))
            for name in ("regions", "rulesets", "sources", "terms")
        }
        | {"concepts": _links(pks, tables.concepts_of_records())},
    )


def _links(pks: Numbers, table: Table) -> Links:
    owned = _owned(pks, table)
    return Links(owned[:, 0], owned[:, 1], len(pks))


def _owned(pks: Numbers, table: Table) -> Table:
    """A table with numbers of records instead of ids, without rows of records that are gone."""
    numbers = numpy.searchsorted(pks, table[:, 0])
    here = numbers < len(pks)
    here[here] = pks[numbers[here]] == table[here, 0]
    return numpy.column_stack([numbers[here], table[here, 1:]])


def bands_of(confidence: Numbers) -> Numbers:
    """The tens of each confidence, 90 to 100 together; -1 where it was not judged."""
    return numpy.where(confidence < 0, -1, numpy.minimum(confidence // 10, 9))
