"""Regions that depend on a board's form: perimeter, corners, sides, centre, phases; rows, labels.

All as Ludii measures them, since rules name them and players' coordinates hang on them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from math import atan2, cos, hypot, pi, radians, sin, sqrt

from games.boards.graph import Point
from games.boards.planar import Planar, sides_of

EXTREME = 0.01
LEVEL = 0.001
SHARPEST_CONVEX, SHARPEST_CONCAVE, ALIKE = 0.320, -0.25, 0.95
LOOK = 3
FEW = 100
# Sides by sixteenths of a turn anticlockwise from east.
EIGHT = ("E", "NE", "N", "NW", "W", "SW", "S", "SE")

Regions = dict[str, tuple[int, ...]]


def regions(board: Planar, on_points: bool, middles: Sequence[Point]) -> Regions:
    """All regions by name: Top, Corners, Outer, `Side N`, `Phase 0` and so on."""
    around = rims(board)
    rim = {point for one in around for point in one}
    convex, concave = _corners(board, around)
    sides = _sides(board, around, convex | concave)
    found = extremes(middles)
    if on_points:
        outer, corners = rim, (convex, concave)
        on_side = sides
        nbors = board.around
    else:
        faces = board.faces
        outer = {n for n, face in enumerate(faces) if not rim.isdisjoint(face)}
        corners = _corner_cells(board, rim, convex, concave)
        on_side = {
            name: {n for n, face in enumerate(faces) if not points.isdisjoint(face)}
            for name, points in sides.items()
        }
        nbors = _beside(board)
        found |= _majors(board)
    named = {
        "Corners": corners[0] | corners[1],
        "ConvexCorners": corners[0],
        "ConcaveCorners": corners[1],
        "Outer": outer,
        "Perimeter": outer,
        "Inner": set(range(len(middles))) - outer,
        "Centre": centre(middles, outer, corners[0] | corners[1]),
        **{f"Side {name}": on_side.get(name, set()) for name in EIGHT},
        **_phases(nbors),
    }
    return found | {name: tuple(sorted(sites)) for name, sites in named.items()}


def extremes(middles: Sequence[Point]) -> Regions:
    """The sites that lie farthest to each side."""
    xs, ys = [x for x, _ in middles], [y for _, y in middles]
    left, right, bottom, top = min(xs), max(xs), min(ys), max(ys)
    return {
        "Bottom": tuple(n for n, y in enumerate(ys) if y - bottom < EXTREME),
        "Top": tuple(n for n, y in enumerate(ys) if top - y < EXTREME),
        "Left": tuple(n for n, x in enumerate(xs) if x - left < EXTREME),
        "Right": tuple(n for n, x in enumerate(xs) if right - x < EXTREME),
    }


def _majors(board: Planar) -> Regions:
    most = max(len(face) for face in board.faces)
    return {
        "Major": tuple(n for n, face in enumerate(board.faces) if len(face) == most),
        "Minor": tuple(n for n, face in enumerate(board.faces) if len(face) < most),
    }


def _beside(board: Planar) -> list[list[int]]:
    """For each cell, the cells across its edges, in the order of the edges."""
    by_edge = board.faces_by_edge()
    return [
        [
            other
            for edge in sides_of(face)
            if number in (beside := by_edge[frozenset(edge)])
            for other in beside
            if other != number
        ]
        for number, face in enumerate(board.faces)
    ]


# The rim


def rims(board: Planar) -> list[list[int]]:
    """The points around each part of the board, but for parts that lie inside others."""
    covered: set[int] = set()
    found: list[list[int]] = []
    for start in sorted(range(len(board.points)), key=lambda point: board.points[point][0]):
        if start in covered:
            continue
        rim = _walk_round(board, start)
        covered.update(rim)
        covered.update(_inside(board, range(len(board.points)), rim))
        found.append(rim)
    hidden = {
        number
        for other, outer in enumerate(found)
        for number, rim in enumerate(found)
        if number != other and _inside(board, rim[:1], outer)
    }
    return [rim for number, rim in enumerate(found) if number not in hidden]


def _inside(board: Planar, points: Iterable[int], rim: list[int]) -> list[int]:
    """Which of some points lie inside a rim."""
    if len(rim) < 3:
        return []
    outline = [board.points[point] for point in rim]
    return [point for point in points if inside(board.points[point], outline)]


def _walk_round(board: Planar, start: int) -> list[int]:
    if not board.around[start]:
        return [start]
    x, y = board.points[start]
    before, here = start, min(
        board.around[start],
        key=lambda n: atan2(board.points[n][0] - x, y - board.points[n][1]),
    )  # fmt: skip
    rim = [start]
    limit = 2 * len(board.edges()) + 2
    while here != start and len(rim) < limit:
        rim.append(here)
        joined = board.around[here]
        before, here = here, joined[(joined.index(before) + 1) % len(joined)]
    return rim


def inside(point: Point, outline: Sequence[Point]) -> bool:
    """Whether a point lies inside an outline."""
    x, y = point
    odd = False
    for (ix, iy), (jx, jy) in zip(outline, [*outline[-1:], *outline[:-1]], strict=True):
        crosses = iy < y <= jy or jy < y <= iy
        if crosses and (ix <= x or jx <= x):
            odd ^= ix + (y - iy) / (jy - iy) * (jx - ix) < x
    return odd


# Corners and sides


def _corners(board: Planar, rims: list[list[int]]) -> tuple[set[int], set[int]]:
    """The points where the rim turns outwards, and those where it turns inwards."""
    convex: set[int] = set()
    concave: set[int] = set()
    for rim in rims:
        if len(rim) < 6:
            convex.update(rim)
            continue
        turns = _turns([board.points[point] for point in rim])
        convex.update(rim[n] for n in _peaks(turns))
        concave.update(rim[n] for n in _dips(turns))
    return convex, concave


def _turns(rim: Sequence[Point]) -> list[float]:
    """How much the rim turns at each point, smoothed; above 0 where it turns outwards."""
    count = len(rim)
    raw = [
        sum(_turn(rim[n - k], rim[n], rim[(n + k) % count]) / k for k in range(1, LOOK + 1))
        for n in range(count)
    ]
    return [(4 * raw[n] + raw[(n + 1) % count] + raw[n - 1]) / 6 for n in range(count)]


def _turn(a: Point, point: Point, b: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    if abs(dx) + abs(dy) < 1e-7:
        off = hypot(point[0] - a[0], point[1] - a[1])
    else:
        off = abs((point[1] - a[1]) * dx - (point[0] - a[0]) * dy) / hypot(dx, dy)
    cross = (point[0] - a[0]) * (b[1] - a[1]) - (b[0] - a[0]) * (point[1] - a[1])
    return -off if cross < 1e-7 else off


def _peaks(turns: list[float]) -> set[int]:
    count = len(turns)
    found = {
        n
        for n, turn in enumerate(turns)
        if turn >= SHARPEST_CONVEX
        and turn >= turns[n - 1] - LEVEL
        and turn >= turns[(n + 1) % count] - LEVEL
    }
    for n in range(count):
        if n in found:
            near = ((n - 1) % count, (n + 1) % count)
            found.update(m for m in near if turns[m] >= ALIKE * turns[n])
    return found


def _dips(turns: list[float]) -> set[int]:
    count = len(turns)
    return {
        n
        for n, turn in enumerate(turns)
        if turn <= SHARPEST_CONCAVE
        and turn <= turns[n - 1] + LEVEL
        and turn <= turns[(n + 1) % count] + LEVEL
    }


def _corner_cells(
    board: Planar, rim: set[int], convex: set[int], concave: set[int]
) -> tuple[set[int], set[int]]:
    """Cells at the corners of the board: convex and concave."""
    by_edge, by_point = board.faces_by_edge(), board.faces_by_point()
    found: tuple[set[int], set[int]] = (set(), set())
    for point in sorted(convex | concave):
        kind = found[point in concave]
        ends = [n for n in board.around[point] if n in convex or n in concave]
        rims = [n for n in board.around[point] if n in rim]
        if not ends and point in concave:
            alone = (n for n in by_point[point] if sum(c in rim for c in board.faces[n]) == 1)
            kind.update(alone)
            continue
        for other in ends or rims:
            kind.update(by_edge.get(frozenset((point, other)), ())[:1])
    return found


def _sides(board: Planar, rims: list[list[int]], corners: set[int]) -> dict[str, set[int]]:
    """The points of the rim between corners, by the side of the board that they lie on."""
    count = len(board.points)
    mid_x = sum(x for x, _ in board.points) / count
    mid_y = sum(y for _, y in board.points) / count
    found: dict[str, set[int]] = {}
    for rim in rims:
        for start in (n for n, point in enumerate(rim) if point in corners):
            run = _run(rim, start, corners)
            x = sum(board.points[point][0] for point in run) / len(run)
            y = sum(board.points[point][1] for point in run) / len(run)
            found.setdefault(_side(atan2(y - mid_y, x - mid_x)), set()).update(run)
    return found


def _run(rim: list[int], start: int, corners: set[int]) -> list[int]:
    """From one corner to the next, both included."""
    run = [rim[start]]
    for n in range(1, len(rim) + 1):
        run.append(rim[(start + n) % len(rim)])
        if run[-1] in corners:
            break
    return run


def _side(angle: float) -> str:
    sixteenth = int(((angle if angle >= 0 else angle + 2 * pi) + pi / 16) / (pi / 8)) % 16
    quarter, rest = divmod(sixteenth, 4)
    return EIGHT[2 * quarter + (rest > 0)]


def centre(middles: Sequence[Point], outer: set[int], corners: set[int]) -> set[int]:
    """The sites nearest to the rim and the corners taken together."""
    marks = [middles[n] for n in corners]
    if len(middles) < FEW:
        marks += [middles[n] for n in outer]
    far = [sum((x - mx) ** 2 + (y - my) ** 2 for mx, my in marks) for x, y in middles]
    nearest = min(far)
    return {n for n, distance in enumerate(far) if abs(distance - nearest) < 0.0001}


# Phases


def colouring(nbors: Sequence[Sequence[int]]) -> Regions:
    """The regions `Phase 0`, `Phase 1` and so on, from the neighbours of each site."""
    return {name: tuple(sorted(sites)) for name, sites in _phases(nbors).items()}


def _phases(nbors: Sequence[Sequence[int]]) -> dict[str, set[int]]:
    """A colouring in which no two neighbours are alike, begun at each part's first site."""
    phase: dict[int, int] = {}
    for start in range(len(nbors)):
        if start not in phase:
            _spread(nbors, start, phase)
    found: dict[str, set[int]] = {}
    for site, number in phase.items():
        found.setdefault(f"Phase {number}", set()).add(site)
    return found


