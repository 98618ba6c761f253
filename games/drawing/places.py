"""Where each site is drawn: those of the board by their coordinates, hands and dice beside it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import hypot

from games.boards.drawing import UNIT
from games.drawing.elements import short
from games.engine.manifest import DRAW, Container, Manifest, Point, Site

FILL = 0.94
GAP = 0.35  # units between the board and what lies beside it
STEP = 1.15  # units from a place beside the board to the next
MARK = 0.5  # units before the first place of a hand, for the mark of its owner
POINT_PAD = 0.6  # units of ground round points


@dataclass(frozen=True)
class Place:
    """A site in the drawing's pixels: its middle, the side of the room for a piece, its edge."""

    number: int
    kind: str
    name: str
    x: float
    y: float
    room: float
    path: str


@dataclass(frozen=True)
class Tray:
    """What lies beside the board: a container with its rectangle in units."""

    container: Container
    x: float
    y: float
    width: float


@dataclass(frozen=True)
class Box:
    """Left, top, right and bottom, in units with y down."""

    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True)
class Places:
    """The places by number of the site, the ground of the board, all of it, and the trays."""

    by_number: dict[int, Place]
    ground: Box
    whole: Box
    trays: tuple[Tray, ...]

    def rooms(self) -> list[float]:
        """The room of each site up to the last; 0 for numbers that no site has."""
        last = max(self.by_number)
        return [self.by_number[n].room if n in self.by_number else 0.0 for n in range(last + 1)]


def places_of(manifest: Manifest) -> Places:
    """Lay out the board, the hands of the first player and the dice below it, others above."""
    board = [site for site in manifest.sites if site.x is not None]
    ground = _ground(board)
    trays = (*_row(_above(manifest), ground, ground.top - GAP - 1), *_below(manifest, ground))
    made = {site.number: _place(site) for site in board}
    for tray in trays:
        made |= {place.number: place for place in _in(manifest, tray)}
    return Places(made, ground, _whole(ground, trays), trays)


def _ground(board: list[Site]) -> Box:
    on_points = all(site.kind == "vertex" for site in board)
    if on_points:
        xs, ys = [x for x, _ in map(_middle, board)], [-y for _, y in map(_middle, board)]
        pad = POINT_PAD * max(1.0, _widest(board))
    else:
        xs = [x for site in board for x, _ in site.outline]
        ys = [-y for site in board for _, y in site.outline]
        pad = 0.0
    return Box(min(xs) - pad, min(ys) - pad, max(xs) + pad, max(ys) + pad)


def _middle(site: Site) -> Point:
    assert site.x is not None and site.y is not None
    return site.x, site.y


def _widest(board: list[Site]) -> float:
    return max(2 * reach(site) for site in board)


def _above(manifest: Manifest) -> list[Container]:
    return [c for c in manifest.containers if c.kind == "hand" and 1 < c.owner < manifest.shared]


def _below(manifest: Manifest, ground: Box) -> Iterator[Tray]:
    above = _above(manifest)
    rest = [c for c in manifest.containers if c.kind != "board" and c not in above]
    rest = [c for c in rest if c.name != DRAW]
    hands, dice = [c for c in rest if c.kind == "hand"], [c for c in rest if c.kind != "hand"]
    return _row([*hands, *dice], ground, ground.bottom + GAP)


def _row(containers: list[Container], ground: Box, y: float) -> Iterator[Tray]:
    x = ground.left
    for container in containers:
        mark = MARK if container.kind == "hand" else 0.0
        width = mark + container.size * STEP
        yield Tray(container, x, y, width)
        x += width + GAP


def _in(manifest: Manifest, tray: Tray) -> Iterator[Place]:
    names = manifest.names
    begin = tray.x + (MARK if tray.container.kind == "hand" else 0.0)
    for n in range(tray.container.size):
        number = tray.container.first + n
        x, y = (begin + STEP * (n + 0.5)) * UNIT, (tray.y + 0.5) * UNIT
        half = UNIT * 0.5
        corners = f"M{short(x - half):g},{short(y - half):g}h{UNIT}v{UNIT}h-{UNIT}Z"
        edge = _round(short(x), short(y), UNIT * 0.44) if manifest.mancala else corners
        kind, room = tray.container.kind, short(UNIT * 0.9)
        yield Place(number, kind, names[number], short(x), short(y), room, edge)


def _place(site: Site) -> Place:
    x, y = _middle(site)
    room = short(min(1.2, 2 * reach(site)) * UNIT * FILL)
    at = short(x * UNIT), short(-y * UNIT)
    edge = _round(*at, room / 2) if site.kind == "vertex" else _edge(site)
    return Place(site.number, site.kind, site.name, *at, room, edge)


def _edge(site: Site) -> str:
    corners = (f"{short(x * UNIT):g},{short(-y * UNIT):g}" for x, y in site.outline)
    return f"M{'L'.join(corners)}Z"


def _round(x: float, y: float, radius: float) -> str:
    """A circle as two arcs, which is shorter than the outline of a point."""
    far = f"{short(2 * radius):g}"
    arc = f"a{short(radius):g} {short(radius):g} 0 1 0 "
    return f"M{short(x - radius):g},{y:g}{arc}{far} 0{arc}-{far} 0Z"


def reach(site: Site) -> float:
    """How far it is from the middle of a site to the nearest part of its edge, in units."""
    corners = site.outline
    sides = zip(corners, [*corners[1:], corners[0]], strict=True)
    return min(_distance(_middle(site), start, end) for start, end in sides)


def _distance(point: Point, start: Point, end: Point) -> float:
    """From a point to the nearest point of a line between two others."""
    (x, y), (ax, ay), (bx, by) = point, start, end
    length = (bx - ax) ** 2 + (by - ay) ** 2
    along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length if length else 0.0
    t = max(0.0, min(1.0, along))
    return hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay))


def _whole(ground: Box, trays: tuple[Tray, ...]) -> Box:
    return Box(
        ground.left,
        min(ground.top, *(tray.y for tray in trays), ground.top),
        max(ground.right, *(tray.x + tray.width for tray in trays), ground.right),
        max(ground.bottom, *(tray.y + 1 for tray in trays), ground.bottom),
    )
