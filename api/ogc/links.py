"""Links: in the answer's JSON, and the same in its Link header."""

from __future__ import annotations

from collections.abc import Iterable

from django.urls import reverse
from rest_framework.request import Request

from api.ogc.formats import JSON

Link = dict[str, str]


def link(href: str, rel: str, media_type: str = JSON, title: str = "") -> Link:
    """A link as the standard writes it."""
    found = {"href": href, "rel": rel, "type": media_type}
    return found | {"title": title} if title else found


def header(links: Iterable[Link]) -> str:
    """The links as the value of a Link header (RFC 8288), without titles."""
    return ", ".join(
        f'<{entry["href"]}>; rel="{entry["rel"]}"; type="{_quoted(entry["type"])}"'
        for entry in links
    )


def at(request: Request, name: str, *args: str) -> str:
    """The absolute address of a page of /ogc/."""
    return str(request.build_absolute_uri(reverse(f"ogc:{name}", args=args)))


def with_params(request: Request, **changed: str) -> str:
    """The address of this request with some parameters changed."""
    params = request.query_params.copy()
    for name, value in changed.items():
        params[name] = value
    return str(request.build_absolute_uri(f"{request.path}?{params.urlencode()}"))


def root(request: Request) -> str:
    """The site's own root, such as https://example.org."""
    return str(request.build_absolute_uri("/")).rstrip("/")


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
