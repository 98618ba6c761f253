"""Test rulesets, and files of leaf counts that prove them.

A file has comments (`#`), one line `letters Name=L …`, and lines `position: counts`, depth 1
first. A position is `start`, or the first two fields of Forsyth-Edwards notation.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from games.play import Position, Rules, load

TEXTS = Path(__file__).resolve().parents[1] / "samples" / "rulesets"
NAMES = sorted(path.stem for path in TEXTS.glob("*.lud"))


@dataclass(frozen=True)
class Counts:
    """What a file says of one position: how many leaves there are at depth 1, 2, …"""

    game: str
    position: str
    leaves: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.game} {self.position}"


@lru_cache
def ruleset(name: str) -> Rules:
    """A test ruleset."""
    return load((TEXTS / f"{name}.lud").read_text(encoding="utf-8"), limits=None)


def _lines(name: str) -> list[str]:
    text = (TEXTS / f"{name}.perft").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def letters(name: str) -> dict[str, str]:
    """The letter of each piece of a test ruleset."""
    words = next(line for line in _lines(name) if line.startswith("letters ")).split()[1:]
    return dict(word.split("=") for word in words)


def counts(name: str) -> list[Counts]:
    """The counts in the file that belongs to a test ruleset."""
    pairs = [line.split(":") for line in _lines(name) if not line.startswith("letters ")]
    return [Counts(name, place, tuple(map(int, leaves.split()))) for place, leaves in pairs]


def position(name: str, place: str) -> Position:
    """The position that a line of the file is about."""
    if place == "start":
        return ruleset(name).start()
    placement, side = place.split()
    pieces = {letter: piece for piece, letter in letters(name).items()}
    placed: dict[str, str] = {}
    for row, rank in enumerate(placement.split("/")):
        column = 0
        for letter in rank:
            if letter.isdigit():
                column += int(letter)
                continue
            owner = 1 if letter.isupper() else 2
            placed[f"{'abcdefgh'[column]}{8 - row}"] = f"{pieces[letter.upper()]}{owner}"
            column += 1
    return ruleset(name).position(placed, 1 if side == "w" else 2)
