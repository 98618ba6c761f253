"""What two people both have changed, told side by side."""

from __future__ import annotations

from typing import Any, NamedTuple

from evidence.editing.curation.labels import label_of
from evidence.editing.curation.merging import Clash
from evidence.editing.curation.telling import tell


class Shown(NamedTuple):
    """A field that both changed: what each of the two says now."""

    field: str
    label: str
    theirs: list[str]
    yours: list[str]
    is_joined: bool  # whether the words of both stand in the field now


def clash_in_words(clash: Clash) -> Shown:
    """A clash as the page shows it."""
    theirs, yours = _said(clash.field, clash.theirs), _said(clash.field, clash.yours)
    is_joined = clash.joined not in (clash.theirs, clash.yours)
    field = {"game": "game_name"}.get(clash.field, clash.field)
    return Shown(field, label_of(field), theirs, yours, is_joined)


def _said(field: str, value: Any) -> list[str]:
    """A value in lines; nothing where it was emptied."""
    if value in (None, "", [], {}):
        return []
    if field == "game":
        return [str(value[1])]
    if "." not in field and field != "quotations":
        return [line for told in tell({field: value}) for line in told.lines]
    rows = value if isinstance(value, list) else [value]
    return [line for row in rows for line in _plainly(row).split("\n")]


def _plainly(value: Any) -> str:
    return " · ".join(map(str, value.values())) if isinstance(value, dict) else str(value)
