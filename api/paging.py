"""Pages of a list by cursor: rows that come or go meanwhile shift nothing, and totals are exact."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from rest_framework.request import Request

from evidence.search import Results
from evidence.search.values import Params, QueryError, read_number, shown, single

PARAMETERS = ("limit", "cursor")
LEAST, USUAL, MOST = 1, 50, 200
CURSOR = re.compile(r"(after|before)-([0-9]{1,18})", re.ASCII)


class Found(Protocol):
    """What matches, as search gives it: how many there are, and their ids in order."""

    @property
    def count(self) -> int:
        """How many match."""

    def pks(self, first: int = 0, most: int | None = None) -> list[int]:
        """The ids, `most` of them from the `first` on."""

    def around(self, pk: int) -> tuple[int, int]:
        """How many of the ids come before one, and how many with it, if it is among them."""


class Cursor(NamedTuple):
    """Where a page begins or ends: after or before the row with this id; at the start for 0."""

    side: str = ""
    pk: int = 0

    def __str__(self) -> str:
        return f"{self.side}-{self.pk}"


@dataclass(frozen=True)
class Window:
    """The ids of a page, where in the list the first of them stands, and how long the list is."""

    first: int
    pks: list[int]
    count: int

    @property
    def next(self) -> Cursor | None:
        """Where the next page begins, or None on the last."""
        more = self.first + len(self.pks) < self.count
        return Cursor("after", self.pks[-1]) if self.pks and more else None

    @property
    def previous(self) -> Cursor | None:
        """Where the page before ends, or None on the first."""
        return Cursor("before", self.pks[0]) if self.pks and self.first else None


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
    limit = read_limit(request.query_params)
    side, pk = _cursor(request.query_params)
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
        next=_link(request, Cursor("after", found[-1].pk)) if found and has_next else None,
        previous=_link(request, Cursor("before", found[0].pk)) if found and has_previous else None,
    )


def page_of_results(request: Request, results: Results) -> Page:
    """The same of a search; `results` of the page are ids."""
    limit = read_limit(request.query_params)
    shown = window_of(request.query_params, results)
    return Page(
        results=shown.pks,
        count=shown.count,
        limit=limit,
        next=_link(request, shown.next) if shown.next else None,
        previous=_link(request, shown.previous) if shown.previous else None,
    )


def window_of(params: Params, results: Results) -> Window:
    """The page of a search that `limit` and `cursor` ask for. Raises QueryError."""
    try:
        return window(results, _cursor(params), read_limit(params))
    except LookupError:
        raise QueryError(
            "cursor",
            _("The record at the start of this page no longer exists. Start from the first page."),
        ) from None


def window(found: Found, cursor: Cursor, limit: int) -> Window:
    """The page of at most `limit` ids at a cursor. Raises LookupError as `around` does."""
    first, end = 0, limit
    if cursor.side == "after":
        _before, first = found.around(cursor.pk)
        end = first + limit
    elif cursor.side == "before":
        end, _upto = found.around(cursor.pk)
        first = max(0, end - limit)
    return Window(first, found.pks(first, end - first), found.count)


def read_limit(params: Params) -> int:
    """How many rows a page has. Raises QueryError."""
    text = single(params, "limit")
    number = read_number("limit", text, LEAST, MOST, "how many rows a page has, as in 50")
    return USUAL if number is None else number


def _cursor(params: Params) -> Cursor:
    return read_cursor(single(params, "cursor"), "previous")


def read_cursor(text: str, back: str) -> Cursor:
    """The cursor of a link; the start for no text. Raises QueryError, naming the link `back`."""
    if not text:
        return Cursor()
    match = CURSOR.fullmatch(text)
    if not match:
        raise QueryError(
            "cursor",
            _("“%(text)s” is not a cursor. Follow the link “next” or “%(back)s” of a page.")
            % {"text": shown(text), "back": back},
        )
    return Cursor(match[1], int(match[2]))


def _slice(rows: QuerySet[Any], side: str, pk: int, limit: int) -> list[Any]:
    downwards = side == "before"
    if side:
        rows = rows.filter(**{"pk__lt" if downwards else "pk__gt": pk})
    return list(rows.order_by("-pk" if downwards else "pk")[: limit + 1])


def _link(request: Request, cursor: Cursor) -> str:
    asked = dict(request.query_params.lists()) | {"cursor": [str(cursor)]}
    return f"{request.build_absolute_uri(request.path)}?{urlencode(asked, doseq=True)}"
