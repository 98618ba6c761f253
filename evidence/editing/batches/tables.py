"""A table, looked through or imported by the mapping of its columns."""

from __future__ import annotations

import json
from typing import Any

import numpy

from evidence.editing.batches.models import Batch, new_key
from evidence.importers import table_look
from evidence.importers.report import Progress, Report
from evidence.importers.table_file import Part
from evidence.importers.table_look import ACTIONS
from evidence.importers.table_store import Options, import_table


def look(batch: Batch, progress: Progress) -> tuple[str, dict[str, int]]:
    """Compare its rows with what is stored, and keep their lines. Raises TableError."""
    looked = table_look.look(batch.path(), options_of(batch), _told(progress))
    parts = numpy.array(looked.parts, dtype=numpy.int64).reshape(-1, len(Part._fields))
    columns: dict[str, Any] = {name: numpy.array(looked.lines[name]) for name in ACTIONS}
    numpy.savez(batch.path("npz"), parts=parts, **columns)
    counts = {name: len(looked.lines[name]) for name in ACTIONS}
    return "\n".join(looked.report.lines()), counts


def bring(batch: Batch, progress: Progress) -> Report:
    """Store a record for each row, within the caller's transaction. Raises TableError."""
    return import_table(batch.path(), options_of(batch), _told(progress))


def options_of(batch: Batch) -> Options:
    """How a table is read; its mapping is written as a file beside it."""
    path = batch.path("json")
    said = json.dumps({"delimiter": batch.delimiter, "columns": batch.columns})
    if not path.exists() or path.read_text(encoding="utf-8") != said:
        unfinished = path.with_name(f"{batch.key}.{new_key()}.part")
        unfinished.write_text(said, encoding="utf-8")
        unfinished.replace(path)  # whoever reads it meanwhile reads one or the other
    return Options(mapping=path, update=batch.update, user=batch.by)


def _told(progress: Progress) -> Any:
    return lambda done, total, _before: progress(done, total)
