"""Why words that are no date in English are refused: another language, a period, digits alone.

Dates are read in English. What the other languages of museum catalogues write is known as far as
it takes to say so, and to say what would be right: translated word by word into `TRANSLATED`, which
is offered only where it can be read. To add a language: its words here.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

from evidence.dates.words import ordinal

BCE, CE = " BCE", " CE"
NUMERAL = r"(?P<roman>[ivxl]+|[0-9]{1,2})"
Words = tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...]


def _ordinal(match: re.Match[str]) -> str:
    text = match["roman"]
    return f"{ordinal(int(text) if text.isdigit() else _roman(text))} century"


def _roman(text: str) -> int:
    values = [{"i": 1, "v": 5, "x": 10, "l": 50}[letter] for letter in text]
    pairs = zip(values, [*values[1:], 0], strict=True)
    return sum(-value if value < after else value for value, after in pairs)


# The first word that only one language writes tells which it is; all are then translated.
LANGUAGES: dict[str, Words] = {
    "German": (
        (r"\bv\.? ?(?:u\.? ?z|chr)\.?(?!\w)", BCE),
        (r"\bn\.? ?(?:u\.? ?z|chr)\.?(?!\w)", CE),
        (rf"\b{NUMERAL}\. ?(?:jahrhunderts?|jhd?ts?|jhs?)\b\.?", _ordinal),
        (r"\b(?:1\.|erste) hälfte(?: des)?\b", "first half of the "),
        (r"\b(?:2\.|zweite) hälfte(?: des)?\b", "second half of the "),
        (r"\b(?:um|etwa|ungefähr|gegen)\b", "about "),
        (r"\bmitte(?: des)?\b", "mid "),
        (r"\banfang(?: des)?\b", "early "),
        (r"\bende(?: des)?\b", "late "),
        (r"\bnach(?= )", "after "),
        (r"\bvor(?= )", "before "),
        (r"\bbis\b", "to"),
        (r"\bund\b", "and"),
    ),
    "French": (
        (r"\bav(?:ant|\.)? ?j\.?[- ]?c\.?(?!\w)", BCE),
        (r"\bap(?:r[eè]s|\.)? ?j\.?[- ]?c\.?(?!\w)", CE),
        (rf"\b{NUMERAL}(?:e|er|[eè]me)? (?:si[eè]cles?|s\.)", _ordinal),
        (r"\b(?:vers|environ)\b", "about "),
        (r"\bd[eé]but(?: du)?\b", "early "),
        (r"\bfin(?: du)?\b", "late "),
        (r"\bmilieu(?: du)?\b", "mid "),
        (r"\bavant\b", "before "),
        (r"\bapr[eè]s\b", "after "),
    ),
    "Spanish": (
        (rf"\bsiglos? {NUMERAL}\b", _ordinal),
        (r"\ba\. ?(?:de )?c\.(?!\w)", BCE),
        (r"\bd\. ?(?:de )?c\.(?!\w)", CE),
        (r"\bhacia\b", "about "),
        (r"\b(?:principios|comienzos)(?: del?)?\b", "early "),
        (r"\b(?:fines|finales)(?: del?)?\b", "late "),
        (r"\bmediados(?: del?)?\b", "mid "),
    ),
    "Italian": (
        (rf"\b(?:secol[oi]|sec\.) {NUMERAL}\b", _ordinal),
        (rf"\b{NUMERAL} (?:secolo|sec\.)", _ordinal),
        (r"\ba\. ?c\.(?!\w)", BCE),
        (r"\bd\. ?c\.(?!\w)", CE),
        (r"\b(?:verso|circa il)\b", "about "),
        (r"\b(?:inizio|inizi)(?: del)?\b", "early "),
        (r"\bfine(?: del)?\b", "late "),
        (r"\bmetà(?: del)?\b", "mid "),
    ),
    "Dutch": (
        (rf"\b{NUMERAL}(?:e|de|ste) eeuw\b", _ordinal),
        (r"\bongeveer\b", "about "),
        (r"\btot\b", "to"),
    ),
}  # fmt: skip
ROMAN = re.compile(rf"\b{NUMERAL.replace('|[0-9]{1,2}', '')}(?:th|st)? (?:century|cent\.|c\.)")
NUMBERS = re.compile(r"(?P<first>[0-9]{1,2})[/.](?P<second>[0-9]{1,2})[/.](?P<year>[0-9]{4})")
PERIOD = re.compile(
    r"\b(?:dynast\w+|kingdom|empire|period|reign|age|era|medieval|mediaeval|renaissance|neolithic|"
    r"hellenistic|byzantine|roman|ptolemaic|predynastic|edo|ming|qing|tang|song|han)\b"
)


def reason(text: str) -> tuple[str, str]:
    """Why a text is no date here, and what to write instead, if it is known; else blank."""
    lower = re.sub(r"\s+", " ", text.casefold()).strip()
    if foreign := _script(lower):
        return f"is written in {foreign} letters, and dates are read in English", ""
    for language, words in LANGUAGES.items():
        if any(re.search(pattern, lower) for pattern, _english in words):
            return f"is {language}, and dates are read in English", _translated(lower, words)
    if ROMAN.search(lower):
        return "counts centuries in Roman numerals", ROMAN.sub(_ordinal, lower)
    if numbers := NUMBERS.fullmatch(lower):
        return "may be read as day or month first", _days_first(numbers)
    if PERIOD.search(lower):
        return "names a period, for which scholars give different years", ""
    return "", ""


def _translated(lower: str, words: Words) -> str:
    for pattern, english in words:
        lower = re.sub(pattern, english, lower)
    return re.sub(r"\s+", " ", lower).strip()


def _days_first(match: re.Match[str]) -> str:
    day, month = int(match["first"]), int(match["second"])
    if month > 12:
        day, month = month, day
    return f"{match['year']}-{month:02}-{day:02}"


def _script(text: str) -> str:
    """The script of the first letter that is not Latin, as Unicode names it."""
    names = (unicodedata.name(letter, "") for letter in text if letter.isalpha())
    scripts = (name.split()[0].capitalize() for name in names if name)
    return next((name for name in scripts if name not in KNOWN), "")


KNOWN = frozenset({"Latin", "Modifier", "Feminine", "Masculine"})
