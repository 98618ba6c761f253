"""Work out before play what does not depend on the position."""

from __future__ import annotations

import re
from collections.abc import Iterable

from games.compiler.build import Build
from games.compiler.reference import Machine, Trap

# Numbers have 32 bits, in play as here.
HALF = 1 << 31
NUMBERS = re.compile(r"[\d\s()+*-]+|\b(rem|div)\b|,")


def known(build: Build, text: str) -> int | None:
    """The value of an expression in which there are only numbers, or None."""
    if text.isdigit():
        return int(text)
    if NUMBERS.sub("", text):
        return None
    try:
        value = int(eval(text, Machine("", {}, 1).names))  # noqa: S307 - only numbers
    except Trap:
        return None
    return (value + HALF) % (2 * HALF) - HALF


def sites_for_which(build: Build, test: str, sites: Iterable[int]) -> tuple[int, ...] | None:
    """Those of some sites for which a test of `site` holds; None where play decides it.

    A test that reads the position names an address, and none is known here.
    """
    machine = Machine("", build.data, build.pages)
    known = {**machine.names, "SITES": build.layout.sites, "PLAYERS": build.equipment.players}
    try:
        code = compile(test, "<test>", "eval")
        return tuple(site for site in sites if eval(code, known, {"site": site}))  # noqa: S307
    except (NameError, Trap):
        return None
