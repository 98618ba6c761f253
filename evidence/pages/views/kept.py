"""Pages about the corpus that all visitors see alike."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse

from config.answer_cache.views import cached_for_visitors
from evidence.search.versions import one_version

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


def kept(view: View[P]) -> View[P]:
    """Answer visitors from the cache; a page that is made asks for the corpus version once."""

    @wraps(view)
    def made(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        with one_version():
            return view(request, *args, **kwargs)

    return cached_for_visitors(made)
