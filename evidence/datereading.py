"""Dates as people write them, in plain English, read into spans: what `datewords` prints, and more.

span   = "before" side | "until" side | "from" side "on" | side joint side | side
side   = [doubt] (century | decade | day | year) [era] [doubt]
joint  = "to" | "and" | "-"; a doubt before two sides joined by "-" is about both
doubt  = about, circa, c. (marked ~); perhaps, probably, uncertain, ? (marked ?)
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from evidence.dates import DateSpan, read
from evidence.datewords import MONTHS, Gap, Side
from evidence.moments import DateError, Moment

EXAMPLES = "332-331 BCE, about 600 BCE, 12th century, 1560s, 13 June 1913 or before 1400"
BLANKS = re.compile(r"\s+")
DASHES = str.maketrans(dict.fromkeys("−–—‐‑", "-"))
ABOUT = re.compile(
    r"\b(?:about|circa|around|approximately|roughly|ca?\.?(?=\s*(?:the\s+)?[0-9]))\s*", re.I
)
PERHAPS = re.compile(
    r"\b(?:perhaps|probably|possibly|maybe)\b\s*|[,;(]*\s*\buncertain\b\)?|\(\?\)|\?", re.I
)
ERA = r"(?:\s*(?P<era>BCE|BC|CE|AD|B\.C\.E\.|B\.C\.|C\.E\.|A\.D\.))?"
BEFORE_YEAR = re.compile(r"\b(?:AD|A\.D\.)\s*(?=[0-9])", re.I)
CENTURY = re.compile(rf"(?P<n>[0-9]{{1,2}})(?:st|nd|rd|th)(?: centur(?:y|ies)| c\.)?{ERA}", re.I)
DECADE = re.compile(rf"(?P<n>[0-9]{{1,4}}0)s{ERA}", re.I)
YEAR = re.compile(rf"(?P<n>[0-9]{{1,6}}){ERA}", re.I)
NAMED = "|".join(f"{name}|{name[:3]}\\.?" for name in MONTHS)
DAY_FIRST = re.compile(rf"(?:(?P<day>[0-9]{{1,2}})\s+)?(?P<month>{NAMED}),?\s+(?P<rest>.+)", re.I)
MONTH_FIRST = re.compile(rf"(?P<month>{NAMED})\s+(?P<day>[0-9]{{1,2}}),\s*(?P<rest>.+)", re.I)
VAGUE = re.compile(r"\b(early|late|mid|middle|beginning|end|first half|second half)\b", re.I)


def read_any(text: str) -> DateSpan:
    """The span of EDTF, of the portal's day ranges, or of plain words. Raises DateError."""
    try:
        return read(text)
    except DateError as error:
        try:
            return read_words(text)
        except DateError as in_words:
            raise (in_words if re.search(r"[A-Za-z]{2}", text) else error) from error


def read_words(text: str) -> DateSpan:
    """The span of a date in plain words. Raises DateError."""
    given = BLANKS.sub(" ", text.translate(DASHES)).strip()
    lower = given.casefold().removeprefix("the ")
    for pattern, make in ENDS:
        match = re.fullmatch(pattern, lower)
        if match:
            return DateSpan(make(_side(_part(match[1]), text)))
    return DateSpan(_sides(_part(lower), text))


@dataclass(frozen=True)
class Part:
    """Words without their doubt, and the doubt."""

    words: str
    about: bool = False
    perhaps: bool = False

    @property
    def mark(self) -> str:
        """The doubt in EDTF."""
        if self.about and self.perhaps:
            return "%"
        return "~" if self.about else "?" if self.perhaps else ""


ENDS = (
    (r"before (.+)", lambda side: (Gap.OPEN, side)),
    (r"until (.+), beginning unknown", lambda side: (Gap.UNKNOWN, side)),
    (r"until (.+)", lambda side: (Gap.OPEN, side)),
    (r"from (.+?),? end unknown", lambda side: (side, Gap.UNKNOWN)),
    (r"from (.+) on(?:wards)?", lambda side: (side, Gap.OPEN)),
    (r"(?:after|since) (.+)", lambda side: (side, Gap.OPEN)),
)


def _part(words: str) -> Part:
    rest, abouts = ABOUT.subn("", words)
    rest, doubts = PERHAPS.subn("", rest)
    rest = re.sub(r"^(?:the|in|of|year|the year)\s+", "", rest.strip(" ,;()"))
    return Part(rest.removeprefix("the ").strip(), abouts > 0, doubts > 0)


