"""People who are signed in at a browser, without the form: that has tests of its own."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Page

from people.groups import give_role
from people.matrix import Role


def person(name: str, role: Role) -> User:
    """A new person of that role, their rights read anew."""
    user = User.objects.create_user(name)
    give_role(user, role)
    return User.objects.get(pk=user.pk)


def sign_in(page: Page, user: User) -> None:
    """Be that person from now on at the site which the page shows."""
    client = Client()
    client.force_login(user)
    keep(page, {settings.SESSION_COOKIE_NAME: client.cookies[settings.SESSION_COOKIE_NAME].value})


def keep(page: Page, cookies: dict[str, Any]) -> None:
    """Keep cookies of the site which the page shows."""
    site = urlsplit(page.url)
    for name, value in cookies.items():
        url = f"{site.scheme}://{site.netloc}"
        page.context.add_cookies([{"name": name, "value": value, "url": url}])
