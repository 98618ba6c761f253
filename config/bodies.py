"""How much a form may send, looked at before any of it is read."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt, csrf_protect

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


def at_most(size: Callable[[], int], refuse: View[P]) -> Callable[[View[P]], View[P]]:
    """`refuse` answers whatever is sent with more bytes than `size` says.

    Django looks for the token against forged forms in what is sent, which reads all of it: here the
    size is looked at first, then the token. No decorator below may read what is sent.
    """

    def guard(view: View[P]) -> View[P]:
        checked: View[P] = csrf_protect(view)

        @csrf_exempt
        @wraps(view)
        def answer(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            if int(request.META.get("CONTENT_LENGTH") or 0) > size():
                return refuse(request, *args, **kwargs)
            return checked(request, *args, **kwargs)

        return answer

    return guard
