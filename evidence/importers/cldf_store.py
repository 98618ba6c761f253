"""A CLDF-style dataset into games, sources and records; all of it or nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

from evidence.history.shared import content_of, note_shared
from evidence.importers import cldf
from evidence.importers.cldf import GameData, Pair
from evidence.importers.dataset import read_dataset
from evidence.importers.dataset_steps import (
    Options,
    Run,
    as_one_act,
    place,
    step,
    store_game,
    store_record,
)
from evidence.importers.outcomes import shared_change
from evidence.importers.own_dataset_store import import_own
from evidence.importers.references import Known
from evidence.importers.report import Outcome, Progress, Report, unheard
from evidence.models import Source
from evidence.records.ahead import ReadAhead
from evidence.sources import complete_source, plain

__all__ = ["Options", "import_dataset"]

USUAL = Options()


def import_dataset(
    folder: Path, options: Options = USUAL, *, dry_run: bool = False, progress: Progress = unheard
) -> Report:
    """Store the games, sources and descriptions of a dataset. Raises DatasetError.

    A record is one description of one game. Those that are stored keep the fields that have a
    value unless `options.update`; doing it again changes nothing. A dry run stores each thing
    alone and takes it back at once, so that nobody has to wait long for the database. The tables
    of our own export are read by other rules (`own_dataset`).
    """
    dataset = read_dataset(folder)
    if dataset.is_own:
        return import_own(dataset, options, dry_run=dry_run, progress=progress)
    data = cldf.read_games(dataset, options.kind)
    run = Run(options, Report(), dry_run)
    pairs = list(data.pairs())
    total = len(data.games) + len(data.sources) + len(pairs)
    steps = chain(
        _store_games(data, run), _store_sources(data, run), _store_records(data, pairs, run)
    )
    with as_one_act(folder, run):
        for _done in steps:
            progress(len(run.report.outcomes), total)
    _remark(data, run.report)
    return run.report


def _store_games(data: GameData, run: Run) -> Iterator[None]:
    for game, row in data.games.items():
        store_game(row, cldf.game_draft(data, game), run)
        yield


def _store_sources(data: GameData, run: Run) -> Iterator[None]:
    for source, row in data.sources.items():
        draft = cldf.citation_draft(data, source)
        stored = Source.objects.filter(citation=plain(draft.citation)).first()
        before = content_of(stored) if stored else None
        with step(row.path, row.line, dry_run=run.dry_run):
            found, changes = complete_source(draft)
            after = content_of(found) if changes or before is None else before
            note_shared(found, before, after)
        change = shared_change(found, before, after)
        run.report.note("sources", change.action)
        run.report.outcomes.append(Outcome("source", place(row), found.title, change))
        yield


def _store_records(data: GameData, pairs: list[Pair], run: Run) -> Iterator[None]:
    identifiers: dict[str, Pair] = {}
    actions: dict[str, set[str]] = {}
    what = "records, one for each game that a description tells of"
    ahead = ReadAhead(cldf.identifier_of(data, pair) for pair in pairs)
    for pair in pairs:
        draft = cldf.record_draft(data, pair)
        other = identifiers.setdefault(draft.identifier, pair)
        if other is not pair:
            column = data.tables.descriptions.column("id")
            said = f"with game {pair.game} has the address of line {other.row.line}: rename one"
            pair.row.fail(column, said)
        change = store_record(pair.row, draft, what, run, ahead)
        actions.setdefault(pair.description, set()).add(change.action)
        yield
    for each in actions.values():
        run.report.note("descriptions", each.pop() if len(each) == 1 else "changed")


def _remark(data: GameData, report: Report) -> None:
    """Say what was skipped, what was not known, and how many there are of each."""
    odd = data.dataset
    report.name("columns that the metadata do not describe, read as text", odd.undescribed)
    report.name("columns described that the files do not have, skipped", odd.absent)
    report.name("NA where a number is described, read as not known", odd.not_numbers)
    report.name("columns not imported", _not_imported(data))
    report.name(
        "entries of the bibliography that no description cites, skipped",
        (key for key in data.bibliography if key not in data.sources),
    )
    without = (source for source in data.sources if source not in data.bibliography)
    report.name("sources without an entry in the bibliography", without)
    report.remark("sources that may be stored already under another citation", _alike(data))
    _remark_places(data, report)
    report.name("games whose own list lacks a description of them", _one_sided(data))
    told = Counter(pair.description for pair in data.pairs())
    report.name("descriptions of no game, skipped", (d for d in data.descriptions if not told[d]))
    undated = sum(1 for pair in data.pairs() if not _dated(data, pair))
    report.remark(
        "not known",
        [
            f"date: {undated} records, whose source has no time frame",
            f"type: {data.type} was taken, the dataset does not tell (--type says otherwise)",
        ],
    )


def _remark_places(data: GameData, report: Report) -> None:
    name = data.tables.cultures.column("name")
    pointless = {culture for culture in data.cultures if cldf.point_of(data, culture) is None}
    report.name(
        "cultures without coordinates, kept as a name alone",
        (data.cultures[culture].text(name) for culture in data.cultures if culture in pointless),
    )
    report.name(
        "games without a culture, their records have no point",
        (game for game in data.games if not data.cultures_of(game)),
    )
    located = Counter(bool(set(data.cultures_of(pair.game)) - pointless) for pair in data.pairs())
    said = f"{located[True]} records have a point of a culture, {located[False]} have none"
    report.remark("places", [said])


def _dated(data: GameData, pair: Pair) -> bool:
    return bool(data.sources[data.source_of(pair)].texts(cldf.TIME_FRAME))


def _one_sided(data: GameData) -> Iterable[str]:
    """The games whose own list of descriptions, if the dataset has one, is too short."""
    table = data.tables.games
    column = table.points_to.get(data.tables.descriptions.path.name)
    if column is None:
        return []
    listed = {(text, game) for game, row in data.games.items() for text in row.texts(column)}
    return sorted(
        {pair.game for pair in data.pairs() if (pair.description, pair.game) not in listed}
    )


def _alike(data: GameData) -> Iterator[str]:
    """Sources of the same title and year, or the same DOI, as one from elsewhere."""
    drafts = [cldf.citation_draft(data, source) for source in data.sources]
    known = Known(but={plain(draft.citation) for draft in drafts})
    for draft in drafts:
        if draft.csl.get("title") and (other := known.alike(draft.csl)):
            yield f"{draft.citation[:60]}: {other.slug}"


def _not_imported(data: GameData) -> Iterable[str]:
    tables = data.tables
    told = {
        tables.cultures.path.name: cldf.code_columns(data).values(),
        tables.sources.path.name: (cldf.TIME_FRAME, cldf.TIME_TYPE),
        tables.descriptions.path.name: (cldf.LOCATION, cldf.LOCATION_DOUBT),
    }
    for name, table in data.dataset.tables.items():
        if name not in {*told, tables.games.path.name}:
            yield f"{name} (all)"
        read = {*table.by_property.values(), *table.points_to.values(), *told.get(name, ())}
        if name in told:
            yield from (f"{name} {column}" for column in table.columns if column not in read)
