"""Uncertain dates: read and print EDTF (ISO 8601-2) and the Ludii portal's day ranges.

The reader is our own: the edtf library takes milliseconds a date, calls open ends infinite and
says only that something is wrong, never what.

    span   = side "/" side | "[" moment ".." moment "]" (one of them) | moment
    side   = moment | ".." (open) | nothing (unknown)
    moment = year ["-" (season | month ["-" day])] [mark]
    season = 21 spring | 22 summer | 23 autumn | 24 winter
    year   = 1140 | -0331 | 156X | 11XX | 1XXX | Y-12000
    mark   = "~" about | "?" uncertain | "%" both
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from evidence.dates.moments import DateError, Moment
from evidence.dates.words import Gap, Side, between_words, read_year, words, year_text

__all__ = ["DateError", "DateSpan", "Gap", "Moment", "read", "read_year", "year_text"]

EXAMPLES = "1140, 156X, 1500~, -0332/-0322, ../1400 or 1904-01-01/1904-12-31"
MOMENT = re.compile(
    r"(?P<year>-?(?=[0-9X]{4}(?![0-9X]))[0-9]+X*|Y-?[1-9][0-9]{4,})"
    r"(?:-(?P<month>[0-9]{2})(?:-(?P<day>[0-9]{2}))?)?(?P<mark>[~?%]?)"
)
DASHES = str.maketrans({"−": "-", "–": "-", "‐": "-", "‑": "-", "\u00a0": " "})
ONE_OF = re.compile(r"\[([^],[{}]+?)\.\.([^],[{}]+)\]")
PORTAL = re.compile(r"(?P<start>-?[0-9]{1,4}-[0-9]{2}-[0-9]{2}) - (?P<end>-?[0-9]{1,4}-[0-9-]+)")


@dataclass(frozen=True)
class DateSpan:
    """When something was: one moment, or two sides of an interval. Raises DateError.

    `one_of`: some time between two moments, not all the time ([1650..1670]).
    """

    sides: tuple[Side, ...]
    one_of: bool = False

    def __post_init__(self) -> None:
        if not 1 <= len(self.sides) <= 2 or all(isinstance(side, Gap) for side in self.sides):
            raise DateError("no side of the span has a date: leave the date empty")
        if isinstance(self.sides[0], Gap) and len(self.sides) == 1:
            raise DateError("an open end needs a date beside it, as in ../1400")
        if self.day_from is not None and self.day_to is not None and self.day_from > self.day_to:
            raise DateError(f"{self.edtf} runs backwards: write {self._joined(self.sides[::-1])}")
        if self.one_of:
            self._check_one_of()

    def _check_one_of(self) -> None:
        if not are_alike(self.sides):
            interval = "/".join(_print(side) for side in self.sides)
            raise DateError(
                f"{self.edtf} joins what is open, marked or not alike: write {interval}"
            )

    def _joined(self, sides: tuple[Side, ...]) -> str:
        printed = [_print(side) for side in sides]
        return f"[{'..'.join(printed)}]" if self.one_of else "/".join(printed)

    @property
    def edtf(self) -> str:
        """Canonical EDTF; `read` gives the same span back."""
        return self._joined(self.sides)

    @property
    def year_from(self) -> int | None:
        """The earliest possible astronomical year, None where open or unknown."""
        start = self.sides[0]
        return None if isinstance(start, Gap) else start.first

    @property
    def year_to(self) -> int | None:
        """The latest possible astronomical year, None where open or unknown."""
        end = self.sides[-1]
        return None if isinstance(end, Gap) else end.last

    @property
    def day_from(self) -> int | None:
        """The earliest possible day; 1 is 0001-01-01."""
        start = self.sides[0]
        return None if isinstance(start, Gap) else start.first_day

    @property
    def day_to(self) -> int | None:
        """The latest possible day; 1 is 0001-01-01."""
        end = self.sides[-1]
        return None if isinstance(end, Gap) else end.last_day

    @property
    def approximate(self) -> bool:
        """Whether a side is marked ~ or %."""
        return any(side.approximate for side in self.sides if isinstance(side, Moment))

    @property
    def uncertain(self) -> bool:
        """Whether a side is marked ? or %."""
        return any(side.uncertain for side in self.sides if isinstance(side, Moment))

    def human(self) -> str:
        """As people write it: "about 600 BCE", "332–322 BCE", "12th century"."""
        match self.sides:
            case (Moment() as start, Moment() as end) if self.one_of:
                return between_words(start, end)
        return words(self.sides)


@lru_cache(maxsize=1024)
def read(text: str) -> DateSpan:
    """The span of an EDTF date or of a day range of the portal. Raises DateError."""
    given = text.translate(DASHES).strip()
    if not given:
        raise DateError(f"the date is empty: write one such as {EXAMPLES}")
    given = _from_portal(given)
    if one_of := ONE_OF.fullmatch(given):
        return DateSpan((_moment(one_of[1].strip()), _moment(one_of[2].strip())), one_of=True)
    parts = [part.strip() for part in given.split("/")]
    if len(parts) == 1:
        return DateSpan((_moment(given),))
    if len(parts) > 2:
        raise DateError(f"“{text}” has more than two sides: write start/end")
    return DateSpan(tuple(_side(part) for part in parts))


def are_alike(sides: tuple[Side, ...]) -> bool:
    """Whether EDTF joins them by ".." in a set: two plain years, months or days."""
    match sides:
        case (Moment() as start, Moment() as end):
            plain = all(each.is_plain for each in (start, end))
            months = (start.month is None) == (end.month is None)
            return plain and months and (start.day is None) == (end.day is None) and start != end
    return False


def _print(side: Side) -> str:
    return side.value if isinstance(side, Gap) else side.edtf


def _from_portal(text: str) -> str:
    """Rewrite `1904-01-01 - 1904-12-31` as EDTF; anything else stays as it is."""
    match = PORTAL.fullmatch(text)
    if match is None:
        return text
    return f"{_four_digits(match['start'])}/{_four_digits(match['end'])}"


def _four_digits(day: str) -> str:
    sign, digits = ("-", day[1:]) if day.startswith("-") else ("", day)
    return sign + digits.rjust(len("0000-00-00"), "0")


def _side(text: str) -> Side:
    return Gap(text) if text in (Gap.OPEN.value, Gap.UNKNOWN.value) else _moment(text)


def _moment(text: str) -> Moment:
    match = MOMENT.fullmatch(text)
    if match is None:
        raise DateError(_what_would_be_right(text))
    first, last = _years(match["year"])
    month = int(match["month"]) if match["month"] else None
    day = int(match["day"]) if match["day"] else None
    return Moment(first, last, month, day, match["mark"])


def _years(text: str) -> tuple[int, int]:
    if text == "-0000":
        raise DateError("the year 0 (1 BCE) has no sign: write 0000")
    digits = text.lstrip("Y").lstrip("-")
    nearest, farthest = int(digits.replace("X", "0")), int(digits.replace("X", "9"))
    return (-farthest, -nearest) if "-" in text else (nearest, farthest)


def _padded(match: re.Match[str]) -> str:
    return f"a year has four digits: write {match[1]}{match[2].zfill(4)}{match[3]}"


def _era(match: re.Match[str]) -> str:
    try:
        year = read_year(match[0])
        return f"years count astronomically: write {Moment(year, year).edtf}"
    except DateError as error:
        return str(error)


def _about(match: re.Match[str]) -> str:
    return f"about is a mark after the year: write {match[1]}~"


# What people write instead of EDTF, and what to tell them. The first that fits is told.
REMEDIES: tuple[tuple[str, Callable[[re.Match[str]], str]], ...] = (
    (r"(-?)([0-9]{1,3})([~?%]?)", _padded),
    (r"([0-9]{4}) ?- ?([0-9]{4})", lambda m: f"a slash joins two dates: write {m[1]}/{m[2]}"),
    (r"[0-9]+ ?(?:B\.?C\.?(?:E\.?)?|C\.?E\.?|A\.?D\.?)|A\.?D\.? ?[0-9]+", _era),
    (r"(?:c\.?|ca\.?|circa|about) ?([0-9]{4})", _about),
    (r"([~?%])(.+)", lambda m: f"a mark stands at the end: write {m[2]}{m[1]}"),
    (r"(.+?)[~?]{2,}", lambda m: f"uncertain and approximate is one mark: write {m[1]}%"),
    (r"-?[0-9]{5,}", lambda m: f"a year of more than four digits begins with Y: write Y{m[0]}"),
    (
        r"([0-9X-]+)-[0-9]?X+[~?%]?",
        lambda m: f"a month or day not known is left out: write {m[1]}",
    ),
    (
        r"[\[{].*",
        lambda _: "of sets of dates only [1650..1670] is read: write that, or 1650/1670",
    ),
    (r"([0-9]{3,4})s", lambda m: f"a decade is written with X: write {m[1].zfill(4)[:3]}X"),
)


def _what_would_be_right(text: str) -> str:
    for pattern, remedy in REMEDIES:
        match = re.fullmatch(pattern, text, re.IGNORECASE)
        if match:
            return f"“{text}” is not a date that can be read: {remedy(match)}"
    return f"“{text}” is not a date that can be read: write one such as {EXAMPLES}"
