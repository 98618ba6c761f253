"""Which fields of records people have changed since an importer last wrote them.

Each difference between two versions is the work of the act that made the later one. What an act of
the importer did not touch stays the work of whoever wrote it.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import groupby
from typing import Any

from evidence.history import BEFORE, RENAMED
from evidence.history.contents import Content, draft_of
from evidence.models import RecordVersion
from evidence.records.stored import fields


def curated_fields(identifiers: Collection[str], importer: str) -> dict[str, set[str]]:
    """The fields of each record that others than the importer wrote last.

    `importer` is how the reasons of its acts begin. Records that it alone has written are left out.
    """
    written = RecordVersion.objects.filter(identifier__among=list(identifiers))
    others = written.exclude(revision__why__startswith=importer).order_by()
    named = set(others.values_list("identifier", flat=True))
    rows = RecordVersion.objects.filter(identifier__among=list(named)).order_by(
        "identifier", "number"
    )
    said = rows.values_list("identifier", "content", "revision__why")
    nobodys = (importer, BEFORE, RENAMED)
    found = {
        identifier: _fields([(content, why.startswith(nobodys)) for _, content, why in versions])
        for identifier, versions in groupby(said, key=lambda row: row[0])
    }
    return {name: _with_bound(names) for name, names in found.items() if names}


def _with_bound(names: set[str]) -> set[str]:
    """Besides, what points into them: quotations into citations, phrases into texts."""
    if names & {"citations", "quotations"}:
        names = names | {"citations", "quotations"}
    return names | ({"phrases"} if names & {"rules", "content", "quotations"} else set())


def _said(content: Content) -> dict[str, Any]:
    return fields(draft_of(content)) | {"passages": content.get("passages", [])}


def _fields(versions: list[tuple[Any, bool]]) -> set[str]:
    """The fields whose last change was not the importer's."""
    by_others: set[str] = set()
    before: dict[str, Any] = {"passages": []}
    for content, is_importers in versions:
        after = _said(content) if content else {}
        changed = {name for name in {**before, **after} if before.get(name) != after.get(name)}
        by_others = by_others - changed if is_importers else by_others | changed
        before = after
    return by_others
