"""A CLDF-style dataset into games, sources and records; all of it or nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

from django.contrib.auth.models import User
from django.db import transaction

from evidence.history import revision
from evidence.importers import cldf
from evidence.importers.cldf import GameData, Pair
from evidence.importers.dataset import DatasetError, Row
from evidence.importers.outcomes import shared_change
from evidence.importers.references import Known
from evidence.importers.report import Outcome, Progress, Report, unheard
from evidence.index import index_records, together
from evidence.models import Source
from evidence.shared import content_of, note_shared
from evidence.sources import StoreError, complete_game, complete_source, find_game, plain
from evidence.store import Change, store
from evidence.vocabulary import EvidenceType


@dataclass(frozen=True)
class Options:
    """How a dataset is stored: the type of its evidence, whether it overwrites, who adds it."""

    kind: str = EvidenceType.ETHNOGRAPHY.value
    update: bool = False
    user: User | None = None


USUAL = Options()


def import_dataset(
    folder: Path, options: Options = USUAL, *, dry_run: bool = False, progress: Progress = unheard
) -> Report:
    """Store the games, sources and descriptions of a dataset. Raises DatasetError.

    A record is one description of one game. Those that are stored keep the fields that have a
    value unless `options.update`; doing it again changes nothing. A dry run stores each thing
    alone and takes it back at once, so that nobody has to wait long for the database.
    """
    data = cldf.read_games(folder, options.kind)
    report = Report()
    pairs = list(data.pairs())
    total = len(data.games) + len(data.sources) + len(pairs)
    steps = chain(
        _store_games(data, report, dry_run=dry_run),
        _store_sources(data, report, dry_run=dry_run),
        _store_records(data, pairs, options, report, dry_run=dry_run),
    )
    with ExitStack() as whole:
        if not dry_run:
            whole.enter_context(transaction.atomic())
            whole.enter_context(together())
            whole.enter_context(revision(f"import of {folder.name}", options.user))
        for _done in steps:
            progress(len(report.outcomes), total)
    _remark(data, report)
    return report


@contextmanager
def _kept(row: Row, *, dry_run: bool) -> Iterator[None]:
    """What is stored inside is kept, or taken back in a dry run. Raises DatasetError."""
    with transaction.atomic() if dry_run else nullcontext():
        try:
            yield
        except StoreError as error:
            raise _refusal(row, error) from error
        if dry_run:
            transaction.set_rollback(True)


def _store_games(data: GameData, report: Report, *, dry_run: bool) -> Iterator[None]:
    for game, row in data.games.items():
        draft = cldf.game_draft(data, game)
        stored = find_game(draft)
        before = content_of(stored) if stored else None
        with _kept(row, dry_run=dry_run):
            found, _changes = complete_game(draft, stored)
            note_shared(found, before)
        change = shared_change(found, before)
        if change.action == "changed" and not dry_run:
            index_records(found.evidence.values_list("pk", flat=True))
        report.note("games", change.action)
        report.outcomes.append(Outcome("game", _place(row), found.name, change))
        yield


def _store_sources(data: GameData, report: Report, *, dry_run: bool) -> Iterator[None]:
    for source, row in data.sources.items():
        draft = cldf.citation_draft(data, source)
        stored = Source.objects.filter(citation=plain(draft.citation)).first()
        before = content_of(stored) if stored else None
        with _kept(row, dry_run=dry_run):
            found, _changes = complete_source(draft)
            note_shared(found, before)
        change = shared_change(found, before)
        report.note("sources", change.action)
        report.outcomes.append(Outcome("source", _place(row), found.title, change))
        yield


def _store_records(
    data: GameData, pairs: list[Pair], options: Options, report: Report, *, dry_run: bool
) -> Iterator[None]:
    identifiers: dict[str, Pair] = {}
    actions: dict[str, set[str]] = {}
    for pair in pairs:
        draft = cldf.record_draft(data, pair)
        other = identifiers.setdefault(draft.identifier, pair)
        if other is not pair:
            column = data.tables.descriptions.column("id")
            said = f"with game {pair.game} has the address of line {other.row.line}: rename one"
            pair.row.fail(column, said)
        with _kept(pair.row, dry_run=dry_run):
            done = store(draft, user=options.user, update=options.update, dry_run=dry_run)
        change = _of_record(done)
        actions.setdefault(pair.description, set()).add(change.action)
        report.note("records, one for each game that a description tells of", change.action)
        report.remark(
            "kept, the dataset has another value (--update takes it)",
            [f"{change.identifier}: {', '.join(change.kept)}"] if change.kept else [],
        )
        report.outcomes.append(Outcome("record", _place(pair.row), draft.title, change))
        yield
    for each in actions.values():
        report.note("descriptions", each.pop() if len(each) == 1 else "changed")


def _of_record(change: Change) -> Change:
    """The change without those of game and sources, which are told by themselves."""
    own = {
        name: said
        for name, said in change.fields.items()
        if not name.startswith(("game.", "source "))
    }
    is_changed = change.action == "created" or bool(own)
    return replace(change, fields=own, action=change.action if is_changed else "unchanged")


def _place(row: Row) -> str:
    return f"{row.path.name}, line {row.line}"


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
