"""The secrets of second factors: encrypted in the database, by a key that is not in it."""

from __future__ import annotations

import logging
from base64 import urlsafe_b64encode

from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.totp.internal.auth import generate_totp_secret
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.utils.crypto import salted_hmac

log = logging.getLogger(__name__)

MARK = "fernet:"  # no secret in clear has a colon
SALT = "people.second_factor"


class SecondFactor(DefaultMFAAdapter):  # type: ignore[misc]
    """What django-allauth asks of how second factors are kept."""

    def encrypt(self, text: str) -> str:
        """A secret as it is stored."""
        return MARK + _keys().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """A secret as it is used; one that was stored in clear is what it is.

        By a secret that cannot be read any more no code is right.
        """
        if not encrypted_text.startswith(MARK):
            return encrypted_text
        try:
            return _keys().decrypt(encrypted_text.removeprefix(MARK)).decode()
        except InvalidToken:
            log.error(
                "The secret of a second factor was stored under another SECRET_KEY: name that in"
                " SECRET_KEY_FALLBACKS, or delete the second factor in the admin site."
            )
            return str(generate_totp_secret())


def _keys() -> MultiFernet:
    """The keys that follow from SECRET_KEY, by which is written, and from those before it."""
    return MultiFernet(
        Fernet(urlsafe_b64encode(salted_hmac(SALT, "", key, algorithm="sha256").digest()))
        for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    )
