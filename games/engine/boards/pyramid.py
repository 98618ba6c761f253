"""Square pyramids of points: each layer lies on the gaps of the one below."""

from __future__ import annotations

from functools import lru_cache

from games.boards.graph import COMPASS, Board, BoardError, Site, around
from games.boards.square import letters
from games.engine.boards.registry import VERTEX

MOST_LAYERS = 9
ORTHOGONAL, DIAGONAL = COMPASS[::2], COMPASS[1::2]
# Along x and y in halves of the distance of two points, and from layer to layer.
LEVEL = {
    "N": (0, 2, 0), "NE": (2, 2, 0), "E": (2, 0, 0), "SE": (2, -2, 0),
    "S": (0, -2, 0), "SW": (-2, -2, 0), "W": (-2, 0, 0), "NW": (-2, 2, 0),
}  # fmt: skip
SLOPES = {"NE": (1, 1), "SE": (1, -1), "SW": (-1, -1), "NW": (-1, 1)}
UP = {f"U{name}": (x, y, 1) for name, (x, y) in SLOPES.items()}
DOWN = {f"D{name}": (x, y, -1) for name, (x, y) in SLOPES.items()}
STEPS = LEVEL | UP | DOWN
GROUPS = {
    "Orthogonal": ORTHOGONAL, "Diagonal": DIAGONAL, "OffDiagonal": (),
    "Adjacent": (*ORTHOGONAL, *UP, *DOWN), "All": tuple(STEPS),
    "SameLayer": COMPASS, "Upward": tuple(UP), "Downward": tuple(DOWN),
}  # fmt: skip

Place = tuple[int, int, int]


@lru_cache(maxsize=16)
def pyramid(size: int, use: str) -> Board:
    """The pyramid on a square of `size` by `size` points, numbered from the near left upwards.

    Raises BoardError where it is played on anything but its points, and for other sizes.
    """
    if use != VERTEX:
        raise BoardError("a pyramid is played on its points: write use:Vertex")
    if not 2 <= size <= MOST_LAYERS:
        raise BoardError(f"a pyramid of {size} layers: write 2 to {MOST_LAYERS}")
    places = sorted(
        ((layer + 2 * x, layer + 2 * y, layer) for layer in range(size)
         for y in range(size - layer) for x in range(size - layer)),
        key=lambda place: (place[1], place[0], place[2]),
    )  # fmt: skip
    number = {place: n for n, place in enumerate(places)}
    following = {
        name: tuple(number.get((x + dx, y + dy, z + dz), -1) for x, y, z in places)
        for name, (dx, dy, dz) in STEPS.items()
    }
    ground = [[number[2 * x, 2 * y, 0] for x in range(size)] for y in range(size)]
    rows = tuple(map(tuple, ground))
    columns = tuple(zip(*ground, strict=True))
    return Board(
        "pyramid", tuple(_site(n, place) for n, place in enumerate(places)), COMPASS, following,
        rows, columns, _regions(rows, columns, places), GROUPS, GROUPS,
        on_points=True, layers=tuple(z for _, _, z in places),
    )  # fmt: skip


def _site(number: int, place: Place) -> Site:
    x, y, layer = place
    name = f"{letters(x)}{y + 1}" + "'" * (layer // 2)
    left, near = x / 2 + 0.5, y / 2 + 0.5
    return Site(number, name, left, near, around(left, near, 0.42 - 0.04 * layer))


def _regions(
    rows: tuple[tuple[int, ...], ...], columns: tuple[tuple[int, ...], ...], places: list[Place]
) -> dict[str, tuple[int, ...]]:
    size = len(rows)
    corners = tuple(sorted({rows[0][0], rows[0][-1], rows[-1][0], rows[-1][-1]}))
    outer = tuple(sorted({*rows[0], *rows[-1], *columns[0], *columns[-1]}))
    half = [(size - 1) // 2, size // 2]
    return {
        "Bottom": rows[0], "Top": rows[-1], "Left": columns[0], "Right": columns[-1],
        "Side S": rows[0], "Side N": rows[-1], "Side W": columns[0], "Side E": columns[-1],
        "Corners": corners, "Outer": outer, "Perimeter": outer,
        "Inner": tuple(n for n in range(len(places)) if n not in outer),
        "Centre": tuple(sorted({rows[y][x] for y in half for x in half})),
    }  # fmt: skip
