"""Tokens: who sends one may ask more often. Stored are their digests alone (django-rest-knox)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib.auth.models import AbstractBaseUser
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from knox.auth import TokenAuthentication
from knox.crypto import hash_token
from knox.models import AuthToken
from rest_framework.exceptions import AuthenticationFailed

if TYPE_CHECKING:
    from drf_spectacular.openapi import AutoSchema


class Tokens(TokenAuthentication):  # type: ignore[misc]
    """`Authorization: Bearer …`, found by its digest in one query; without one, anybody."""

    def authenticate_credentials(self, token: bytes) -> tuple[AbstractBaseUser, AuthToken]:
        """The user and the token. Raises AuthenticationFailed."""
        digest = hash_token(token.decode("latin-1"))
        found = AuthToken.objects.select_related("user").filter(pk=digest).first()
        if found is None or not found.user.is_active:
            raise AuthenticationFailed(
                _("Unknown token. Create a new one, or send none: reading needs no token.")
            )
        if found.expiry and found.expiry < timezone.now():
            raise AuthenticationFailed(
                _("This token expired on %(day)s. Create a new one.")
                % {"day": found.expiry.date().isoformat()}
            )
        return found.user, found


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """What the OpenAPI document says of tokens."""

    target_class = "api.tokens.Tokens"
    name = "token"
    definition = {
        "type": "http",
        "scheme": "bearer",
        "description": (
            "Reading is open to everybody. Who sends a token may ask more often; "
            "the page of your account makes one, and “manage.py create_token”."
        ),
    }

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        """A token as RFC 6750 has it."""
        return self.definition
