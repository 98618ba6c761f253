"""The log of accounts: who signed in, failed to, or changed whose rights, and from where."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class EventKind(models.TextChoices):
    """What happened."""

    SIGNED_IN = "signed-in", _("signed in")
    SIGNED_OUT = "signed-out", _("signed out")
    PASSWORD_WRONG = "password-wrong", _("wrong password")
    CODE_WRONG = "code-wrong", _("wrong code")
    RESET_SENT = "reset-sent", _("password reset link sent")
    PASSWORD_CHANGED = "password-changed", _("password changed")
    EMAIL_CHANGED = "email-changed", _("e-mail address changed")
    NAME_CHANGED = "name-changed", _("name changed")
    TOKEN_MADE = "token-made", _("token made")
    TOKEN_ENDED = "token-ended", _("token ended")
    FACTOR_ADDED = "factor-added", _("second factor set up")
    FACTOR_REMOVED = "factor-removed", _("second factor removed")
    CODES_RENEWED = "codes-renewed", _("recovery codes made anew")
    ACCOUNT_MADE = "account-made", _("account made")
    ACCOUNT_CLOSED = "account-closed", _("account closed")
    ACCOUNT_OPENED = "account-opened", _("account opened")
    ACCOUNT_DELETED = "account-deleted", _("account deleted")
    ROLE_GIVEN = "role-given", _("role given")
    ROLE_TAKEN = "role-taken", _("role taken")
    RIGHTS_CHANGED = "rights-changed", _("rights changed")
    DATA_DOWNLOADED = "data-downloaded", _("own data downloaded")


class AccountEvent(models.Model):
    """One line of the log. It outlives the accounts that it names, and is never changed."""

    at = models.DateTimeField(_("at"), auto_now_add=True, db_index=True)
    kind = models.CharField(_("what"), max_length=20, choices=EventKind.choices)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.DO_NOTHING, null=True, db_constraint=False,
        related_name="+",
    )  # fmt: skip
    name = models.CharField(_("account"), max_length=150, help_text=_("its name at that time"))
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.DO_NOTHING, null=True, db_constraint=False,
        related_name="+",
    )  # fmt: skip
    by_name = models.CharField(_("by"), max_length=150, help_text=_("who did it"))
    address = models.CharField(_("address"), max_length=45, help_text=_("empty: manage.py"))
    detail = models.CharField(_("detail"), max_length=200)

    class Meta:
        ordering = ["-pk"]
        default_permissions = ("view",)
        verbose_name = _("event of an account")
        verbose_name_plural = _("events of accounts")

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.name}: {self.get_kind_display()}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Store a new line. Raises TypeError for one that is stored."""
        if self.pk is not None:
            raise TypeError("A line of the log is never changed.")
        super().save(*args, **kwargs)
