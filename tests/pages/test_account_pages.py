"""The pages of accounts in a browser: an invitation followed, a second factor set up, axe-core."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from people.groups import give_role
from people.matrix import Role
from people.models import Invitation
from tests.pages.conftest import PHONE
from tests.pages.test_accessibility import findings, findings_on_a_phone
from tests.people.test_login import code_of

pytestmark = pytest.mark.browser

PASSWORD = "three boats"
OPEN = ["login/", "signup/", "password/reset/", "password/reset/sent/"]
OWN = ["", "password/", "tokens/", "invitations/", "people/", "second-factor/", "logout/"]
SIZES = [PHONE, {"width": 1280, "height": 720}]


@pytest.fixture
def ann(db: None) -> User:
    one = User.objects.create_user("ann", "ann@example.org", PASSWORD)
    give_role(one, Role.ADMINISTRATOR)
    Invitation.objects.create(email="cat@example.org", role="curator", made_by=one)
    return one


def log_in(site: Page, name: str) -> None:
    site.get_by_label("Username").fill(name)
    site.get_by_label("Password").fill(PASSWORD)
    site.get_by_role("button", name="Log in").click()


def is_in(site: Page, name: str) -> None:
    """Wait until the page knows who is logged in."""
    expect(site.locator("footer")).to_contain_text(f"Log out {name}")


def test_axe_finds_nothing_serious_on_the_pages_of_accounts(site: Page, ann: User) -> None:
    base, found = f"{site.url}accounts/", []
    for path in [*OPEN, Invitation.objects.get().get_absolute_url().removeprefix("/accounts/")]:
        site.goto(f"{base}{path}")
        found += findings(site) + findings_on_a_phone(site, colours=False)
    site.goto(f"{base}login/")
    log_in(site, "ann")
    is_in(site, "ann")
    for path in OWN:
        site.goto(f"{base}{path}")
        found += findings(site) + findings_on_a_phone(site, colours=False)
        for size in SIZES:
            site.set_viewport_size(size)
            assert site.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
    assert found == []


def test_who_is_invited_comes_in_with_a_password_and_a_second_factor(site: Page, ann: User) -> None:
    base = site.url
    site.goto(base.rstrip("/") + Invitation.objects.get().get_absolute_url())
    site.get_by_label("Username").fill("cat")
    site.get_by_label("Password", exact=False).first.fill(PASSWORD)
    site.get_by_label("Password confirmation").fill(PASSWORD)
    site.get_by_role("button", name="Create my account").click()
    expect(site.locator("dd")).to_have_text(["cat", "cat@example.org", "curator"])
    site.get_by_role("link", name="Second factor").click()
    site.get_by_role("link", name="Set up an app").click()
    site.get_by_label("Password").fill(PASSWORD)
    site.get_by_role("button", name="Go on").click()
    secret = site.locator(".secret").inner_text()
    expect(site.locator(".qr")).to_have_js_property("complete", True)
    assert site.locator(".qr").evaluate("image => image.naturalWidth") > 0
    site.get_by_label("code").fill(code_of(secret))
    site.get_by_role("button", name="Set it up").click()
    expect(site.locator(".codes li")).to_have_count(10)
    site.get_by_role("button", name="Log out").click()
    site.get_by_role("link", name="Log in").click()
    log_in(site, "cat")
    site.get_by_label("Code").fill(code_of(secret, 1))
    site.get_by_role("button", name="Log in").click()
    is_in(site, "cat")