def _sides(whole: Part, text: str) -> tuple[Side, ...]:
    """One side, or two that are joined; each has its own doubt where "to" or "and" stands."""
    marked = text.translate(DASHES).casefold()
    joined = re.fullmatch(r"(?:between|from) (.+?) (?:and|to) (.+)|(.+?) (?:to|and) (.+)", marked)
    if joined:
        first, second = (part for part in joined.groups() if part is not None)
        return _two(_part(first), _part(second), text)
    dashed = re.fullmatch(r"(.+?) ?- ?(.+)", whole.words)
    if dashed:
        parts = (replace(whole, words=dashed[1].strip()), replace(whole, words=dashed[2].strip()))
        return _two(*parts, text)
    return (_side(whole, text),)


def _two(first: Part, second: Part, text: str) -> tuple[Side, ...]:
    """Two sides: what only the second says, its era or "century", holds for the first, too."""
    later = re.search(rf"(?P<century>\s*century)?{ERA}$", second.words, re.I)
    words = first.words
    if later and later["century"] and re.fullmatch(r"[0-9]+(?:st|nd|rd|th)", words):
        words += " century"
    if later and later["era"] and not re.search(rf"[0-9a-z]{ERA[:-1]}$", words, re.I):
        words += f" {later['era']}"
    start, end = YEAR.fullmatch(words), YEAR.fullmatch(second.words)
    if start and end and len(end["n"]) < len(start["n"]) and start["era"] == end["era"]:
        shortened = start["n"][: -len(end["n"])] + second.words
        second = replace(second, words=shortened) if _is_short(start, end) else second
    elif start and not start["era"] and end and len(start["n"]) < 3 and not end["era"]:
        raise DateError(_wrong(text))
    return _side(replace(first, words=words), text), _side(second, text)


def _is_short(start: re.Match[str], end: re.Match[str]) -> bool:
    """Whether 31 in 332-31 BCE, or 70 in 1560-70, stands for 331 and 1570."""
    return len(end["n"]) == 2 and len(start["n"]) >= 3


def _side(part: Part, text: str) -> Moment:
    if VAGUE.search(part.words):
        raise DateError(f"“{text}” has no fixed width: write the years you mean, as in 1101-1130")
    for pattern in (MONTH_FIRST, DAY_FIRST):
        match = pattern.fullmatch(part.words)
        if match:
            year = _year(YEAR.fullmatch(BEFORE_YEAR.sub("", match["rest"])), text)
            day = int(match["day"]) if match["day"] else None
            return Moment(year, year, _month(match["month"]), day, part.mark)
    words = BEFORE_YEAR.sub("", part.words)
    century, decade = CENTURY.fullmatch(words), DECADE.fullmatch(words)
    if century:
        first, last = _century(int(century["n"]), _is_bce(century), text)
    elif decade and not _is_bce(decade):
        first, last = int(decade["n"]), int(decade["n"]) + 9
    else:
        match = YEAR.fullmatch(words)
        plain = BEFORE_YEAR.search(part.words) or (match and match["era"])
        if match and not plain and int(match["n"]) < 100:
            raise DateError(f"“{text}” does not say its era: write {match['n']} CE or BCE")
        first = last = _year(match, text)
    return Moment(first, last, mark=part.mark)


def _is_bce(match: re.Match[str]) -> bool:
    return (match["era"] or "").upper().startswith("B")


def _year(match: re.Match[str] | None, text: str) -> int:
    """The astronomical year."""
    if match is None:
        raise DateError(_wrong(text))
    year = int(match["n"])
    if year == 0:
        raise DateError("there is no year 0 between the eras: write 1 BCE or 1 CE")
    return 1 - year if _is_bce(match) else year


def _century(number: int, bce: bool, text: str) -> tuple[int, int]:
    if number == 0:
        raise DateError(f"“{text}”: there is no century 0: write 1st century BCE or CE")
    return (1 - number * 100, 100 - number * 100) if bce else (number * 100 - 100, number * 100 - 1)


def _month(name: str) -> int:
    return [month.casefold()[:3] for month in MONTHS].index(name.casefold()[:3]) + 1


def _wrong(text: str) -> str:
    return f"“{text.strip()}” is no date: write one such as {EXAMPLES}"
