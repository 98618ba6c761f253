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
            left -= len(variation)
            if left < 0:
                raise WrongVariation(ply, f"at most {MOST_PLIES} moves of variations are kept")
            lines.append(_played(position, variation, ply) if variation else line)
        found[str(ply)] = "\n".join(lines)
    return found


def _reached(
    rules: Rules, moves: Sequence[str], remarks: Mapping[str, str]
) -> Iterator[tuple[int, Position]]:
    """The positions from which a variation starts, with their plies."""
    plies = {int(ply) for ply, text in remarks.items() if parted(text)[1]}
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
