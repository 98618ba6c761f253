"""Asking what someone may do: `may(user, Right.REVIEW)`, `@needs(Right.REVIEW)`."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.contrib import messages
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from people.matrix import GROUPS, RIGHTS_OF, Right, Role

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]
Person = AbstractBaseUser | AnonymousUser  # what type checkers hold request.user to be


def may(person: Person, right: Right) -> bool:
    """Whether someone may do that; what readers may, everybody may."""
    if right in RIGHTS_OF[Role.READER]:
        return True
    asker: Any = person
    return bool(asker.has_perm(f"people.{right}"))


def needs(right: Right) -> Callable[[View[P]], View[P]]:
    """Send who is not logged in to the login page; refuse with 403 who may not do that."""

    def guard(view: View[P]) -> View[P]:
        @wraps(view)
        def answer(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            if may(request.user, right):
                return view(request, *args, **kwargs)
            if request.user.is_authenticated:
                raise PermissionDenied
            if request.method == "POST":
                said = _("You are logged out, so nothing was saved. Log in to go on.")
                messages.warning(request, said)
            return redirect_to_login(request.get_full_path())

        return answer

    return guard


def role_of(person: Person) -> Role:
    """The highest role that someone has."""
    one: Any = person
    if not one.is_authenticated or not one.is_active:
        return Role.READER
    if one.is_superuser:
        return Role.ADMINISTRATOR
    names = {group.name for group in one.groups.all()}
    held = [role for role in Role if GROUPS.get(role) in names]
    return held[-1] if held else Role.READER
