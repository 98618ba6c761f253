"""Regions for a menu: a group for each continent, in it the whole, its parts, and theirs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from django.utils.translation import gettext as _

from evidence.models import Region

ABOVE = "parent__parent__parent"  # as far up as regions go
SHAPES = ("shape", "parent__shape", "parent__parent__shape", f"{ABOVE}__shape")
DEEPER = "\u2003"  # plain spaces before the words of an option are dropped


class Item(NamedTuple):
    """A region as a menu has it."""

    slug: str
    label: str


Groups = list[tuple[str, list[Item]]]  # under headings; "" for those that need none


def by_continent(slugs: Iterable[str]) -> Groups:
    """The regions of these slugs, grouped; slugs of no region are passed over.

    A region stands below the nearest of those above it that is there, set in by one more step;
    the parts of one are in the order of their names.
    """
    stored = Region.objects.select_related(ABOVE).defer(*SHAPES)
    rows = {each.slug: each for each in stored}
    groups: dict[Region, list[Region]] = {}
    for row in (rows[slug] for slug in slugs if slug in rows):
        groups.setdefault(_line(row)[0], []).append(row)
    return [_group(top, groups[top]) for top in sorted(groups, key=lambda top: top.name)]


def _group(top: Region, regions: list[Region]) -> tuple[str, list[Item]]:
    if regions == [top]:
        return "", [Item(top.slug, top.name)]
    return top.name, list(_items(top, regions))


def _items(top: Region, regions: list[Region]) -> Iterator[Item]:
    there = set(regions)
    lines = {row: [each for each in _line(row)[1:] if each in there] for row in regions}
    for row in sorted(regions, key=lambda row: [each.name for each in lines[row]]):
        whole = _("%s as a whole") % row.name if row == top else row.name
        yield Item(row.slug, DEEPER * (len(lines[row]) - 1) + whole)


def _line(region: Region) -> list[Region]:
    """A region and those above it, the highest first."""
    return [*(_line(region.parent) if region.parent else []), region]
