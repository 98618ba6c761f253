"""What every answer carries: what browsers may load and run, and who may show it in a frame.

The content security policy lets nothing run, load or be styled but files of this site. What a page
needs beyond that it says with `allows`; a worker's own file says what the worker may.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar
from urllib.parse import urlsplit

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from config.bodies import SIZED, refuse_nul
from config.machines import is_for_machines

P = ParamSpec("P")
R = TypeVar("R", bound=HttpResponseBase)
Asked = TypeVar("Asked")

HEADER = "Content-Security-Policy"
DIRECTIVES = {
    "default-src": "'self'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self'",
    "object-src": "'none'",
    "frame-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'self'",
}
# Rules are compiled to WebAssembly, which a page needs leave for; it is no leave for text.
RULES = {"script-src": "'self' 'wasm-unsafe-eval'"}
PICTURES_IN_TEXT = {"img-src": "'self' data:"}
ANY_FRAME = {"frame-ancestors": "*"}
NO_DEVICES = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"
WORKER = re.compile(r"-worker(\.[0-9a-f]+)?\.js$")


def policy(more: dict[str, str] | None = None) -> str:
    """The header, with some directives in place of the usual ones."""
    given = {**DIRECTIVES, **(more or {})}
    if settings.MAP_TILES:
        tiles = urlsplit(settings.MAP_TILES)
        given["img-src"] += f" {tiles.scheme}://{tiles.netloc}"
    return "; ".join(f"{name} {value}" for name, value in given.items())


def allow(response: R, more: dict[str, str]) -> R:
    """Give this answer other directives; what it was given before stays."""
    given: dict[str, str] = getattr(response, "allowed", {})
    setattr(response, "allowed", {**given, **more})  # noqa: B010 - read by the middleware
    return response


def allows(
    more: dict[str, str],
) -> Callable[[Callable[Concatenate[Asked, P], R]], Callable[Concatenate[Asked, P], R]]:
    """Give the answers of a view other directives, as in `@allows(RULES)`."""

    def wrapped(view: Callable[Concatenate[Asked, P], R]) -> Callable[Concatenate[Asked, P], R]:
        @wraps(view)
        def answer(asked: Asked, /, *args: P.args, **kwargs: P.kwargs) -> R:
            return allow(view(asked, *args, **kwargs), more)

        return answer

    return wrapped


def content_security_policy(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Tell browsers to load and run nothing but what the answer allows, and to ask no devices."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault(HEADER, policy(getattr(response, "allowed", None)))
        response.headers.setdefault("Permissions-Policy", NO_DEVICES)
        return response

    return answer


class NoNul:
    """Refuse NUL, which PostgreSQL neither stores nor looks for: nothing is at an address with one,
    and a query or a form with one is no request.

    The API says so itself (`api.base.Strict`), and `bodies.at_most` looks when it has looked at the
    size.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The answer. Raises Http404 and BadRequest."""
        if not is_for_machines(request.path_info):
            if "\0" in request.path_info:
                raise Http404
            refuse_nul(request.GET)
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, *_arguments: Any) -> None:
        """Look at what a form has sent. Raises BadRequest."""
        if not is_for_machines(request.path_info) and not getattr(view, SIZED, False):
            refuse_nul(request.POST)


def headers_of_files(headers: dict[str, str], path: str, url: str) -> None:
    """What static files carry beside that: a worker keeps to the policy of its own file."""
    if WORKER.search(url):
        headers[HEADER] = policy(RULES)
