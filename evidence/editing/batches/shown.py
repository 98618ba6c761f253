"""What bringing a file in would do, as its page shows it."""

from __future__ import annotations

from typing import Any

import numpy
from django.core.paginator import Page, Paginator
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from evidence.editing.batches import previews
from evidence.editing.batches.models import Batch
from evidence.editing.batches.previews import Row
from evidence.editing.batches.readings import readings
from evidence.editing.batches.tables import options_of
from evidence.importers.portal_store import change_rows
from evidence.importers.table_file import Part, TableError
from evidence.importers.table_look import ACTIONS, rows_at

PER_PAGE = 25
MOST_NAMED = 3
LEFT = "left"


def preview(request: HttpRequest, batch: Batch) -> dict[str, Any]:
    """A page of the things that something would become of, for the template."""
    actions = ACTIONS if batch.is_table else previews.ACTIONS
    wanted = request.GET.get("rows", "")
    first = next((name for name in actions if batch.counts.get(name)), actions[0])
    action = wanted if wanted in actions else first
    number = request.GET.get("page")
    try:
        page, rows = (_table if batch.is_table else _others)(batch, action, number)
        names_left = LEFT in actions and batch.counts.get(LEFT) and action != LEFT
        left = previews.Rows(batch, LEFT)[:MOST_NAMED] if names_left else []
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
    for row in rows_at(batch.path(), options_of(batch), parts, at):
        name = row.change.identifier
        place = _("line %(line)d") % {"line": row.line}
        address = "" if action == "created" else reverse("record", args=[name])
        fields = change_rows(row.change)
        understood = readings(row.draft)
        shown.append(Row(name, address, row.draft.title, place, "", fields, understood))
    return page, shown


def _others(batch: Batch, action: str, number: str | None) -> tuple[Page[Any], list[Row]]:
    page = Paginator(previews.Rows(batch, action), PER_PAGE).get_page(number)
    return page, list(page.object_list)
