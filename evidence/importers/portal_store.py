"""One page of the portal into records, all of them or none; and the changes in words."""

from __future__ import annotations

from dataclasses import dataclass, is_dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from evidence.drafts import (
    AssertionDraft,
    CitationDraft,
    PictureDraft,
    PlaceDraft,
    QuotationDraft,
)
from evidence.history import revision
from evidence.importers import portal
from evidence.places import Point, print_decimal
from evidence.search.index import together
from evidence.storing import Change, store

LONGEST_VALUE = 80


def import_page(
    text: str, *, user: User | None = None, dry_run: bool = False, update: bool = False
) -> list[Change]:
    """Store the records of a page. Raises PortalError or StoreError, and then stores nothing.

    Blank fields of a stored record are filled; the others change only with `update`.
    """
    drafts = portal.read(text)
    with transaction.atomic():
        with together(), revision("page of the Ludii portal", user):
            changes = [store(draft, user=user, update=update) for draft in drafts]
        if dry_run:
            transaction.set_rollback(True)
    return changes


@dataclass(frozen=True)
class Row:
    """A field that differs: what is stored, what the page has, and whether the stored one stays."""

    name: str
    stored: str
    offered: str
    kept: bool = False


def change_rows(change: Change, longest: int = LONGEST_VALUE) -> list[Row]:
    """The fields that a change touches or keeps, by name."""
    rows = [
        Row(name, shown(old, longest), shown(new, longest), kept)
        for fields, kept in ((change.fields, False), (change.kept, True))
        for name, (old, new) in fields.items()
    ]
    return sorted(rows, key=lambda row: row.name)


def change_words(change: Change) -> list[str]:
    """A line a field: `date: 1904 → 1905`, or what was kept and what the page has."""
    return [
        f"{row.name}: kept {row.stored}, the page has {row.offered}"
        if row.kept
        else f"{row.name}: {row.stored} → {row.offered}"
        for row in change_rows(change)
    ] + [f"marked phrase lost, its words are not in the new text: {each}" for each in change.lost]


def shown(value: Any, longest: int = LONGEST_VALUE) -> str:
    """A value on one line, cut with … where it is long."""
    if isinstance(value, tuple):
        text = "; ".join(shown(item, longest) for item in value) or "(empty)"
    elif is_dataclass(value):
        text = _draft_words(value)
    else:
        text = "(empty)" if value in (None, "") else str(value)
    text = " ".join(text.split())
    return text if len(text) <= longest else text[: longest - 1] + "…"


def _point(place: PlaceDraft) -> str:
    if place.as_given or place.lat_u is None or place.lon_u is None:
        return ""
    return print_decimal(Point(place.lat_u, place.lon_u))


def _draft_words(value: Any) -> str:
    match value:
        case PlaceDraft():
            region = f"region {value.region}" if value.region else ""
            sure = (value.role, value.precision, value.certainty, value.note)
            known = (value.name, value.as_given, _point(value), region, *sure)
            return ", ".join(dict.fromkeys(word for word in known if word))
        case CitationDraft():
            return f"{value.locator} in {value.citation}" if value.locator else value.citation
        case QuotationDraft():
            return f"“{value.text}” {value.as_cited}"
        case PictureDraft():
            return ", ".join(filter(None, (value.caption or value.alt, value.credit)))
        case AssertionDraft():
            return ", ".join(filter(None, value.__dict__.values()))
    return str(value)
