"""Dates in words as people write them, and years with their era. Plain English."""

from __future__ import annotations

import re
from enum import Enum

from evidence.moments import DateError, Moment

MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]
ERA = re.compile(
    r"(?:(?P<before>AD|A\.D\.)\s*)?(?P<number>[0-9]+)"
    r"(?:\s*(?P<after>BCE|BC|CE|AD|B\.C\.E\.|B\.C\.|C\.E\.|A\.D\.))?",
    re.IGNORECASE,
)


class Gap(Enum):
    """An end of a span without a date; the value is its EDTF."""

    OPEN = ".."
    UNKNOWN = ""


Side = Moment | Gap


def era(year: int) -> str:
    """BCE, CE, or nothing from the year 1000 on, which nobody mistakes."""
    if year <= 0:
        return "BCE"
    return "CE" if year < 1000 else ""


def number(year: int) -> int:
    """The year's number within its era: astronomical -331 is 332 (BCE)."""
    return year if year > 0 else 1 - year


def year_text(year: int) -> str:
    """An astronomical year as people read it: "332 BCE", "77 CE", "1140"."""
    return f"{number(year)} {era(year)}".strip()


def read_year(text: str) -> int:
    """The astronomical year of "332 BCE", "AD 77" or "1140". Raises DateError."""
    match = ERA.fullmatch(text.strip())
    if match is None:
        raise DateError(f"“{text}” is no year: write one such as 332 BCE, 77 CE or 1140")
    if match["before"] and match["after"]:
        raise DateError(f"“{text}” names its era twice: write {match['number']} {match['after']}")
    year = int(match["number"])
    if year == 0:
        raise DateError("there is no year 0 between the eras: write 1 BCE or 1 CE")
    return 1 - year if (match["after"] or "").upper().startswith("B") else year


def year_range(first: int, last: int) -> str:
    """Two astronomical years, the era said once where that is clear: "332–322 BCE"."""
    if first == last:
        return year_text(first)
    if first <= 0 < last:
        return f"{year_text(first)} – {year_text(last)}"
    return f"{number(first)}–{year_text(last)}"


def ordinal(value: int) -> str:
    """1st, 2nd, 3rd, 4th, 11th, 21st …"""
    if value % 100 in (11, 12, 13):
        return f"{value}th"
    return f"{value}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(value % 10, 'th') }"


def century(first: int, last: int, hidden: bool) -> str | None:
    """The century that the years are, in words, or None. `hidden`: written with XX.

    11XX is 1100 to 1199, yet everybody calls it the 12th century; as a plain range
    only 1101 to 1200 is.
    """
    if last - first != 99:
        return None
    if last <= 0:
        return f"{ordinal(-last // 100 + 1)} century BCE" if last % 100 == 0 else None
    if first < 0 or first % 100 != (0 if hidden else 1):
        return None
    return f"{ordinal(first // 100 + 1)} century {era(last)}".strip()


def marked(words: str, moment: Moment) -> str:
    """The words with what the mark of the moment says before them."""
    doubt = ["perhaps"] * moment.uncertain + ["about"] * moment.approximate
    article = ["the"] * (bool(doubt) and ("century" in words or "0s" in words))
    return " ".join([*doubt, *article, words])


def plain_words(moment: Moment) -> str:
    """A moment in words, without its mark."""
    if moment.month is not None:
        day = [str(moment.day)] if moment.day is not None else []
        return " ".join([*day, MONTHS[moment.month - 1], year_text(moment.first)])
    first, last = moment.first, moment.last
    if last - first == 999:
        return f"between {year_text(first)} and {year_text(last)}"
    if last - first == 9 and first > 0:
        return f"{first}s {era(first)}".strip()
    return century(first, last, hidden=True) or year_range(first, last)


def moment_words(moment: Moment) -> str:
    """A moment in words: "about 600 BCE", "perhaps 1697", "the 1560s"."""
    return marked(plain_words(moment), moment)


def is_year(moment: Moment) -> bool:
    """Whether the moment is one whole year."""
    return moment.month is None and moment.first == moment.last


def whole_years(start: Moment, end: Moment) -> tuple[Moment, Moment]:
    """From 1 January to 31 December is told in years, as the portal writes every year."""
    first, last = (start.month, start.day), (end.month, end.day)
    if first == (1, 1) and last == (12, 31):
        return (
            Moment(start.first, start.last, mark=start.mark),
            Moment(end.first, end.last, mark=end.mark),
        )
    return start, end


def joined(earlier: str, later: str) -> str:
    """Two sides in words, "century" said once: "12th to 13th century"."""
    for tail in (" century BCE", " century CE", " century"):
        if earlier.endswith(tail) and later.endswith(tail):
            earlier = earlier.removesuffix(tail)
    return f"{earlier} to {later}"


def range_words(start: Moment, end: Moment) -> str:
    """From one moment to another in words: "332–322 BCE", "about 700 to 761 CE"."""
    start, end = whole_years(start, end)
    if start == end:
        return moment_words(start)
    if not (is_year(start) and is_year(end)):
        return joined(moment_words(start), moment_words(end))
    if start.mark == end.mark:
        years = century(start.first, end.last, hidden=False)
        return marked(years or year_range(start.first, end.last), start)
    same_era = era(start.first) == era(end.first)
    earlier = str(number(start.first)) if same_era else year_text(start.first)
    return f"{marked(earlier, start)} to {moment_words(end)}"


def words(sides: tuple[Side, ...]) -> str:
    """One or two sides of a span in words."""
    match sides:
        case (Moment() as moment,):
            return moment_words(moment)
        case (Moment() as start, Moment() as end):
            return range_words(start, end)
        case (Gap.OPEN, Moment() as end):
            return f"before {moment_words(end)}"
        case (Gap.UNKNOWN, Moment() as end):
            return f"until {moment_words(end)}, beginning unknown"
        case (Moment() as start, Gap.OPEN):
            return f"from {moment_words(start)} on"
        case (Moment() as start, Gap.UNKNOWN):
            return f"from {moment_words(start)}, end unknown"
    raise DateError("a span needs a date on at least one side")
