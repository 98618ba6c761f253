"""Pages that all visitors see alike."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps
from typing import Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from config.answer_cache.answers import answered, is_for_visitor

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


def cached_for_visitors(view: View[P]) -> View[P]:
    """Answer visitors from the cache; the page is compressed once.

    It must show nothing but what the address, the language, the day and the database say. Browsers
    ask again each time, and get 304 while nothing has changed. A page with a form that acts is not
    cached, nor are those of people who are signed in.
    """
    compressed = gzip_page(view)

    @wraps(view)
    @require_safe
    def answer(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if not is_for_visitor(request):
            return view(request, *args, **kwargs)
        return answered(request, partial(compressed, request, *args, **kwargs))

    return answer  # type: ignore[return-value]
