"""Addresses of accounts. Those of django-allauth keep the names that it asks for."""

from allauth.account import views as account
from allauth.mfa.base import views as mfa
from allauth.mfa.recovery_codes import views as codes
from allauth.mfa.totp import views as totp
from django.urls import path, re_path
from django.views.decorators.http import require_http_methods

from config.middleware import PICTURES_IN_TEXT, allows
from people.limits import for_reset_letters, for_reset_links
from people.throttled import throttled
from people.views.account import account as own
from people.views.invitations import invitations, invited, withdraw
from people.views.own_data import delete, own_data
from people.views.people import change, people
from people.views.tokens import take_back, tokens

form = require_http_methods(["GET", "HEAD", "POST"])  # generic views take PUT for POST
with_picture = allows(PICTURES_IN_TEXT)  # the secret as a QR code
letter = throttled(account.password_reset, for_reset_letters)
link = throttled(account.password_reset_from_key, for_reset_links)
RESET = r"^password/reset/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$"

urlpatterns = [
    path("", own, name="account"),
    path("login/", form(account.login), name="account_login"),
    path("logout/", account.logout, name="account_logout"),
    path("inactive/", account.account_inactive, name="account_inactive"),
    path("signup/", form(account.signup), name="account_signup"),
    path("confirm/", form(account.reauthenticate), name="account_reauthenticate"),
    path("confirm/code/", form(mfa.reauthenticate), name="mfa_reauthenticate"),
    path("password/", form(account.password_change), name="account_change_password"),
    path("password/set/", form(account.password_set), name="account_set_password"),
    path("password/reset/", form(letter), name="account_reset_password"),
    path("password/reset/sent/", account.password_reset_done, name="account_reset_password_done"),
    path(
        "password/reset/done/",
        account.password_reset_from_key_done,
        name="account_reset_password_from_key_done",
    ),
    re_path(RESET, form(link), name="account_reset_password_from_key"),
    path("data/", own_data, name="own-data"),
    path("delete/", delete, name="delete-account"),
    path("tokens/", tokens, name="tokens"),
    path("tokens/<slug:key>/take-back/", take_back, name="take-token-back"),
    path("invitations/", invitations, name="invitations"),
    path("invitations/<int:pk>/withdraw/", withdraw, name="withdraw-invitation"),
    path("invited/<str:key>/", invited, name="invited"),
    path("people/", people, name="people"),
    path("people/<int:pk>/", change, name="change-person"),
    path("second-factor/", mfa.index, name="mfa_index"),
    path("second-factor/login/", form(mfa.authenticate), name="mfa_authenticate"),
    path("second-factor/app/", form(with_picture(totp.activate_totp)), name="mfa_activate_totp"),
    path("second-factor/app/remove/", form(totp.deactivate_totp), name="mfa_deactivate_totp"),
    path("second-factor/codes/", codes.view_recovery_codes, name="mfa_view_recovery_codes"),
    path(
        "second-factor/codes/new/",
        form(codes.generate_recovery_codes),
        name="mfa_generate_recovery_codes",
    ),
]
