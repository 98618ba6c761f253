"""What a form may send: how much, looked at before any of it is read, and no NUL."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, QueryDict
from django.views.decorators.csrf import csrf_exempt, csrf_protect

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]
SIZED = "looks_at_its_size"  # a view that is not to be read before it has done so


def at_most(
    size: Callable[[], int], refuse: View[P], *, changes: bool = True
) -> Callable[[View[P]], View[P]]:
    """`refuse` answers whatever is sent with more bytes than `size` says.

    Django looks for the token against forged forms in what is sent, which reads all of it: here the
    size is looked at first, then the token, unless the view changes nothing. No decorator below may
    read what is sent.
    """

    def guard(view: View[P]) -> View[P]:
        checked: View[P] = csrf_protect(view) if changes else view

        @csrf_exempt
        @wraps(view)
        def answer(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            if int(request.META.get("CONTENT_LENGTH") or 0) > size():
                return refuse(request, *args, **kwargs)
            refuse_nul(request.POST)
            return checked(request, *args, **kwargs)

        setattr(answer, SIZED, True)
        return answer

    return guard


def refuse_nul(sent: QueryDict) -> None:
    """Raise BadRequest where a name or a value has a NUL."""
    if any("\0" in text for name, values in sent.lists() for text in (name, *values)):
        raise BadRequest("There is a NUL character in what was sent.")
