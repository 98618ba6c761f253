"""/api/v1/cells/: what a map draws of a search."""

from __future__ import annotations

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from api import schema
from api.base import Endpoint
from api.shapes_cells import CellsSerializer
from evidence.pages.maps import CELLS_PER_TILE, ZOOMS, drawing
from evidence.search import PARAMETERS, Query, search
from evidence.search.snapshot.marks import Window
from evidence.search.values import read_box, read_number, single

OWN = ("zoom", "within")
USUAL_ZOOM = 2
MAP = [
    OpenApiParameter(
        "zoom",
        {"type": "integer", "minimum": ZOOMS[0], "maximum": ZOOMS[1], "default": USUAL_ZOOM},
        description="of a web map, where the world is 2**zoom tiles wide; "
        f"a tile is {2**CELLS_PER_TILE} cells wide",
    ),
    OpenApiParameter(
        "within",
        OpenApiTypes.STR,
        description="west,south,east,north of what the map shows: whole cells and areas that meet "
        "it are sent. Unlike bbox it says nothing of which records match",
    ),
]


class Cells(Endpoint):
    """How many matching records lie where: squares of a web map, and regions.

    Counts are of all matching records. A record with several places counts in each of their
    cells and areas, once; one without a place in none.
    """

    parameters = (*PARAMETERS, *OWN)

    @schema.described(CellsSerializer, *schema.FILTERS, *MAP, operation="evidence_cells")
    def get(self, request: Request) -> Response:
        """Count them. Raises QueryError."""
        params = request.query_params
        results = search(Query.from_params(params, (*OWN, "format")))
        zoom = read_number("zoom", single(params, "zoom"), *ZOOMS, "0 for the whole world")
        within = read_box("within", single(params, "within"))
        window = None if within is None else Window(*within)
        return Response(drawing(results, USUAL_ZOOM if zoom is None else zoom, window))
