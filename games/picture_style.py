"""The style sheet of boards of modules for pictures that stand alone, where there are no variables.

It is static/css/drawn.css with the light colours of static/css/tokens.css written into it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from django.conf import settings

CSS = settings.BASE_DIR / "static" / "css"
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
VARIABLE = re.compile(r"(--[\w-]+):\s*([^;]+);")
IN_LIGHT = re.compile(r"light-dark\(([^,]+),[^)]+\)")
USED = re.compile(r"var\((--[\w-]+)\)")
SIDE = re.compile(r"\.side-(\w+)")
ANY_SIDE = '[class*="side-"]'
OF_A_SIDE = "--man"
FONT = '"Ashtapada Board",sans-serif'  # that of games.raster
ON_PAGES = (":hover", ".numbers", ".spent")  # what pictures do not have


@lru_cache(maxsize=32)
def style_of(players: int) -> str:
    """The rules that a picture of a game for so many players needs."""
    colours = dict(
        VARIABLE.findall(IN_LIGHT.sub(r"\1", _text("tokens.css").partition("@media")[0]))
    )
    colours["--sans"] = FONT
    rules = RULE.findall(re.sub(r"/\*.*?\*/", "", _text("drawn.css"), flags=re.S))
    sides = {
        side[1]: dict(VARIABLE.findall(body))
        for selector, body in rules
        if f"{OF_A_SIDE}:" in body and (side := SIDE.search(selector))
    }
    wanted = [*map(str, range(1, players + 1)), "none", "all"]
    plain = next(dict(VARIABLE.findall(body)) for _, body in rules if f"{OF_A_SIDE}:" in body)
    return "".join(
        f"{selector.strip()}{{{_resolved(body, colours | variables)}}}"
        for each, body in rules
        if not any(part in each for part in ON_PAGES)
        for selector, variables in _by_side(
            each, body, {s: plain | sides.get(s, {}) for s in wanted}
        )
    )


def _text(name: str) -> str:
    return (CSS / name).read_text(encoding="utf-8")


def _by_side(
    selector: str, body: str, sides: dict[str, dict[str, str]]
) -> Iterator[tuple[str, dict[str, str]]]:
    """The rule once for each side whose colours it uses, or as it is."""
    parts = [
        part.strip().removeprefix(".drawn ").replace(".drawn.", ".") for part in selector.split(",")
    ]
    own = SIDE.search(selector)
    if own is not None:
        if own[1] in sides and f"{OF_A_SIDE}:" not in body:
            yield ",".join(parts), sides[own[1]]
    elif OF_A_SIDE in body and f"{OF_A_SIDE}:" not in body:
        for side, variables in sides.items():
            named = [part.replace(f"{ANY_SIDE} ", "") for part in parts]
            yield ",".join(f".side-{side} {part}" for part in named), variables
    elif "--" not in USED.sub("", body):
        yield ",".join(parts), {}


def _resolved(body: str, variables: dict[str, str]) -> str:
    """The declarations without variables; a variable may name another."""
    while USED.search(body):
        body = USED.sub(lambda found: variables[found[1]], body)
    return re.sub(r"\s*([:;])\s*", r"\1", body.strip())
