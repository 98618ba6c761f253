"""Views whose forms may be sent only so often, whether or not they succeed."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from people.limits import Limit, TooManyAttempts, begin

TOO_MANY = 429
View = Callable[..., HttpResponse]


def throttled(view: View, limits: Callable[[HttpRequest], list[Limit]]) -> View:
    """Answer 429 with Retry-After to forms that are sent more often than the limits allow."""

    @wraps(view)
    def counted(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method == "POST":
            try:
                begin(limits(request))
            except TooManyAttempts as error:
                answer = render(request, "429.html", status=TOO_MANY)
                answer["Retry-After"] = str(int(error.seconds) + 1)
                return answer
        return view(request, *args, **kwargs)

    return counted
