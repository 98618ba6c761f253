"""Every address that somebody can reach, and what they would send there to raise their rights."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from html.parser import HTMLParser
from typing import Any

from django.contrib import admin
from django.contrib.auth.models import Group, Permission, User
from django.urls import URLPattern, URLResolver

from tests.pages.access import ADDRESSES
from tests.pages.askers import Asker

NEW_PASSWORD = "raised by three boats"
MINE = "mallory@example.org"
# What every form is sent with, even if it has no such field.
BESIDES = {"is_superuser": "on", "is_staff": "on", "groups": [1], "role": "superuser"}
PLACES = ("object_id", "id", "content_type_id", "app_label", "url", "path")


class Forms(HTMLParser):
    """The fields of all forms of a page; `known` are those whose values are not read."""

    def __init__(self, page: str, known: set[str]) -> None:
        super().__init__()
        self.known, self.found, self.select, self.open = known, [], "", False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        given = dict(attrs)
        name = given.get("name") or ""
        if tag == "form":
            self.open = given.get("method", "get").lower() == "post"
            if self.open:
                self.found.append({"action": given.get("action") or "", "fields": {}})
        elif not self.open:
            return
        elif tag == "select":
            self.select = name
            self.found[-1]["fields"].setdefault(name, [])
        elif tag == "option" and self.select and self.select not in self.known:
            self.found[-1]["fields"][self.select].append(given.get("value") or "")
        elif name and tag in ("input", "textarea", "button"):
            kind, value = given.get("type", "text"), given.get("value") or ""
            values = self.found[-1]["fields"].setdefault(name, [])
            values.append("on" if kind == "checkbox" and not value else value)

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self.select = ""

    def sent(self, raised: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
        """Where each form goes, with its own fields as they raise rights most, and others."""
        for form in self.found:
            last = {name: values[-1:] for name, values in form["fields"].items()}
            known = {name: each for name, each in raised.items() if name in form["fields"]}
            names = ("username", "identifier", "name")
            kept = {name: form["fields"][name] for name in names if name in form["fields"]}
            yield form["action"], {**BESIDES, **last, **known, **kept}


def raised(whom: User) -> dict[str, Any]:
    """The fields that accounts, roles, tokens, addresses and second factors have, as one form."""
    everything = list(Permission.objects.values_list("pk", flat=True))
    return {
        "is_superuser": "on", "is_staff": "on", "is_active": "on",
        "groups": list(Group.objects.values_list("pk", flat=True)),
        "user_permissions": everything, "permissions": everything,
        "username": whom.username, "login": whom.username, "email": MINE,
        "oldpassword": "x", "password": NEW_PASSWORD, "usable_password": "true",
        "password1": NEW_PASSWORD, "password2": NEW_PASSWORD,
        "user": whom.pk, "owner": whom.pk, "by": whom.pk, "made_by": whom.pk,
        "expiry_0": "2999-01-01", "expiry_1": "00:00:00", "days": 30, "name": "mine",
        "role": "superuser", "active": "1", "verified": "on", "primary": "on",
        "type": "totp", "data": "{}", "date_joined_0": "2020-01-01", "date_joined_1": "00:00:00",
        "action": "delete_selected", "_selected_action": [whom.pk], "post": "yes",
    }  # fmt: skip


def addresses(one: Asker, targets: list[User]) -> Iterator[str]:
    """The addresses of the site and the API (a test keeps their table whole), and the admin's.

    Pages that everybody may look at, and at which nothing is sent, are left out: where their forms
    lead is an address of its own.
    """
    for address in ADDRESSES.values():
        if address.sent or not address.is_open:
            yield address.example.format(**asdict(one.things)).partition("?")[0]
    for person in targets:
        yield f"/accounts/people/{person.pk}/"
    yield from _admin(admin.site.get_urls(), "/admin/", targets)


def _admin(patterns: Any, before: str, targets: list[User]) -> Iterator[str]:
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from _admin(pattern.url_patterns, route, targets)
        elif isinstance(pattern, URLPattern):
            yield from _examples(route, targets)


def _examples(route: str, targets: list[User]) -> Iterator[str]:
    """An address for each thing that the superuser and the others have; `^` begins expressions."""
    if "^" in route or "(?P" in route:
        return
    parts = [part for part in route.split("/") if part.startswith("<")]
    if not parts:
        yield route
        return
    _empty, _admin_site, app, model, *_rest = route.split("/")
    for key in _keys(app, model, targets):
        filled = route
        for part in parts:
            filled = filled.replace(part, key)
        yield filled


def _keys(app: str, model: str, targets: list[User]) -> Iterator[str]:
    for found in admin.site._registry:
        if (found._meta.app_label, found._meta.model_name) == (app, model):
            rows = found._default_manager.all()
            rows = rows.filter(pk__in=[each.pk for each in targets]) if found is User else rows[:1]
            yield from (str(row.pk) for row in rows)
