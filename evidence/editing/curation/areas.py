"""Areas that are drawn for a place: regions of their own once the proposal is published."""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any

from django.utils.text import slugify
from django.utils.translation import gettext as _

from evidence.editing.curation.rights import Person
from evidence.history.contents import Content
from evidence.models import Place, Region
from evidence.search.outlines import corners

LONGEST_NAME = 120
DRAWN = re.compile("drawn-.*-([0-9a-f]{10})")  # slugs of what is drawn for a place
MOST_TOLD = 12  # corners that are told one by one


def store_areas(content: Content, identifier: str, person: Person) -> None:
    """Make a region of each area that none is stored of yet."""
    for row in content.get("places", ()):
        if "shape" in row:
            values = {
                "name": row["name"][:LONGEST_NAME].strip(),
                "kind": Region.Kind.DRAWN,
                "shape": row["shape"],
                "note": f"Drawn by {person} for the record {identifier}.",
            }
            Region.objects.get_or_create(slug=_slug(row), defaults=values)


def with_region(row: Content) -> Content:
    """A place with the region that its area is, or will be, in the place of the shape."""
    if "shape" not in row:
        return row
    rest = {name: value for name, value in row.items() if name != "shape"}
    return rest | {"region": _slug(row)}


def stored_as(row: Content) -> str:
    """The slug of the region that the area of a place is already, "" where it is none yet."""
    drawn = Region.objects.filter(kind=Region.Kind.DRAWN, slug=_slug(row))
    return drawn.values_list("slug", flat=True).first() or ""


def with_shape(row: Content) -> Content:
    """A place with the shape of the region that was drawn for it, in the place of the region."""
    if not DRAWN.fullmatch(row.get("region", "")):
        return row
    shape = Region.objects.filter(slug=row["region"]).values_list("shape", flat=True).first()
    rest = {name: value for name, value in row.items() if name != "region"} | {"shape": shape}
    return rest if shape and stored_as(rest) == row["region"] else row


def drawn_places(content: Content) -> dict[str, Any] | None:
    """The points and areas of a content as GeoJSON to draw; None where it has none."""
    features = [
        {"type": "Feature", "properties": {}, "geometry": geometry}
        for row in content.get("places", ())
        if (geometry := _geometry(row))
    ]
    return {"type": "FeatureCollection", "features": features} if features else None


def _geometry(row: Content) -> dict[str, Any] | None:
    if "lat_u" in row and "lon_u" in row:
        place = Place(lat_u=row["lat_u"], lon_u=row["lon_u"])
        return {"type": "Point", "coordinates": [place.longitude, place.latitude]}
    if "region" in row:
        return Region.objects.filter(slug=row["region"]).values_list("shape", flat=True).first()
    shape: dict[str, Any] | None = row.get("shape")
    return shape


def in_words(row: Content) -> str:
    """The area of a place as differences tell it; nothing where it has none."""
    if drawn := DRAWN.fullmatch(row.get("region", "")):
        return _("area drawn for it (%(mark)s)") % {"mark": drawn[1]}
    if "shape" not in row:
        return _("area not read yet: %s") % row["outline"] if "outline" in row else ""
    found = corners(row["shape"])
    if len(found) <= MOST_TOLD:
        points = "; ".join(f"{latitude}, {longitude}" for longitude, latitude in found)
        return _("area with the corners %s") % points
    east, north = (max(numbers) for numbers in zip(*found, strict=True))
    west, south = (min(numbers) for numbers in zip(*found, strict=True))
    said = _("area of %(n)d corners from %(south)s, %(west)s to %(north)s, %(east)s (%(mark)s)")
    edges = {"south": south, "west": west, "north": north, "east": east}
    return said % {"n": len(found), "mark": _mark(row), **edges}


def _slug(row: Content) -> str:
    """The same for the same area of the same name."""
    return f"drawn-{slugify(row.get('name', ''))[:50]}-{_mark(row)}"


def _mark(row: Content) -> str:
    said = json.dumps([row.get("name", ""), row["shape"]], sort_keys=True)
    return hashlib.sha256(said.encode()).hexdigest()[:10]
