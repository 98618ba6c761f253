"""From record to record of the search that one came from, which the address says (`?in=`)."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import QueryDict
from django.urls import reverse
from django.utils.http import urlencode

from evidence.models import Evidence
from evidence.pages.views.filters import address
from evidence.search import Query, QueryError, search

SEARCH = "in"
LONGEST = 2000  # characters of a query string


@dataclass(frozen=True)
class Walk:
    """Where a record stands in a search, and the addresses of its neighbours; empty at the ends."""

    place: int
    count: int
    before: str
    after: str
    back: str


def walk_of(record: Evidence, asked: str) -> Walk | None:
    """The walk of a record through a search, given as a query string; None if it is not in it."""
    if not asked or len(asked) > LONGEST:
        return None
    try:
        query = Query.from_params(QueryDict(asked))
        results = search(query)
        before, after, place = results.beside(record.pk)
    except (QueryError, LookupError):
        return None
    asked = address(query)[1:]
    around = dict(Evidence.objects.filter(pk__in=[before, after]).values_list("pk", "identifier"))
    return Walk(
        place,
        results.count,
        _address(around.get(before or 0), asked),
        _address(around.get(after or 0), asked),
        f"{reverse('evidence')}?{asked}",
    )


def _address(identifier: str | None, asked: str) -> str:
    if identifier is None:
        return ""
    return f"{reverse('record', args=[identifier])}?{urlencode({SEARCH: asked})}"
