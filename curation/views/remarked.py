"""Lines with the remarks that are on each, and remarks that are sent."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, TypeVar

from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from curation import remarks
from curation.remark_models import Remark
from curation.views.shared import number_in
from curation.words import Line

R = TypeVar("R", bound=Remark)


class Remarked(NamedTuple):
    """A line with the remarks on it."""

    line: Line
    text: str
    remarks: Sequence[Remark]


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


def said_in(request: HttpRequest, work: remarks.Work) -> Any:
    """Keep the remark that was sent, or mark one as done or not. Raises Refusal or Http404."""
    for name in ("resolve", "unresolve"):
        if name in request.POST:
            said: Remark = get_object_or_404(work.comments, pk=number_in(request.POST, name))
            return remarks.resolve(said, person=request.user, resolved=name == "resolve")
    typed = typed_in(request)
    line = number_in(typed, "line") if typed["line"].strip() else None
    return remarks.say(work, typed["text"], person=request.user, field=typed["field"], line=line)


def typed_in(request: HttpRequest) -> dict[str, str]:
    """The remark as it was typed."""
    return {name: request.POST.get(name, "") for name in ("field", "line", "text")}
