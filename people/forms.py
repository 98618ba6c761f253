"""The forms of django-allauth in our words."""

from __future__ import annotations

from typing import Any

from allauth.account.forms import LoginForm
from django.utils.translation import gettext_lazy as _


class Login(LoginForm):  # type: ignore[misc]
    """Name or e-mail, and password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["login"]
        field.label = _("Username or e-mail")
        field.widget.attrs |= {"autocomplete": "username", "autocapitalize": "none"}
        self.fields["password"].help_text = ""
        for each in self.fields.values():
            each.widget.attrs.pop("placeholder", None)
