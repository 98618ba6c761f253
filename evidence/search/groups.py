"""Regions for a menu: under the continent that they are in, continents themselves first."""

from __future__ import annotations

from collections.abc import Iterable

from evidence.models import Region

ABOVE = "parent__parent__parent"  # as far up as regions go
SHAPES = ("shape", "parent__shape", "parent__parent__shape", f"{ABOVE}__shape")

Groups = list[tuple[str, list[Region]]]  # under headings; "" for those that need none


def by_continent(slugs: Iterable[str]) -> Groups:
    """The regions of these slugs by name, grouped; slugs of no region are passed over."""
    stored = Region.objects.select_related(ABOVE).defer(*SHAPES)
    rows = {each.slug: each for each in stored}
    groups: dict[str, list[Region]] = {}
    for row in sorted((rows[slug] for slug in slugs if slug in rows), key=lambda row: row.name):
        top = _top(row)
        groups.setdefault("" if top is row else top.name, []).append(row)
    return sorted(groups.items())


def _top(region: Region) -> Region:
    while region.parent is not None:
        region = region.parent
    return region
