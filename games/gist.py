"""What a gallery says of rules at a glance, read from their text without compiling it."""

from __future__ import annotations

import re
from functools import lru_cache

NUMBER = re.compile(r"\(players\s+(\d+)")
EACH = re.compile(r"\(players\s*\{(.*?)\}", re.DOTALL)
CHANCE = re.compile(r"\((?:dice|random|roll)\b")
USUAL = 2  # players, where a text does not say
MOST_TEXTS = 4096


@lru_cache(maxsize=MOST_TEXTS)
def players_of(text: str) -> int:
    """How many play."""
    number, each = NUMBER.search(text), EACH.search(text)
    if number:
        return int(number[1])
    return each[1].count("(player ") or USUAL if each else USUAL


@lru_cache(maxsize=MOST_TEXTS)
def has_chance(text: str) -> bool:
    """Whether dice, sticks or another chance decide anything."""
    return CHANCE.search(text) is not None
