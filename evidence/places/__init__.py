"""Places as sources and the Ludii portal write them: points, or names without a point.

Points are integer microdegrees (WGS 84), latitude north, longitude east in [-180°, 180°).
The reader is our own: geopy's takes 60 seconds and other nonsense without a word.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction

from evidence.drafts import PlaceDraft

MICRO = 1_000_000
HALF_TURN = 180 * MICRO
EXAMPLES = "3° 4'19.51\"N, 101°31'6.22\"E or 33.3, 44.4"
SIGNS = str.maketrans(
    {
        **dict.fromkeys("’‘′ʹ´`ʼ", "'"),
        **dict.fromkeys("”“″ʺ", '"'),
        **dict.fromkeys("º˚", "°"),
        **dict.fromkeys("−–", "-"),
        **dict.fromkeys("\u00a0\u2009\u202f", " "),
    }
)
NUMBER = r"[0-9]+(?:\.[0-9]+)?"
LETTER = r"(?:north|south|east|west|[NSEW])(?![A-Za-z])"
ANGLE = re.compile(
    rf"(?P<sign>[-+]?)\s*(?P<degrees>{NUMBER})\s*(?P<circle>°)?\s*"
    rf"(?:(?P<minutes>{NUMBER})\s*'\s*)?(?:(?P<seconds>{NUMBER})\s*\"\s*)?(?P<letter>{LETTER})?",
    re.IGNORECASE,
)
LETTERS_FIRST = re.compile(
    rf"({LETTER})\s*([^A-Za-z,;]+?)\s*[,;]?\s*({LETTER})\s*([^A-Za-z,;]+)", re.IGNORECASE
)
BLANKS_ALONE = re.compile(
    rf"(?<![0-9.])([0-9]+) +({NUMBER})(?: +({NUMBER}))?(?=\s*{LETTER})", re.IGNORECASE
)
SEPARATOR = re.compile(r"\s*[,;]?\s*")
DECIMAL_COMMA = re.compile(r"([0-9]+),([0-9]+)")
LOOKS_LIKE_POINT = re.compile(r"[-+]?\s*[0-9]|[NSEW]\s*[0-9]|.*[0-9]\s*°", re.IGNORECASE)


# How fine a point is that is precise to this: parts of a degree, and decimals.
PARTS = {"site": (3600, 4), "town": (60, 2), "region": (1, 0), "country": (1, 0)}


class PlaceError(ValueError):
    """What was wrong with a place, and what would be right."""


@dataclass(frozen=True)
class Point:
    """A point in microdegrees."""

    lat_u: int
    lon_u: int


@dataclass(frozen=True)
class Angle:
    """One of the two angles of a point as written; `letter` is N, S, E, W or empty."""

    degrees: Fraction
    letter: str
    text: str
    is_whole: bool = False  # without decimals and without a letter


def normalise_longitude(lon_u: int) -> int:
    """The same meridian in [-180°, 180°), in microdegrees."""
    return (lon_u + HALF_TURN) % (2 * HALF_TURN) - HALF_TURN


def read_point(text: str) -> Point:
    """The point of two angles, both with N, S, E or W, or both decimal. Raises PlaceError.

    A comma, a semicolon or a blank stands between them. Decimal longitudes go on to 360: 190.0 is
    -170.0, as those write who count eastwards.
    """
    angles = _angles(text)
    if len(angles) != 2:
        raise PlaceError(_miscounted(text.strip(), len(angles)))
    latitude, longitude = _in_order(angles[0], angles[1], text.strip())
    if abs(latitude.degrees) > 90:
        raise PlaceError(f"latitude {latitude.text} is beyond the pole: write at most 90°")
    if abs(longitude.degrees) > (180 if longitude.letter else 360):
        raise PlaceError(_beyond(longitude))
    if any(each.is_whole for each in (latitude, longitude)):
        raise PlaceError(_undirected(latitude, longitude))
    lon_u = normalise_longitude(round(longitude.degrees * MICRO))
    return Point(round(latitude.degrees * MICRO), lon_u)


def read_places(text: str) -> list[PlaceDraft]:
    """The places of a portal Location, separated by ";". Raises PlaceError.

    What is no coordinate is a name without a point.
    """
    return [_place(part.strip()) for part in text.split(";")]


def print_dms(point: Point) -> str:
    """The point in the portal's way; `read_point` gives the same microdegrees back."""
    latitude = _print_angle(point.lat_u, "N", "S")
    return f"{latitude}, {_print_angle(point.lon_u, 'E', 'W')}"


