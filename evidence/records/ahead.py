"""Stored records as drafts, many read at a time, for those who store one record after another."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from evidence.drafts import Draft
from evidence.models import Evidence
from evidence.records.stored import as_draft, read_draft, with_all

MANY = 100  # records that are read at once


class ReadAhead:
    """The drafts of these records as they are stored, which are wanted in this order, each once.

    A record that has changed since it was read, or is wanted out of order, is read by itself.
    """

    def __init__(self, identifiers: Iterable[str] = ()) -> None:
        self._order = list(dict.fromkeys(identifiers))
        self._positions = {name: position for position, name in enumerate(self._order)}
        self._next = 0
        self._read: dict[str, tuple[datetime, Draft]] = {}

    def draft_of(self, record: Evidence) -> Draft:
        """The draft that would store this record as it is stored now."""
        position = self._positions.get(record.identifier, -1)
        if position >= self._next:
            self._read_from(position)
        read = self._read.pop(record.identifier, None)
        return read[1] if read and read[0] == record.changed_at else as_draft(record)

    def _read_from(self, position: int) -> None:
        wanted = self._order[position : position + MANY]
        self._next = position + len(wanted)
        records = with_all(Evidence.objects.filter(identifier__in=wanted).order_by())
        self._read = {each.identifier: (each.changed_at, read_draft(each)) for each in records}
