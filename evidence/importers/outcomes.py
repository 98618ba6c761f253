"""What became of sources, regions and games, as reports tell it."""

from __future__ import annotations

from typing import Any

import shapely.geometry

from evidence.drafts import is_blank
from evidence.history.contents import Content
from evidence.history.shared import RELATIONS, Row
from evidence.importers.reference import names_text, when_text
from evidence.sources import Changes
from evidence.storing import Action, Change


def shared_change(
    row: Row, before: Content | None, after: Content, kept: Changes | None = None
) -> Change:
    """What has been done to a stored row, field by field; `before` is None for a new one.
    `after` is its content now.

    `kept` has the fields that stayed: (stored, offered).
    """
    old, new = _flat(before or {}), _flat(after)
    names = [name for name in {**old, **new} if old.get(name) != new.get(name)]
    action: Action = "created" if before is None else "changed" if names else "unchanged"
    fields = {name: (_shown(old.get(name)), _shown(new.get(name))) for name in names}
    stayed = {
        name: (_shown(stored), _shown(offered)) for name, (stored, offered) in (kept or {}).items()
    }
    return Change(row.slug, action, fields, stayed)


def _flat(content: Content) -> dict[str, Any]:
    """What the fields say, those of CSL-JSON each by its own name."""
    csl = content.get("csl") or {}
    related = content.get(RELATIONS) or ()
    words = {RELATIONS: ", ".join(f"{each['relation']} {each['target']}" for each in related)}
    return {
        name: value
        for name, value in {**content, **csl, **words}.items()
        if name != "csl" and not is_blank(value) and not (name == "year" and "issued" in csl)
    }


def _shown(value: Any) -> Any:
    """Names, dates and codes as text."""
    match value:
        case [{**_first}, *_more]:
            return names_text(value)
        case {"coordinates": _}:
            return _shape_text(value)
        case {"date-parts": _} | {"literal": _}:
            return when_text({"issued": value})
        case {}:
            return ", ".join(f"{key} {said}" for key, said in value.items())
    return value


def _shape_text(drawn: Content) -> str:
    """As in "12 points in 1 part, 101.5 to 103 east, -3 to 4.25 north"."""
    geometry = shapely.geometry.shape(drawn)
    west, south, east, north = (f"{number:.6g}" for number in geometry.bounds)
    points = shapely.get_num_coordinates(geometry)
    parts = shapely.get_num_geometries(geometry)
    within = f"{west} to {east} east, {south} to {north} north"
    return f"{points} points in {parts} part{'s' if parts > 1 else ''}, {within}"