def print_decimal(point: Point) -> str:
    """The point in decimal degrees, six decimals at most: "3.072086, 101.5"."""
    return f"{_decimal(point.lat_u)}, {_decimal(point.lon_u)}"


def print_as_known(point: Point, precision: str) -> tuple[str, str]:
    """The point in degrees, minutes and seconds, and in decimals, no finer than its precision.

    A site has seconds, a town minutes, a region or country degrees; where the precision is not
    stated, all that is stored is told.
    """
    if precision not in PARTS:
        return print_dms(point), print_decimal(point)
    parts, decimals = PARTS[precision]
    latitude = _print_parts(point.lat_u, "N", "S", parts)
    longitude = _print_parts(point.lon_u, "E", "W", parts)
    rounded = (round(angle_u / MICRO, decimals) + 0.0 for angle_u in (point.lat_u, point.lon_u))
    return f"{latitude}, {longitude}", ", ".join(f"{angle:.{decimals}f}" for angle in rounded)


def _print_parts(angle_u: int, positive: str, negative: str, parts: int) -> str:
    """The angle to whole parts of a degree: 1, 60 (minutes) or 3600 (seconds)."""
    degrees, rest = divmod(round(abs(angle_u) * parts / MICRO), parts)
    minutes, seconds = divmod(rest * 3600 // parts, 60)
    told = [f"{degrees}°", f"{minutes:2}'", f'{seconds:2}"'][: {1: 1, 60: 2, 3600: 3}[parts]]
    return "".join(told) + (positive if angle_u >= 0 else negative)


def _decimal(angle_u: int) -> str:
    whole, rest = divmod(abs(angle_u), MICRO)
    decimals = f"{rest:06}".rstrip("0") or "0"
    return f"{'-' if angle_u < 0 else ''}{whole}.{decimals}"


def _print_angle(angle_u: int, positive: str, negative: str) -> str:
    seconds, decimals = _seconds(abs(angle_u))
    minutes, seconds = divmod(seconds, 60)
    degrees, minutes = divmod(minutes, 60)
    letter = positive if angle_u >= 0 else negative
    return f"{degrees}°{minutes:2}'{float(seconds):.{decimals}f}\"{letter}"


def _seconds(angle_u: int) -> tuple[Fraction, int]:
    """The angle in seconds, to the fewest decimals (two to four) that read back the same.

    Four always do: a microdegree is 0.0036 seconds.
    """
    exact = Fraction(angle_u * 3600, MICRO)
    for decimals in (2, 3):
        rounded = round(exact, decimals)
        if round(rounded * MICRO / 3600) == angle_u:
            return rounded, decimals
    return exact, 4


def _place(text: str) -> PlaceDraft:
    if not text:
        raise PlaceError('nothing stands between two ";": write a place or leave the ";" out')
    if LOOKS_LIKE_POINT.match(text.translate(SIGNS)):
        point = read_point(text)
        return PlaceDraft(as_given=text, lat_u=point.lat_u, lon_u=point.lon_u)
    if not any(letter.isalpha() for letter in text):
        raise PlaceError(f"“{text}” is no place: write a name or {EXAMPLES}")
    return PlaceDraft(name=text, as_given=text)


def _angles(text: str) -> list[Angle]:
    rest = _in_one_order(text.translate(SIGNS).replace("''", '"').strip())
    angles = []
    while rest:
        match = ANGLE.match(rest)
        if match is None:
            raise PlaceError(f"“{rest}” is no angle: write {EXAMPLES}")
        angles.append(_angle(match))
        rest = SEPARATOR.sub("", rest[match.end() :], count=1)
    return angles


def _in_one_order(text: str) -> str:
    """The angles with their letter last, and with the signs that blanks stand for."""
    if match := LETTERS_FIRST.fullmatch(text):
        text = f"{match[2]}{match[1]}, {match[4]}{match[3]}"
    return BLANKS_ALONE.sub(_signed, text)


def _signed(match: re.Match[str]) -> str:
    return f"{match[1]}°{match[2]}'" + (f'{match[3]}"' if match[3] else "")


def _miscounted(text: str, angles: int) -> str:
    """What is wrong with more or fewer angles than two: perhaps their decimals have commas."""
    pointed = DECIMAL_COMMA.sub(r"\1.\2", text)
    if pointed != text and "." not in text and (angles == 4 or " " in text):
        with suppress(PlaceError):
            if len(_angles(pointed)) == 2:
                return f"“{text}” has a comma in its decimals: write a point, as in {pointed}"
    return f"“{text}” has {angles} of the two angles of a point: write {EXAMPLES}"


def _beyond(longitude: Angle) -> str:
    """What to write for a longitude that is too large: decimals are counted on to a full turn."""
    if abs(longitude.degrees) > 360:
        return f"longitude {longitude.text} is beyond a full turn: write at most 360.0"
    return (
        f"longitude {longitude.text} is beyond a half turn: write at most 180° with E or W, or "
        "decimals without, which go on to 360.0"
    )


def _undirected(latitude: Angle, longitude: Angle) -> str:
    """What to write for whole degrees, which may be of either angle."""
    both = [each.text + (".0" if each.is_whole else "") for each in (latitude, longitude)]
    whole = latitude if latitude.is_whole else longitude
    return (
        f"“{whole.text}” does not say which way: add N, S, E or W to both, or write decimals, "
        f"latitude first: {', '.join(both)}"
    )


def _angle(match: re.Match[str]) -> Angle:
    text, letter = match[0].strip(), (match["letter"] or "")[:1].upper()
    minutes, seconds = match["minutes"], match["seconds"]
    _check_parts(text, match)
    if letter and match["sign"]:
        raise PlaceError(f"“{text}” has a sign and a letter: leave the sign out")
    if not letter and (minutes or seconds):
        raise PlaceError(f"“{text}” does not say which way: add N, S, E or W")
    degrees = (
        Fraction(match["degrees"]) + Fraction(minutes or 0) / 60 + Fraction(seconds or 0) / 3600
    )
    is_south_or_west = letter in ("S", "W") or match["sign"] == "-"
    is_whole = not letter and "." not in match["degrees"]
    return Angle(-degrees if is_south_or_west else degrees, letter, text, is_whole)


def _check_parts(text: str, match: re.Match[str]) -> None:
    degrees, minutes, seconds = match["degrees"], match["minutes"], match["seconds"]
    if (minutes or seconds) and not match["circle"]:
        raise PlaceError(f"“{text}” lacks the ° after its degrees: write {EXAMPLES}")
    not_last = degrees if not seconds else degrees + (minutes or "")
    if "." in not_last and (minutes or seconds):
        raise PlaceError(f"“{text}”: only the last of degrees, minutes, seconds may have decimals")
    for name, value in (("minutes", minutes), ("seconds", seconds)):
        if value and Fraction(value) >= 60:
            raise PlaceError(f"“{text}” has {value} {name}: write less than 60")


def _in_order(first: Angle, second: Angle, text: str) -> tuple[Angle, Angle]:
    """Latitude and longitude; letters may tell that they were written the other way round."""
    if bool(first.letter) != bool(second.letter):
        raise PlaceError(f"“{text}” has one letter of two: add N, S, E or W to both")
    north, east = first.letter in ("", "N", "S"), second.letter in ("", "E", "W")
    if north and east:
        return first, second
    if not north and not east:
        return second, first
    wanted = "E or W" if north else "N or S"
    raise PlaceError(f"“{text}” has two angles along the same line: one of them needs {wanted}")
