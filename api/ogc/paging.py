"""Pages by links: each continues after the id of a feature, whatever came or went meanwhile.

A cursor also notes at which place that feature stood, so that the page is found at once while
nothing has changed, however far into the list it lies; else the id is looked for by halving.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from typing import Literal, cast

from django.utils.translation import gettext as _

from api.ogc.catalogue import Found
from api.ogc.values import given
from evidence.search_values import Params, QueryError, shown

CURSOR = re.compile(r"(after|before)-([0-9]{1,15})-([0-9]{1,18})", re.ASCII)
Side = Literal["after", "before"]


@dataclass(frozen=True)
class Cursor:
    """After or before the feature `pk`, which stood at `place` (0 is the first)."""

    side: Side
    place: int
    pk: int

    def __str__(self) -> str:
        return f"{self.side}-{self.place}-{self.pk}"


@dataclass(frozen=True)
class Window:
    """The ids of a page, and where in the list the first of them stands."""

    first: int
    pks: list[int]
    count: int

    @property
    def next(self) -> Cursor | None:
        """Where the next page begins, or None on the last."""
        end = self.first + len(self.pks)
        return Cursor("after", end - 1, self.pks[-1]) if self.pks and end < self.count else None

    @property
    def previous(self) -> Cursor | None:
        """Where the page before ends, or None on the first."""
        return Cursor("before", self.first, self.pks[0]) if self.pks and self.first else None


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
    return Cursor(cast(Side, match[1]), int(match[2]), int(match[3]))


def window(found: Found, cursor: Cursor | None, limit: int) -> Window:
    """The page of at most `limit` ids at a cursor."""
    if cursor is None:
        first, end = 0, limit
    elif cursor.side == "after":
        first = _place(found, cursor)
        end = first + limit
    else:
        end = _place(found, cursor)
        first = max(0, end - limit)
    return Window(first, list(found.pks(first, end - first)), found.count)


def _place(found: Found, cursor: Cursor) -> int:
    """Where the cursor stands now: behind its feature, or before it."""
    step = 1 if cursor.side == "after" else 0
    if cursor.place < found.count and list(found.pks(cursor.place, 1)) == [cursor.pk]:
        return cursor.place + step
    # Ids run downwards; those above the cursor's come first.
    passed = cursor.pk if cursor.side == "after" else cursor.pk + 1
    return bisect_left(
        range(found.count), True, key=lambda place: all(p < passed for p in found.pks(place, 1))
    )
