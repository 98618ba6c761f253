"""What is stored about people beside Django's users: rights, invitations, token names, a log."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.signing import BadSignature, Signer
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from people.event_models import AccountEvent, EventKind
from people.matrix import GROUPS, INVITES, Right
from people.rights import role_of

__all__ = ["AccountEvent", "EventKind", "Invitation", "Rights", "TokenName"]

INVITATIONS_LAST = timedelta(days=14)
SIGNER = Signer(salt="people.invitation")


class Rights(models.Model):  # noqa: DJ008 - no rows
    """No table: Django keeps permissions by model, and these belong to none."""

    class Meta:
        managed = False
        default_permissions = ()
        permissions = [(right.value, f"May {right.value}") for right in Right]


def in_two_weeks() -> Any:
    """When an invitation of now ends."""
    return timezone.now() + INVITATIONS_LAST


class Invitations(models.QuerySet["Invitation"]):
    """Invitations, to be looked for by their links and by whether they still hold."""

    def open(self) -> Invitations:
        """Those by which an account can be made now."""
        return self.filter(used_at=None, withdrawn_at=None, ends_at__gt=timezone.now())

    def by_key(self, key: str) -> Invitation | None:
        """The one that a link means, open or not; None for a link that we have not made."""
        try:
            return self.filter(pk=int(SIGNER.unsign(key))).first()
        except (BadSignature, ValueError):
            return None


class Invitation(models.Model):
    """A link that was sent to someone, by which one account with one role can be made."""

    email = models.EmailField(_("e-mail address"))
    role = models.CharField(
        _("role"), max_length=20, choices=[(role.value, role.label) for role in GROUPS]
    )
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="invitations"
    )
    made_at = models.DateTimeField(auto_now_add=True)
    ends_at = models.DateTimeField(default=in_two_weeks)
    withdrawn_at = models.DateTimeField(null=True)
    used_at = models.DateTimeField(null=True)
    person = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="invitation"
    )

    objects = Invitations.as_manager()

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.email} ({self.role})"

    def get_absolute_url(self) -> str:
        """The link; whoever has it can make the account."""
        return reverse("invited", args=[SIGNER.sign(str(self.pk))])

    @property
    def is_open(self) -> bool:
        """Whether an account can be made by it now."""
        over = self.used_at or self.withdrawn_at or self.ends_at <= timezone.now()
        return not over and not self.is_void

    @property
    def is_void(self) -> bool:
        """Whether who has made it may no longer invite somebody as that."""
        return self.role not in INVITES.get(role_of(self.made_by or AnonymousUser()), ())

    def use(self) -> bool:
        """Take it for an account; False if it is not open any more, even by a moment."""
        return self.is_open and bool(
            Invitation.objects.open().filter(pk=self.pk).update(used_at=timezone.now())
        )


class TokenName(models.Model):
    """What someone calls a token, to know it again."""

    token = models.OneToOneField(
        "knox.AuthToken", models.CASCADE, primary_key=True, related_name="named"
    )
    name = models.CharField(_("name"), max_length=80)

    def __str__(self) -> str:
        return self.name
