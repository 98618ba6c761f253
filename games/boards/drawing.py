"""One SVG renderer for every board: it draws the outlines of the graph, nothing else.

The result is for pages: `<path class="site" data-site data-label>` for each site, a layer of
labels and an empty layer for pieces. Colours come from the page's style sheet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from math import hypot

from games.boards.graph import Board, Point, Site

Lines = Iterable[tuple[Point, Point]]

UNIT = 45
MARGIN = 18
# Boards that a page enlarges or reduces, and their labels with them, by their width in pixels.
SMALL_BELOW, LARGE_ABOVE = 260, 560
BEYOND = 0.22  # units from a round board's rim to its numbers
NEAR = 0.5  # pixels between points of one line
MANY_POINTS = 150  # whose crossing lines show where they are
DOT = 0.36  # of the way from a point to its edge
# How much of the way to the corners a cross covers.
CROSS = 0.9


def svg(
    board: Board,
    title: str,
    checkered: bool = False,
    crossed: Iterable[int] = (),
    lines: Lines = (),
) -> str:
    """The board as an SVG element, `UNIT` pixels to a unit, y down, without pieces.

    `crossed` are sites with a cross from corner to corner; `lines` are drawn over the sites.
    """
    left, bottom, right, top = bounds(board)
    width, height = (right - left) * UNIT + 2 * MARGIN, (top - bottom) * UNIT + 2 * MARGIN
    view = f"{left * UNIT - MARGIN:g} {-top * UNIT - MARGIN:g} {width:g} {height:g}"
    ground = _ground(left, -top, right, -bottom) if board.on_points else ""
    sites = f"{ground}{_strokes('edges', _path(board.edges))}{_dots(board)}" + "".join(
        _site(board, site, checkered) for site in board.sites
    )
    sites += _strokes("crosses", "".join(_cross(board.sites[index]) for index in crossed))
    sites += _strokes("crosses", _path(lines))
    kinds = [f"board-{board.kind}", *(["board-points"] if board.on_points else [])]
    return (
        f'<svg class="board {" ".join([*kinds, *sizes(width)])}" viewBox="{view}" role="img" '
        f'aria-label={quoted(title)} xmlns="http://www.w3.org/2000/svg">'
        f'<g class="sites">{sites}</g><g class="labels" aria-hidden="true">{_labels(board)}</g>'
        f'<g class="marks"></g><g class="pieces"></g></svg>'
    )


def quoted(value: str) -> str:
    """The value of an attribute, within its quotation marks."""
    return f'"{escape(value)}"'


def sizes(width: float) -> Iterator[str]:
    """The class of a board of so many pixels, by which its labels can be read; none of most."""
    if width < SMALL_BELOW:
        yield "board-small"
    if width > LARGE_ABOVE:
        yield "board-large"


def bounds(board: Board) -> tuple[float, float, float, float]:
    """Left, bottom, right and top of all outlines, in board units."""
    xs = [x for site in board.sites for x, _ in site.outline]
    ys = [y for site in board.sites for _, y in site.outline]
    return min(xs), min(ys), max(xs), max(ys)


def centre(site: Site) -> tuple[float, float]:
    """The middle of a site in the drawing's pixels."""
    return round(site.x * UNIT, 2), round(-site.y * UNIT, 2)


def outline(site: Site) -> str:
    """The edge of a site as the data of an SVG path, in the drawing's pixels."""
    return "M" + "L".join(f"{x * UNIT:g},{-y * UNIT:g}" for x, y in site.outline) + "Z"


def _site(board: Board, site: Site, checkered: bool) -> str:
    path = outline(site)
    dark = " dark" if checkered and not board.on_points and _is_dark(board, site) else ""
    shade = " vertex" if board.on_points else dark
    x, y = centre(site)
    return (
        f'<path class="site{shade}" data-site="{site.index}" data-label="{site.label}" '
        f'data-x="{x:g}" data-y="{y:g}" d="{path}"/>'
    )


def _ground(left: float, top: float, right: float, bottom: float) -> str:
    """The wood or cloth on which lines are drawn."""
    x, y, width, height = (each * UNIT for each in (left, top, right - left, bottom - top))
    place = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'
    return f'<rect class="ground" {place} rx="{UNIT * 0.25:g}"/>'


def _dots(board: Board) -> str:
    """Points in one path: strokes of no length with round ends."""
    if not board.on_points or len(board.sites) > MANY_POINTS:
        return ""
    reach = min(hypot(x - s.x, y - s.y) for s in board.sites for x, y in s.outline)
    path = "".join(f"M{x:g},{y:g}h0" for x, y in map(centre, board.sites))
    return f'<path class="dots" stroke-width="{reach * UNIT * DOT:g}" d="{path}"/>'


def _strokes(name: str, path: str) -> str:
    """Lines that are no site's outline, such as those between sites that are points."""
    return f'<path class="{name}" fill="none" stroke="currentColor" d="{path}"/>' if path else ""


def _path(lines: Lines) -> str:
    ends = ((ax * UNIT, -ay * UNIT, bx * UNIT, -by * UNIT) for (ax, ay), (bx, by) in lines)
    return "".join(f"M{ax:g},{ay:g}L{bx:g},{by:g}" for ax, ay, bx, by in ends)


