"""A CLDF-style dataset into games, sources and records; all of it or nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from django.db import transaction

from evidence.history import revision
from evidence.importers import cldf
from evidence.importers.cldf import GameData, Pair
from evidence.importers.dataset import DatasetError, Row
from evidence.importers.references import Known
from evidence.importers.report import Report
from evidence.index import index_records, together
from evidence.models import Source
from evidence.sources import StoreError, complete_game, complete_source, find_game, plain
from evidence.store import store
from evidence.vocabulary import EvidenceType


def import_dataset(
    folder: Path,
    *,
    kind: str = EvidenceType.ETHNOGRAPHY.value,
    update: bool = False,
    dry_run: bool = False,
) -> Report:
    """Store the games, sources and descriptions of a dataset. Raises DatasetError.

    A record is one description of one game. Those that are stored keep the fields that have a
    value unless `update`; doing it again changes nothing.
    """
    data = cldf.read_games(folder, kind)
    report = Report()
    with transaction.atomic():
        with together(), revision(f"import of {folder.name}"):
            _store_games(data, report)
            _store_sources(data, report)
            _store_records(data, update, report)
        if dry_run:
            transaction.set_rollback(True)
    _remark(data, report)
    return report


def _store_games(data: GameData, report: Report) -> None:
    for game, row in data.games.items():
        draft = cldf.game_draft(data, game)
        stored = find_game(draft)
        try:
            found, changes = complete_game(draft)
        except StoreError as error:
            raise _refusal(row, error) from error
        action = "created" if stored is None else "changed" if changes else "unchanged"
        if action == "changed":
            index_records(found.evidence.values_list("pk", flat=True))
        report.note("games", action)


def _store_sources(data: GameData, report: Report) -> None:
    for source, row in data.sources.items():
        draft = cldf.citation_draft(data, source)
        stored = Source.objects.filter(citation=plain(draft.citation)).exists()
        try:
            _, changes = complete_source(draft)
        except StoreError as error:
            raise _refusal(row, error) from error
        report.note(
            "sources", "changed" if stored and changes else "unchanged" if stored else "created"
        )


def _store_records(data: GameData, update: bool, report: Report) -> None:
    identifiers: dict[str, Pair] = {}
    actions: dict[str, set[str]] = {}
    for pair in data.pairs():
        draft = cldf.record_draft(data, pair)
        other = identifiers.setdefault(draft.identifier, pair)
        if other is not pair:
            column = data.tables.descriptions.column("id")
            said = f"with game {pair.game} has the address of line {other.row.line}: rename one"
            pair.row.fail(column, said)
        try:
            change = store(draft, update=update)
        except StoreError as error:
            raise _refusal(pair.row, error) from error
        actions.setdefault(pair.description, set()).add(change.action)
        report.note("records, one for each game that a description tells of", change.action)
        report.remark(
            "kept, the dataset has another value (--update takes it)",
            [f"{change.identifier}: {', '.join(change.kept)}"] if change.kept else [],
        )
    for done in actions.values():
        report.note("descriptions", done.pop() if len(done) == 1 else "changed")


def _refusal(row: Row, error: StoreError) -> DatasetError:
    return DatasetError(f"{row.path}, line {row.line}: {error}")


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
