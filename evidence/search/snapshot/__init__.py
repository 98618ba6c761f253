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
from evidence.search.mentions import LABELS as MENTIONED
from evidence.search.mentions import names_of
from evidence.search.shapes import Shapes, current_shapes
from evidence.search.snapshot.abreast import Abreast, abreast, place
from evidence.search.snapshot.centuries import coded_spans
from evidence.search.snapshot.columns import Codes, Points
from evidence.search.snapshot.concepts import concepts_of_records
from evidence.search.snapshot.found import Found, Mask, Numbers, listed
from evidence.search.snapshot.links import Links
from evidence.search.snapshot.splice import Splice
from evidence.search.snapshot.tables import (
    CERTAINTIES,
    FIRST_YEAR,
    LAST_YEAR,
    NOT_JUDGED,
    Table,
    Tables,
)
from evidence.search.versions import Version
from games.models import Concept, Game, Ruleset

NOT_STORED = ("version", "shapes", "private", "slugs", "named", "mentioned", "orders", "lots")
UNKNOWN = {"year_from": FIRST_YEAR, "year_to": LAST_YEAR, "confidence": NOT_JUDGED}
LINKED = ("regions", "rulesets", "sources", "terms", "aspects", *MENTIONED)
MODELS: dict[str, type[Model]] = {
    "games": Game, "regions": Region, "rulesets": Ruleset, "concepts": Concept,
    "sources": Source,
}  # fmt: skip


