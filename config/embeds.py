"""Pages that other sites may show in a frame: `?embed=1`, without head, foot or anything to do."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from config.middleware import ANY_FRAME, allow

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


def embeddable(view: View[P]) -> View[P]:
    """Let other sites frame this page where `embed=1` is asked; it must hold no form that acts."""

    @wraps(view)
    @require_safe
    def answer(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if request.GET.get("embed") != "1":
            return view(request, *args, **kwargs)
        setattr(request, "embedded", True)  # noqa: B010 - the base template reads it
        response = allow(view(request, *args, **kwargs), ANY_FRAME)
        setattr(response, "xframe_options_exempt", True)  # noqa: B010 - Django's middleware reads it
        return response

    return answer
