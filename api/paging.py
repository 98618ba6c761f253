"""Pages of a list by cursor: rows that come or go meanwhile shift nothing, and totals are exact."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from rest_framework.request import Request

from evidence.search import Results
from evidence.search_values import QueryError, read_number, shown, single

PARAMETERS = ("limit", "cursor")
LEAST, USUAL, MOST = 1, 50, 200
CURSOR = re.compile(r"(after|before)-([0-9]{1,18})", re.ASCII)


@dataclass
class Page:
    """Some rows of a list, how many there are in all, and the addresses of the pages around."""

    results: Sequence[Any]
    count: int
    limit: int
    next: str | None
    previous: str | None
    undated_left_out: int = 0
    unlocated_left_out: int = 0


def page_of(request: Request, rows: QuerySet[Any]) -> Page:
    """The page that `limit` and `cursor` ask for. Raises QueryError for malformed values."""
    limit = _limit(request)
    side, pk = _cursor(request)
    found = _slice(rows, side, pk, limit)
    more, found = len(found) > limit, found[:limit]
    if side == "before":
        found.reverse()
    has_next = more if side != "before" else True
    has_previous = more if side == "before" else bool(side)
    return Page(
        results=found,
        count=rows.count(),
        limit=limit,
        next=_link(request, "after", found[-1].pk) if found and has_next else None,
        previous=_link(request, "before", found[0].pk) if found and has_previous else None,
    )


def page_of_results(request: Request, results: Results) -> Page:
    """The same of a search; `results` of the page are ids."""
    limit = _limit(request)
    side, pk = _cursor(request)
    before, upto = _around(results, pk) if side else (0, 0)
    first = max(0, before - limit) if side == "before" else upto
    pks = results.pks(first, before - first if side == "before" else limit)
    return Page(
        results=pks,
        count=results.count,
        limit=limit,
        next=_link(request, "after", pks[-1]) if first + len(pks) < results.count and pks else None,
        previous=_link(request, "before", pks[0]) if first and pks else None,
    )


def _around(results: Results, pk: int) -> tuple[int, int]:
    try:
        return results.around(pk)
    except LookupError:
        raise QueryError(
            "cursor", _("The record that this page begins with is gone. Begin at the first page.")
        ) from None


def _limit(request: Request) -> int:
    text = single(request.query_params, "limit")
    number = read_number("limit", text, LEAST, MOST, "how many rows a page has, as in 50")
    return USUAL if number is None else number


def _cursor(request: Request) -> tuple[str, int]:
    text = single(request.query_params, "cursor")
    if not text:
        return "", 0
    match = CURSOR.fullmatch(text)
    if not match:
        raise QueryError(
            "cursor",
            _("“%(text)s” is not a cursor. Follow the “next” or “previous” link of a page.")
            % {"text": shown(text)},
        )
    return match[1], int(match[2])


def _slice(rows: QuerySet[Any], side: str, pk: int, limit: int) -> list[Any]:
    downwards = side == "before"
    if side:
        rows = rows.filter(**{"pk__lt" if downwards else "pk__gt": pk})
    return list(rows.order_by("-pk" if downwards else "pk")[: limit + 1])


def _link(request: Request, side: str, pk: int) -> str:
    params = request.query_params.copy()
    params["cursor"] = f"{side}-{pk}"
    return request.build_absolute_uri(f"{request.path}?{params.urlencode()}")
