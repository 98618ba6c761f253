"""Lines with the remarks that are on each, and remarks that are sent."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, TypeVar

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from evidence.editing.curation import remarks
from evidence.editing.curation.remark_models import Remark
from evidence.editing.curation.rights import Work
from evidence.editing.curation.telling import Compared, Told
from evidence.editing.curation.words import Line
from evidence.editing.workflow.pages import number_in
from evidence.editing.workflow.refusals import Refusal
from people.matrix import Right
from people.rights import needs

R = TypeVar("R", bound=Remark)
Page = Callable[[HttpRequest, Any, Refusal | None], HttpResponse]


class Remarked(NamedTuple):
    """A line with the remarks on it."""

    line: Line
    text: str
    remarks: Sequence[Remark]


class Beside(NamedTuple):
    """A remark beside the form of the work: what it is on, and where the form has that."""

    remark: Remark
    about: str
    anchor: str
    placed: bool  # on a line that is still as it was then


def remarks_beside(work: Work | None, anchor: Callable[[str, int | None], str]) -> list[Beside]:
    """The remarks on work whose form is open, those that are not done first.

    `anchor` gives the id of the field, or of the row of a line, in the form.
    """
    said = list(work.comments.select_related("by", "resolved_by")) if work else []
    told = {each.field: each for each in remarks.fields_of(work)} if work and said else {}
    rows = [_beside(each, told.get(each.field), anchor) for each in said]
    return sorted(rows, key=lambda row: row.remark.resolved_at is not None)


def _beside(said: Remark, told: Told | None, anchor: Callable[[str, int | None], str]) -> Beside:
    if told is None:
        return Beside(said, "", "", placed=False)
    at = said.line if said.line and [said.quoted] == told.lines[said.line - 1 : said.line] else None
    words = _("%(label)s, line %(n)d") if at and len(told.lines) > 1 else "%(label)s"
    about = words % {"label": told.label, "n": at}
    return Beside(said, about, anchor(said.field, at), placed=at is not None)


def on(field: str, said: Iterable[R]) -> list[R]:
    """The remarks on a field or on a line of it."""
    return [each for each in said if each.field == field]


def with_remarks(lines: Iterable[Line], mine: Sequence[R]) -> tuple[list[Remarked], list[R]]:
    """The lines with the remarks on each, and those on the field or on a line of old."""
    rows = []
    for line in lines:
        text = "".join(piece.text for piece in line.pieces if piece.kind != "out")
        on_it = [
            each
            for each in mine
            if line.number is not None and each.line == line.number and each.quoted == text
        ]
        rows.append(Remarked(line, text, on_it))
    placed = {each.pk for row in rows for each in row.remarks}
    return rows, [each for each in mine if each.pk not in placed]


def said_in(request: HttpRequest, work: Work) -> Any:
    """Keep the remark that was sent, or mark one as done or not. Raises Refusal or Http404."""
    for name in ("resolve", "unresolve"):
        if name in request.POST:
            said: Any = get_object_or_404(work.comments, pk=number_in(request.POST, name))
            return remarks.resolve(said, person=request.user, resolved=name == "resolve")
    typed = typed_in(request)
    line = number_in(typed, "line") if typed["line"].strip() else None
    return remarks.say(work, typed["text"], person=request.user, field=typed["field"], line=line)


def remark_view(find: Callable[[HttpRequest, int], Any], page: Page, right: Right) -> Any:
    """The address that keeps remarks on what `find` finds, for who has a right."""

    @require_POST
    @needs(right)
    def remark(request: HttpRequest, pk: int) -> HttpResponse:
        work = find(request, pk)
        try:
            said = said_in(request, work)
        except Refusal as refusal:
            return page(request, work, refusal)
        return redirect(f"{work.get_absolute_url()}#remark-{said.pk}")

    return remark


def in_context(
    request: HttpRequest, work: Work, fields: Iterable[Compared], *elsewhere: str
) -> dict[str, Any]:
    """Fields with the remarks on each, and those on the whole, for a page.

    Remarks on the fields that are named besides are shown elsewhere.
    """
    said = list(work.comments.select_related("by", "resolved_by"))
    rows = [(field, *with_remarks(field.lines, on(field.field, said))) for field in fields]
    shown = {field.field for field, _rows, _others in rows}.union(elsewhere)
    return {
        "fields": rows,
        "said": said,
        "remarks": [each for each in said if each.field not in shown],
        "open_remarks": sum(each.resolved_at is None for each in said),
        "remark_url": f"{work.get_absolute_url()}remarks/",
        "typed": typed_in(request),
    }


def typed_in(request: HttpRequest) -> dict[str, str]:
    """The remark as it was typed."""
    return {name: request.POST.get(name, "") for name in ("field", "line", "text")}
