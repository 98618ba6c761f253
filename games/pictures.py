"""Positions as SVG that stands alone: that of the pages, with a style and the pieces inside it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from xml.etree.ElementTree import Element, register_namespace, tostring
from xml.sax.saxutils import escape

from defusedxml.ElementTree import parse
from django.conf import settings
from django.templatetags.static import static
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.drawing import sheet_of
from games.frames import Looks, drawn
from games.picture_style import style_of
from games.play import Position, Rules, SecondRules
from games.play.showing import Seen
from games.plies import Ply
from games.ruleset_page import cited_clauses, face_down, sides
from games.scenes import Scene
from games.sentences import explained, sentence

PIECES = settings.BASE_DIR / "static" / "pieces.svg"
SVG = "http://www.w3.org/2000/svg"

EMPTY_MARKS = '<g class="marks"></g>'

# The light colours of static/css/tokens.css: a picture has the paper that it was drawn for.
STYLE = """
.site{fill:#ecdcbd;stroke:#8d6b43;stroke-width:.7}.site.dark{fill:#cda878}
.crosses{fill:none;stroke:#8d6b43;stroke-width:.7}.site.vertex{fill:none;stroke:none}
.ground{fill:#ecdcbd;stroke:#8d6b43;stroke-width:.7}.edges,.dots{fill:none;stroke:#5e4527}
.edges{stroke-width:1.4}.edges,.dots{stroke-linecap:round}
.labels text{font:600 9.5px "Ashtapada Board",sans-serif;fill:#5f574b;text-anchor:middle}
.board-concentric .labels text{font-size:11.5px}
.board.board-small .labels text{font-size:6px}
.board.board-large .labels text{font-size:15px}
.singled path{fill:none;stroke:#8d6b43;stroke-width:1.2;vector-effect:non-scaling-stroke}
.spoke text{fill:#5e4527;paint-order:stroke;stroke:#ecdcbd;stroke-width:3px}
.piece{stroke-width:1.5;stroke-linejoin:round;stroke-linecap:round}
.side-1 .piece{fill:#fffaf0;stroke:#2a211a;color:#2a211a}
.side-2 .piece{fill:#3b2c23;stroke:#1c140e;color:#f3e6cf}
.piece-letter{font-family:"Ashtapada Board",sans-serif;font-weight:600;text-anchor:middle}
.piece-disc{stroke-width:1.5}
.side-1 .piece-disc{fill:#fffaf0;stroke:#2a211a}.side-1 .piece-letter{fill:#2a211a}
.side-2 .piece-disc{fill:#3b2c23;stroke:#1c140e;stroke-width:3}.side-2 .piece-letter{fill:#f3e6cf}
.light-from{fill:#9c2f2b;fill-opacity:.26}
.light-to{fill:#9c2f2b;fill-opacity:.46;stroke:#9c2f2b;stroke-width:1.6}
.light-effect{fill:#34507f;fill-opacity:.32;stroke:#34507f;stroke-width:1.6;stroke-dasharray:4 3}
.light-forbidden{fill:none;stroke:#9c2f2b;stroke-width:2;stroke-dasharray:.1 4;stroke-linecap:round}
.light-whole{fill:none;stroke:#9c2f2b;stroke-width:3;stroke-dasharray:8 5}
.move-line{fill:none;stroke:#9c2f2b;stroke-width:2.6;stroke-opacity:.75}
.move-line,.move-line *{stroke-linecap:round;stroke-linejoin:round}
.move-line.forbidden .shaft{stroke-dasharray:2 6}
"""
NAMELESS = ".labels{display:none}"
FIGURES = ".piece-disc,.piece-letter{display:none}"
LETTERS = ".piece{display:none}"
PAPER = "#fbf7ef"
MARGIN = 30  # pixels of a card around a board

register_namespace("", SVG)


@dataclass(frozen=True)
class Caption:
    """What a picture says that it shows, in one line, and what that rests on."""

    title: str
    about: str


def svg(scene: Scene, caption: Caption, *, letters: bool = False) -> str:
    """The board with what a scene lights. Pieces are figures, or their letters."""
    ply, style = scene.ply, LETTERS if letters else FIGURES
    picture = _alone(ply.rules, scene.position, ply.looks, caption, style=style)
    x, y, width, height = size_of(picture)
    paper = f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="{PAPER}"/>'
    return lit(picture.replace("</defs>", f"</defs>{paper}", 1), scene)


def opening_svg(rules: Rules, looks: Looks, caption: Caption) -> str:
    """The board before the first move, on whatever paper the page has.

    It has no coordinates: they cannot be read in a gallery.
    """
    return _alone(rules, rules.start(), looks, caption, style=FIGURES + NAMELESS)


def _alone(rules: Rules, position: Position, looks: Looks, caption: Caption, *, style: str) -> str:
    """A position with the style and the figures that it needs inside it."""
    picture = drawn(
        rules, position, caption.title, looks, sides(rules, looks), "", face_down=face_down()
    )
    about = f"<title>{escape(caption.title)}</title><desc>{escape(caption.about)}</desc>"
    more = style_of(rules.players) if rules.design == 2 else ""
    figures = [_figure(symbol) for symbol in _symbols(rules, looks)] if style != LETTERS else []
    head, rest = picture.split(">", 1)
    styles = f"<style>{STYLE}{more}{style}</style>"
    return f"{head}>{about}{styles}<defs>{''.join(figures)}</defs>{rest}"


def on_page(scene: Scene, title: str) -> SafeString:
    """The board with what a scene lights, as a page shows it."""
    ply, sprite = scene.ply, static("pieces.svg")
    names = sides(ply.rules, ply.looks)
    board = drawn(ply.rules, scene.position, title, ply.looks, names, sprite, face_down=face_down())
    return mark_safe(lit(board, scene))  # noqa: S308 - drawn from numbers alone


def lit(picture: str, scene: Scene) -> str:
    """The same drawing with the marks of a scene."""
    return picture.replace(EMPTY_MARKS, f'<g class="marks">{scene.marks(size_of(picture))}</g>')


def caption_of(ply: Ply, seen: Seen | None, address: str) -> Caption:
    """What a picture of a ply, or of a clause that is seen at it, says; `address` shows it."""
    by_rules = description(ply, address)
    if seen is None:
        return Caption(title_of(ply), by_rules)
    clauses = {clause.name: clause for clause in cited_clauses(ply.match.ruleset)}
    said = sentence(ply, seen, {name: clause.title for name, clause in clauses.items()})
    told = {"game": ply.match, "ply": ply.number, "said": said}
    title = _("%(game)s, ply %(ply)d. %(said)s") % told
    return Caption(title, f"{explained(ply, seen, clauses)} {by_rules}")


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


def on_card(picture: str, width: int, height: int) -> str:
    """A drawing in the middle of a card of so many pixels."""
    x, y, own_width, own_height = size_of(picture)
    scale = min((width - 2 * MARGIN) / own_width, (height - 2 * MARGIN) / own_height)
    across, down = own_width * scale, own_height * scale
    left, top = (width - across) / 2, (height - down) / 2
    place = f'x="{left:g}" y="{top:g}" width="{across:g}" height="{down:g}"'
    inside = f'<svg {place} viewBox="{x:g} {y:g} {own_width:g} {own_height:g}">'
    drawing = picture.split(">", 1)[1].rpartition("</svg>")[0]
    return (
        f'<svg xmlns="{SVG}" viewBox="0 0 {width} {height}">'
        f'<rect width="{width}" height="{height}" fill="{PAPER}"/>{inside}{drawing}</svg></svg>'
    )


def _symbols(rules: Rules, looks: Looks) -> list[str]:
    if isinstance(rules, SecondRules):
        sheet = sheet_of(rules.engine_manifest, looks, {}, "")
        return sorted({look.symbol for look in sheet.looks if look and look.symbol})
    return sorted({look["symbol"] for look in looks.values()} | {"man"})


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
