"""The steps in which a dataset is stored: a game, a source or a record at a time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path

from django.contrib.auth.models import User
from django.db import transaction

from evidence.drafts import Draft, GameDraft
from evidence.history import revision
from evidence.history.shared import content_of, note_shared
from evidence.importers.dataset import DatasetError, Row
from evidence.importers.outcomes import shared_change
from evidence.importers.report import Outcome, Report
from evidence.records.ahead import ReadAhead
from evidence.search.index import index_records, together
from evidence.sources import StoreError, complete_game, find_game
from evidence.storing import Change, store
from evidence.vocabulary import EvidenceType
from games.models import Game


@dataclass(frozen=True)
class Options:
    """How a dataset is stored: the type of its evidence, whether it overwrites, who adds it."""

    kind: str = EvidenceType.ETHNOGRAPHY.value
    update: bool = False
    user: User | None = None


@dataclass(frozen=True)
class Run:
    """One import: how, what it reports, and whether each step is taken back at once."""

    options: Options
    report: Report
    dry_run: bool


@contextmanager
def as_one_act(folder: Path, run: Run) -> Iterator[None]:
    """All steps inside are one transaction and one revision, unless it is a dry run."""
    with ExitStack() as whole:
        if not run.dry_run:
            whole.enter_context(transaction.atomic())
            whole.enter_context(together())
            whole.enter_context(revision(f"import of {folder.name}", run.options.user))
        yield


@contextmanager
def step(path: Path, line: int, *, dry_run: bool) -> Iterator[None]:
    """What is stored inside stays, or is taken back in a dry run. Raises DatasetError."""
    with transaction.atomic() if dry_run else nullcontext():
        try:
            yield
        except StoreError as error:
            raise DatasetError(f"{path}, line {line}: {error}") from error
        if dry_run:
            transaction.set_rollback(True)


def store_game(row: Row, draft: GameDraft, run: Run, *, by_alias: bool = True) -> None:
    """Store a game, and report it; it may be known by an alias, unless `by_alias` is false."""
    stored = find_game(draft)
    if stored and not by_alias and stored.slug != draft.slug and stored.name != draft.name:
        stored = None
    before = content_of(stored) if stored else None
    with step(row.path, row.line, dry_run=run.dry_run):
        new = Game(name=draft.name, slug=draft.slug) if draft.slug or not by_alias else None
        found, changes = complete_game(draft, stored or new)
        after = content_of(found) if changes or before is None else before
        note_shared(found, before, after)
    change = shared_change(found, before, after)
    if change.action == "changed" and not run.dry_run:
        index_records(found.evidence.values_list("pk", flat=True))
    run.report.note("games", change.action)
    run.report.outcomes.append(Outcome("game", place(row), found.name, change))


def store_record(row: Row, draft: Draft, what: str, run: Run, ahead: ReadAhead) -> Change:
    """Store a record, and report it as one of `what`."""
    options = run.options
    with step(row.path, row.line, dry_run=run.dry_run):
        done = store(
            draft, user=options.user, update=options.update, dry_run=run.dry_run, ahead=ahead
        )
    change = _of_record(done)
    run.report.note(what, change.action)
    run.report.remark(
        "kept, the dataset has another value (--update takes it)",
        [f"{change.identifier}: {', '.join(change.kept)}"] if change.kept else [],
    )
    run.report.outcomes.append(Outcome("record", place(row), draft.title, change))
    return change


def _of_record(change: Change) -> Change:
    """The change without those of game and sources, which are told by themselves."""
    own = {
        name: said
        for name, said in change.fields.items()
        if not name.startswith(("game.", "source "))
    }
    is_changed = change.action == "created" or bool(own)
    return replace(change, fields=own, action=change.action if is_changed else "unchanged")


def place(row: Row) -> str:
    """As in "values.csv, line 3"."""
    return f"{row.path.name}, line {row.line}"
