"""A tab of the browser that one test after the other finds as if it were new.

A new one costs a process of its own, a fifth of a second, in which all scripts are read again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, ViewportSize

from tests.waiting import PATIENCE

EMPTY = "/static/icon.svg"  # a page of the site that needs neither scripts nor the database
SIZE: ViewportSize = {"width": 1280, "height": 720}  # of the window, as Playwright has it
FORGET = "() => { localStorage.clear(); sessionStorage.clear(); window.name = ''; }"


class Tab:
    """A page in a context of its own. What tests change for good makes it unfit for others."""

    def __init__(self, browser: Browser) -> None:
        context = browser.new_context()
        context.set_default_timeout(PATIENCE)
        self.page = context.new_page()
        self.history = context.new_cdp_session(self.page)
        self.heard: list[tuple[str, Callable[..., Any]]] = []
        self.spent = False
        self.on = self.page.on
        for name, instead in {"on": self.hear, "once": self.spend("once")}.items():
            setattr(self.page, name, instead)
        for name in ("add_init_script", "expose_function", "expose_binding"):
            setattr(self.page, name, self.spend(name))

    def hear(self, event: Any, act: Callable[..., Any]) -> None:
        """Listen until the test is over."""
        self.heard.append((event, act))
        self.on(event, act)

    def spend(self, name: str) -> Callable[..., Any]:
        """The method of the page, after which no other test uses it."""
        method = getattr(self.page, name)

        def last(*given: Any, **named: Any) -> Any:
            self.spent = True
            return method(*given, **named)

        return last

    def may_be_used_again(self, site: str) -> bool:
        """Whether all that a test has done can be forgotten; it knows one site alone."""
        return not self.spent and self.page.url.startswith(site)

    def clean(self, site: str) -> None:
        """Forget all that a test has done."""
        page, context = self.page, self.page.context
        for event, act in self.heard:
            page.remove_listener(event, act)
        self.heard.clear()
        page.unroute_all()
        context.unroute_all()
        context.set_offline(False)
        for other in context.pages:
            if other != page:
                other.close()
        page.goto(f"{site}{EMPTY}")
        page.evaluate(FORGET)
        context.clear_cookies()
        context.clear_permissions()
        page.set_extra_http_headers({})
        page.emulate_media(color_scheme="null", reduced_motion="null")
        page.set_viewport_size(SIZE)
        page.mouse.move(0, 0)
        self.history.send("Page.resetNavigationHistory")

    def close(self) -> None:
        self.page.context.close()
