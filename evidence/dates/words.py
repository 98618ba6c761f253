"""Dates in words as people write them, and years with their era. Plain English."""

from __future__ import annotations

import re
from enum import Enum

from evidence.dates.moments import DateError, Moment

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
SEASONS = ["spring", "summer", "autumn", "winter"]
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
        raise DateError(f"“{text}” isn’t a year: write one such as 332 BCE, 77 CE or 1140")
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
    if not said_once(first, last):
        return f"{year_text(first)} – {year_text(last)}"
    return f"{number(first)}–{year_text(last)}"


def said_once(first: int, last: int) -> bool:
    """Whether one era does for two years: 332–31 BCE would be read as 332–331."""
    same = era(first) == era(last)
    return same and len(str(number(first))) <= len(str(number(last)))


def ordinal(value: int) -> str:
    """1st, 2nd, 3rd, 4th, 11th, 21st …"""
    if value % 100 in (11, 12, 13):
        return f"{value}th"
    return f"{value}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(value % 10, 'th') }"


def century(first: int, last: int) -> str | None:
    """The century or millennium that the years are, in words, or None.

    The 12th century is 11XX, 1100 to 1199, as everybody calls it, and as it is read.
    """
    name = {99: "century", 999: "millennium"}.get(last - first)
    if name is None or (last if last <= 0 else first) % (last - first + 1):
        return None
    nth = (-last if last <= 0 else first) // (last - first + 1) + 1
    return f"{ordinal(nth)} {name} {era(last)}".strip()


def marked(words: str, moment: Moment) -> str:
    """The words with what the mark of the moment says before them."""
    doubt = ["perhaps"] * moment.uncertain + ["about"] * moment.approximate
    article = ["the"] * (bool(doubt) and takes_article(words))
    return " ".join([*doubt, *article, words])


def takes_article(words: str) -> bool:
    """Whether "the" goes before: the 12th century, the 1560s."""
    return words[:1].isdigit() and any(each in words for each in ("century", "millennium", "0s"))


def within(moment: Moment) -> str:
    """A moment in words, to stand behind "by" or "from"."""
    said = moment_words(moment)
    return f"the {said}" if takes_article(said) else said


def month_name(month: int) -> str:
    """A month, or the season that a month of EDTF stands for."""
    return SEASONS[month - 21] if month > len(MONTHS) else MONTHS[month - 1]


def plain_words(moment: Moment) -> str:
    """A moment in words, without its mark."""
    if moment.month is not None:
        day = [str(moment.day)] if moment.day is not None else []
        return " ".join([*day, month_name(moment.month), year_text(moment.first)])
    return named(moment) or year_range(moment.first, moment.last)


def named(moment: Moment) -> str | None:
    """A decade, century or millennium by its name; None for what has none."""
    first, last = moment.first, moment.last
    if last - first == 9 and first > 0:
        return f"{first}s {era(first)}".strip()
    return century(first, last)


def edge(moment: Moment, year: int) -> Moment:
    """The moment, or one year of it where it would itself be told as two: 160–151 BCE."""
    if moment.first == moment.last or named(moment):
        return moment
    return Moment(year, year, mark=moment.mark)


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
    start, end = whole_years(edge(start, start.first), edge(end, end.last))
    if start == end:
        return moment_words(start)
    if not (is_year(start) and is_year(end)):
        return joined(moment_words(start), moment_words(end))
    if start.mark == end.mark:
        years = century(start.first, end.last) if end.last <= 0 else None
        return marked(years or year_range(start.first, end.last), start)
    once = said_once(start.first, end.first)
    earlier = str(number(start.first)) if once else year_text(start.first)
    return f"{marked(earlier, start)} to {moment_words(end)}"


def between_words(start: Moment, end: Moment) -> str:
    """Some time between two moments, in words: "between 1650 and 1670"."""
    years = is_year(start) and is_year(end) and said_once(start.first, end.first)
    earlier = str(number(start.first)) if years else within(start)
    return f"between {earlier} and {within(end)}"


def words(sides: tuple[Side, ...]) -> str:
    """One or two sides of a span in words."""
    match sides:
        case (Moment() as moment,):
            return moment_words(moment)
        case (Moment() as start, Moment() as end):
            return range_words(start, end)
        case (Gap() as gap, Moment() as end):
            last = within(edge(end, end.last))
            return f"by {last}" if gap is Gap.OPEN else f"until {last}, beginning unknown"
        case (Moment() as start, Gap() as gap):
            first = within(edge(start, start.first))
            return f"from {first} on" if gap is Gap.OPEN else f"from {first}, end unknown"
    raise DateError("a span needs a date on at least one side")
