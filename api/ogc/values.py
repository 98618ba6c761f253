"""The parameters of the standard: bbox, datetime and limit. All refusals are QueryErrors."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone
from typing import NamedTuple

from django.utils.translation import gettext as _

from evidence.search.values import Box, Params, QueryError, read_box, read_number, shown, single

LEAST, USUAL, MOST = 1, 50, 1000
NUMBER = re.compile(r"[+-]?(\d{1,30}(\.\d{0,30})?|\.\d{1,30})([eE][+-]?\d{1,3})?", re.ASCII)
# RFC 3339, section 5.6. A plus sign that was not encoded arrives as a blank.
MOMENT = re.compile(
    r"(?P<year>\d{4})-(?P<month>\d\d)-(?P<day>\d\d)"
    r"(?:[Tt](?P<hour>\d\d):(?P<minute>\d\d):(?P<second>\d\d)(?:\.\d{1,12})?"
    r"(?:[Zz]|(?P<sign>[+ -])(?P<hours>[0-2]\d):(?P<minutes>[0-5]\d)))?",
    re.ASCII,
)
# The same for the definition, in the regular expressions of JSON Schema.
INSTANT = (
    "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
    r"([Tt]([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\.[0-9]{1,12})?"
    "([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9]))?"
)
DATETIME = rf"^({INSTANT}|(\.\.)?/{INSTANT}|{INSTANT}/(\.\.)?|{INSTANT}/{INSTANT})$"
CYCLE = 400  # years after which the calendar repeats


class Span(NamedTuple):
    """Astronomical years, both included; None is open."""

    year_from: int | None
    year_to: int | None


def given(params: Params, name: str) -> str:
    """The one value of a parameter, or "" where it is absent. An empty value is refused."""
    refuse_empty(params, name)
    return single(params, name)


def refuse_empty(params: Params, name: str) -> None:
    """Raises QueryError for a parameter without a value: forms send those, GIS programs do not."""
    if not all(value.strip() for value in params.getlist(name)):
        raise QueryError(
            name, _("“%(name)s” has no value. Write one, or leave it out.") % {"name": name}
        )


def read_limit(params: Params) -> int:
    """How many features a page has; more than the most is not refused, so the standard wants."""
    text = given(params, "limit")
    if re.fullmatch(r"\+?\d+", text, re.ASCII):
        text = str(min(int(text[:20]), MOST))
    number = read_number("limit", text, LEAST, MOST, "how many features a page has, as in 50")
    return USUAL if number is None else number


def read_bbox(params: Params) -> Box | None:
    """Four numbers, or six with heights; a west greater than the east crosses the antimeridian."""
    text = given(params, "bbox")
    if not text:
        return None
    parts = [part.strip() for part in text.split(",")]
    if len(parts) == 6:
        _check_heights(_number(parts[2]), _number(parts[5]))
        parts = parts[:2] + parts[3:5]
    elif len(parts) != 4:
        raise QueryError(
            "bbox",
            _(
                "A box is four numbers, or six with heights, not %(count)d. Write "
                "west,south,east,north in degrees, as in 95,15,110,25."
            )
            % {"count": len(parts)},
        )
    # Clients write 17 digits and exponents; finer than 15 decimals nothing is stored.
    return read_box("bbox", ",".join(f"{_number(part):.15f}" for part in parts))


def read_datetime(params: Params) -> Span | None:
    """The years of an instant or an interval of RFC 3339, open ends written as `..`."""
    text = given(params, "datetime")
    if not text:
        return None
    first, slash, last = text.partition("/")
    if not slash:
        year = _moment(text, text).year
        return Span(year, year)
    start, end = _end(first, text), _end(last, text)
    if start is None and end is None:
        raise _undated(text)
    if start and end and start > (end if "T" in last.upper() else end._replace(second=86_400)):
        raise QueryError(
            "datetime",
            _("“%(first)s” is after “%(last)s”. Write the earlier one first.")
            % {"first": shown(first), "last": shown(last)},
        )
    return Span(start and start.year, end and end.year)


class _Moment(NamedTuple):
    """In UTC; `second` is that of the day."""

    year: int
    month: int
    day: int
    second: float


def _end(text: str, whole: str) -> _Moment | None:
    return None if text.strip() in ("", "..") else _moment(text.strip(), whole)


def _moment(text: str, whole: str) -> _Moment:
    match = MOMENT.fullmatch(text)
    if match is None:
        raise _undated(whole)
    # Python knows no year 0 and none after 9999: count in a year of the same calendar.
    year = int(match["year"])
    shift = CYCLE if year < 5000 else -CYCLE
    try:
        moment = datetime(
            year + shift,
            int(match["month"]),
            int(match["day"]),
            int(match["hour"] or 0),
            int(match["minute"] or 0),
            59 if match["second"] == "60" else int(match["second"] or 0),  # a leap second
            tzinfo=_zone(match),
        ).astimezone(UTC)
    except ValueError as error:
        raise _undated(whole) from error
    second = moment.hour * 3600 + moment.minute * 60 + moment.second
    return _Moment(moment.year - shift, moment.month, moment.day, second)


def _zone(match: re.Match[str]) -> timezone:
    if match["sign"] is None:
        return UTC
    offset = timedelta(hours=int(match["hours"]), minutes=int(match["minutes"]))
    return timezone(-offset if match["sign"] == "-" else offset)


def _undated(text: str) -> QueryError:
    return QueryError(
        "datetime",
        _(
            "“%(text)s” is neither an instant nor an interval of RFC 3339. Write one such as "
            "1904-06-01T12:00:00Z, 1904-01-01/1904-12-31 or ../1400-12-31; for years before "
            "1 BCE use year_from and year_to."
        )
        % {"text": shown(text)},
    )


def _number(text: str) -> float:
    if not NUMBER.fullmatch(text):
        raise QueryError(
            "bbox",
            _("“%(text)s” is not a number. Write decimals, as in 101.5.") % {"text": shown(text)},
        )
    return float(text)


def _check_heights(bottom: float, top: float) -> None:
    if bottom > top:
        raise QueryError(
            "bbox",
            _(
                "The bottom %(bottom)s lies above the top %(top)s. The order is "
                "west,south,bottom,east,north,top."
            )
            % {"bottom": f"{bottom:g}", "top": f"{top:g}"},
        )
