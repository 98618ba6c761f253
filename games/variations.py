"""Variations: alternative moves in a remark, such as `(e7-e5; g1-f3)`.

A line of moves in parentheses, separated by `;`, continues from the position that the remark
describes. It is part of the remark's text, so logs, archives and the API carry it unchanged.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from games.matches.sheet import MOST_PLIES
from games.play import MoveError, Position, Rules

BETWEEN = "; "
MOVE = re.compile(
    r"(?:\[[^\]]*\] )?(?:pass|(?=\S*[a-z])(?=\S*\d)[^\s()]+)(?: \(\d+\))?", re.IGNORECASE
)

PARENTHESIS = re.compile(r"\((?:[^()]|\(\d+\))*\)")
COORDINATES = re.compile(r"\w+\.?\d*-\w+\d|@\w+\d")  # what hardly is anything but a move


class WrongVariation(ValueError):
    """A variation that cannot be played, and why; `ply` is that of its remark."""

    def __init__(self, ply: int, reason: str) -> None:
        super().__init__(reason)
        self.ply = ply


def moves_in(line: str) -> list[str]:
    """The moves of a line of a remark; none where it is no variation."""
    bare = line.strip()
    if not (bare.startswith("(") and bare.endswith(")")):
        return []
    moves = [move.strip() for move in bare[1:-1].split(";")]
    return moves if all(map(MOVE.fullmatch, moves)) else []


def parted(text: str) -> tuple[str, list[list[str]]]:
    """The text of a remark without its variations, and the moves of each variation."""
    lines = [(line, moves_in(line)) for line in text.splitlines()]
    prose = "\n".join(line for line, moves in lines if not moves)
    return prose, [moves for _line, moves in lines if moves]


def checked(rules: Rules, moves: Sequence[str], remarks: Mapping[str, str]) -> dict[str, str]:
    """The remarks of a game by ply, the moves of their variations as the rules write them.

    Raises WrongVariation at the first that is not legal, or where all together are too long.
    """
    found, left = dict(remarks), MOST_PLIES
    for ply, position in _reached(rules, moves, remarks):
        lines = []
        for line in remarks[str(ply)].splitlines():
            variation = moves_in(line)
            laid = [line] if variation else _apart(position, line)
            left -= sum(len(moves_in(each)) for each in laid)
            if left < 0:
                raise WrongVariation(ply, f"at most {MOST_PLIES} moves of variations are kept")
            lines.extend([_played(position, variation, ply)] if variation else laid)
        found[str(ply)] = "\n".join(lines)
    return found


def not_read(remarks: Mapping[str, str]) -> list[tuple[int, str]]:
    """The parentheses that look like moves and stay text, each with the ply of its remark."""
    return [
        (int(ply), found[0])
        for ply, text in remarks.items()
        for line in parted(text)[0].splitlines()
        for found in PARENTHESIS.finditer(line)
        if COORDINATES.search(found[0]) and moves_in(found[0])
    ]


def _apart(position: Position, line: str) -> list[str]:
    """A line with the legal variations at its start and its end on lines of their own."""
    text, before, after = line, list[str](), list[str]()
    for found in PARENTHESIS.finditer(line):
        is_first, is_last = not line[: found.start()].strip(), not line[found.end() :].strip()
        variation = moves_in(found[0]) if is_first or is_last else []
        try:
            played = _played(position, variation, 0) if variation else ""
        except WrongVariation:
            continue  # text as any other
        if played:
            text = text.replace(found[0], "", 1) if is_first else text[: text.rindex(found[0])]
            (before if is_first else after).append(played)
    return [*before, text.strip(), *after] if before or after else [line]


def _reached(
    rules: Rules, moves: Sequence[str], remarks: Mapping[str, str]
) -> Iterator[tuple[int, Position]]:
    """The positions from which a variation starts, with their plies."""
    plies = {int(ply) for ply, text in remarks.items() if "(" in text}
    position = rules.start()
    for ply in range(max(plies, default=-1) + 1):
        if ply:
            position = position.play(moves[ply - 1])
        if ply in plies:
            yield ply, position


def _played(position: Position, variation: Sequence[str], ply: int) -> str:
    labels = []
    for move in variation:
        try:
            label = position.legal_moves.find(move).label
            position = position.play(label)
        except MoveError as error:
            raise WrongVariation(ply, str(error).partition(" in the position ")[0]) from error
        labels.append(label)
    return f"({BETWEEN.join(labels)})"
