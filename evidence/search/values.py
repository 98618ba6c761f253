"""The values that a query string may hold, each with its one reader and its refusals."""

from __future__ import annotations

import re
from collections.abc import Collection
from decimal import Decimal
from typing import NamedTuple

from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _

from evidence.words import wanted

Params = MultiValueDict[str, str]
Ring = tuple[tuple[float, float], ...]  # longitude, latitude

MAX_TEXT = 200
NONE = "none"  # stands for “not known” among the values of a parameter, and in facets
MOST_CORNERS = 200
DEGREES = re.compile(r"[+-]?\d{1,3}(\.\d{1,15})?", re.ASCII)
WHOLE = re.compile(r"[+-]?\d+", re.ASCII)
LONGEST = 10  # characters of a whole number that is within any bounds


class QueryError(ValueError):
    """A parameter that cannot be followed: its name, and what would be right."""

    def __init__(self, parameter: str, message: str) -> None:
        super().__init__(message)
        self.parameter = parameter
        self.message = message


class Box(NamedTuple):
    """Degrees, borders included; west greater than east crosses the antimeridian."""

    west: float
    south: float
    east: float
    north: float


def check_names(params: Params, known: Collection[str]) -> None:
    """Refuse parameters that nobody reads, and characters that no database stores."""
    for name, values in params.lists():
        if name not in known:
            raise QueryError(
                name,
                _("There is no parameter “%(name)s”. Use one of: %(known)s.")
                % {"name": shown(name), "known": ", ".join(known)},
            )
        if any("\0" in value for value in values):
            raise QueryError(
                name, _("“%(name)s” holds a NUL character. Leave it out.") % {"name": name}
            )


def single(params: Params, name: str) -> str:
    """The one value of a parameter without outer blanks, or "". Raises QueryError for several."""
    values = params.getlist(name)
    if len(values) > 1:
        raise QueryError(
            name,
            _("“%(name)s” is given %(count)d times. Give it once.")
            % {"name": name, "count": len(values)},
        )
    return values[0].strip() if values else ""


def several(params: Params, name: str) -> tuple[str, ...]:
    """All values of a parameter that may be repeated, each once, without empty ones."""
    if name not in params:
        return ()
    return tuple(dict.fromkeys(value.strip() for value in params.getlist(name) if value.strip()))


def read_number(name: str, text: str, least: int, most: int, example: str) -> int | None:
    """A whole number within bounds, or None for no text. Raises QueryError."""
    if not text:
        return None
    if not WHOLE.fullmatch(text):
        raise QueryError(
            name,
            _("“%(text)s” is not a whole number. Write %(example)s.")
            % {"text": shown(text), "example": example},
        )
    if len(text) > LONGEST or not least <= int(text) <= most:
        raise QueryError(
            name,
            _("%(text)s is out of bounds. Write a whole number from %(least)d to %(most)d.")
            % {"text": shown(text), "least": least, "most": most},
        )
    return int(text)


def one_of(name: str, text: str, choices: Collection[str]) -> str | None:
    """One of a few words, or None for no text. Raises QueryError naming them all."""
    if text and text not in choices:
        raise QueryError(
            name,
            _("“%(text)s” is not a choice. Use one of: %(choices)s.")
            % {"text": shown(text), "choices": ", ".join(choices)},
        )
    return text or None


def read_text(name: str, text: str) -> str:
    """Words to look for. Raises QueryError where there are none, or far too many."""
    if len(text) > MAX_TEXT:
        raise QueryError(
            name,
            _("The text has %(length)d characters. Use at most %(most)d.")
            % {"length": len(text), "most": MAX_TEXT},
        )
    if text and not wanted(text):
        raise QueryError(
            name,
            _("“%(text)s” holds no letter and no digit. Write a word.") % {"text": shown(text)},
        )
    return text


def read_box(name: str, text: str) -> Box | None:
    """`west,south,east,north` in degrees, or None for no text. Raises QueryError."""
    if not text:
        return None
    parts = [part.strip() for part in text.split(",")]
    if len(parts) != 4:
        raise QueryError(
            name,
            _(
                "A box is four numbers, not %(count)d. Write west,south,east,north in degrees, "
                "as in 95,15,110,25."
            )
            % {"count": len(parts)},
        )
    box = Box(*(_degrees(name, part) for part in parts))
    _check_bounds(name, box)
    return box


def read_polygon(name: str, text: str) -> Ring:
    """Corners of a drawn area, or none for no text. Raises QueryError.

    `longitude,latitude,longitude,latitude,…` in degrees, at least three corners; the last is
    joined with the first. Longitudes beyond 180 go on across the antimeridian.
    """
    if not text:
        return ()
    numbers = [_degrees(name, part.strip()) for part in text.split(",")]
    corners = tuple(zip(numbers[::2], numbers[1::2], strict=False))
    if len(numbers) % 2 or not 3 <= len(corners) <= MOST_CORNERS:
        raise QueryError(
            name,
            _(
                "An area is three to %(most)d corners of two numbers each, not %(count)d numbers. "
                "Write longitude,latitude,… in degrees, as in 95,15,110,15,110,25."
            )
            % {"most": MOST_CORNERS, "count": len(numbers)},
        )
    for longitude, latitude in corners:
        if not (-360 <= longitude <= 360 and -90 <= latitude <= 90):
            raise QueryError(
                name,
                _(
                    "The corner %(longitude)s,%(latitude)s is not on the map: longitudes go from "
                    "-360 to 360, latitudes from -90 to 90."
                )
                % {"longitude": write_degrees(longitude), "latitude": write_degrees(latitude)},
            )
    return corners


def write_degrees(value: float) -> str:
    """Degrees as `read_box` reads them back, without exponent or needless zeros."""
    text = format(Decimal(repr(value)), "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def shown(text: str) -> str:
    """A value as an error message quotes it: not longer than a line."""
    return text if len(text) <= 60 else f"{text[:59]}…"


def _degrees(name: str, text: str) -> float:
    if not DEGREES.fullmatch(text):
        raise QueryError(
            name,
            _("“%(text)s” is not a number of degrees. Write decimals, as in 101.5.")
            % {"text": shown(text)},
        )
    return float(text) + 0.0  # no negative zero


def _check_bounds(name: str, box: Box) -> None:
    for value in (box.west, box.east):
        if not -180 <= value <= 180:
            raise QueryError(
                name,
                _(
                    "The longitude %(value)s is not from -180 to 180. A box across the "
                    "antimeridian has a west greater than its east, as in 170,-20,-170,0."
                )
                % {"value": write_degrees(value)},
            )
    for value in (box.south, box.north):
        if not -90 <= value <= 90:
            raise QueryError(
                name,
                _(
                    "The latitude %(value)s is not from -90 to 90. The order is "
                    "west,south,east,north."
                )
                % {"value": write_degrees(value)},
            )
    if box.south > box.north:
        raise QueryError(
            name,
            _(
                "The south %(south)s lies north of the north %(north)s. The order is "
                "west,south,east,north."
            )
            % {"south": write_degrees(box.south), "north": write_degrees(box.north)},
        )
