"""The points of Go: a letter for the column, without I, and a number counted from below, as in D4.

So players and programs name them (Go Text Protocol, specification version 2, 2002); the labels of
a board have all letters. Knows labels alone; pages get the names beside the rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
LABEL = re.compile(r"([a-y])(\d+)")


def go_points(labels: Iterable[str]) -> dict[str, str]:
    """The point of each label; {} for a board with more columns than there are letters."""
    read = {label: LABEL.fullmatch(label) for label in labels}
    return {
        label: f"{COLUMNS[ord(found[1]) - ord('a')]}{found[2]}"
        for label, found in read.items()
        if found is not None and all(read.values())
    }