@dataclass(frozen=True)
class Snapshot:
    """All that search reads, by record: arrays in the order of the records' ids.

    Years are astronomical, bounds that are not known the far numbers of `tables`; a confidence
    that was not rated is -1; `shapes` are those of the regions that are places of records;
    `outlines` are these regions with the certainty of the place, as `outline_of` takes them apart;
    `abreast` are some columns side by side, where it is a file; `private` is whether it takes
    memory of this process, not that of a file which all share.
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
    mentioned: dict[int, str] = field(default_factory=dict)
    orders: dict[str, tuple[Numbers, Numbers]] = field(default_factory=dict)
    lots: dict[str, Found] = field(default_factory=dict)
    abreast: Abreast | None = None
    private: bool = True

    def __post_init__(self) -> None:
        place(self.counted)

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

    @property
    def counted(self) -> list[Codes]:
        """The columns of which most records have a value, in the order of `abreast`."""
        single = [self.types, self.games, self.centuries, self.bands]
        return single + [self.links[name].sets for name in ("regions", "terms", "aspects")]

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
        self.points.held  # noqa: B018
        self.points.marks.prepare()
        names = (each.name for each in fields(self))
        found = {name: getattr(self, name) for name in names if name not in NOT_STORED}
        return found | {"abreast": abreast(self.counted)}

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
        """How many records a game ("games"), region, ruleset, source or concept has, by its id.

        A concept has those that attest it ("concepts"), those of which it is disputed, and those
        of which it is inferred.
        """
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

    def names(self, kind: str, places: Collection[int]) -> list[str]:
        """The names of a kind at some places of its counts, as their oldest records write them."""
        links, known = self.links[kind], self.mentioned
        numbers = links.ids[list(places)].tolist()
        new = {
            number: at for at, number in zip(places, numbers, strict=True) if number not in known
        }
        examples = self.pks[links.owners[links.starts[list(new.values())]]].tolist() if new else []
        read = names_of(kind, examples)
        known |= {number: read[number] for number in new if number in read}
        return [known.get(number, "") for number in numbers]

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


@dataclass(frozen=True)
class Read:
    """What tables say of their records, in the order of the ids: the columns of a snapshot by name,
    those of `codes` with one value for each record. Rows of points, areas and links begin with the
    number of a record.
    """

    pks: Numbers
    codes: dict[str, Numbers]
    flags: dict[str, Mask]
    points: Table
    areas: Table
    links: dict[str, Table]


def read_of(tables: Tables) -> Read:
    """What tables say of their records."""
    records = tables.records[numpy.argsort(tables.records[:, 0], kind="stable")]
    pks, games, types, year_from, year_to, confidence = records.T
    points, areas = owned(pks, tables.points), owned(pks, tables.areas)
    located = numpy.zeros(len(pks), dtype=bool)
    located[points[:, 0]] = located[areas[:, 0]] = True
    codes = {
        "year_from": year_from,
        "year_to": year_to,
        "confidence": confidence,
        "types": types,
        "games": games,
        "centuries": coded_spans(year_from, year_to),
        "bands": bands_of(confidence),
    }
    flags = {"undated": undated(year_from, year_to), "located": located}
    return Read(pks.astype(numpy.int64), codes, flags, points, areas, linked(pks, tables))


def made_of(version: Version, tables: Tables) -> Snapshot:
    """The snapshot of a version from the tables that were read of it."""
    read = read_of(tables)
    size, owners = len(read.pks), read.areas[:, 0]
    columns: dict[str, Any] = {name: Codes(values) for name, values in read.codes.items()}
    columns |= read.flags
    return Snapshot(
        version=version,
        shapes=current_shapes(only_places=True),
        pks=read.pks,
        points=Points(*read.points.T),
        areas=Links(owners, read.areas[:, 1], size),
        outlines=Links(owners, outlines_of(read.areas), size),
        links={name: Links(rows[:, 0], rows[:, 1], size) for name, rows in read.links.items()},
        **columns,
    )


def edited(before: Snapshot, version: Version, changed: Collection[int], now: Tables) -> Snapshot:
    """The snapshot of a version from one before it and the tables of the records that changed.

    All its columns are as if it were made of the tables of the whole corpus; those in which
    nothing has changed are shared with the one before.
    """
    read = read_of(now)
    wanted = numpy.array(sorted(changed), dtype=numpy.int64)
    out = numpy.searchsorted(before.pks, wanted)
    out = out[numpy.isin(wanted, before.pks[out[out < before.size]])]
    splice = Splice(before.size, out, numpy.searchsorted(before.pks, read.pks))
    owners = read.areas[:, 0]
    columns: dict[str, Any] = {
        name: getattr(before, name).edited(splice, values) for name, values in read.codes.items()
    }
    columns |= {
        name: splice.of(getattr(before, name), values) for name, values in read.flags.items()
    }
    return Snapshot(
        version=version,
        shapes=current_shapes(only_places=True),
        pks=splice.of(before.pks, read.pks),
        points=before.points.edited(splice, *read.points.T),
        areas=before.areas.edited(splice, owners, read.areas[:, 1]),
        outlines=before.outlines.edited(splice, owners, outlines_of(read.areas)),
        links={
            name: before.links[name].edited(splice, rows[:, 0], rows[:, 1])
            for name, rows in read.links.items()
        },
        **columns,
    )


def owned(pks: Numbers, table: Table) -> Table:
    """A table with numbers of records instead of ids, without rows of records that are gone."""
    numbers = numpy.searchsorted(pks, table[:, 0])
    here = numbers < len(pks)
    here[here] = pks[numbers[here]] == table[here, 0]
    return numpy.column_stack([numbers[here], table[here, 1:]])


def linked(pks: Numbers, tables: Tables) -> dict[str, Table]:
    """What records are linked with, by the name of the column: number of a record, id."""
    found = {name: getattr(tables, name) for name in LINKED} | concepts_of_records(tables)
    return {name: owned(pks, table) for name, table in found.items()}


def undated(year_from: Numbers, year_to: Numbers) -> Mask:
    """Which records have no date at all."""
    mask: Mask = (year_from == FIRST_YEAR) & (year_to == LAST_YEAR)
    return mask


def outlines_of(areas: Table) -> Numbers:
    """Region and certainty in one number; `outline_of` takes it apart."""
    return areas[:, 1].astype(numpy.int64) * len(CERTAINTIES) + areas[:, 2]


def bands_of(confidence: Numbers) -> Numbers:
    """The tens of each confidence, 90 to 100 together; -1 where it was not rated."""
    return numpy.where(confidence < 0, -1, numpy.minimum(confidence // 10, 9))
