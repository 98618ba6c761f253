"""Ask once what several end rules ask: whether a king is threatened, how many men a player has."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from games.compiler.build import Code

# Helpers that only look, and take long.
LOOKS = re.compile(r"\b(?:threatened_\d+|count_members|count_all)\(")
# What a call may name for its answer to be the same all through the function.
SAME_THROUGHOUT = re.compile(r"(?:ld8|ld32|MOVER|NEXT|PREV|me|[\d\s()+*-])+")


def share_calls(code: Code) -> None:
    """Make calls that stand more than once, in lines that change nothing, at the top instead.

    These are calls that some rule begins with: they would be made in any case.
    """
    calls = Counter(call for line in code.lines for call in _calls(line))
    first = {next(_calls(line), "") for line in code.lines if line.startswith("    if ")}
    often = [call for call, count in calls.items() if count > 1 and call in first]
    for number, call in enumerate(often):
        code.lines = [line.replace(call, f"look_{number}") for line in code.lines]
    code.lines[:0] = [f"    look_{number} = {call}" for number, call in enumerate(often)]


def _calls(line: str) -> Iterator[str]:
    """The calls of such helpers in a line, whose arguments are the same throughout."""
    for start in LOOKS.finditer(line):
        end, depth = start.end(), 1
        while depth:
            depth += {"(": 1, ")": -1}.get(line[end], 0)
            end += 1
        if SAME_THROUGHOUT.fullmatch(line[start.end() : end - 1]):
            yield line[start.start() : end]
