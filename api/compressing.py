"""Answers compressed for who takes gzip, also those that are sent piece by piece."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator

from django.http import HttpRequest
from django.http.response import HttpResponseBase, StreamingHttpResponse
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers
from django.utils.decorators import decorator_from_middleware

PACKED = ("application/zip",)  # media types that are compressed themselves
AS_GZIP = 16 + zlib.MAX_WBITS
MOST_WAITING = 256 * 1024  # bytes that are not sent yet
FAST = 1  # a file is written faster than it is compressed at the usual level


class Compression(GZipMiddleware):
    """Whole answers as Django does it; streams fast, and their first piece without waiting."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """The answer, compressed where that is asked for and makes it smaller."""
        if not isinstance(response, StreamingHttpResponse):
            return super().process_response(request, response)
        if response.headers["Content-Type"].startswith(PACKED):
            return response
        patch_vary_headers(response, ["Accept-Encoding"])
        if "gzip" in request.headers.get("Accept-Encoding", ""):
            response.headers["Content-Encoding"] = "gzip"
            del response.headers["Content-Length"]
            pieces = response.streaming_content
            if request.method != "HEAD" and isinstance(pieces, Iterator):
                response.streaming_content = gzipped(pieces)
        return response


compressed = decorator_from_middleware(Compression)


def gzipped(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Pieces as one gzip file, in constant memory; whoever reads has the first piece at once."""
    packer = zlib.compressobj(FAST, zlib.DEFLATED, AS_GZIP)
    waiting = MOST_WAITING
    for piece in pieces:
        packed = packer.compress(piece)
        waiting += len(piece)
        if waiting >= MOST_WAITING:
            packed, waiting = packed + packer.flush(zlib.Z_SYNC_FLUSH), 0
        if packed:
            yield packed
    yield packer.flush()
