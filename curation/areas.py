"""Areas that are drawn for a place: regions of their own once the proposal is published."""

from __future__ import annotations

import hashlib
import json

from django.utils.text import slugify
from django.utils.translation import gettext as _

from curation.rights import Person
from evidence.contents import Content
from evidence.models import Region
from evidence.outlines import corners

LONGEST_NAME = 120
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


def in_words(row: Content) -> str:
    """The area of a place as differences tell it; nothing where it has none."""
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
