"""The page of a ruleset's studies, and the same as files."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _

from games.models import Ruleset, Study
from games.study.printing import difference_cells
from games.study.writing import as_csv, as_json, differences_as_csv
from games.study_page import chosen, compared, context, measures_of, studies_of
from games.studying import about

TYPES = {"csv": "text/csv; charset=utf-8", "json": "application/json"}


def study(request: HttpRequest, slug: str) -> HttpResponse:
    """A stored study with its charts; `?format=csv` or `json` is the same as a file."""
    ruleset = get_object_or_404(Ruleset.objects.select_related("game"), slug=slug)
    studies = studies_of(ruleset)
    one = chosen(studies, request.GET, "study") or next(iter(studies), None)
    other = chosen(studies, request.GET, "other")
    if form := request.GET.get("format"):
        return _file(one, other, form)
    given: dict[str, Any] = {"ruleset": ruleset, "studies": studies, "study": one, "other": other}
    if one is not None:
        given |= context(one)
    if one is not None and other is not None:
        given["differences"] = list(difference_cells(compared(one, other)))
    return render(request, "games/study.html", given)


def _file(one: Study | None, other: Study | None, form: str) -> HttpResponse:
    """The figures as a file. Raises Http404 where there is none, or not in that format."""
    if one is None or form not in TYPES:
        raise Http404(_("Studies are written as csv or json, once there is one."))
    if other is None:
        measures = measures_of(one)
        text = as_csv(measures) if form == "csv" else as_json(about(one), measures)
    elif form == "csv":
        text = differences_as_csv(compared(one, other))
    else:
        both = (about(one), measures_of(one), about(other), measures_of(other))
        text = as_json(*both, compared(one, other))
    answer = HttpResponse(text, content_type=TYPES[form])
    answer["Content-Disposition"] = f'attachment; filename="{one.ruleset.slug}-study.{form}"'
    return answer
