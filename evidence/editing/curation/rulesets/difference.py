"""What differs between two texts of rules: the lines that changed, with some around them."""

from __future__ import annotations

from collections.abc import Collection
from itertools import groupby
from operator import itemgetter

from evidence.editing.curation.words import Line, lines

AROUND = 3
MOST_LINES = 4000  # more take too long to compare


def changes(old: str, new: str, also: Collection[int | None] = ()) -> list[list[Line]] | None:
    """Runs of lines that hold a change, or one of the newer text's lines with these numbers.

    None where the texts are too long to be compared.
    """
    before, after = old.split("\n"), new.split("\n")
    if max(len(before), len(after)) > MOST_LINES:
        return None
    all_lines = lines(before, after)
    changed = [at for at, line in enumerate(all_lines) if line.changed or line.number in also]
    near = {number for at in changed for number in range(at - AROUND, at + AROUND + 1)}
    shown = [at in near for at in range(len(all_lines))]
    runs = groupby(zip(shown, all_lines, strict=True), key=itemgetter(0))
    return [[line for _shown, line in run] for is_shown, run in runs if is_shown]
