"""What a request may send: how much, looked at before any of it is read, and no NUL.

`limit_of` says how many bytes an address takes; config.door refuses more for every address, and
the embedded server before it has read them. Views with an answer of their own use `at_most`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, QueryDict
from django.views.decorators.csrf import csrf_exempt, csrf_protect

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]
SIZED = "looks_at_its_size"  # a view that is not to be read before it has done so

# Set by our own server where it hands on a request whose body it has not read.
UNREAD = "HTTP_X_BODY_UNREAD"

KIB, MIB = 1024, 1024 * 1024
USUAL = 2 * MIB + 64 * KIB  # forms and JSON with long texts, as DATA_UPLOAD_MAX_MEMORY_SIZE has it
UPLOAD = 101 * MIB  # a file of 100 MiB and the form around it
PICTURE = 21 * MIB  # a picture of 20 MiB and the form around it
# Addresses that take another number of bytes; the first that matches counts. Only those in UPLOADS
# take more than USUAL, and only from people who may upload (config.uploads).
UPLOADS = re.compile(r"/curate/(tables|[0-9]+/pictures)/")
PICTURES = re.compile(r"/curate/[0-9]+/pictures/")
LIMITS: list[tuple[re.Pattern[str], int]] = [
    (re.compile(r"/accounts/|/admin/(login|password_change)/"), 64 * KIB),
    (re.compile(r"/rulesets/[^/]+/play/(read|save|between)/"), 256 * KIB),
    (re.compile(r"/rulesets/[^/]+/games/log/"), 1 * MIB),
    (re.compile(r"/rulesets/[^/]+/games/[^/]+/comment/"), 64 * KIB),
    (re.compile(r"/rulesets/[^/]+/(study|readings)/start/"), 64 * KIB),
    (re.compile(r"/between/|/jobs/"), 64 * KIB),
]


def limit_of(path: str) -> int:
    """How many bytes may be sent to an address."""
    if UPLOADS.fullmatch(path):
        return PICTURE if PICTURES.fullmatch(path) else UPLOAD
    return next((most for pattern, most in LIMITS if pattern.match(path)), USUAL)


def size_of(request: HttpRequest) -> int:
    """How many bytes a request says that it sends; 0 where it says nothing readable."""
    said = str(request.META.get("CONTENT_LENGTH") or "0")
    return int(said) if said.isascii() and said.isdecimal() else 0


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
            if size_of(request) > size():
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
