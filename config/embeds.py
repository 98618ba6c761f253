"""Pages that other sites may show in a frame: `?embed=1`, without head, foot or anything to do.

Beside `embed=1` such an address holds all that the page's own does. static/js/frame.js keeps to it
where scripts change the address.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html
from django.views.decorators.http import require_safe

from config.middleware import ANY_FRAME, allow

EMBED = "embed"

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


def embeddable(view: View[P]) -> View[P]:
    """Let other sites frame this page where `embed=1` is asked; it must hold no form that acts."""

    @wraps(view)
    @require_safe
    def answer(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if request.GET.get(EMBED) != "1":
            return view(request, *args, **kwargs)
        setattr(request, "embedded", True)  # noqa: B010 - the base template reads it
        response = allow(view(request, *args, **kwargs), ANY_FRAME)
        setattr(response, "xframe_options_exempt", True)  # noqa: B010 - Django's middleware reads it
        return response

    return answer


def snippet(request: HttpRequest, title: str) -> str:
    """What to paste into a page of another site to show there what this request shows: HTML."""
    address = request.build_absolute_uri(_address(request, {EMBED: "1"}))
    frame = '<iframe src="{}" title="{}" width="100%" height="600"></iframe>'
    return format_html(frame, address, title)


def whole_address(request: HttpRequest) -> str:
    """The address of what a frame shows, with head and foot."""
    return _address(request, {})


def _address(request: HttpRequest, more: dict[str, str]) -> str:
    asked = request.GET.copy()
    asked.pop(EMBED, None)
    asked.update(more)
    return f"{request.path}?{asked.urlencode()}" if asked else request.path
