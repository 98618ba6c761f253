"""Texts compared and joined word by word."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from difflib import Match, SequenceMatcher
from itertools import accumulate, groupby
from operator import itemgetter
from typing import Literal, NamedTuple

Kind = Literal["same", "out", "in"]
BETWEEN = " · "  # separates the statements about a row on one line
STATEMENT = re.compile(f"(?={BETWEEN})")
TOKEN = re.compile(r"\w+|\s+|[^\w\s]")
MOST_TOKENS = 20_000  # of a text; with more, lines are compared instead of words
MOST_STEPS = 10_000_000  # a second or two
AROUND = 3
MOST_LINES = 4000  # more take too long to compare


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


class Steps:
    """How much may be compared for one page or one save, however many texts it has."""

    def __init__(self, left: int = MOST_STEPS) -> None:
        self.left = left

    def take(self, number: int) -> bool:
        """Whether so many are left; they are taken."""
        if number > self.left:
            return False
        self.left -= number
        return True


class Matcher(SequenceMatcher[str]):
    """A SequenceMatcher that stops when its steps are used up: what is left is told as changed."""

    a: Sequence[str]
    b: Sequence[str]
    b2j: dict[str, list[int]]  # places of words, but for those that are passed over

    def __init__(
        self, old: Sequence[str], new: Sequence[str], steps: Steps, autojunk: bool = True
    ) -> None:
        super().__init__(None, old, new, autojunk)
        pairs = (1 + len(self.b2j.get(each, ())) for each in old)
        self.steps, self.pairs = steps, [*accumulate(pairs, initial=0)]  # before each

    def find_longest_match(
        self, alo: int = 0, ahi: int | None = None, blo: int = 0, bhi: int | None = None
    ) -> Match:
        """The longest run there that both have; without steps, what they begin or end with."""
        ahi, bhi = ahi or len(self.a), bhi or len(self.b)
        if self.steps.take(self.pairs[ahi] - self.pairs[alo]):
            return super().find_longest_match(alo, ahi, blo, bhi)
        old, new = self.a[alo:ahi], self.b[blo:bhi]
        if start := alike(old, new):
            return Match(alo, blo, start)
        end = alike(old[::-1], new[::-1])
        return Match(ahi - end, bhi - end, end)


def alike(one: Sequence[str], other: Sequence[str]) -> int:
    """How many are the same from the beginning."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (this, that) in pairs if this != that), min(len(one), len(other)))


def cut(*texts: str) -> list[list[str]]:
    """Each text as words, blanks and signs; all as lines where there are too many of these.

    Joined they are the texts.
    """
    words = [TOKEN.findall(text) for text in texts]
    if max(map(len, words)) <= MOST_TOKENS:
        return words
    return [text.splitlines(keepends=True) for text in texts]


def pieces(old: str, new: str, steps: Steps | None = None) -> tuple[Piece, ...]:
    """What stayed, went and came between two texts.

    Blanks and signs that stayed between words that changed go and come with these: else a changed
    phrase would be told word by word, by turns.
    """
    before, after = cut(old, new)
    found: list[Piece] = []
    gone, come = "", ""
    opcodes = Matcher(before, after, steps or Steps()).get_opcodes()
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


def by_statement(old: str, new: str, steps: Steps) -> tuple[Piece, ...]:
    """The same for two lines about a row, comparing them statement by statement."""
    found = lines(STATEMENT.split(old), STATEMENT.split(new), steps, pieces)
    each = (piece for line in found for piece in line.pieces)
    runs = groupby(each, key=itemgetter(0))
    return tuple(Piece(kind, "".join(piece.text for piece in run)) for kind, run in runs)


def lines(
    old: Sequence[str], new: Sequence[str], steps: Steps | None = None,
    compared: Callable[[str, str, Steps], tuple[Piece, ...]] = by_statement,
) -> list[Line]:  # fmt: skip
    """The lines of the newer text with what changed in them, and those that are gone."""
    found = []
    steps = steps or Steps()
    for tag, a, b, c, d in Matcher(old, new, steps, autojunk=False).get_opcodes():
        if tag == "equal":
            found += [Line(at + 1, (Piece("same", new[at]),)) for at in range(c, d)]
            continue
        paired = min(b - a, d - c)
        found += [Line(c + n + 1, compared(old[a + n], new[c + n], steps)) for n in range(paired)]
        found += [Line(None, (Piece("out", text),)) for text in old[a + paired : b]]
        found += [Line(at + 1, (Piece("in", new[at]),)) for at in range(c + paired, d)]
    return found


def changes(old: str, new: str, also: Collection[int | None] = ()) -> list[list[Line]] | None:
    """Runs of lines that hold a change, or one of the newer text's lines with these numbers.

    None where the texts are too long to be compared.
    """
    before, after = old.split("\n"), new.split("\n")
    if max(len(before), len(after)) > MOST_LINES:
        return None
    all_lines = lines(before, after)
    changed = [at for at, line in enumerate(all_lines) if line.changed or line.number in also]
    near = {number for at in changed for number in range(at - AROUND, at + AROUND + 1)}
    shown = [at in near for at in range(len(all_lines))]
    runs = groupby(zip(shown, all_lines, strict=True), key=itemgetter(0))
    return [[line for _shown, line in run] for is_shown, run in runs if is_shown]


class Joined(NamedTuple):
    """Two texts in one; `clashed` where both had changed the same words, and both are kept."""

    text: str
    clashed: bool


def join(base: str, theirs: str, yours: str, steps: Steps | None = None) -> Joined:
    """Both changes of a text in one. A word that either of them wrote is never lost."""
    texts = cut(base, theirs, yours)
    said: list[str] = []
    clashed, at = False, [0, 0, 0]
    for *starts, size in _common(steps or Steps(), *texts):
        old, one, other = (text[a:b] for text, a, b in zip(texts, at, starts, strict=True))
        if other in (one, old):
            said += one
        elif one == old:
            said += other
        else:
            clashed = True
            apart = [] if not one or not other or one[-1].isspace() or other[0].isspace() else [" "]
            said += [*one, *apart, *other]
        said += texts[0][starts[0] : starts[0] + size]
        at = [start + size for start in starts]
    return Joined("".join(said), clashed)


def _common(
    steps: Steps, base: list[str], one: list[str], other: list[str]
) -> Iterator[tuple[int, int, int, int]]:
    """Runs that all three have: where they begin in each, and their length; an empty one last."""
    first = Matcher(base, one, steps).get_matching_blocks()
    second = Matcher(base, other, steps).get_matching_blocks()
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
    yield len(base), len(one), len(other), 0
