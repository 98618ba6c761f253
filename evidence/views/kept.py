"""Pages that everybody sees alike, kept until the corpus changes."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from functools import partial, wraps
from typing import Concatenate, ParamSpec

from django.conf import settings
from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from evidence.conditional import OK, tag_of, unless_kept
from evidence.versions import BEFORE_ALL, Version, one_version

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]
Key = tuple[str, ...]

ROOM = 16 * 1024 * 1024  # bytes


class Shelf:
    """The pages of one version that were asked for last; oldest ones make room."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._version = BEFORE_ALL
        self._pages: OrderedDict[Key, HttpResponse] = OrderedDict()
        self._size = 0

    def get(self, version: Version, key: Key) -> HttpResponse | None:
        """A copy of a page, or None."""
        with self._lock:
            page = self._pages.get(key) if version == self._version else None
            if page is None:
                return None
            self._pages.move_to_end(key)
            return HttpResponse(page.content, headers=dict(page.items()))

    def put(self, version: Version, key: Key, page: HttpResponse) -> None:
        """Keep a page; those of other versions are forgotten."""
        with self._lock:
            if version != self._version:
                self._pages.clear()
                self._version, self._size = version, 0
            copy = HttpResponse(page.content, headers=dict(page.items()))
            old = self._pages.pop(key, None)
            self._pages[key] = copy
            self._size += len(copy.content) - (len(old.content) if old else 0)
            while self._size > ROOM:
                _key, last = self._pages.popitem(last=False)
                self._size -= len(last.content)


shelf = Shelf()


def kept(view: View[P]) -> View[P]:
    """Answer from the shelf who is not logged in; the page must show nothing but the corpus.

    It is compressed once. Browsers are told to ask again each time, and get 304 while nothing has
    changed.
    """
    compressed = gzip_page(view)

    @wraps(view)
    @require_safe
    def answer(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        with one_version() as version:
            if not _alike(request) or version == BEFORE_ALL:
                return view(request, *args, **kwargs)
            etag = tag_of(version, get_language() or "")
            made = partial(_made, version, request, partial(compressed, request, *args, **kwargs))
            response: HttpResponse = unless_kept(request, etag, made)  # type: ignore[assignment]
            return response

    return answer


def _made(version: Version, request: HttpRequest, make: Callable[[], HttpResponse]) -> HttpResponse:
    """The page from the shelf, or made and put there."""
    key = _key(request)
    page = shelf.get(version, key)
    if page is None:
        page = make()
        if page.status_code == OK:
            shelf.put(version, key, page)
    return page


def _alike(request: HttpRequest) -> bool:
    """Whether the page would be the same for all others; who works on the site sees it as it is."""
    reads = request.method in ("GET", "HEAD") and not settings.DEBUG
    return reads and not request.user.is_authenticated and not len(get_messages(request))


def _key(request: HttpRequest) -> Key:
    gzip = "gzip" in request.headers.get("Accept-Encoding", "")
    return (request.build_absolute_uri(), get_language() or "", "gzip" if gzip else "")
