"""Clauses that rest on little, and shapes that are broken."""

from __future__ import annotations

from typing import Any

import shapely
from django.db.models import Count, Min, Q
from shapely.errors import ShapelyError
from shapely.geometry import shape as from_geojson

from evidence.models import Region
from evidence.quality.rows import Rows, rows_of
from evidence.vocabulary import BORNE_OUT
from games.models import Clause

FOR = Q(citations__relation__in=BORNE_OUT)
KINDS = ("Polygon", "MultiPolygon")
WORLD = shapely.box(-180, -90, 180, 90)


def on_one_source() -> Rows:
    """Attested clause, the only source that speaks for it."""
    counted = Clause.objects.filter(status=Clause.Status.ATTESTED).annotate(
        sources=Count("citations__source", filter=FOR, distinct=True)
    )
    only = counted.filter(sources=1).annotate(only=Min("citations__source", filter=FOR))
    return rows_of(only.order_by().values_list("pk", "only"), 2)


def on_no_source() -> Rows:
    """Clause that is called attested, though no source speaks for it."""
    counted = Clause.objects.filter(status=Clause.Status.ATTESTED).annotate(
        sources=Count("citations__source", filter=FOR, distinct=True)
    )
    return rows_of(counted.filter(sources=0).order_by().values_list("pk"), 1)


def broken_shapes() -> Rows:
    """Region whose shape is no valid area of the map."""
    shapes = Region.objects.order_by().values_list("pk", "shape").iterator(100)
    return rows_of(((pk,) for pk, shape in shapes if _is_broken(shape)), 1)


def _is_broken(shape: Any) -> bool:
    try:
        area = from_geojson(shape)
    except (ShapelyError, TypeError, ValueError, KeyError, IndexError, AttributeError):
        return True
    whole = area.geom_type in KINDS and not area.is_empty and area.is_valid
    return not (whole and WORLD.covers(area))
