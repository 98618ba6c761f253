"""Text as a set of words: the one meaning of a text search, whatever database answers it.

A word is a run of letters and digits without case or diacritics; apostrophes and the letters
that look like them part words. Scripts written without blanks give one word per character, so
that a part of a longer run is found.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

MAX_WORD = 100
SHORTEST = 3  # letters of a word that has a plural
FOLDED = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h"}
)
# Half-rings, primes and turned commas are letters to Unicode, but people leave them out.
LOOKALIKES = re.compile("[ʰ-˿]")
UNSPACED = re.compile("([ก-๿຀-໿က-႟ក-៿぀-ヿ㐀-䶿一-鿿豈-﫿\U00020000-\U0003ffff])")
RUN = re.compile(r"[^\W_]+")


def words(text: str) -> list[str]:
    """The words of a text, in order: "Šaṭranj al-Kabīr" gives shatranj-like plain words."""
    if text.isascii():
        return [run[:MAX_WORD] for run in RUN.findall(text.lower())]
    plain = LOOKALIKES.sub(" ", text)
    plain = unicodedata.normalize("NFKD", plain).casefold().translate(FOLDED)
    plain = unicodedata.normalize("NFKD", plain).translate(WITHOUT_MARKS)
    return [run[:MAX_WORD] for run in RUN.findall(UNSPACED.sub(r" \1 ", plain))]


def wanted(text: str) -> list[str]:
    """The words that a query asks for; one that may go on ends with an asterisk, as in "shat*".

    Words in quotation marks keep them: they are meant exactly.
    """
    found: list[str] = []
    for at, quoted in enumerate(text.split('"')):
        for part in quoted.split():
            asked = words(part)
            if asked and part.endswith("*"):
                asked[-1] += "*"
            found += [_exactly(word) for word in asked] if at % 2 else asked
    return list(dict.fromkeys(found))


def _exactly(word: str) -> str:
    return word if word.endswith("*") else f'"{word}"'


def forms(word: str) -> list[str]:
    """The words that a wanted one is found by: vase and vases, city and cities, Persia and Persian.

    Plain English endings by rule, the word itself first. Forms that no text has do no harm.
    """
    if word.startswith('"'):
        return [word.strip('"')]
    if len(word) < SHORTEST or not (word.isascii() and word.isalpha()):
        return [word]
    single = [word, *_singulars(word)]
    single += [each[:-1] for each in single if each.endswith("ian")]
    found = [each + ending for each in single for ending in ("", "s", "es")]
    found += [f"{each}{ending}" for each in single if each.endswith("a") for ending in ("n", "ns")]
    found += [f"{each[:-1]}ies" for each in single if each.endswith("y")]
    return list(dict.fromkeys(found))


def _singulars(word: str) -> list[str]:
    """What a word may be the plural of."""
    if len(word) == SHORTEST or not word.endswith("s") or word.endswith("ss"):
        return []
    found = [word[:-1]]
    if word.endswith("es"):
        found.append(word[:-2])
    return [*found, f"{word[:-3]}y"] if word.endswith("ies") else found


def joined(texts: Iterable[str]) -> str:
    """Every word of some texts once, sorted, between blanks: what the search table keeps."""
    return " ".join(sorted(distinct(texts)))


def distinct(texts: Iterable[str]) -> set[str]:
    """Every word of some texts.

    What stands between blanks and is not plain ASCII is looked at alone, and its words are kept:
    no word, and no mark on a letter, reaches across a blank.
    """
    whole = " ".join(texts)
    if whole.isascii():
        return set(words(whole))
    parts = set(whole.split())
    plain = {part for part in parts if part.isascii()}
    found = set(words(" ".join(plain)))
    for part in parts - plain:
        found.update(words_of_part(part))
    return found


@lru_cache(maxsize=50_000)
def words_of_part(part: str) -> tuple[str, ...]:
    """The words of what stands between two blanks; kept, as the same parts stand in most texts."""
    return tuple(words(part))


class _WithoutMarks(dict[int, int | None]):
    """For `str.translate`: each mark to nothing, any other character to itself; kept once asked."""

    def __missing__(self, character: int) -> int | None:
        is_mark = unicodedata.category(chr(character)).startswith("M")
        return self.setdefault(character, None if is_mark else character)


WITHOUT_MARKS = _WithoutMarks()