def _cross(site: Site) -> str:
    """Strokes from corner to opposite corner, a little short of both."""
    x, y = centre(site)
    corners = [
        (x + (cx * UNIT - x) * CROSS, y + (-cy * UNIT - y) * CROSS) for cx, cy in site.outline
    ]
    opposite = len(corners) // 2
    ends = zip(corners[:opposite], corners[opposite:], strict=False)
    return "".join(f"M{ax:g},{ay:g}L{bx:g},{by:g}" for (ax, ay), (bx, by) in ends)


def _is_dark(board: Board, site: Site) -> bool:
    if board.kind == "cells":
        return board.phase_of[site.index] == 0
    row = next(i for i, row in enumerate(board.rows) if site.index in row)
    return (row + site.index - board.rows[row][0]) % 2 == 0


def _labels(board: Board) -> str:
    if board.kind == "square":
        files = [(s.x * UNIT, -s.y * UNIT + UNIT * 0.72, s.label[:-1]) for s in _bottom(board)]
        ranks = [(-UNIT * 0.2, -s.y * UNIT + 4, s.label.lstrip(_LETTERS)) for s in _left(board)]
        marks = files + ranks
    elif board.kind == "concentric":
        return _round_labels(board)
    else:
        marks = _beside_lines(board)
        if not marks:
            inside = [(x, y + 3, s.label) for s in board.sites for x, y in [_corner(s)]]
            return f'<g class="spoke">{_texts(inside)}</g>'
    return _texts(marks)


def _beside_lines(board: Board) -> list[tuple[float, float, str]]:
    """Letters below and numbers at the left of sites that lie on lines; none for other boards.

    A label on the site itself would be hidden by what stands there. Each is beside the first site
    of its line, since a citadel stands out from the others.
    """
    places = [(*_halves(site.label), *centre(site)) for site in board.sites]
    files = {letters: x for letters, _, x, _ in places}
    ranks = {digits: y for _, digits, _, y in places}
    straight = all(
        letters and digits and abs(files[letters] - x) < NEAR and abs(ranks[digits] - y) < NEAR
        for letters, digits, x, y in places
    )
    if not straight:
        return []
    bottoms, lefts = _edges(board)
    below = [(x, bottoms[letters] + 12, letters) for letters, x in files.items()]
    return below + [(lefts[digits] - 9, y + 4, digits) for digits, y in ranks.items()]


def _edges(board: Board) -> tuple[dict[str, float], dict[str, float]]:
    """The lowest edge of each file and the leftmost of each rank; the ground’s for points."""
    left, bottom, _, _ = bounds(board)
    bottoms: dict[str, float] = {}
    lefts: dict[str, float] = {}
    for site in board.sites:
        letters, digits = _halves(site.label)
        xs, ys = zip(*site.outline, strict=True)
        x, y = (left, bottom) if board.on_points else (min(xs), min(ys))
        bottoms[letters] = max(bottoms.get(letters, -y * UNIT), -y * UNIT)
        lefts[digits] = min(lefts.get(digits, x * UNIT), x * UNIT)
    return bottoms, lefts


def _halves(label: str) -> tuple[str, str]:
    digits = label.lstrip(_LETTERS)
    return label.removesuffix(digits), digits


def _texts(marks: Iterable[tuple[float, float, str]]) -> str:
    return "".join(f'<text x="{x:g}" y="{y:g}">{text}</text>' for x, y, text in marks)


def _round_labels(board: Board) -> str:
    """Numbers round the rim and letters along a spoke, as coordinates at a square board's edge.

    Where a ring has other spaces than the outermost, each of them is called by its whole label.
    """
    rings = [[board.sites[index] for index in row] for row in board.rows]
    rim = rings[-1]
    numbers = [
        (*_from_middle((site.x, site.y), _reach(site) + BEYOND), site.label.lstrip(_LETTERS))
        for site in rim
    ]
    letters = [
        (*_from_middle(rim[0].outline[0], hypot(ring[0].x, ring[0].y)), ring[0].label[:1])
        for ring in rings
        if len(ring) == len(rim)
    ]
    others = [
        (*_corner(site), site.label) for ring in rings if len(ring) != len(rim) for site in ring
    ]
    return f'{_texts(numbers)}<g class="spoke">{_texts(letters + others)}</g>'


def _reach(site: Site) -> float:
    return max(hypot(x, y) for x, y in site.outline)


def _from_middle(towards: Point, far: float) -> tuple[float, float]:
    """Where text stands, so far from the middle of a round board, towards a point."""
    x, y = towards
    scale = far * UNIT / (hypot(x, y) or 1)
    return round(x * scale, 1), round(-y * scale + 4, 1)


_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def _bottom(board: Board) -> list[Site]:
    return [board.sites[i] for i in board.rows[0]]


def _left(board: Board) -> list[Site]:
    return [board.sites[i] for i in board.columns[0]]


def _corner(site: Site) -> tuple[float, float]:
    """A place for a label off the middle of a ring's cell: towards its first inner corner."""
    x, y = site.outline[0]
    return round((site.x * 0.45 + x * 0.55) * UNIT, 1), round(-(site.y * 0.45 + y * 0.55) * UNIT, 1)
