"""How to cite a search, and its records in every format."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from evidence.exporters.citing import cite_search
from evidence.exporters.formats import RECORDS, REFERENCES
from evidence.pages.views.filters import address, described, read_query, split_known
from evidence.search import Query, QueryError, search

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

Formats = Mapping[str, tuple[str, "StrOrPromise"]]
Pairs = list[tuple[str, str]]


@require_safe
def take_away(request: HttpRequest) -> HttpResponse:
    """Citation and files of a search; one that cannot be followed is refused where it is made."""
    params = request.GET.copy()
    quotations = params.pop("quotations", []) != ["exclude"]
    try:
        query = read_query(split_known(params)[0])
    except QueryError:
        return redirect(f"{reverse('evidence')}?{params.urlencode()}")
    results = search(query)
    asked, page = described(query), reverse("evidence") + address(query)
    whole = request.build_absolute_uri(page)
    own = [] if quotations else [("quotations", "exclude")]
    context = {
        "described": asked,
        "page": page,
        "results": results,
        "quotations": quotations,
        "with_them": urlencode(query.params()),
        "without": urlencode([*query.params(), ("quotations", "exclude")]),
        "cite": cite_search(asked, results.count, whole, timezone.localdate()),
        "formats": _files(query, RECORDS, own),
        "places": _file(query, "csv", [*own, ("rows", "places")]),
        "references": _files(query, REFERENCES, []),
    }
    return render(request, "evidence/take_away.html", context)


def _files(query: Query, formats: Formats, own: Pairs) -> list[tuple[str, StrOrPromise, str]]:
    """(label, what it is, address) of each format."""
    return [(label, about, _file(query, name, own)) for name, (label, about) in formats.items()]


def _file(query: Query, name: str, own: Pairs) -> str:
    params = [*query.params(), *own, ("format", name)]
    return f"{reverse('api:export')}?{urlencode(params)}"
