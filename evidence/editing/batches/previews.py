"""What bringing a file in would do, as rows that lie beside it: one line of JSON each."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import islice
from typing import Any, NamedTuple

from django.urls import reverse

from evidence.editing.batches.models import Batch
from evidence.editing.batches.readings import Reading
from evidence.importers.portal_store import Row as Field
from evidence.importers.portal_store import change_rows
from evidence.importers.report import Outcome, Report

LONGEST = 500  # characters of a field
ACTIONS = ("created", "changed", "unchanged", "left")


class Row(NamedTuple):
    """One thing in the file, where it stands, and what would become of it, field by field.

    `address` is that of what is stored already, and `why` says why it would be left out.
    """

    name: str
    address: str
    title: str
    place: str
    why: str
    fields: list[Field]
    readings: Sequence[Reading] = ()


def write(batch: Batch, report: Report) -> dict[str, int]:
    """Keep what a report tells of each thing; gives their number by action."""
    counts = dict.fromkeys(ACTIONS, 0)
    with batch.path("jsonl").open("w", encoding="utf-8") as file:
        for outcome in report.outcomes:
            action = "left" if outcome.left_out else outcome.change.action
            counts[action] += 1
            file.write(f"{action}\t{json.dumps(_row(outcome))}\n")
    return counts


class Rows(Sequence[Row]):
    """The rows of one action, read when they are asked for. Raises OSError where none are kept."""

    def __init__(self, batch: Batch, action: str) -> None:
        self.path, self.begins = batch.path("jsonl"), f"{action}\t"
        self.length = int(batch.counts.get(action, 0))

    def __len__(self) -> int:
        return self.length

    def __getitem__(self, at: Any) -> Any:
        """Some of them by a slice, in the order of the file."""
        with self.path.open(encoding="utf-8") as file:
            lines = (line for line in file if line.startswith(self.begins))
            wanted = list(islice(lines, at.start, at.stop, at.step))
        return [_read(line.removeprefix(self.begins), self.begins) for line in wanted]


def _row(outcome: Outcome) -> list[Any]:
    fields = [
        [row.name, row.stored, row.offered, row.kept]
        for row in change_rows(outcome.change, LONGEST)
    ]
    name, why = outcome.change.identifier, outcome.left_out
    return [outcome.what, name, outcome.place, outcome.title, why, fields]


def _read(line: str, begins: str) -> Row:
    what, name, place, title, why, fields = json.loads(line)
    address = "" if begins.startswith("created") else reverse(what, args=[name])
    return Row(name, address, title, place, why, [Field(*field) for field in fields])