def _spread(nbors: Sequence[Sequence[int]], start: int, phase: dict[int, int]) -> None:
    """Colour all that hangs together with a site, those that have least choice first."""
    waiting, done = deque([start]), set[int]()
    phase[start] = 0
    while waiting:
        site = waiting.popleft()
        if site in done:
            continue
        taken = {phase[n] for n in nbors[site] if n in phase}
        phase[site] = next(number for number in range(5) if number == 4 or number not in taken)
        done.add(site)
        for nbor in nbors[site]:
            if nbor in done:
                continue
            if len({phase[n] for n in nbors[nbor] if n in phase}) > 1:
                waiting.appendleft(nbor)
            else:
                waiting.append(nbor)


# Rows and columns


def rows_and_columns(middles: Sequence[Point]) -> tuple[list[int], list[int]]:
    """The row and the column of each site: where two have the same of both, by their heights."""
    rows, columns = gathered(middles)
    if len(set(zip(rows, columns, strict=True))) == len(middles):
        return rows, columns
    return _levels([y for _, y in middles]), _levels([x for x, _ in middles])


def gathered(middles: Sequence[Point]) -> tuple[list[int], list[int]]:
    """The row and the column of each site, along those lines that gather sites best."""
    rows, theta = _best(middles, "row", [radians(angle) for angle in range(0, 61, 15)])
    columns, _ = _best(middles, "column", [theta + radians(a) for a in range(90, 121, 15)])
    return rows, columns


