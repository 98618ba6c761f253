"""/api/v1/export/: all records of a query in one file, streamed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.http import HttpResponseBase, StreamingHttpResponse
from django.utils.http import content_disposition_header
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request

from api import schema
from api.base import Endpoint
from api.exports import FORMATS, Asked, Format, answers
from config.costly import costly_pieces
from evidence.exporters.formats import RECORDS, REFERENCES
from evidence.exporters.selection import Selection
from evidence.search import PARAMETERS, Query
from evidence.search.values import one_of, single

OWN = ("quotations", "rows")
QUOTATIONS = ("include", "exclude")
ROWS = ("records", "places")
BY_NAME = {each.name: each for each in FORMATS}
KINDS = RECORDS | REFERENCES
DESCRIPTION = "\n".join(
    [
        "All records of a query, newest first, in one file however long: nothing is cut. Every "
        "row carries its sources and its licence; years are astronomical (0 is 1 BCE). The "
        "headers X-Count, X-Undated-Left-Out and X-Unlocated-Left-Out say how many records "
        "there are, and how many a filter leaves out because they have no date or place.",
        "",
        *(f"- `{name}`: {label}, {about}" for name, (label, about) in KINDS.items()),
    ]
)
CHOSEN = [
    OpenApiParameter(
        "quotations",
        OpenApiTypes.STR,
        description="exclude leaves the exact words of sources out",
        enum=QUOTATIONS,
    ),
    OpenApiParameter(
        "rows", OpenApiTypes.STR, description="of the CSV: records (usual) or places", enum=ROWS
    ),
    schema.format_of(*BY_NAME),
]


class Export(Endpoint):
    """All records of a query in one file."""

    parameters = (*PARAMETERS, *OWN)
    renderer_classes = tuple(each.renderer for each in FORMATS)

    @extend_schema(
        operation_id="export",
        tags=["evidence"],
        description=DESCRIPTION,
        parameters=[*schema.FILTERS, *CHOSEN],
        responses={
            **answers(FORMATS),
            **schema.refusals(),
        },
    )
    def get(self, request: Request) -> HttpResponseBase:
        """Stream them. Raises QueryError."""
        chosen = BY_NAME[request.accepted_renderer.format]
        asked = self.asked(request)
        response = StreamingHttpResponse(
            () if request.method == "HEAD" else _bytes(chosen.name, asked),
            content_type=chosen.media_type,
        )
        for name, value in self.told(asked, chosen).items():
            response[name] = value
        return response

    def asked(self, request: Request) -> Asked:
        """What the address asks for. Raises QueryError."""
        params = request.query_params
        query = Query.from_params(params, (*OWN, "format"))
        quotations = one_of("quotations", single(params, "quotations"), QUOTATIONS)
        rows = one_of("rows", single(params, "rows"), ROWS)
        site = request.build_absolute_uri("/").rstrip("/")
        return Asked(
            Selection(query, site, quotations=quotations != "exclude"),
            self.address("csv"),
            places=rows == "places",
        )

    def address(self, name: str) -> str:
        """The address of the same records in another format."""
        params = self.request.query_params.copy()
        params["format"] = name
        return str(self.request.build_absolute_uri(f"{self.request.path}?{params.urlencode()}"))

    def told(self, asked: Asked, chosen: Format) -> dict[str, Any]:
        """The headers: counts, what to call the file, and where its columns are described."""
        found = asked.selection.counts
        headers = {
            "X-Count": found.count,
            "X-Undated-Left-Out": found.undated_left_out,
            "X-Unlocated-Left-Out": found.unlocated_left_out,
            "Content-Disposition": content_disposition_header(
                as_attachment=True, filename=f"ashtapada-{chosen.file}"
            ),
        }
        if chosen.name == "csv":
            about = f'<{self.address("csvw")}>; rel="describedby"; type="application/csvm+json"'
            headers["Link"] = about
        return headers


@costly_pieces
def _bytes(name: str, asked: Asked) -> Iterator[bytes]:
    for piece in BY_NAME[name].write(asked):
        yield piece.encode() if isinstance(piece, str) else piece
