"""The kinds of work of which /curate/ lists all that waits for somebody.

To add one: append to `KINDS` when its application is ready.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.utils.functional import Promise

from people.matrix import Right
from people.rights import may

FIRST = 10  # rows of a kind that are shown


class Kind(NamedTuple):
    """What it is called, the address of its list, who sees it, and what waits for a person."""

    title: str | Promise
    address: str
    right: Right
    waiting: Callable[[Any], QuerySet[Any]]


KINDS: list[Kind] = []


def waiting_for(person: Any) -> list[dict[str, Any]]:
    """What waits of each kind that a person may see: how many, and the first of them."""
    return [
        {"kind": kind, "number": found.count(), "rows": found[:FIRST]}
        for kind in KINDS
        if may(person, kind.right)
        for found in [kind.waiting(person)]
    ]
