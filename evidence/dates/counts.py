"""Ways of counting that EDTF has not, as astronomical years: parts of centuries, Hijri years, BP.

Early, mid and late are thirds: early is the years 00 to 33 of a century (0 to 3 of a decade), mid
34 to 66 (4 to 6), late 67 to 99 (7 to 9), counted forwards in time before our era, too: early 4th
century BCE is 400 to 367 BCE. EDTF has no word for them: this is a convention of ours, so what is
stored are its years, which whoever means others writes instead.
"""

from __future__ import annotations

import re
from datetime import date

from evidence.dates.moments import DateError

Years = tuple[int, int]
NTH = ("first", "second", "third", "fourth")
THIRDS = {"early": 0, "mid": 1, "middle": 1, "late": 2}
CUTS = {2: (0, 50, 100), 3: (0, 34, 67, 100), 4: (0, 25, 50, 75, 100)}
PIECES = {"half": 2, "third": 3, "quarter": 4}
PART = re.compile(
    rf"(?:(?P<third>{'|'.join(THIRDS)})"
    rf"|(?P<nth>{'|'.join(NTH)}|last) (?P<piece>{'|'.join(PIECES)}))"
    r"(?: of)?(?: the)?(?: (?P<whole>.+))?",
    re.I,
)
HIJRI = re.compile(r"(?:A\.?H\.? ?(?P<n>[0-9]{1,4})|(?P<m>[0-9]{1,4}) ?A\.?H\.?)", re.I)
PRESENT = re.compile(r"(?P<n>[0-9]{1,6}) ?(?P<spread>± ?[0-9]+ ?)?(?P<cal>cal\.? ?)?B\.?P\.?", re.I)
LAST_HIJRI = 1500
GREGORIAN = 2_299_161  # Julian day of 15 October 1582


def part_of(match: re.Match[str], whole: Years) -> Years:
    """The years of a part, matched by PART, of a century or decade."""
    first, last = whole
    count = 3 if match["third"] else PIECES[match["piece"].casefold()]
    nth = THIRDS[match["third"].casefold()] if match["third"] else _nth(match["nth"], count)
    start, end = CUTS[count][nth : nth + 2]
    width = last - first + 1
    return first + -(-start * width // 100), first + -(-end * width // 100) - 1


def _nth(word: str, count: int) -> int:
    nth = count - 1 if word.casefold() == "last" else NTH.index(word.casefold())
    if nth >= count:
        raise DateError(f"there is no {word} part of {count}: write first to {NTH[count - 1]}")
    return nth


def hijri(year: int) -> Years:
    """The years in which a year of the Hijra begins and ends: 655 is 1257 to 1258.

    By the arithmetical calendar, which is within a day or two of what was seen in the sky. Years
    are those of the Julian calendar up to 1582, as historians give them.
    """
    if not 1 <= year <= LAST_HIJRI:
        raise DateError(f"AH {year} is no year that is read: write AH 1 to {LAST_HIJRI}")
    return _common_year(_hijri_start(year)), _common_year(_hijri_start(year + 1) - 1)


def _hijri_start(year: int) -> int:
    """The Julian day on which a year of the Hijra begins."""
    return 1_948_440 + 354 * (year - 1) + (3 + 11 * year) // 30


def _common_year(day: int) -> int:
    if day >= GREGORIAN:
        return date.fromordinal(day - 1_721_425).year
    return 4 * (day - 1_721_058) // 1461


def present(match: re.Match[str], text: str) -> int:
    """The year of calibrated years before present, which is 1950. Raises DateError for others."""
    if match["spread"] or not match["cal"]:
        raise DateError(
            f"“{text}” is measured in radiocarbon, whose years are none of the calendar: write the "
            "range when calibrated, as in 3150-3000 cal BP or 1201-1051 BCE"
        )
    return 1950 - int(match["n"])
