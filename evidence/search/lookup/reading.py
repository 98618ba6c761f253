"""What a search reads of some records, by plain SQL.

Django takes longer to write such a statement than a database takes to answer it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from typing import Any, NamedTuple

from django.db import connection

OF_THESE = {"postgresql": "= ANY(%s)", "sqlite": "IN (SELECT value FROM json_each(%s))"}
RECORDS = (
    "SELECT evidence.id, evidence.identifier, evidence.title, evidence.date, evidence.rules, "
    "evidence.content, game.name FROM evidence_evidence evidence "
    "JOIN games_game game ON game.id = evidence.game_id WHERE evidence.id OF_THESE"
)
PLACES = (
    "SELECT evidence_id, name, as_given FROM evidence_place WHERE evidence_id OF_THESE "
    "ORDER BY position, id"
)
QUOTATIONS = (
    "SELECT evidence_id, text FROM evidence_quotation WHERE evidence_id OF_THESE "
    "ORDER BY position, id"
)


class Record(NamedTuple):
    """What is compared and shown of a record."""

    pk: int
    identifier: str
    title: str
    date: str
    rules: str
    content: str
    game: str


class Named(NamedTuple):
    """A place by its name, and in the words of the source."""

    name: str
    as_given: str


def records_of(pks: Collection[int]) -> list[Record]:
    """The records with these ids, in any order; those that are gone are left out."""
    return [Record(*row) for row in _rows(RECORDS, pks)]


def places_of(pks: Collection[int]) -> defaultdict[int, list[Named]]:
    """The places of each record, in order."""
    found: defaultdict[int, list[Named]] = defaultdict(list)
    for pk, *names in _rows(PLACES, pks):
        found[pk].append(Named(*names))
    return found


def quotations_of(pks: Collection[int]) -> defaultdict[int, list[str]]:
    """The quotations of each record, in order."""
    found: defaultdict[int, list[str]] = defaultdict(list)
    for pk, text in _rows(QUOTATIONS, pks):
        found[pk].append(text)
    return found


def _rows(select: str, pks: Collection[int]) -> list[tuple[Any, ...]]:
    if not pks:
        return []
    wanted = list(pks)
    with connection.cursor() as cursor:
        of_these = OF_THESE[connection.vendor]
        listed = wanted if connection.vendor == "postgresql" else str(wanted)
        cursor.execute(select.replace("OF_THESE", of_these), [listed])
        return list(cursor.fetchall())
