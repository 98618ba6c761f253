"""What curators may want to mend, as a list of lists."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.http import content_disposition_header
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config import csv_cells
from evidence.quality.checks import CHECKS, GROUPS, Check
from evidence.quality.keeping import found_by
from evidence.quality.rows import Rows
from evidence.quality.showing import all_shown, shown
from evidence.search.versions import one_version
from people.matrix import Right
from people.rights import needs

PER_PAGE = 50


@require_safe
@never_cache
@needs(Right.EDIT)
def quality(request: HttpRequest) -> HttpResponse:
    """All checks, and how much each has found."""
    anew = "anew" in request.GET
    with one_version():
        groups = [
            (group.title, [(check, found_by(check, anew=anew)) for check in group.checks])
            for group in GROUPS
        ]
    found = [each for _title, checks in groups for _check, each in checks]
    context = {
        "groups": groups,
        "total": sum(each.count for each in found),
        "earlier": any(not each.current for each in found),
    }
    return render(request, "evidence/quality.html", context)


@require_safe
@never_cache
@needs(Right.EDIT)
def quality_check(request: HttpRequest, name: str) -> HttpResponse:
    """What one check has found, a page of it or all as CSV."""
    check = CHECKS.get(name)
    if check is None:
        raise Http404
    with one_version():
        found = found_by(check, anew="anew" in request.GET)
    if request.GET.get("format") == "csv":
        answer: HttpResponseBase = _file(check, found.rows)
        return answer  # type: ignore[return-value]
    page = Paginator(found.rows, PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "check": check,
        "found": found,
        "page": page,
        "page_query": "",
        "rows": shown(check, page.object_list),  # type: ignore[arg-type]
    }
    return render(request, "evidence/quality_check.html", context)


def _file(check: Check, rows: Rows) -> StreamingHttpResponse:
    response = StreamingHttpResponse(_lines(check, rows), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = content_disposition_header(
        as_attachment=True, filename=f"ashtapada-{check.name}.csv"
    )
    return response


def _lines(check: Check, rows: Rows) -> Iterator[str]:
    """A column for the name of each thing, and one for its title."""
    headings = [str(column.heading) for column in check.columns]
    yield _line(cell for heading in headings for cell in (heading, f"{heading} (title)"))
    for row in all_shown(check, rows):
        yield _line(cell for each in row for cell in (each.name, each.title))


def _line(cells: Iterable[str]) -> str:
    text = io.StringIO()
    csv_cells.Writer(text).writerow(cells)
    return text.getvalue()
