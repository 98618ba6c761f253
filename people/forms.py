"""The forms of accounts: those of django-allauth in our words, invitations, tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from allauth.account.adapter import get_adapter
from allauth.account.forms import ChangePasswordForm, LoginForm
from allauth.core import context
from allauth.mfa.base.forms import AuthenticateForm, ReauthenticateForm
from allauth.mfa.totp.forms import ActivateTOTPForm
from django import forms
from django.conf import settings
from django.contrib.auth.forms import UserCreationForm
from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy as _

from people.limits import TooManyAttempts, attempt, for_codes
from people.matrix import Role
from people.models import Invitation, TokenName

if TYPE_CHECKING:
    Creation = UserCreationForm[User]
    InvitationForm = forms.ModelForm[Invitation]
    TokenForm = forms.ModelForm[TokenName]
else:
    Creation = UserCreationForm
    InvitationForm = TokenForm = forms.ModelForm


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


class ChangePassword(ChangePasswordForm):  # type: ignore[misc]
    """The old password, checked as at a sign-in, and a new one."""

    def clean_oldpassword(self) -> str:
        """Refuse a wrong password, and any after too many of them."""
        password = str(self.cleaned_data["oldpassword"])
        if not get_adapter().reauthenticate(self.user, password):
            raise get_adapter().validation_error("enter_current_password")
        return password


class Limited(forms.Form):
    """A form with a code, which can be guessed."""

    user: User

    def clean_code(self) -> str:
        """Refuse a wrong code, and any after too many of them."""
        try:
            with attempt(for_codes(context.request, self.user)):
                return str(super().clean_code())  # type: ignore[misc]
        except TooManyAttempts as error:
            raise get_adapter().validation_error("too_many_login_attempts") from error


class Code(Limited, AuthenticateForm):  # type: ignore[misc]
    """The code at a sign-in."""


class ConfirmingCode(Limited, ReauthenticateForm):  # type: ignore[misc]
    """The code before something that needs it once more."""


class FirstCode(Limited, ActivateTOTPForm):  # type: ignore[misc]
    """The code that shows that the app is set up."""


class NewAccount(Creation):
    """Name and password of who was invited."""

    class Meta:
        model = User
        fields = ("username",)
        help_texts = {"username": _("Visible to others. Letters, digits and . + - _ are allowed.")}
        widgets = {"username": forms.TextInput(attrs={"autocomplete": "username"})}

    def clean_username(self) -> str:
        """Refuse what could be taken for somebody's e-mail address."""
        name = str(super().clean_username())
        if "@" in name:
            raise forms.ValidationError(_("Choose a name without “@”; it is visible to others."))
        return name


class Invite(InvitationForm):
    """Whom to invite, as what."""

    class Meta:
        model = Invitation
        fields = ("email", "role")

    def __init__(self, *args: Any, roles: tuple[Role, ...], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["role"] = forms.ChoiceField(
            label=_("Role"), choices=[(role.value, role.label) for role in roles]
        )

    def clean_email(self) -> str:
        """Refuse an address that is somebody's already."""
        email = str(self.cleaned_data["email"])
        if User.objects.filter(email__iexact=email).exists():
            raise forms.ValidationError(_("There is an account with this address already."))
        if Invitation.objects.open().filter(email__iexact=email).exists():
            raise forms.ValidationError(
                _("This address is invited already: withdraw that invitation to send another.")
            )
        return email


class NewToken(TokenForm):
    """What a token is for, and how long it is to be good."""

    days = forms.IntegerField(
        label=_("Valid for days"), min_value=1, max_value=settings.TOKENS_LAST.days,
        initial=settings.TOKENS_LAST.days,
    )  # fmt: skip

    class Meta:
        model = TokenName
        fields = ("name",)
        help_texts = {"name": _("What it is for, such as “map of the museum”.")}
