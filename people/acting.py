"""Who acts at the moment: the request that is being answered, its account and its address."""

from __future__ import annotations

from typing import Any

from allauth.core import context
from django.contrib.auth.models import User
from django.db.models import Q
from django.http import HttpRequest

from config.clients import address_of


def current_request() -> HttpRequest | None:
    """The request that this thread answers; None for commands and jobs."""
    request: HttpRequest | None = context.request
    return request


def actor() -> Any:
    """The user who is signed in with the current request; None for everybody else."""
    user = getattr(current_request(), "user", None)
    return user if user is not None and user.is_authenticated else None


def current_address() -> str:
    """The address of the current request; empty for commands and jobs."""
    request = current_request()
    return address_of(request) if request is not None else ""


def account_meant(typed: str) -> User | None:
    """The account that somebody means who types this name or e-mail address to sign in."""
    if not typed or "\0" in typed:
        return None
    named = Q(username__iexact=typed) | Q(email__iexact=typed)
    return User.objects.filter(named).order_by("pk").first()
