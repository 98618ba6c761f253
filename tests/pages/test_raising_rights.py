"""Nobody raises their own rights by any address: all are crawled as an administrator."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlencode, urljoin

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Group, User
from django.db import transaction
from knox.models import AuthToken

from people.matrix import Role
from tests.pages.askers import Asker
from tests.pages.raising import Forms, addresses, raised

ACCOUNTS = ("/accounts/", "/admin/auth/", "/admin/knox/", "/admin/mfa/", "/admin/account/")
REFUSED = (403, 404, 405)
FORM = "application/x-www-form-urlencoded"


def state() -> dict[str, Any]:
    """What no administrator may change."""
    roots = User.objects.filter(is_superuser=True).order_by("pk")
    of_roots = {"user__is_superuser": True}
    return {
        "superusers": list(roots.values_list("pk", "username", "password", "email", "is_active")),
        "tokens": set(AuthToken.objects.filter(**of_roots).values_list("pk", flat=True)),
        "factors": set(Authenticator.objects.filter(**of_roots).values_list("pk", "type")),
        "addresses": set(EmailAddress.objects.filter(**of_roots).values_list("user", "email")),
        "roles": set(Group.objects.values_list("name", "permissions")),
    }


class Attempts:
    """An administrator who sends everything to everywhere; what changed is undone each time."""

    def __init__(self, one: Asker) -> None:
        self.one, self.before = one, state()
        self.found: set[str] = set()
        self.sent: set[tuple[str, str, str]] = set()
        self.elsewhere = {"/accounts/logout/", "/admin/logout/"}  # the head of each page has it

    def send(self, method: str, path: str, body: str, kind: str) -> None:
        """Once: what it changed is undone, so that the same again is answered alike."""
        if (method, path, body) in self.sent:
            return
        self.sent.add((method, path, body))
        with transaction.atomic():
            answer = self.one.send(method, path, body.encode(), kind)
            if answer.status_code not in REFUSED and state() != self.before:
                self.found.add(f"{method} {path}: {answer.status_code}")
            transaction.set_rollback(True)

    def crawl(self, path: str, wishes: list[dict[str, Any]]) -> None:
        """Two wishes, about the superuser and oneself, differ where accounts are changed alone."""
        if path.startswith(("/api/", "/ogc/")):
            for method in ("POST", "PUT"):
                self.send(method, path, json.dumps(wishes[0]), "application/json")
            return
        about = path.startswith(ACCOUNTS)
        wishes = wishes if about else wishes[:1]
        to_itself = self.send_forms(path, wishes)
        if about or not to_itself:  # forms hold all that is wished for
            for wish in wishes:
                self.send("POST", path, urlencode(wish, doseq=True), FORM)

    def send_forms(self, path: str, wishes: list[dict[str, Any]]) -> bool:
        """Send the forms of a page; whether one of them goes to its own address."""
        page = self.one.send("GET", path)
        kind = page.headers.get("Content-Type", "")
        if not kind.startswith("text/html") or page.streaming or "<form" not in page.text:
            return False
        forms, targets = Forms(page.text, set(wishes[0])), set()
        for wish in wishes:
            for action, fields in forms.sent(wish):
                target = urljoin(path, action)
                if target not in self.elsewhere:
                    self.send("POST", target, urlencode(fields, doseq=True), FORM)
                    targets.add(target)
        return path in targets


@pytest.mark.sqlite
def test_an_administrator_becomes_no_superuser_by_any_address(cast, shodra):
    one = Asker(Role.ADMINISTRATOR)
    assert one.user is not None
    root = User.objects.get(username="root")
    root.email = "root@example.org"
    root.set_password("the superuser's own")
    root.save()
    AuthToken.objects.create(root)
    Authenticator.objects.create(user=root, type="totp", data={"secret": "x"})
    EmailAddress.objects.create(user=root, email=root.email)
    one.send("POST", "/accounts/confirm/", b"password=x", FORM)  # as if just signed in
    one.keep_cookies()
    attempts = Attempts(one)
    paths = list(addresses(one, [root, one.user]))
    assert f"/admin/auth/user/{root.pk}/password/" in paths
    assert f"/admin/auth/user/{one.user.pk}/change/" in paths
    for path in dict.fromkeys(paths):
        attempts.crawl(path, [raised(root), raised(one.user)])
    assert attempts.found == set()
    assert len(attempts.sent) > len(set(paths))
