"""A file that was sent: kept where nobody is served it, and of a table the first rows read."""

from __future__ import annotations

import shutil
from datetime import timedelta
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.utils import timezone
from django.utils.translation import gettext as _

from config.unpacking import MIB, MOST_PACKED, PackError, is_packed
from evidence.editing.batches.kinds import KINDS, kind_of
from evidence.editing.batches.models import Batch, folder
from evidence.importers.table_file import Table, TableError, open_table
from evidence.importers.table_mapping import READ
from evidence.importers.table_names import guessed

MOST = 100 * MIB
DELIMITERS = (",", ";", "\t", "|")
FIRST = 3  # rows that are shown
LONGEST_CELL = 120
MOST_COLUMNS = 300
KEPT = timedelta(days=30)
LAID_OUT = timedelta(days=1)
LONGEST_NAME = 150  # bytes, of what is no table


class SendingError(ValueError):
    """Why a file is not kept."""


LIMITS = {"table": MOST, "zip": MOST_PACKED} | {kind.name: kind.most for kind in KINDS.values()}
WRONG = (TableError, PackError, SendingError)


def received(file: UploadedFile[Any], by: Any) -> Batch:
    """Keep a file that was sent. Raises one of WRONG; then nothing is kept."""
    batch = Batch(name=_name(file.name or "table"), by=by, size=file.size or 0)
    try:
        batch.kind = kind_of(batch.name, file)
        file.seek(0)
        with batch.path().open("wb") as kept:
            for chunk in file.chunks():
                kept.write(chunk)
        if batch.is_table:
            _begin_table(batch)
        else:
            _begin(batch)
        batch.save()
    except BaseException:
        batch.forget_files()
        raise
    return batch


def forget() -> None:
    """Delete files that nobody sent to review for a month, and folders left by who was killed."""
    now = timezone.now()
    reviewed = set(Batch.objects.filter(state=Batch.State.REVIEW).values_list("key", flat=True))
    for path in folder().iterdir():
        if path.name.partition(".")[0] in reviewed:
            continue
        age = now.timestamp() - path.stat().st_mtime
        if path.is_dir() and age > LAID_OUT.total_seconds():
            shutil.rmtree(path, ignore_errors=True)
        elif not path.is_dir() and age > KEPT.total_seconds():
            path.unlink(missing_ok=True)


def _name(text: str) -> str:
    """The file's name, as a file here may be called."""
    return "".join(c if c.isprintable() and c not in "/\\" else "_" for c in text)[:200]


def _begin(batch: Batch) -> None:
    kind = KINDS[batch.kind]
    if len(batch.name.encode()) > LONGEST_NAME:
        said = _("The name of the file is too long: at most %(most)d bytes.")
        raise SendingError(said % {"most": LONGEST_NAME})
    with batch.path().open("rb") as file:
        most = MOST_PACKED if is_packed(file.read(4)) else kind.most
    if batch.size > most:
        said = _("The file is too large: at most %(most)d MB are read of this kind (%(kind)s).")
        raise SendingError(said % {"most": most // MIB, "kind": kind.title})
    batch.options = kind.form.usual(batch.name)


def _begin_table(batch: Batch) -> None:
    table = _opened(batch)
    if len(table.header) > MOST_COLUMNS:
        raise TableError(f"line 1: {len(table.header)} columns; at most {MOST_COLUMNS} are read")
    batch.delimiter, batch.header = table.delimiter, list(table.header)
    batch.sample = _first(table)
    batch.columns = {
        ours: {"column": theirs} for theirs, ours in guessed(table.header, READ).items()
    }


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
