"""Pages by links: each continues after the id of a feature, whatever came or went meanwhile."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, cast

from django.utils.translation import gettext as _

from api.ogc.catalogue import Found
from api.ogc.values import given
from api.paging import CURSOR
from evidence.search_values import Params, QueryError, shown

Side = Literal["after", "before"]


@dataclass(frozen=True)
class Cursor:
    """After or before the feature whose id in the database is `pk`."""

    side: Side
    pk: int

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


def read_cursor(params: Params) -> Cursor | None:
    """The cursor of a link, or None for the first page. Raises QueryError."""
    text = given(params, "cursor")
    if not text:
        return None
    match = CURSOR.fullmatch(text)
    if not match:
        raise QueryError(
            "cursor",
            _("“%(text)s” is not a cursor. Follow the link “next” or “prev” of a page.")
            % {"text": shown(text)},
        )
    return Cursor(cast(Side, match[1]), int(match[2]))


def window(found: Found, cursor: Cursor | None, limit: int) -> Window:
    """The page of at most `limit` ids at a cursor."""
    first, end = 0, limit
    if cursor and cursor.side == "after":
        _before, first = found.around(cursor.pk)
        end = first + limit
    elif cursor:
        end, _upto = found.around(cursor.pk)
        first = max(0, end - limit)
    return Window(first, found.pks(first, end - first), found.count)
