"""Storing the passages of a record."""

from __future__ import annotations

from collections.abc import Iterable

from evidence.drafts import PassageDraft
from evidence.models import Evidence, Passage, Source
from evidence.records.stored import PASSAGE, drafts_of
from evidence.sources import StoreError, check_fields


def store_passages(record: Evidence, wanted: Iterable[PassageDraft]) -> bool:
    """Make the passages of a record these; whether any changed. Rows keep their ids by number.

    Raises StoreError.
    """
    wanted = tuple(wanted)
    rows = {row.number: row for row in record.passages.select_related("source")}
    if drafts_of(rows.values()) == wanted:
        return False
    for each in wanted:
        rows[each.number] = _stored(rows.get(each.number) or Passage(evidence=record), each)
    for each in wanted:
        original = rows.get(each.original) if each.original else None
        if rows[each.number].original_id != (original and original.pk):
            rows[each.number].original = original
            rows[each.number].save()
    record.passages.exclude(number__in=[each.number for each in wanted]).delete()
    return True


def _stored(row: Passage, said: PassageDraft) -> Passage:
    source = Source.objects.filter(citation=said.source).first() if said.source else None
    if said.source and source is None:
        raise StoreError(f"passage {said.number}: no source is stored as {said.source!r}")
    for name in PASSAGE:
        if name not in ("source", "original"):
            setattr(row, name, getattr(said, name))
    row.source = source
    check_fields(row)
    row.save()
    return row
