"""Rules that nobody ever played, made from a text by a program: what a ranking says of them is what
it is worth.

A few numbers and words of the definitions are changed at random: the size of the board, how many
men make a row, steps into slides, ways, who wins. What does not compile, or whose random games
stop, is thrown away.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import wasmtime

from games.ludemes import RulesError
from games.readings.contests import Kind, Players, Reading, compiled

CHANGES, TRIES, GAMES = 3, 400, 4
FAMILIES = (
    ("Orthogonal", "Diagonal", "Adjacent", "All"),
    ("Step", "Slide"),
    ("Forward", "Backward", "Forwards", "Backwards"),
    ("Win", "Loss"),
    ("Mover", "Next"),
    ("Enemy", "Friend"),
    ("square", "hex"),
    ("Row", "Column"),
    ("CW", "CCW"),
    (">", "<"),
)
OTHERS = {word: [o for o in family if o != word] for family in FAMILIES for word in family}
TOKEN = re.compile(r'//[^\n]*|"[^"]*"|-?[A-Za-z0-9_]+|[<>](?=\s)')
HIGHEST = 16


@dataclass(frozen=True)
class MadeUp:
    """Rules that nobody played, and what was changed: "Step to Slide in line 20"."""

    text: str
    changes: tuple[str, ...]


@dataclass(frozen=True)
class _Place:
    start: int
    end: int
    word: str
    line: int


def made_up(text: str, number: int) -> MadeUp | None:
    """Rules number so and so made from a text; the same number makes the same. None after many
    tries."""
    random = Random(number)  # noqa: S311 - no secret
    places = list(_places(text))
    if len(places) < CHANGES:
        return None
    for _ in range(TRIES):
        found = _changed(text, places, random)
        if _is_played(found.text):
            return found
    return None


def _places(text: str) -> Iterator[_Place]:
    """The numbers and words of the definitions and the game that may be changed."""
    end = min(
        (at for at in map(text.find, ("(option ", "(metadata")) if at >= 0), default=len(text)
    )
    for found in TOKEN.finditer(text, 0, end):
        word = found.group()
        if word in OTHERS or (word.isdecimal() and int(word) <= HIGHEST):
            yield _Place(found.start(), found.end(), word, text.count("\n", 0, found.start()) + 1)


def _changed(text: str, places: list[_Place], random: Random) -> MadeUp:
    changes = []
    for place in sorted(random.sample(places, CHANGES), key=lambda each: -each.start):
        word = _other(place.word, random)
        text = text[: place.start] + word + text[place.end :]
        changes.append(f"{place.word} to {word} in line {place.line}")
    return MadeUp(text, tuple(reversed(changes)))


def _other(word: str, random: Random) -> str:
    if word in OTHERS:
        return random.choice(OTHERS[word])
    number = int(word)
    return str(number + 1 if number == 0 else number + random.choice((-1, 1)))


def _is_played(text: str) -> bool:
    """Whether the text compiles and its random games do not stop."""
    try:
        players = Players(compiled(Reading(text)))
        return all(players.play(Kind.RANDOM, seed).plies > 1 for seed in range(1, GAMES + 1))
    except (RulesError, wasmtime.Trap):
        return False
