"""How django-allauth is to behave here."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.contrib.auth.models import User
from django.http import HttpRequest
from django.urls import reverse

from config.clients import address_of
from config.site_address import absolute, site_address
from people import limits
from people.log import note
from people.models import EventKind


class Adapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Nobody signs up unasked; who tries too often is known by the address that the API counts."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Accounts are made by invitation alone."""
        return False

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        """Who works on drafts begins with what waits, unless on the way to another page."""
        return reverse("queue" if request.user.has_perm("people.draft") else "home")

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

    def get_reset_password_from_key_url(self, key: str) -> str:
        """The link of the letter, at the configured host."""
        where = {"uidb36": "UID", "key": "KEY"}
        path = reverse("account_reset_password_from_key", kwargs=where)
        return absolute(self.request, path.replace("UID-KEY", key))

    def send_password_reset_mail(self, user: User, email: str, context: dict[str, Any]) -> None:
        """Send the link, and note that it was."""
        note(EventKind.RESET_SENT, user)
        super().send_password_reset_mail(user, email, context)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a letter; it says which site it comes from."""
        minutes = settings.PASSWORD_RESET_TIMEOUT // 60
        more = {"site_address": site_address(self.request), "minutes": minutes}
        super().send_mail(template_prefix, email, {**context, **more})
