"""Text as a set of words: the one meaning of a text search, whatever database answers it.

A word is a run of letters and digits without case or diacritics; apostrophes and the letters
that look like them part words. Scripts written without blanks give one word per character, so
that a part of a longer run is found.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

MAX_WORD = 100
FOLDED = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h"}
)
# Half-rings, primes and turned commas are letters to Unicode, but people leave them out.
LOOKALIKES = re.compile("[ʰ-˿]")
UNSPACED = re.compile("([ก-๿຀-໿က-႟ក-៿぀-ヿ㐀-䶿一-鿿豈-﫿\U00020000-\U0003ffff])")
RUN = re.compile(r"[^\W_]+")


def words(text: str) -> list[str]:
    """The words of a text, in order: "Šaṭranj al-Kabīr" gives shatranj-like plain words."""
    plain = LOOKALIKES.sub(" ", text)
    plain = unicodedata.normalize("NFKD", plain).casefold().translate(FOLDED)
    plain = "".join(c for c in unicodedata.normalize("NFKD", plain) if not _is_mark(c))
    return [run[:MAX_WORD] for run in RUN.findall(UNSPACED.sub(r" \1 ", plain))]


def wanted(text: str) -> list[str]:
    """The words that a query asks for; one that may go on ends with an asterisk, as in "shat*"."""
    found: list[str] = []
    for part in text.split():
        asked = words(part)
        if asked and part.endswith("*"):
            asked[-1] += "*"
        found += asked
    return list(dict.fromkeys(found))


def joined(texts: Iterable[str]) -> str:
    """Every word of some texts once, sorted, between blanks: what the search table keeps."""
    return " ".join(sorted({word for text in texts for word in words(text)}))


def _is_mark(character: str) -> bool:
    return unicodedata.category(character).startswith("M")
