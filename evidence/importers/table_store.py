"""A CSV table into records with their history: all of it or nothing."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

import numpy
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from evidence.bulk import collected_seldom, forget_sizes, learn_sizes_when_stored, page_cache
from evidence.history import Act, revision
from evidence.importers.apart import worked
from evidence.importers.report import Report
from evidence.importers.table_cells import Cells
from evidence.importers.table_drafts import Known, RowReader
from evidence.importers.table_file import (
    Fault,
    Mapping,
    Part,
    Table,
    TableError,
    open_table,
    read_mapping,
)
from evidence.importers.table_games import store_games
from evidence.importers.table_identity import NUMBER
from evidence.importers.table_mapping import origins
from evidence.importers.table_rows import Key, Maker, Plan
from evidence.importers.table_write import Writer
from evidence.models import Region, Source
from evidence.search.index import together
from evidence.search.versions import note_change
from evidence.sources import plain
from evidence.sources.matching import surely
from games.models import Ruleset

ROWS = 1000  # in a part
SHOWN = 1000  # faults; the others are counted
ONCE = ("identifier", "portal_id")  # of which a table has each value once
Progress = Callable[[int, int, int], None]
MOST_MATCHED = 2000  # citations of a table that are compared with stored sources
FEW = 3  # parts that are not worth a second process
CACHE = 256  # MiB: what is written all over the indexes of a million records


@dataclass(frozen=True)
class Options:
    """How a table is imported; `rows` are read and written at a time."""

    mapping: Path | None = None
    dry_run: bool = False
    update: bool = False
    rows: int = ROWS
    user: User | None = None


def import_table(
    path: Path, options: Options, progress: Progress = lambda done, of, before: None
) -> Report:
    """Store a record for each row; the first row becomes the newest. Raises TableError.

    Records that are stored already keep the fields that have a value unless `update`; doing it
    again changes nothing. `progress` is told how many rows are done, of how many,
    and how many were before.
    """
    delimiter, said = read_mapping(options.mapping) if options.mapping else (",", None)
    table = open_table(path, delimiter)
    mapping = origins(table, said)
    try:
        with (
            page_cache(CACHE),
            collected_seldom(),
            transaction.atomic(),
            revision(f"import of {path.name}", options.user) as act,
        ):
            report = _import(table, mapping, options, act, progress)
            if options.dry_run:
                transaction.set_rollback(True)
    except IntegrityError as error:
        raise TableError(f"somebody else stored the same meanwhile ({error}): try again") from error
    if report.changed and not options.dry_run:
        learn_sizes_when_stored()
    return report


def _import(
    table: Table, mapping: Mapping, options: Options, act: Act, progress: Progress
) -> Report:
    report = Report()
    known = known_names()
    reader = RowReader(table, mapping, known)
    parts, games, asserting, faults = scan(table, reader, options.rows)
    known = with_sources(table, reader, parts, report)
    if asserting:
        known = replace(known, slugs=slugs_of(table, reader, parts, asserting))
    plan = Plan(table, mapping, known, store_games(games, report))
    total, done = sum(part.rows for part in parts), 0
    writer = Writer(plan, report, act, user=options.user, update=options.update)
    few, is_double = len(parts) <= FEW, bool(faults.count)
    if not few:
        forget_sizes()
    with together():
        for made in worked(Maker, (plan,), reversed(parts), alone=few):
            faults.add(made.faults if is_double else [*made.faults, *writer.write(made)])
            done += made.part.rows
            progress(done, total, done - made.part.rows)
    faults.refuse()
    if writer.created.count:
        note_change(writer.created.pks)
    report.remark("fields that keep their value, the table has another", writer.kept)
    if writer.more_kept:
        report.name("more of these, not shown", [str(writer.more_kept)])
    return report


def known_names() -> Known:
    """The regions and rulesets that are stored."""
    return Known(
        frozenset(Region.objects.values_list("slug", flat=True)),
        frozenset(Ruleset.objects.values_list("slug", flat=True)),
    )


def with_sources(table: Table, reader: RowReader, parts: list[Part], report: Report) -> Known:
    """What is known, with the stored source of each citation that is another way to write it."""
    said: set[str] = set()
    for part in parts if "source_citation" in reader.table.mapping else ():
        for _line, row in table.rows(part):
            if len(row) == reader.table.width and len(said) <= MOST_MATCHED:
                cells = reader.table.cells(row)
                said.update(map(plain, reader.table.several(cells, "source_citation")))
    if len(said) > MOST_MATCHED:
        report.remark("not compared with stored sources, as there are too many", ["citations"])
        return reader.known
    stored = Source.objects.filter(citation__among=sorted(said)).values_list("citation", flat=True)
    found = surely(sorted(said - set(stored)))
    report.remark("sources matched with stored ones", (f"{a} → {b}" for a, b in found.items()))
    return replace(reader.known, sources=found)


def slugs_of(
    table: Table, reader: RowReader, parts: list[Part], wanted: set[str]
) -> dict[str, str]:
    """The slugs that a table gives some sources, by their citations.

    The last part is written first: an assertion there may name a source that is cited later.
    """
    found: dict[str, str] = {}
    for part in parts:
        for _line, row in table.rows(part):
            if len(row) == reader.table.width:
                given = reader.slugs(reader.table.cells(row))
                found |= {each: slug for each, slug in given.items() if each in wanted}
    return found


class Scanned(NamedTuple):
    """The parts of a file, the games that it names, the sources on whose word it makes assertions,
    and the rows that are there twice.
    """

    parts: list[Part]
    games: set[Key]
    asserting: set[str]
    faults: Faults


def scan(table: Table, reader: RowReader, rows: int) -> Scanned:
    """Look through all rows once."""
    named: set[Key] = set()
    asserting: set[str] = set()
    seen = {name: array("q") for name in ONCE}

    def see(row: list[str]) -> None:
        if len(row) != reader.table.width:
            return
        cells = reader.table.cells(row)
        named.update((game.slug, game.name) for game in reader.games(cells))
        asserting.update(reader.asserting(cells))
        for name, marks in seen.items():
            text = _once(reader, cells, name)
            if text:
                marks.append(hash(text))

    parts = list(table.parts(rows, see))
    faults = Faults()
    for name, marks in seen.items():
        twice = _twice(marks)
        if twice:
            faults.add(list(_again(table, reader, name, twice, parts)))
    return Scanned(parts, named, asserting, faults)


def _twice(marks: array[int]) -> set[int]:
    """The numbers that are there more than once."""
    ordered = numpy.sort(numpy.frombuffer(marks, dtype=numpy.int64)) if marks else numpy.array([])
    return set(ordered[1:][ordered[1:] == ordered[:-1]].tolist())


def _again(
    table: Table, reader: RowReader, name: str, twice: set[int], parts: list[Part]
) -> Iterator[Fault]:
    first: dict[str, int] = {}
    for part in parts:
        for line, row in table.rows(part):
            if len(row) != reader.table.width:
                continue
            text = _once(reader, reader.table.cells(row), name)
            if text and hash(text) in twice and first.setdefault(text, line) != line:
                said = f"“{text}” is on line {first[text]} too: a record has one row"
                yield Fault(line, reader.table.named(_column(reader, name)), said)


def _once(reader: RowReader, cells: Cells, name: str) -> str:
    return reader.identifier(cells) if name == "identifier" else reader.table.text(cells, name)


def _column(reader: RowReader, name: str) -> str:
    """Where the identifier is made of the accession number, that is there twice."""
    return name if name in reader.table.mapping else NUMBER


class Faults:
    """What is wrong; so many of the first lines are shown."""

    def __init__(self) -> None:
        self.count = 0
        self.found: list[Fault] = []

    def add(self, faults: list[Fault]) -> None:
        """Some more."""
        self.count += len(faults)
        self.found = sorted([*self.found, *faults])[:SHOWN]

    def refuse(self) -> None:
        """Raise TableError if anything is wrong."""
        if not self.count:
            return
        lines = [str(fault) for fault in self.found]
        if self.count > len(lines):
            lines.append(f"and {self.count - len(lines)} more")
        raise TableError("\n".join(lines))
