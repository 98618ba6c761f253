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


class Named(NamedTuple):
    """A place by its name, and in the words of the source."""

    name: str
    as_given: str


class Record(NamedTuple):
    """What is compared and shown of a record."""

    pk: int
    identifier: str
    title: str
    date: str
    rules: str
    content: str
    game: str
    places: list[Named]


class Reading:
    """Records that are read for one search: each once, though it is compared and shown."""

    def __init__(self) -> None:
        self.known: dict[int, Record | None] = {}

    def records_of(self, pks: Collection[int]) -> list[Record]:
        """The records with these ids, in order; those that are gone are left out."""
        unread = [pk for pk in pks if pk not in self.known]
        places: defaultdict[int, list[Named]] = defaultdict(list)
        for pk, *names in _rows(PLACES, unread):
            places[pk].append(Named(*names))
        self.known |= dict.fromkeys(unread)
        for row in _rows(RECORDS, unread):
            self.known[row[0]] = Record._make((*row, places[row[0]]))
        return [record for pk in pks if (record := self.known[pk])]


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
