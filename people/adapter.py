"""How django-allauth is to behave here."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest

from config.clients import address_of
from people import limits


class Adapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Nobody signs up unasked; who tries too often is known by the address that the API counts."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Accounts are made by invitation alone."""
        return False

    def get_client_ip(self, request: HttpRequest) -> str:
        """Who asks."""
        return address_of(request)

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count an attempt with a password. Raises ValidationError after too many that failed."""
        typed = str(credentials.get("username") or credentials.get("email") or "")
        self.limits = limits.for_passwords(request, typed)
        try:
            limits.begin(self.limits)
        except limits.TooManyAttempts as error:
            raise self.validation_error("too_many_login_attempts") from error

    def _rollback_login_failed_rl_usage(self) -> None:
        """Take the attempt back: the password was right."""
        limits.succeeded(self.limits)
