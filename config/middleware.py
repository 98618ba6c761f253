"""What every answer of the site carries."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

# Rules are compiled to WebAssembly and run in the page, which needs its own permission; everything
# else comes from this site only.
POLICY = "; ".join(
    [
        "default-src 'self'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
        "frame-ancestors 'self'",
    ]
)


def framed_anywhere(response: HttpResponse) -> HttpResponse:
    """Let pages of other sites show this answer in a frame; nothing in it can be clicked to do."""
    others = POLICY.replace("frame-ancestors 'self'", "frame-ancestors *")
    response.headers["Content-Security-Policy"] = others
    return response


def content_security_policy(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Tell browsers to load and run nothing but the site's own files."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Content-Security-Policy", POLICY)
        return response

    return answer
