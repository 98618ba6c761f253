"""How near two spellings are: typing errors, and one word written by several systems of letters."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

import numpy

# Applied in turn to a plain word; what is left are the consonants that most systems agree in.
SOUNDS = tuple(
    (re.compile(pattern), sound)
    for pattern, sound in (
        (r"sch|sh|hs|tz|ts|x|z", "s"),
        (r"ng(?=[^aeiouy]|$)", "n"),
        (r"dzh|tch|ch|zh|kh|gh|tj|dj|ck|[cjqg]", "k"),
        (r"ph", "f"),
        (r"d", "t"),
        (r"v", "w"),
        (r"(?<=.)[aeiouyh]", ""),
        (r"^[aeiouy]", "a"),
        (r"(.)\1+", r"\1"),
    )
)
SHORTEST = 4  # letters of a word that may hold a typing error
LONG = 7  # letters of one that may hold two


@lru_cache(maxsize=100_000)
def sound(word: str) -> str:
    """What is heard of a word: "weiqi", "weichi" and "veiki" give the same."""
    for pattern, replacement in SOUNDS:
        word = pattern.sub(replacement, word)
    return word


def errors_allowed(word: str) -> int:
    """How many letters may be wrong; none in a number."""
    if len(word) < SHORTEST or not word.isalpha():
        return 0
    return 1 if len(word) < LONG else 2


def errors(typed: str, meant: str, most: int) -> int:
    """Letters wrong, missing, too many or swapped with the next; `most` + 1 for more than that."""
    if abs(len(typed) - len(meant)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(meant) + 1))
    for at, letter in enumerate(typed, 1):
        earlier, before, row = before, row, [at]
        for column, other in enumerate(meant, 1):
            best = min(before[column] + 1, row[-1] + 1, before[column - 1] + (letter != other))
            swapped = (
                at > 1 and column > 1 and typed[at - 2] == other and meant[column - 2] == letter
            )
            row.append(min(best, earlier[column - 2] + 1) if swapped else best)
        if min(row) > most:
            return most + 1
    return min(row[-1], most + 1)


class Spellings:
    """Known words, by which one that is not known can be corrected."""

    def __init__(self, words: Iterable[str]) -> None:
        self.words = sorted({word for word in words if len(word) >= SHORTEST})
        self.letters = numpy.array([_letters(word) for word in self.words], dtype=numpy.uint64)
        self.lengths = numpy.array([len(word) for word in self.words], dtype=int)
        self.sounds: dict[str, list[str]] = {}
        for word in self.words:
            self.sounds.setdefault(sound(word), []).append(word)

    def like(self, typed: str) -> list[str]:
        """The words that are most like it, those with the fewest errors first."""
        most = errors_allowed(typed)
        if not most:
            return []
        alike = self.sounds.get(sound(typed), ())
        found = _within(most, typed, self._near(typed, most))
        found |= _within(len(typed) * 4 // 9, typed, alike)
        return sorted(found, key=lambda word: (found[word], word not in alike, word))

    def _near(self, typed: str, most: int) -> list[str]:
        """Those that differ in few enough letters, wherever these stand."""
        differing = numpy.bitwise_count(self.letters ^ numpy.uint64(_letters(typed)))
        near = (differing <= 2 * most) & (abs(self.lengths - len(typed)) <= most)
        return [self.words[at] for at in near.nonzero()[0].tolist()]


def _within(most: int, typed: str, words: Iterable[str]) -> dict[str, int]:
    """Those of some words that have so many errors at most, and how many."""
    found = {word: errors(typed, word, most) for word in words}
    return {word: wrong for word, wrong in found.items() if wrong <= most}


def _letters(word: str) -> int:
    """A bit for each letter that a word has; letters beyond the 64 share one."""
    return int(sum(1 << bit for bit in {ord(letter) % 64 for letter in word}))
