"""An archive into an installation without a corpus: all of it or nothing.

Rows are read and written some at a time. What is wrong is named by file and line: where the
database refuses some rows, they are tried one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from django.core.management.color import no_style
from django.db import DatabaseError, connection, transaction

from evidence.archive.faults import ArchiveError, LineError
from evidence.archive.package import PICTURES, Package
from evidence.archive.pictures import restore_pictures
from evidence.archive.references import References
from evidence.archive.restoring import Restored
from evidence.archive.tables import TABLES
from evidence.bulk import learn_sizes, learn_sizes_when_stored
from evidence.claims import settle_all
from evidence.search.index import index_records
from games.stored_concepts import store_vocabulary

CHUNK = 1000
Progress = Callable[[str, int], None]
Lines = list[tuple[int, dict[str, Any]]]


def import_corpus(path: Path, progress: Progress = lambda file, rows: None) -> dict[str, int]:
    """Restore an archive; how many rows each of its files had. `progress` hears of each file.

    Raises ArchiveError if this installation has a corpus, or if anything is wrong with the archive;
    then nothing is stored.
    """
    package = Package(path)
    _refuse_unknown(package)
    package.check()
    tables = {table.file for table in TABLES}
    rows = {each.name: each.rows for each in package.members.values() if each.name in tables}
    with transaction.atomic():
        _refuse_corpus()
        references = References()
        for table in TABLES:
            restored = Restored(table, references)
            for lines in _chunks(package.rows(table.file)):
                _store(restored, lines)
            for lines in _chunks(package.rows(table.file) if restored.own else iter(())):
                restored.link(lines)
            progress(table.file, rows.get(table.file, 0))
        restore_pictures(package)
        _set_sequences()
        learn_sizes()
        store_vocabulary()
        settle_all()
        index_records()
        learn_sizes_when_stored()
    return rows


def _store(restored: Restored, lines: Lines) -> None:
    try:
        with transaction.atomic(), connection.wrap_database_errors:
            restored.store(lines)
    except (DatabaseError, ValueError, OverflowError) as error:
        restored.forget()
        if len(lines) == 1:
            said = str(error).strip() or type(error).__name__
            raise LineError(restored.table.file, lines[0][0], said) from error
        for line in lines:
            _store(restored, [line])


def _chunks(rows: Iterator[tuple[int, dict[str, Any]]]) -> Iterator[Lines]:
    while lines := list(islice(rows, CHUNK)):
        yield lines


def _refuse_unknown(package: Package) -> None:
    unknown = sorted(package.members.keys() - {table.file for table in TABLES})
    unknown = [name for name in unknown if not name.startswith(PICTURES)]
    if unknown:
        raise ArchiveError(
            f"this release does not know {', '.join(unknown)}: use the release that wrote the"
            " archive, or a later one"
        )


def _refuse_corpus() -> None:
    for table in TABLES:
        count = table.rows.count()
        if count:
            raise ArchiveError(
                f"this installation has a corpus already (rows of {table.label}: {count}). An"
                " archive is restored into an empty one: set DATABASE_URL to a new database and"
                " run “manage.py migrate”"
            )


def _set_sequences() -> None:
    """Let PostgreSQL number new rows after the restored ones; SQLite does so by itself."""
    for statement in connection.ops.sequence_reset_sql(
        no_style(), [table.model for table in TABLES]
    ):
        with connection.cursor() as cursor:
            cursor.execute(statement)
