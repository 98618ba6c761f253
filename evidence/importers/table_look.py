"""What importing a table would do, row by row, without writing anything."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from django.db.models import Q

from evidence.drafts import Draft
from evidence.importers.report import Report
from evidence.importers.table_drafts import Entry, RowReader
from evidence.importers.table_file import Fault, Part, open_table, read_mapping
from evidence.importers.table_games import store_games
from evidence.importers.table_mapping import origins
from evidence.importers.table_merge import completed, says_more
from evidence.importers.table_rows import Plan
from evidence.importers.table_store import (
    Faults,
    Options,
    Progress,
    known_names,
    scan,
    with_sources,
)
from evidence.models import Evidence
from evidence.records.stored import read_draft, with_all
from evidence.storing import Change, StoreError, compare

ACTIONS = ("created", "changed", "unchanged")
AT_A_TIME = 200  # rows


class Row(NamedTuple):
    """A row of the table, and what importing it would do."""

    line: int
    draft: Draft
    change: Change
    games: Sequence[str]  # its game, and those that it identifies, as the row names them


class Looked(NamedTuple):
    """The lines of the rows by what would become of them, and the parts of the file."""

    lines: dict[str, list[int]]
    parts: list[Part]
    report: Report


def look(
    path: Path, options: Options, progress: Progress = lambda done, of, before: None
) -> Looked:
    """Read all rows and compare them with what is stored. Raises TableError, as the import would.

    `progress` is told how many rows are done, of how many, and how many were before.
    """
    report = Report()
    plan, parts, faults = _planned(path, options, report)
    lines: dict[str, list[int]] = {action: [] for action in ACTIONS}
    total, done = sum(part.rows for part in parts), 0
    for part in parts:
        for found in _compared(plan.entries(part), options.update, brief=True):
            if isinstance(found, Fault):
                faults.add([found])
            else:
                lines[found.change.action].append(found.line)
                report.note("records", found.change.action)
        done += part.rows
        progress(done, total, done - part.rows)
    faults.refuse()
    return Looked(lines, parts, report)


def rows_at(path: Path, options: Options, parts: list[Part], lines: Collection[int]) -> list[Row]:
    """Some rows by the lines that they begin on. Raises TableError."""
    ends = [part.line for part in parts[1:]] + [math.inf]
    wanted = [
        (part, here)
        for part, end in zip(parts, ends, strict=True)
        if (here := {line for line in lines if part.line <= line < end})
    ]
    plan, _parts, _faults = _planned(path, options, Report(), [part for part, _here in wanted])
    found: list[Row] = []
    for part, here in wanted:
        entries = (entry for entry in plan.entries(part) if entry.line in here)
        rows = _compared(entries, options.update)
        found += [row for row in rows if isinstance(row, Row)]
    return found


def _planned(
    path: Path, options: Options, report: Report, parts: list[Part] | None = None
) -> tuple[Plan, list[Part], Faults]:
    delimiter, said = read_mapping(options.mapping) if options.mapping else (",", None)
    table = open_table(path, delimiter)
    mapping, known = origins(table, said), known_names()
    reader, faults = RowReader(table, mapping, known), Faults()
    if parts is None:
        parts, named, _asserting, faults = scan(table, reader, options.rows)
        known = with_sources(table, reader, parts, report)
    else:
        named = {
            (game.slug, game.name)
            for part in parts
            for _line, row in table.rows(part)
            if len(row) == reader.table.width
            for game in reader.games(reader.table.cells(row))
        }
        known = with_sources(table, reader, parts, report)
    return Plan(table, mapping, known, store_games(named, report, dry_run=True)), parts, faults


def _compared(
    entries: Iterable[Entry | Fault], update: bool, *, brief: bool = False
) -> Iterator[Row | Fault]:
    """Rows beside what is stored; of new ones only that they are new, where `brief`."""
    waiting: list[Entry] = []
    for entry in entries:
        if isinstance(entry, Fault):
            yield entry
            continue
        waiting.append(entry)
        if len(waiting) == AT_A_TIME:
            yield from _with_stored(waiting, update, brief)
            waiting = []
    yield from _with_stored(waiting, update, brief)


def _with_stored(entries: list[Entry], update: bool, brief: bool) -> Iterator[Row | Fault]:
    drafts = _stored(entries)
    for entry in entries:
        draft, games = entry.draft, [game.name for game in entry.named]
        stored = drafts.get(draft.identifier) or drafts.get(draft.portal_id or "")
        if brief and stored is None:
            yield Row(entry.line, draft, Change(draft.identifier, "created"), games)
            continue
        try:
            yield Row(entry.line, draft, _change(draft, stored, update), games)
        except StoreError as error:
            yield Fault(entry.line, "", str(error))


def _change(draft: Draft, stored: Draft | None, update: bool) -> Change:
    if stored is None:
        return compare(draft, None, update=update)
    whole = completed(draft, stored)
    if not says_more(whole, stored):
        return Change(stored.identifier, "unchanged")
    return compare(whole, stored, update=update)


def _stored(entries: list[Entry]) -> dict[str, Draft]:
    """The stored records of some rows, by identifier and by portal id."""
    wanted = Q(identifier__among=[entry.draft.identifier for entry in entries])
    portal = [entry.draft.portal_id for entry in entries if entry.draft.portal_id]
    if portal:
        wanted |= Q(portal_id__among=portal)
    found: dict[str, Draft] = {}
    for record in with_all(Evidence.objects.filter(wanted)):
        draft = read_draft(record)
        found |= dict.fromkeys(filter(None, (record.identifier, record.portal_id)), draft)
    return found