def _best(middles: Sequence[Point], what: str, thetas: Iterable[float]) -> tuple[list[int], float]:
    found = [(_clustered(middles, what, theta), theta) for theta in thetas]
    (_, numbers), theta = min(found, key=lambda one: one[0][0])
    return numbers, theta


def _clustered(middles: Sequence[Point], what: str, theta: float) -> tuple[float, list[int]]:
    """How badly lines at an angle gather the sites, and each site's line."""
    (x0, y0, wide, high), numbers = _bounds(middles), [0] * len(middles)
    unit = (wide + high) / 2 / sqrt(len(middles))
    ax, ay = (x0 + wide / 2, y0 - high) if what == "row" else (x0 - wide, y0 + high / 2)
    dx, dy = wide * cos(theta), wide * sin(theta)
    distances = [_distance(x - ax, y - ay, dx, dy) for x, y in middles]
    groups: list[list[float]] = []
    mean = 0.0
    for distance, site in sorted((d, n) for n, d in enumerate(distances)):
        if not groups or abs(distance - mean) > 0.6 * unit:
            groups.append([])
        groups[-1].append(distance)
        mean = sum(groups[-1]) / len(groups[-1])
        numbers[site] = len(groups) - 1
    error = sum((sum(group) / len(group) - group[-1]) ** 2 / len(group) for group in groups)
    return error + 0.01 * len(groups), numbers


def _distance(x: float, y: float, dx: float, dy: float) -> float:
    if abs(dx) + abs(dy) < 1e-7:
        return hypot(x, y)
    across = y * dx - x * dy
    return sqrt(across * across / (dx * dx + dy * dy))


def _bounds(middles: Sequence[Point]) -> tuple[float, float, float, float]:
    xs, ys = [x for x, _ in middles], [y for _, y in middles]
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)


def _levels(values: Sequence[float]) -> list[int]:
    """The rank of each value, those that are nearly equal alike."""
    levels: list[float] = []
    for value in values:
        if not any(abs(value - level) < LEVEL for level in levels):
            levels.append(value)
    levels.sort()
    return [next(n for n, level in enumerate(levels) if abs(v - level) < LEVEL) for v in values]
