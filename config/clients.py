"""Who asks, behind proxies too."""

from __future__ import annotations

from typing import Any, Protocol

from django.conf import settings


class Asking(Protocol):
    """A request of Django, or one of Django REST framework."""

    @property
    def META(self) -> dict[str, Any]:  # noqa: N802 - Django's name
        """The headers, as WSGI has them."""


def address_of(request: Asking) -> str:
    """Who asks; behind `PROXIES` proxies of ours, what the outermost of them says."""
    told = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")
    if settings.PROXIES and len(told) >= settings.PROXIES:
        return str(told[-settings.PROXIES]).strip()
    return str(request.META.get("REMOTE_ADDR", ""))
