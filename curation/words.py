"""Texts compared and joined word by word."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Literal, NamedTuple

Kind = Literal["same", "out", "in"]
TOKEN = re.compile(r"\w+|\s+|[^\w\s]")
# Above these, lines are compared instead of words.
MOST_TOKENS = 20_000
MOST_PAIRS = 400_000  # of the same word in both texts


class Piece(NamedTuple):
    """A run of text that both have, or that one of the two has."""

    kind: Kind
    text: str


class Line(NamedTuple):
    """A line of the newer text by its number, or one that is gone (None)."""

    number: int | None
    pieces: tuple[Piece, ...]

    @property
    def changed(self) -> bool:
        """Whether anything came or went."""
        return any(piece.kind != "same" for piece in self.pieces)


def cut(*texts: str) -> list[list[str]]:
    """Each text as words, blanks and signs; all as lines where to compare these takes too long.

    Joined they are the texts.
    """
    words = [TOKEN.findall(text) for text in texts]
    pairs = max(_pairs(words[0], other) for other in words[1:])
    if max(map(len, words)) <= MOST_TOKENS and pairs <= MOST_PAIRS:
        return words
    return [text.splitlines(keepends=True) for text in texts]


def _pairs(one: Sequence[str], other: Sequence[str]) -> int:
    """How often a word of one text stands in the other, but for words that stand everywhere.

    SequenceMatcher looks at all of them, many times, and passes over what is more than a hundredth
    of a long text.
    """
    usual = len(other) // 100 + 1 if len(other) >= 200 else len(other)
    counted, numbers = Counter(one), Counter(other)
    return sum(counted[word] * number for word, number in numbers.items() if number <= usual)


def pieces(old: str, new: str) -> tuple[Piece, ...]:
    """What stayed, went and came between two texts.

    Blanks and signs that stayed between words that changed go and come with these: else a changed
    phrase would be told word by word, by turns.
    """
    before, after = cut(old, new)
    found: list[Piece] = []
    gone, come = "", ""
    opcodes = SequenceMatcher(None, before, after).get_opcodes()
    for at, (tag, a, b, c, d) in enumerate(opcodes):
        text = "".join(before[a:b])
        between = 0 < at < len(opcodes) - 1 and not any(letter.isalnum() for letter in text)
        if tag == "equal" and not between:
            found += [*_changed(gone, come), Piece("same", text)]
            gone, come = "", ""
        else:
            gone, come = gone + text, come + "".join(after[c:d])
    return (*found, *_changed(gone, come))


def _changed(gone: str, come: str) -> list[Piece]:
    """A run that changed."""
    if gone == come:
        return [Piece("same", gone)] if gone else []
    return [piece for piece in (Piece("out", gone), Piece("in", come)) if piece.text]


def lines(old: Sequence[str], new: Sequence[str]) -> list[Line]:
    """The lines of the newer text with what changed in them, and those that are gone."""
    found = []
    for tag, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal":
            found += [Line(at + 1, (Piece("same", new[at]),)) for at in range(c, d)]
            continue
        paired = min(b - a, d - c)
        found += [Line(c + n + 1, pieces(old[a + n], new[c + n])) for n in range(paired)]
        found += [Line(None, (Piece("out", text),)) for text in old[a + paired : b]]
        found += [Line(at + 1, (Piece("in", new[at]),)) for at in range(c + paired, d)]
    return found


class Joined(NamedTuple):
    """Two texts in one; `clashed` where both had changed the same words, and both are kept."""

    text: str
    clashed: bool


def join(base: str, theirs: str, yours: str) -> Joined:
    """Both changes of a text in one. A word that either of them wrote is never lost."""
    parts = cut(base, theirs, yours)
    said: list[str] = []
    clashed = False
    for old, one, other in _regions(*parts):
        if other in (one, old):
            said += one
        elif one == old:
            said += other
        else:
            clashed = True
            apart = [] if not one or not other or one[-1].isspace() or other[0].isspace() else [" "]
            said += [*one, *apart, *other]
    return Joined("".join(said), clashed)


Region = tuple[list[str], list[str], list[str]]


def _regions(base: list[str], one: list[str], other: list[str]) -> Iterator[Region]:
    """The three texts cut at what all of them have in common, in order."""
    at = at_one = at_other = 0
    for start, in_one, in_other, size in _common(base, one, other):
        yield base[at:start], one[at_one:in_one], other[at_other:in_other]
        same = base[start : start + size]
        yield same, same, same
        at, at_one, at_other = start + size, in_one + size, in_other + size
    yield base[at:], one[at_one:], other[at_other:]


def _common(
    base: list[str], one: list[str], other: list[str]
) -> Iterator[tuple[int, int, int, int]]:
    """Runs that all three have: where they begin in each, and their length."""
    first = [*SequenceMatcher(None, base, one).get_matching_blocks()]
    second = [*SequenceMatcher(None, base, other).get_matching_blocks()]
    n = m = 0
    while n < len(first) and m < len(second):
        a, b = first[n], second[m]
        start, end = max(a.a, b.a), min(a.a + a.size, b.a + b.size)
        if start < end:
            yield start, a.b + start - a.a, b.b + start - b.a, end - start
        if a.a + a.size < b.a + b.size:
            n += 1
        else:
            m += 1
