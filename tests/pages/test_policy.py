"""No page asks for what the content security policy refuses, on any address of the matrix."""

from __future__ import annotations

import re
from dataclasses import asdict
from typing import Any

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from people.matrix import Role
from tests.pages.access import ADDRESSES, ADMIN, admitted
from tests.pages.askers import Asker
from tests.signing import keep
from tests.waiting import becomes

pytestmark = pytest.mark.browser

# What a browser says to the page itself is said on the console too, where `site` hears it.
LISTEN = """document.addEventListener("securitypolicyviolation", (event) =>
  console.error(`${event.violatedDirective} refused ${event.blockedURI} ${event.sample}`))"""
SHOWN = re.compile("html|svg")
EMBEDDED = ["/evidence/soyot-shodra/?embed=1", "/games/shodra/?embed=1"]


def pages(asker: Asker) -> list[str]:
    """The addresses at which someone is answered with a page."""
    found = [
        address.example.format(**asdict(asker.things))
        for address in ADDRESSES.values()
        if "GET" in address.methods
        and address.example != "/favicon.ico"
        and admitted(address.methods["GET"], asker.role)
        and address.status in (200, 302)
        and SHOWN.search(asker.ask(address, "GET").headers["Content-Type"])
    ]
    return [*found, *EMBEDDED, *(ADMIN if asker.role is Role.ADMINISTRATOR else [])]


@pytest.mark.parametrize("role", [None, Role.ADMINISTRATOR], ids=["stranger", "administrator"])
def test_no_page_asks_for_what_the_policy_refuses(
    site: Page, cast: Any, shodra: Any, role: Role | None
) -> None:
    asker, base = Asker(role), site.url.rstrip("/")
    site.add_init_script(LISTEN)
    keep(site, asker.cookies)
    for path in pages(asker):
        answer = site.goto(f"{base}{path}", wait_until="load")
        assert answer is not None
        assert answer.status == 200, path
        policy = answer.headers["content-security-policy"]
        if "svg" in answer.headers["content-type"]:  # a style of its own, and no script
            assert policy == "default-src 'none'; style-src 'unsafe-inline'"
            continue
        assert "unsafe-inline" not in policy
        assert "'unsafe-eval'" not in policy
        assert ("frame-ancestors *" in policy) is ("embed=1" in path or "/preview/" in path), path


def test_what_the_policy_refuses_is_heard(live_server: LiveServer, page: Page) -> None:
    """Else the test above could not fail."""
    heard: list[str] = []
    page.on("console", lambda said: heard.append(said.text))
    page.add_init_script(LISTEN)
    page.goto(live_server.url)
    for text in ("<b style='color: red'>", "<img src=x onerror='alert(1)'>"):
        page.evaluate("text => document.body.insertAdjacentHTML('beforeend', text)", text)
    for refused in ("style-src-attr refused inline", "script-src-attr refused inline"):
        becomes(
            page, lambda said=refused: any(each.startswith(said) for each in heard), wanted=True
        )
