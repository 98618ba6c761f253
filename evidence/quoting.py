"""Words of others in quotation marks: one pair around them, those inside of the other kind.

What is stored keeps its own marks; they are read here, and written anew where they would be
taken for those around them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.text import Truncator
from django.utils.translation import gettext, pgettext

CLOSED_BY = {"“": "”", "„": "“”", "«": "»", "»": "«", "‘": "’", "‚": "‘’", "‹": "›", '"': '"'}
FAMILIES = ('“”„"', "‘’‚", "«»", "‹›")


@dataclass
class _Pair:
    """Two marks of a text by their positions.

    `end` is None where the second is missing; one that closes nothing is both.
    """

    start: int
    end: int | None = None


def quoted(text: str, words: int | None = None) -> str:
    """A text in the quotation marks of the language of the page, cut after some words."""
    return gettext("“%s”") % _inside(text, gettext("“%s”"), words)


def inside(text: str) -> str:
    """A text for a sentence that has the outer quotation marks around it."""
    return _inside(text, gettext("“%s”"))


def marked_once(text: str) -> str:
    """A text as it stands if it has its own pair, else in one; reviews show all that is stored."""
    return text if _without_own(text) != text else gettext("“%s”") % text


def inside_single(text: str) -> str:
    """A title for English marks of the inner kind, as in ‘On “chess”’; its own pair stays."""
    return _turned(text, "‘%s’", "“%s”")


def _inside(text: str, outer: str, words: int | None = None) -> str:
    bare = _without_own(text.strip())
    cut = Truncator(bare).words(words) if words else bare
    return _turned(cut, outer, pgettext("quotation inside of a quotation", "‘%s’"))


def _without_own(text: str) -> str:
    while any(pair.start == 0 and pair.end == len(text) - 1 for pair in _pairs(text)):
        text = text[1:-1].strip()
    return text


def _turned(text: str, outer: str, inner: str) -> str:
    """The text with those marks changed that are of the kind of the marks around them."""
    written, around = list(text), [(len(text), outer[0])]
    for pair in sorted(_pairs(text), key=lambda each: each.start):
        end = len(text) if pair.end is None else pair.end
        while around[-1][0] < pair.start:
            around.pop()
        mark = text[pair.start]
        if _is_alike(mark, around[-1][1]):
            other = inner if _is_alike(mark, outer[0]) else outer
            mark = written[pair.start] = other[0]
            if pair.end is not None:
                written[pair.end] = other[-1]
        around.append((end, mark))
    return "".join(written)


def _is_alike(one: str, other: str) -> bool:
    return any(one in family and other in family for family in FAMILIES)


def _pairs(text: str) -> list[_Pair]:
    """The pairs of marks of a text; a single one without its other is an apostrophe or a letter."""
    pairs: list[_Pair] = []
    stack: list[_Pair] = []
    for at in _marks(text):
        opened = _closed_at(text, at, stack)
        if opened is not None:
            del stack[stack.index(opened) :]
            opened.end = at
        elif text[at] in CLOSED_BY and _opens(text, at):
            stack.append(_Pair(at))
            pairs.append(stack[-1])
        elif text[at] == "”":
            pairs.append(_Pair(at, at))
    return [pair for pair in pairs if pair.end is not None or text[pair.start] not in "‘‚‹»"]


def _marks(text: str) -> Iterator[int]:
    for at, character in enumerate(text):
        if any(character in family for family in FAMILIES):
            yield at


def _closed_at(text: str, at: int, stack: list[_Pair]) -> _Pair | None:
    """The last pair that the mark closes; an apostrophe within a word closes none."""
    before, after = at > 0 and text[at - 1].isalnum(), text[at + 1 : at + 2].isalnum()
    if after and (text[at] in "’‘" or not before):
        return None
    found = (pair for pair in reversed(stack) if text[at] in CLOSED_BY[text[pair.start]])
    return next(found, None)


def _opens(text: str, at: int) -> bool:
    return at == 0 or not text[at - 1].isalnum()
