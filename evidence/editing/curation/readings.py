"""How dates and coordinates are read, shown back to whoever types them."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from evidence.dates import DateError
from evidence.dates.reading import read_any
from evidence.history.contents import Content
from evidence.places import PlaceError, Point, print_decimal, print_dms, read_point

Reading = dict[str, Any]


def date_reading(text: str) -> Reading | None:
    """A date in words and as EDTF, or what is wrong with it; None for nothing."""
    if not text.strip():
        return None
    try:
        span = read_any(text)
    except DateError as error:
        return {"wrong": str(error)}
    said = f"{span.human()} ({span.edtf})"
    if span.day_from is not None and span.day_from > timezone.localdate().toordinal():
        said = _("%(date)s: a date that is still to come") % {"date": said}
    return {"said": said}


def point_reading(text: str) -> Reading | None:
    """A point both ways, or what is wrong with it; None for nothing."""
    if not text.strip():
        return None
    try:
        point = read_point(text)
    except PlaceError as error:
        return {"wrong": str(error)}
    return {
        "said": f"{print_dms(point)} ({print_decimal(point)})",
        "at": [point.lat_u / 1_000_000, point.lon_u / 1_000_000],
    }


def readings_of(content: Content) -> dict[str, Any]:
    """The readings of a content: of its date, and of the point of each place."""
    return {
        "date": date_reading(content.get("date", "")),
        "places": [point_reading(_point(row)) for row in content.get("places", ())],
    }


def _point(row: Content) -> str:
    if "lat_u" in row and "lon_u" in row:
        return print_decimal(Point(row["lat_u"], row["lon_u"]))
    return str(row.get("point", ""))
