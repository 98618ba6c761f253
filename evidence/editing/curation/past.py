"""The versions of a record as pages show them, withdrawn and older than its history too."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from django.utils import timezone

from evidence.editing.curation.ruleset_models import RulesetVersion
from evidence.editing.curation.telling import differing
from evidence.history import RENAMED, unnoted
from evidence.models import Evidence, RecordVersion, Revision

Version = TypeVar("Version", RecordVersion, RulesetVersion)


def versions_of(identifier: str) -> list[RecordVersion]:
    """All versions, the first one first; what is not noted yet of a record is its last one."""
    rows = RecordVersion.objects.filter(identifier=identifier).select_related(
        "revision__by", "revision__reviewed_by"
    )
    found = list(rows.order_by("number"))
    record = Evidence.objects.filter(identifier=identifier).first()
    if record and (lacking := unnoted(record)):
        number, content = lacking
        act = Revision(at=timezone.now(), why=RENAMED)
        if not found:
            act = Revision(at=record.changed_at, by=record.added_by)
        found.append(RecordVersion(number=number, content=content, revision=act))
    return found


def version_of(versions: Iterable[Version], number: int) -> Version | None:
    """The version of a record or a ruleset that has that number."""
    return next((each for each in versions if each.number == number), None)


def last_said(versions: Sequence[RecordVersion]) -> RecordVersion:
    """The last version that has a content."""
    return next(each for each in reversed(versions) if each.content is not None)


def changed_fields(old: RecordVersion | None, new: RecordVersion) -> list[str]:
    """The names of the fields that differ."""
    before, after = (each.content if each and each.content else {} for each in (old, new))
    return differing(before, after)
