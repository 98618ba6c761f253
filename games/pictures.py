"""Positions as SVG that stands alone: that of the pages, with a style and the pieces inside it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any
from xml.etree.ElementTree import Element, register_namespace, tostring
from xml.sax.saxutils import escape

from defusedxml.ElementTree import parse
from django.conf import settings
from django.utils.translation import gettext as _

from games.boards import Site
from games.boards.drawing import outline
from games.frames import drawn
from games.plies import Ply
from games.ruleset_page import sides

PIECES = settings.BASE_DIR / "static" / "pieces.svg"
SVG = "http://www.w3.org/2000/svg"

EMPTY_MARKS = '<g class="marks"></g>'

# The light colours of static/css/tokens.css: a picture has the paper that it was drawn for.
STYLE = """
.site{fill:#ecdcbd;stroke:#8d6b43;stroke-width:.7}.site.dark{fill:#cda878}
.crosses,.edges{fill:none;stroke:#8d6b43;stroke-width:.7}
.labels text{font:600 9.5px "Ashtapada Board",sans-serif;fill:#5f574b;text-anchor:middle}
.board-concentric .labels text{font-size:6.5px;fill:#5e4527}
.piece{stroke-width:1.5;stroke-linejoin:round;stroke-linecap:round}
.side-1 .piece{fill:#fffaf0;stroke:#2a211a;color:#2a211a}
.side-2 .piece{fill:#3b2c23;stroke:#1c140e;color:#f3e6cf}
.piece-letter{font-family:"Ashtapada Board",sans-serif;font-weight:600;text-anchor:middle}
.piece-disc{stroke-width:1.5}
.side-1 .piece-disc{fill:#fffaf0;stroke:#2a211a}.side-1 .piece-letter{fill:#2a211a}
.side-2 .piece-disc{fill:#3b2c23;stroke:#1c140e;stroke-width:3}.side-2 .piece-letter{fill:#f3e6cf}
.light-from{fill:#9c2f2b;fill-opacity:.26}
.light-to{fill:#9c2f2b;fill-opacity:.46;stroke:#9c2f2b;stroke-width:1.6}
"""
FIGURES = ".piece-disc,.piece-letter{display:none}"
LETTERS = ".piece{display:none}"
PAPER = "#fbf7ef"

register_namespace("", SVG)


def svg(ply: Ply, address: str = "", *, letters: bool = False) -> str:
    """The board at a ply with the move that led there lit; `address` is where it can be seen.

    Pieces are figures, or their letters.
    """
    title = title_of(ply)
    picture = drawn(ply.rules, ply.position, title, ply.looks, sides(), "")
    about = f"<title>{escape(title)}</title><desc>{escape(description(ply, address))}</desc>"
    style = f"<style>{STYLE}{LETTERS if letters else FIGURES}</style>"
    figures = "" if letters else "".join(_figure(symbol) for symbol in _symbols(ply))
    head, rest = picture.split(">", 1)
    x, y, width, height = size_of(picture)
    paper = f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="{PAPER}"/>'
    whole = f"{head}>{about}{style}<defs>{figures}</defs>{paper}{rest}"
    return lit(whole, ply)


def lit(picture: str, ply: Ply) -> str:
    """The same drawing with the sites of the move lit."""
    return picture.replace(EMPTY_MARKS, f'<g class="marks">{_lights(ply)}</g>')


def title_of(ply: Ply) -> str:
    """What a picture shows, in one line."""
    told = {"game": ply.match, "ply": ply.number, "move": ply.move}
    if ply.move is None:
        return _("%(game)s: before the first move") % told
    return _("%(game)s, ply %(ply)d: %(move)s") % told


def description(ply: Ply, address: str) -> str:
    """By which rules it was played, and where it can be seen."""
    told = {"rules": ply.match.ruleset, "digest": ply.match.digest, "address": address}
    return _("By the rules of %(rules)s, text %(digest)s. %(address)s") % told


def _lights(ply: Ply) -> str:
    if ply.move is None:
        return ""
    ends = (("from", ply.move.frm), ("to", ply.move.to))
    found = [(name, site) for name, number in ends for site in _sites(ply, number)]
    return "".join(
        f'<path class="light light-{name}" d="{outline(site)}"/>'
        for name, site in found
    )  # fmt: skip


def _sites(ply: Ply, number: int) -> list[Site]:
    """The site of that number, if it is one of the board."""
    return list(ply.rules.board.sites[number : number + 1]) if number >= 0 else []


def _symbols(ply: Ply) -> list[str]:
    return sorted({look["symbol"] for look in ply.looks.values()} | {"man"})


@lru_cache(maxsize=64)
def _figure(symbol: str) -> str:
    """A symbol of static/pieces.svg; "" where there is none of that name."""
    root: Any = parse(PIECES).getroot()
    for element in root:
        if element.get("id") == symbol:
            return _text(element)
    return ""


def _text(element: Element) -> str:
    return tostring(element, encoding="unicode").replace(f' xmlns="{SVG}"', "").strip()


def size_of(picture: str) -> tuple[float, float, float, float]:
    """Its viewBox: x, y, width, height."""
    words = picture.split('viewBox="', 1)[1].split('"', 1)[0].split()
    x, y, width, height = map(float, words)
    return x, y, width, height
