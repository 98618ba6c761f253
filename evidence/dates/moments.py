"""One date as far as it is known: a year, decade, century, season, month or day, perhaps marked.

Years are astronomical (0 is 1 BCE). Days count as `datetime.date.toordinal` does, carried on
below year 1 in the proleptic Gregorian calendar. A season (months 21 to 24 of EDTF, spring to
winter) has no fixed days, and falls in different months north and south: its bounds are its year.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import accumulate

FARTHEST_YEAR = 999_999
MARKS = {"": (False, False), "~": (True, False), "?": (False, True), "%": (True, True)}
SEASONS = (21, 22, 23, 24)
MONTH_LENGTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
DAYS_BEFORE = tuple(accumulate(MONTH_LENGTHS, initial=0))  # each month of a common year


class DateError(ValueError):
    """What was wrong with a date, and what would be right."""


def is_leap(year: int) -> bool:
    """Whether the astronomical year has 366 days."""
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def month_length(year: int, month: int) -> int:
    """Days of a month (1 to 12) of an astronomical year."""
    return 29 if month == 2 and is_leap(year) else MONTH_LENGTHS[month - 1]


def day_number(year: int, month: int, day: int) -> int:
    """Days since 0001-01-01, which is 1; zero and below before it. Any astronomical year."""
    past = year - 1
    whole_years = 365 * past + past // 4 - past // 100 + past // 400
    whole_months = DAYS_BEFORE[month - 1] + (month > 2 and is_leap(year))
    return whole_years + whole_months + day


@dataclass(frozen=True)
class Moment:
    """A date of EDTF. `first` and `last` differ only for a decade, century or millennium.

    Raises DateError for what the calendar does not have.
    """

    first: int
    last: int
    month: int | None = None
    day: int | None = None
    mark: str = ""

    def __post_init__(self) -> None:
        self._check_years()
        if self.month is not None:
            self._check_month(self.month)

    def _check_years(self) -> None:
        if max(abs(self.first), abs(self.last)) > FARTHEST_YEAR:
            raise DateError(f"year {self.first} is too far: write years up to {FARTHEST_YEAR}")
        if self.last - self.first not in (0, 9, 99, 999):
            raise DateError(f"{self.first} to {self.last} is no decade, century or millennium")

    def _check_month(self, month: int) -> None:
        if self.first != self.last:
            raise DateError(f"a month needs a whole year: write {self.year_edtf}")
        if month in SEASONS:
            self._check_season()
            return
        if 25 <= month <= 41:
            raise DateError(
                f"{month} stands for a part of the year that is not read: "
                f"write the months, as in {self.year_edtf}-06/{self.year_edtf}-08"
            )
        if not 1 <= month <= 12:
            raise DateError(f"there is no month {month:02}: write 01 to 12")
        longest = month_length(self.first, month)
        if self.day is not None and not 1 <= self.day <= longest:
            raise DateError(
                f"{self.year_edtf}-{month:02} has no day {self.day}: its last day is {longest}"
            )

    def _check_season(self) -> None:
        if self.day is not None:
            raise DateError(f"a season has no days: write {self.year_edtf}-{self.month}")

    @property
    def approximate(self) -> bool:
        """Marked with ~ or %."""
        return MARKS[self.mark][0]

    @property
    def uncertain(self) -> bool:
        """Marked with ? or %."""
        return MARKS[self.mark][1]

    @property
    def first_day(self) -> int:
        """The earliest possible day."""
        return day_number(self.first, self._month or 1, self.day or 1)

    @property
    def last_day(self) -> int:
        """The latest possible day."""
        month = self._month or 12
        return day_number(self.last, month, self.day or month_length(self.last, month))

    @property
    def _month(self) -> int | None:
        """The month of the calendar, None where only the year or a season is known."""
        return None if self.is_season else self.month

    @property
    def is_season(self) -> bool:
        """Whether the month stands for a season."""
        return self.month in SEASONS

    @property
    def is_plain(self) -> bool:
        """Whether it is a year, month or day without a doubt."""
        return self.first == self.last and not self.mark and not self.is_season

    @property
    def preceding(self) -> Moment:
        """The day, month or year before it begins. Raises DateError for a season."""
        self._check_fixed()
        if self.day is not None and self.day > 1:
            return replace(self, day=self.day - 1)
        if self.month is not None and self.month > 1:
            return self._in_month(self.first, self.month - 1)
        return self._in_month(self.first - 1, 12)

    @property
    def following(self) -> Moment:
        """The day, month or year after it ends. Raises DateError for a season."""
        self._check_fixed()
        if self.day is not None and self.day < month_length(self.last, self.month or 12):
            return replace(self, day=self.day + 1)
        if self.month is not None and self.month < 12:
            return replace(self, month=self.month + 1, day=self.day and 1)
        month, day = self.month and 1, self.day and 1
        return Moment(self.last + 1, self.last + 1, month, day, self.mark)

    def _in_month(self, year: int, month: int) -> Moment:
        """The last day of a month, the month or its year, as exactly as this is known."""
        day = self.day and month_length(year, month)
        return Moment(year, year, self.month and month, day, self.mark)

    def _check_fixed(self) -> None:
        if self.is_season:
            raise DateError("a season has no first and last day: write its year, or a month")

    @property
    def year_edtf(self) -> str:
        """The year in EDTF: 1140, 156X, -03XX, Y-12000."""
        hidden = len(str(self.last - self.first + 1)) - 1
        nearest = self.first if self.first >= 0 else self.last
        sign = "-" if self.first < 0 else ""
        digits = f"{abs(nearest):04}"
        if len(digits) > 4:
            return f"Y{sign}{digits}"
        return sign + digits[: 4 - hidden] + "X" * hidden

    @property
    def edtf(self) -> str:
        """The date in EDTF, its mark last."""
        parts = [f"{part:02}" for part in (self.month, self.day) if part is not None]
        return "-".join([self.year_edtf, *parts]) + self.mark
