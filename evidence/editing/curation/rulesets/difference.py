"""What differs between two texts of rules: the lines that changed, with some around them."""

from __future__ import annotations

from collections.abc import Collection

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
    changed = [
        at
        for at, line in enumerate(all_lines)
        if line.changed or _gone(line) or line.number in also
    ]
    shown = sorted({near for at in changed for near in range(at - AROUND, at + AROUND + 1)})
    runs: list[list[Line]] = []
    last = -2
    for at in shown:
        if not 0 <= at < len(all_lines):
            continue
        if at != last + 1:
            runs.append([])
        runs[-1].append(all_lines[at])
        last = at
    return runs


def _gone(line: Line) -> bool:
    return line.number is None
