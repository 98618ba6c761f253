"""The lines of a trace of play, game by game, and the first place where play differs from one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

Line = dict[str, Any]


@dataclass(frozen=True)
class Difference:
    """The first difference of a game: which trial and ply, and what is not the same."""

    trial: int
    ply: int
    what: str


def games_of(lines: Iterable[Line]) -> Iterator[list[Line]]:
    """The lines of each game, from its start on."""
    game: list[Line] = []
    for line in lines:
        if "start" in line and game:
            yield game
            game = []
        if "start" in line or game:
            game.append(line)
    if game:
        yield game
