"""The places of a race that its rules single out by name: rosettes, forts, geese."""

from __future__ import annotations

import re
from collections.abc import Iterator

from games.engine.language import Typed, walk
from games.notation.family import RACE, TABLES, Family
from games.play.second.core import Core

REGION = "items regions"
WORD = re.compile(r"(?<=[a-z])(?=[A-Z])")
MOST = 3  # at most a third of the board is singled out

Marked = dict[str, tuple[int, ...]]


def marked_of(core: Core, family: Family | None) -> Marked:
    """By its name in words, the sites of each region of nobody's that the rules list one by one.

    Of races alone: elsewhere regions are mostly where something is allowed.
    """
    if family is None or family.kind not in (RACE, TABLES):
        return {}
    return {
        WORD.sub(" ", str(region.args["name"].value)).capitalize(): sites
        for region in walk(core.bound.root)
        if region.key == REGION and "role" not in region.args and "name" in region.args
        if 0 < len(sites := tuple(_sites(region, core))) * MOST <= len(core.board_names)
    }


def _sites(region: Typed, core: Core) -> Iterator[int]:
    listed = region.args.get("sites") or region.args.get("regionFn")
    if listed is None:
        return
    numbers = {name: number for number, name in core.board_names.items()}
    named = listed.args.get("coords", listed)
    for item in named.items:
        number = numbers.get(item.value.lower()) if isinstance(item.value, str) else item.value
        if isinstance(number, int) and number in core.board_names:
            yield number
