"""The tiles of the base map."""

from __future__ import annotations

import gzip

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from evidence.places.atlas.archive import Key, shipped

TYPE = "application/vnd.mapbox-vector-tile"
FOREVER = "public, max-age=31536000, immutable"
ANEW = "no-cache"  # a page that was open while the tiles changed
EMPTY = 204


@require_safe
def tile(request: HttpRequest, version: str, z: int, x: int, y: int) -> HttpResponse:
    """One tile; 204 where there is nothing but sea. Raises Http404 where there are no tiles."""
    atlas = shipped()
    if z > atlas.deepest or max(x, y) >= 2**z:
        raise Http404
    body = atlas.tile(Key(z, x, y))
    response = _answer(request, body) if body else HttpResponse(status=EMPTY)
    response["Cache-Control"] = FOREVER if version == atlas.version else ANEW
    return response


def _answer(request: HttpRequest, body: bytes) -> HttpResponse:
    compressed = "gzip" in request.headers.get("Accept-Encoding", "")
    response = HttpResponse(body if compressed else gzip.decompress(body), content_type=TYPE)
    if compressed:
        response["Content-Encoding"] = "gzip"
    patch_vary_headers(response, ["Accept-Encoding"])
    return response
