"""The versions of a record as pages show them, withdrawn and older than its history too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone

from evidence.editing.curation.telling import differing
from evidence.history import RENAMED, unnoted
from evidence.history.contents import Content
from evidence.models import Evidence, RecordVersion


@dataclass(frozen=True)
class Version:
    """A record as one act left it; no content where it was withdrawn."""

    number: int
    content: Content | None
    at: datetime
    by: Any = None
    reviewed_by: Any = None
    why: str = ""

    @property
    def title(self) -> str:
        """What the record is called in it."""
        content = self.content or {}
        return str(content.get("title") or content.get("game_name") or "")


def versions_of(identifier: str) -> list[Version]:
    """All versions, the first one first; what is not noted yet of a record is its last one."""
    rows = RecordVersion.objects.filter(identifier=identifier).select_related(
        "revision__by", "revision__reviewed_by"
    )
    found = [
        Version(
            row.number,
            row.content,
            row.revision.at,
            row.revision.by,
            row.revision.reviewed_by,
            row.revision.why,
        )
        for row in rows.order_by("number")
    ]
    record = Evidence.objects.filter(identifier=identifier).first()
    if record and (lacking := unnoted(record)):
        if found:
            found.append(Version(*lacking, timezone.now(), why=RENAMED))
        else:
            found = [Version(*lacking, record.changed_at, record.added_by)]
    return found


def version_of(versions: Sequence[Version], number: int) -> Version | None:
    """The version of that number."""
    return next((each for each in versions if each.number == number), None)


def last_said(versions: Sequence[Version]) -> Version:
    """The last version that has a content."""
    return next(each for each in reversed(versions) if each.content is not None)


def changed_fields(old: Version | None, new: Version) -> list[str]:
    """The names of the fields that differ."""
    before, after = (each.content if each and each.content else {} for each in (old, new))
    return differing(before, after)
