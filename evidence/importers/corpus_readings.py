"""How a ruleset of a corpus was read: the passages of its records, and the parts of its clauses."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import Any

from evidence.claims import entered
from evidence.claims.contents import PREFETCH, ClaimError, status_said, store_parts
from evidence.drafts import PassageDraft
from evidence.history import is_to_be_noted, note_before, note_version
from evidence.importers.corpus_files import Row
from evidence.models import Evidence
from evidence.passages import store_passages
from evidence.records.stored import PASSAGE, drafts_of
from evidence.sources import StoreError, plain
from games.models import Ruleset

PASSAGE_KEYS = frozenset({"evidence", *PASSAGE})


Keep = Mapping[str, Collection[str]]  # fields that stay, by record


def are_kept(row: Row, keep: Keep) -> bool:
    """Whether others have changed the passages of one of the ruleset's records."""
    records = (str(each.data.get("evidence")) for each in row.rows("passages"))
    return any("passages" in keep.get(record, ()) for record in records)


def store_readings(row: Row, ruleset: Ruleset, keep: Keep) -> bool:
    """Store the passages and parts of a ruleset's file; whether any changed.

    Where they are kept, all of it stays as it is.
    """
    if are_kept(row, keep):
        return False
    changed = _store_passages(list(row.rows("passages")))
    rows = ruleset.clauses.prefetch_related("citations", *PREFETCH)
    clauses = {clause.name: clause for clause in rows}
    for each in row.rows("clauses"):
        parts = each.may("parts", list, [])
        changed |= _store_parts(clauses[each.data["name"]], parts, each)
    return changed


def _store_passages(rows: list[Row]) -> bool:
    by_record: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        row.only(PASSAGE_KEYS)
        by_record[row.need("evidence", str)].append(row)
    changed = [_of_record(identifier, each) for identifier, each in by_record.items()]
    return any(changed)


def _of_record(identifier: str, rows: list[Row]) -> bool:
    record = Evidence.objects.filter(identifier=identifier).first()
    if record is None:
        rows[0].fail("evidence", f"{identifier!r} is no record of the corpus")
    wanted = [_draft(row, number) for number, row in enumerate(rows, start=1)]
    if drafts_of(record.passages.select_related("source")) == tuple(wanted):
        return False
    if not is_to_be_noted(record):
        note_before(record)
    try:
        store_passages(record, wanted)
    except StoreError as error:
        rows[0].fail("", str(error))
    note_version(record)
    return True


def _draft(row: Row, number: int) -> PassageDraft:
    if row.may("number", int, number) != number:
        row.fail("number", f"is {row.data['number']}: the passages of a record count from 1")
    said: dict[str, Any] = {
        name: row.may(name, str, "")
        for name in PASSAGE
        if name not in ("number", "original") and name in row.data
    }
    said["source"] = plain(said.get("source", ""))
    return PassageDraft(number=number, original=row.maybe("original", int), **said)


def _store_parts(clause: Any, parts: list[Any], row: Row) -> bool:
    if not parts:
        return bool(entered(clause) and clause.parts.filter(derived=False).delete()[0])
    try:
        changed = store_parts(clause, parts)
    except ClaimError as error:
        row.fail(error.key, error.message)
    except (AttributeError, KeyError, TypeError):
        row.fail("parts", "are objects, each with a text and claims")
    follows = str(status_said(parts))
    if follows != clause.status:
        row.fail("status", f"is {clause.status!r}: its parts make it {follows!r}")
    return changed
