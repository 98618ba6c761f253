"""Each page has a content security policy; what it refuses is heard.

That no page asks for what its policy refuses is shown by the walk over all addresses of the matrix
in test_hostile.py.
"""

from __future__ import annotations

import re
from dataclasses import asdict

import pytest
from django.http import HttpResponse
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from people.matrix import Role
from tests.pages.access import ADDRESSES, ADMIN, admitted
from tests.pages.askers import Asker
from tests.waiting import becomes

pytestmark = pytest.mark.browser

# What a browser says to the page itself is said on the console too, where `site` hears it.
LISTEN = """document.addEventListener("securitypolicyviolation", (event) =>
  console.error(`${event.violatedDirective} refused ${event.blockedURI} ${event.sample}`))"""
SHOWN = re.compile("html|svg")
EMBEDDED = ["/evidence/soyot-shodra/?embed=1", "/games/shodra/?embed=1"]


def pages(asker: Asker) -> list[str]:
    """The addresses at which someone is answered with a page."""
    found = [path for path in answering(asker) if is_page(asker.send("GET", path))]
    return [*found, *EMBEDDED, *(ADMIN if asker.role is Role.ADMINISTRATOR else [])]


def answering(asker: Asker) -> list[str]:
    """The addresses at which someone is answered, but for files that browsers ask for."""
    return [
        address.example.format(**asdict(asker.things))
        for address in ADDRESSES.values()
        if "GET" in address.methods
        and address.example != "/favicon.ico"
        and admitted(address.methods["GET"], asker.role)
        and address.status in (200, 302)
    ]


def is_page(answer: HttpResponse) -> bool:
    """Whether a browser shows it."""
    return bool(SHOWN.search(answer.headers["Content-Type"]))


def opened(site: Page, address: str) -> None:
    """Open a page, which has the policy that its kind is to have."""
    answer = site.goto(address, wait_until="load")
    assert answer is not None
    assert answer.status == 200, address
    policy = answer.headers["content-security-policy"]
    if "svg" in answer.headers["content-type"]:  # a style of its own, and no script
        assert policy == "default-src 'none'; style-src 'unsafe-inline'"
        return
    assert "unsafe-inline" not in policy
    assert "'unsafe-eval'" not in policy
    framed = "embed=1" in address or "/preview/" in address
    assert ("frame-ancestors *" in policy) is framed, address


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
