"""Write studies as JSON and CSV; one shape for a file, for the command and for pages."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from io import StringIO
from typing import Any

from config import csv_cells
from games.study.differences import Difference
from games.study.figures import Measure

COLUMNS = ("figure", "of", "role", "count", "value", "low", "high")
COMPARED = ("figure", "of", "role", *(
    f"{which}{part}" for which in ("", "other_", "more_") for part in ("value", "low", "high")
), "clear")  # fmt: skip


def as_json(
    study: Mapping[str, Any],
    measures: Sequence[Measure],
    other: Mapping[str, Any] | None = None,
    others: Sequence[Measure] = (),
    compared: Sequence[Difference] = (),
) -> str:
    """A study with its measures; with another one, that too, and the differences between them.

    `study` and `other` say what was studied.
    """
    content: dict[str, Any] = {
        "study": dict(study),
        "measures": [measure.written() for measure in measures],
    }
    if other is not None:
        content |= {
            "other": dict(other),
            "other_measures": [measure.written() for measure in others],
            "differences": [each.written() for each in compared],
        }
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def as_csv(measures: Sequence[Measure]) -> str:
    """One row for each measure."""
    return _table(COLUMNS, (measure.written() for measure in measures))


def differences_as_csv(compared: Sequence[Difference]) -> str:
    """One row for each measure of two studies: the one's, the other's, by how much that is more."""
    return _table(COMPARED, map(_row, compared))


def _row(each: Difference) -> dict[str, Any]:
    row: dict[str, Any] = {"figure": each.figure, "of": each.of, "role": each.role}
    for which, estimate in (("", each.one), ("other_", each.other), ("more_", each.more)):
        for part in ("value", "low", "high"):
            row[which + part] = getattr(estimate, part, None)
    return row | {"clear": int(each.clear)}


def _table(columns: Sequence[str], rows: Any) -> str:
    out = StringIO()
    writer = csv_cells.Writer(out, lineterminator="\r\n")
    writer.writerow(columns)
    writer.writerows([row[name] for name in columns] for row in rows)
    return out.getvalue()
