"""Waiting for what a page shows: a click comes back before the page has answered it."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from playwright.sync_api import Page

# Milliseconds after which what has not been seen will not come: long, for a machine may be busy.
PATIENCE = 120_000
# Seconds after which a program that has not ended is one that never will.
HANGS = 900
OFTEN = 50  # milliseconds between two looks


def becomes(page: Page, look: Callable[[], object], wanted: object) -> None:
    """Look again and again, until what is seen is what is wanted."""
    end = monotonic() + PATIENCE / 1000
    while (seen := look()) != wanted and monotonic() < end:
        page.wait_for_timeout(OFTEN)
    assert seen == wanted


def fits(page: Page) -> None:
    """Wait until nothing sticks out at the side of the page."""
    # A function: where the policy has no 'unsafe-eval', an expression would be looked at once.
    page.wait_for_function("() => document.documentElement.scrollWidth <= innerWidth")


def later(page: Page, milliseconds: int) -> None:
    """Wait until the page has done all that it had put off by less than that.

    It waits with a timer of the page, which runs after those, however busy the machine is.
    """
    page.evaluate("pause => new Promise((done) => { setTimeout(done, pause); })", milliseconds)
