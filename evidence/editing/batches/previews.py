"""What bringing a file in would do, as its page shows it.

Of a table the lines are kept by action; of other files rows that lie beside it, one line of JSON
each.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import astuple, replace
from itertools import islice
from typing import Any, NamedTuple

import numpy
from django.core.paginator import Page, Paginator
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from evidence.editing.batches.models import Batch
from evidence.editing.batches.readings import Reading, readings
from evidence.editing.batches.tables import options_of
from evidence.importers import table_look
from evidence.importers.portal_store import Row as Field
from evidence.importers.portal_store import change_rows
from evidence.importers.report import Outcome, Report
from evidence.importers.table_file import Part, TableError
from evidence.records.labels import label_of, shared_label

PER_PAGE = 25
MOST_NAMED = 3
LEFT = "left"
LONGEST = 500  # characters of a field
ACTIONS = ("created", "changed", "unchanged", LEFT)


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
            action = LEFT if outcome.left_out else outcome.change.action
            counts[action] += 1
            file.write(f"{action}\t{json.dumps(_row(outcome))}\n")
    return counts


def _row(outcome: Outcome) -> list[Any]:
    change, fields = outcome.change, list(map(astuple, change_rows(outcome.change, LONGEST)))
    what, place, title, why = outcome.what, outcome.place, outcome.title, outcome.left_out
    return [what, change.identifier, place, title, why, fields]


def _kept(batch: Batch, action: str, places: Sequence[int]) -> list[Row]:
    """The rows of one action at these places. Raises OSError where none are kept."""
    with batch.path("jsonl").open(encoding="utf-8") as file:
        lines = (line for line in file if line.startswith(f"{action}\t"))
        wanted = islice(lines, places[0], places[-1] + 1) if places else ()
        return [_read(*json.loads(line.partition("\t")[2]), is_new=action == "created")
                for line in wanted]  # fmt: skip


def _read(
    what: str, name: str, place: str, title: str, why: str, fields: Any, *, is_new: bool
) -> Row:
    address = "" if is_new else reverse(what, args=[name])
    label = label_of if what == "record" else shared_label
    return Row(name, address, title, place, why, _named([Field(*each) for each in fields], label))


def _named(fields: Iterable[Field], label: Callable[[str], str]) -> list[Field]:
    """The fields by the names that they have on pages."""
    return [replace(field, name=label(field.name)) for field in fields]


def preview(request: HttpRequest, batch: Batch) -> dict[str, Any]:
    """A page of the things that something would become of, for the template."""
    actions = table_look.ACTIONS if batch.is_table else ACTIONS
    wanted = request.GET.get("rows", "")
    first = next((name for name in actions if batch.counts.get(name)), actions[0])
    action = wanted if wanted in actions else first
    number = request.GET.get("page")
    try:
        page, rows = (_table if batch.is_table else _others)(batch, action, number)
        names_left = LEFT in actions and batch.counts.get(LEFT) and action != LEFT
        left = _kept(batch, LEFT, range(MOST_NAMED)) if names_left else []
    except (OSError, TableError):
        return {"gone": True}
    return {
        "action": action,
        "actions": [(name, batch.counts.get(name, 0)) for name in actions],
        "page": page,
        "page_query": f"rows={action}&",
        "rows": rows,
        "left": left,
    }


def _table(batch: Batch, action: str, number: str | None) -> tuple[Page[Any], list[Row]]:
    with numpy.load(batch.path("npz")) as kept:
        lines, parts = kept[action], [Part(*row) for row in kept["parts"].tolist()]
    page = Paginator(lines, PER_PAGE).get_page(number)
    at = [int(line) for line in page.object_list]
    shown = []
    for row in table_look.rows_at(batch.path(), options_of(batch), parts, at):
        name = row.change.identifier
        place = _("line %(line)d") % {"line": row.line}
        address = "" if action == "created" else reverse("record", args=[name])
        fields = _named(change_rows(row.change), label_of)
        understood = readings(row.draft, row.games)
        shown.append(Row(name, address, row.draft.title, place, "", fields, understood))
    return page, shown


def _others(batch: Batch, action: str, number: str | None) -> tuple[Page[Any], list[Row]]:
    page = Paginator(range(batch.counts.get(action, 0)), PER_PAGE).get_page(number)
    return page, _kept(batch, action, list(page.object_list))
