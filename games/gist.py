"""What a gallery says of rules at a glance: read from their text, which is not compiled for it."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from games.ludemes import RulesError, expand
from games.ludemes.tree import Form, Number, is_form, walk
from games.rules_store import kept

USUAL = 2  # players, where a text does not say
MOST_TEXTS = 4096


class Gist(NamedTuple):
    """How many play, and whether dice, sticks or another chance decide anything."""

    players: int
    chance: bool


@lru_cache(maxsize=MOST_TEXTS)
def gist_of(text: str) -> Gist:
    """The gist of a text by its usual options; the usual one where it cannot be read."""
    return kept(lambda: _read(text), "gist", text)


def _read(text: str) -> Gist:
    try:
        forms = [node for node in walk(expand(text).game) if isinstance(node, Form)]
    except RulesError:
        return Gist(USUAL, chance=False)
    players = next((_number(form) for form in forms if is_form(form, "players")), 0)
    chance = any(is_form(form, "dice", "random", "roll") for form in forms)
    return Gist(players or USUAL, chance)


def _number(players: Form) -> int:
    """As (players 3) or (players {(player N) …}) has it; 0 where neither is said."""
    number = next((each for each in players.arguments() if isinstance(each, Number)), None)
    if number is not None:
        return int(number.value)
    return sum(is_form(each, "player") for each in players.listed())
