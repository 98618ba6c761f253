"""How django-allauth is to behave here."""

from __future__ import annotations

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest

from config.clients import address_of


class Adapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Nobody signs up unasked; who tries too often is known by the address that the API counts."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Accounts are made by invitation alone."""
        return False

    def get_client_ip(self, request: HttpRequest) -> str:
        """Who asks."""
        return address_of(request)
