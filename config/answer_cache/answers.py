"""An answer from the cache, 304 to whoever has it already, or a new one that is cached."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from django.conf import settings
from django.contrib.messages import get_messages
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language

from config.answer_cache.store import Key, store
from config.answer_cache.turns import in_turn

OK, NOT_MODIFIED = 200, 304
READING = ("GET", "HEAD")
MESSAGES = "messages"  # the cookie of django.contrib.messages
LONGEST_KEY = 4096

Make = Callable[[], HttpResponseBase]


def is_for_visitor(request: HttpRequest) -> bool:
    """Whether nobody else would get another answer: no session, token or message comes with it."""
    cookies = request.COOKIES
    return (
        request.method in READING
        and not settings.DEBUG
        and "Authorization" not in request.headers
        and settings.SESSION_COOKIE_NAME not in cookies
        and MESSAGES not in cookies
    )


def answered(
    request: HttpRequest, make: Make, *variant: str, admits: Callable[[], bool] = lambda: True
) -> HttpResponseBase:
    """The answer to a visitor, under an ETag, to be asked for again each time.

    `variant` is what it depends on beside the address, the language, the day and what is stored.
    `admits` counts the request where `make` does not, and says whether it may be answered; telling
    somebody that nothing has changed costs nothing.
    """
    version = connection.site_version()  # type: ignore[attr-defined]
    if not version:
        return make()
    language, day = get_language() or "", timezone.localdate().isoformat()
    etag = f'W/"{"-".join([version, settings.RELEASE, language, day, *variant])}"'
    key = (request.build_absolute_uri(), language, day, _encoding(request), *variant)
    unchanged = _not_modified(request, etag)
    if unchanged is not None:
        return unchanged
    found = store.get(version, key)
    if found is not None and admits():
        return found
    with in_turn((version, *key)) as others:
        if others and (found := store.get(version, key)) is not None and admits():
            return found
        response = make()
        _after_rendering(response, lambda: _finish(request, response, etag, version, key))
    return response


def _encoding(request: HttpRequest) -> str:
    return "gzip" if "gzip" in request.headers.get("Accept-Encoding", "") else ""


def _not_modified(request: HttpRequest, etag: str) -> HttpResponseBase | None:
    """304 to who names the tag. `*` is no tag: whether there is anything is not known yet."""
    if request.headers.get("If-None-Match", "*").strip() == "*":
        return None
    response = get_conditional_response(request, etag=etag)
    if response is None or response.status_code != NOT_MODIFIED:
        return None
    response["ETag"], response["Cache-Control"] = etag, "no-cache"
    patch_vary_headers(response, ["Accept-Encoding", "Cookie"])
    return response


def _after_rendering(response: HttpResponseBase, finish: Callable[[], None]) -> None:
    """Do something with the body, which answers of the API have later."""
    if hasattr(response, "add_post_render_callback"):
        response.add_post_render_callback(lambda _response: finish())
    else:
        finish()


def _finish(
    request: HttpRequest, response: HttpResponseBase, etag: str, version: str, key: Key
) -> None:
    """Tag an answer that all visitors get alike, and store it."""
    if response.status_code != OK or not _is_alike(request, response):
        return
    if getattr(getattr(request, "session", None), "accessed", False):
        patch_vary_headers(response, ["Cookie"])
    response["ETag"], response["Cache-Control"] = etag, "no-cache"
    short = sum(map(len, key)) <= LONGEST_KEY
    if request.method == "GET" and not response.streaming and short:
        store.put(version, key, cast(HttpResponse, response))


def _is_alike(request: HttpRequest, response: HttpResponseBase) -> bool:
    """Whether nothing of this one visitor is in an answer, nor goes with it."""
    session, messages = getattr(request, "session", None), get_messages(request)
    return not (
        getattr(response, "uncached", False)
        or response.cookies
        or response.has_header("Cache-Control")
        or request.META.get("CSRF_COOKIE_NEEDS_UPDATE")
        or getattr(session, "modified", False)
        or getattr(messages, "added_new", False)
    )
