"""Drafts into records: find what is stored, tell what differs, write only that.

Storing is idempotent by identifier and by portal id. A field about which the draft says nothing
is emptied only where the draft is the whole record.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q

from evidence.drafts import CitationDraft, Draft, PlaceDraft, is_blank
from evidence.history import note_before, note_version, revision
from evidence.models import Evidence
from evidence.passages.phrases import carried, check, gone, texts_of
from evidence.records.ahead import ReadAhead
from evidence.records.stored import fields
from evidence.search.index import index_records
from evidence.sources import Changes, StoreError, complete_game
from evidence.storing.checks import prepared
from evidence.storing.write import write
from games.models import Game

__all__ = ["Change", "StoreError", "compare", "store"]

Action = Literal["created", "changed", "unchanged"]


@dataclass(frozen=True)
class Change:
    """What storing a draft did, or in a dry run would do.

    `fields` maps a field to (old, new); `kept` to (stored, offered) where the stored one stayed.
    `lost` has the marked phrases, in words, that are not in the new texts.
    """

    identifier: str
    action: Action
    fields: Changes = field(default_factory=dict)
    kept: Changes = field(default_factory=dict)
    lost: tuple[str, ...] = ()


def store(
    draft: Draft,
    *,
    user: User | None = None,
    dry_run: bool = False,
    update: bool = True,
    whole: bool = False,
    why: str = "",
    keep: Collection[str] = (),
    ahead: ReadAhead | None = None,
) -> Change:
    """Store one draft, whole or not at all. Raises StoreError.

    `update=False` fills blank fields only and reports the others that differ as kept.
    `whole=True` empties what the draft leaves blank: the record of its identifier becomes what the
    draft says, and no other one that has its portal id.
    `keep` names fields that stay as they are even where others are overwritten.
    `user` is noted as who added a new record; what changes is a new version in the history, by
    `user`, because of `why` unless a revision is under way.
    Who stores many gives all of them the same `ahead`, which reads what is stored of them.
    """
    try:
        with transaction.atomic(), revision(why, user):
            record, change = _store(
                *prepared(draft), user, update, whole, keep, ahead=ahead or ReadAhead()
            )
            if change.action != "unchanged":
                note_version(record)
            if dry_run:
                transaction.set_rollback(True)
            elif change.action != "unchanged":
                index_records([record.pk])
    except StoreError as error:
        raise StoreError(f"{draft.identifier}: {error}") from error
    return change


def compare(draft: Draft, stored: Draft | None, *, update: bool) -> Change:
    """What storing a draft would do, without asking the database. Raises StoreError."""
    draft, _game = prepared(draft, stored=False)
    old = fields(stored) if stored else {}
    changed, kept = _compare(old, _offered(draft, stored, update), update)
    identifier = stored.identifier if stored else draft.identifier
    action: Action = "created" if stored is None else "changed" if changed else "unchanged"
    return Change(identifier, action, changed, kept)


def _store(
    draft: Draft,
    game: Game | None,
    user: User | None,
    update: bool,
    whole: bool,
    keep: Collection[str],
    *,
    ahead: ReadAhead,
) -> tuple[Evidence, Change]:
    record = _find(draft)
    if whole and record and record.identifier != draft.identifier:
        raise StoreError(f"{draft.portal_id} belongs to {record.identifier}")
    new = record is None
    stored = ahead.draft_of(record) if record else None
    old = fields(stored) if stored else {}
    changed, kept = (
        (_replaced(old, fields(draft)), Changes())
        if whole
        else _compare(old, _offered(draft, stored, update), update, keep)
    )
    lost = _settle_phrases(changed, old, whole=whole)
    if record and changed:
        note_before(record, stored)
    record = record or Evidence(identifier=draft.identifier, added_by=user)
    besides: Changes = {}
    if "game" not in kept:
        record.game, besides = complete_game(draft.game, game)
    if changed or "game" not in kept:
        changed |= besides | write(record, draft, changed)
    action: Action = "created" if new else "changed" if changed else "unchanged"
    return record, Change(record.identifier, action, changed, kept, lost)


def _settle_phrases(changed: Changes, old: dict[str, Any], *, whole: bool) -> tuple[str, ...]:
    """Check the marked phrases against the texts as they will be; gives the words that are lost.

    Phrases about which the draft says nothing go where their words go, and go with them. A whole
    draft has said where they are: one whose words are not there is refused.
    """
    new = old | {name: said[1] for name, said in changed.items()}
    before, after = (
        texts_of(of.get("rules") or "", of.get("content") or "", of.get("quotations") or ())
        for of in (old, new)
    )
    phrases, lost = new.get("phrases") or (), tuple[str, ...]()
    if "phrases" not in changed and before != after:
        lost = gone(phrases, before, after)
        if lost and whole:
            raise StoreError(f"the marked words {'; '.join(lost)} are not in the text, or stand "
                             "in several places: mark them again", "phrases")  # fmt: skip
        found = carried(phrases, before, after)
        if found != phrases:
            changed["phrases"] = (phrases, found or None)
            phrases = found
    check(phrases, after)
    return lost


def _find(draft: Draft) -> Evidence | None:
    """The record of the draft. Its identifier never changes, whatever the draft calls it."""
    wanted = Q(identifier=draft.identifier)
    if draft.portal_id:
        wanted |= Q(portal_id=draft.portal_id)
    found = list(Evidence.objects.select_for_update().filter(wanted).order_by("pk"))
    if len(found) > 1:
        others = " and ".join(record.identifier for record in found)
        raise StoreError(f"the identifier and {draft.portal_id} belong to two records: {others}")
    if found and draft.portal_id and found[0].portal_id not in (None, "", draft.portal_id):
        raise StoreError(f"the identifier belongs to {found[0].portal_id}, not {draft.portal_id}")
    return found[0] if found else None


def _compare(
    old: Changes, offered: Changes, update: bool, keep: Collection[str] = ()
) -> tuple[Changes, Changes]:
    changed: Changes = {}
    kept: Changes = {}
    for name, value in offered.items():
        before = old.get(name)
        if before == value:
            continue
        overwrites = (update or is_blank(before)) and name not in keep
        target = changed if overwrites else kept
        target[name] = (before, value)
    return changed, kept


def _replaced(old: dict[str, Any], new: dict[str, Any]) -> Changes:
    """What changes where the new fields are all that is said; None where nothing is any more.

    Quotations stand in citations by position, so that they are written with them.
    """
    names = {**old, **new}
    changed = {name: (old.get(name), new.get(name)) for name in names}
    changed = {name: said for name, said in changed.items() if said[0] != said[1]}
    if "citations" in changed and "quotations" in names:
        changed["quotations"] = (old.get("quotations"), new.get("quotations"))
    return changed


def _offered(draft: Draft, stored: Draft | None, update: bool) -> Changes:
    """The draft's fields, its quotations pointing into the citations that the record will have."""
    offered = fields(draft)
    if stored and "places" in offered:
        offered["places"] = _with_roles(draft.places, stored.places)
    if stored and draft.quotations and stored.citations and not (update and draft.citations):
        texts = [row.citation for row in stored.citations]
        offered["quotations"] = tuple(
            replace(row, citation=_position(row.citation, draft.citations, texts))
            for row in draft.quotations
        )
    return offered


def _with_roles(
    places: tuple[PlaceDraft, ...], stored: tuple[PlaceDraft, ...]
) -> tuple[PlaceDraft, ...]:
    """The places with the roles of the same stored ones, where the format knows of no roles."""
    if any(place.role for place in places):
        return places
    roles = {replace(place, role=""): place.role for place in stored}
    return tuple(replace(place, role=roles.get(place, "")) for place in places)


def _position(
    position: int | None, citations: Sequence[CitationDraft], texts: list[str]
) -> int | None:
    if position is None or citations[position].citation not in texts:
        return None
    return texts.index(citations[position].citation)
