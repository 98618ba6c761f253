"""Tokens in the admin: made and shown once, deleted to take them back, never changed."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import admin, messages
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from knox.admin import AuthTokenAdmin
from knox.models import AuthToken

from people.admin import OwnedAdmin

admin.site.unregister(AuthToken)


@admin.register(AuthToken)
class TokenAdmin(OwnedAdmin, AuthTokenAdmin):  # type: ignore[misc]
    """Whose tokens there are, by their first letters."""

    list_display = ("token_key", "user", "created", "expiry")

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        """A new token is good as long as one that the command makes."""
        given = super().get_changeform_initial_data(request)
        return {"expiry": timezone.now() + settings.TOKENS_LAST, **given}

    def has_add_permission(self, request: HttpRequest) -> bool:
        """A token acts as its owner: superusers make them for others, everybody for themselves."""
        person: Any = request.user
        return bool(person.is_superuser)

    def has_change_permission(self, request: HttpRequest, obj: AuthToken | None = None) -> bool:
        """Nothing of a token can be changed; it can be seen by who may change one."""
        return False

    def save_model(self, request: HttpRequest, obj: AuthToken, form: Any, change: bool) -> None:
        """Store the digest, show the token."""
        obj.save()
        text = _("The token, shown only once: %(token)s") % {"token": form.token}
        messages.info(request, text)
