"""A file that was sent: kept where nobody is served it, its header and first rows read."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.utils import timezone

from batches.guessing import guessed
from batches.models import Batch, folder
from evidence.importers.table_file import Table, TableError, open_table

MOST = 100 * 1024 * 1024  # bytes
DELIMITERS = (",", ";", "\t", "|")
FIRST = 3  # rows that are shown
LONGEST_CELL = 120
MOST_COLUMNS = 300
KEPT = timedelta(days=30)


def received(file: UploadedFile[Any], by: Any) -> Batch:
    """Keep a file that was sent. Raises TableError for what is no table; then nothing is kept."""
    batch = Batch(name=(file.name or "table")[:200], by=by, size=file.size or 0)
    try:
        with batch.path().open("wb") as kept:
            for chunk in file.chunks():
                kept.write(chunk)
        table = _opened(batch)
        if len(table.header) > MOST_COLUMNS:
            raise TableError(
                f"line 1: {len(table.header)} columns; at most {MOST_COLUMNS} are read"
            )
        batch.delimiter, batch.header = table.delimiter, list(table.header)
        batch.sample = _first(table)
        batch.columns = {ours: {"column": theirs} for theirs, ours in guessed(table.header).items()}
        batch.save()
    except BaseException:
        batch.forget_files()
        raise
    return batch


def forget() -> None:
    """Delete files of tables that nobody has brought in for a month."""
    oldest = (timezone.now() - KEPT).timestamp()
    for path in folder().iterdir():
        if path.stat().st_mtime < oldest:
            path.unlink(missing_ok=True)


def _opened(batch: Batch) -> Table:
    """The table by the delimiter that its header has most of."""
    with batch.path().open("rb") as file:
        line = file.readline(1_000_000).decode("utf-8", "replace")
    delimiter = max(DELIMITERS, key=line.count)
    return open_table(batch.path(), delimiter)


def _first(table: Table) -> list[list[str]]:
    """The first rows; faults further down are told when all of it is looked through."""
    for part in table.parts(FIRST, lambda row: None):
        return [[cell[:LONGEST_CELL] for cell in row] for _line, row in table.rows(part)]
    raise TableError("there is no row below the header")
