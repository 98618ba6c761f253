"""Numbers, places and lists of them as typed nodes give them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import reduce

from games.boards.graph import BoardError, Point
from games.engine.language import Typed

LARGEST = 1_000_000


def _quotient(a: int | float, b: int | float) -> int | float:
    if b == 0:
        return 0
    return int(a / b) if isinstance(a, int) and isinstance(b, int) else a / b


def _power(a: int | float, b: int | float) -> int | float:
    if abs(b) > 20 or abs(a) > LARGEST:
        raise BoardError(f"{a} to the power of {b} is too large for a board")
    found = a**b
    return int(found) if isinstance(a, int) and isinstance(b, int) else float(found)


SUMS: dict[str, Callable[[int | float, int | float], int | float]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": _quotient,
    "^": _power,
    "min": min,
    "max": max,
}


def number(item: Typed) -> int | float:
    """A number, or a sum of numbers. Raises BoardError for anything else."""
    if item.row is not None and item.row.keyword == "abs":
        found = abs(number(item.args["value"]))
    elif item.row is not None:
        combine = SUMS.get(item.row.keyword)
        if combine is None:
            raise BoardError(f"({item.row.keyword} …) is not implemented as a number of a board")
        found = reduce(combine, [number(each) for each in _parts(item)])
    elif isinstance(item.value, int | float) and not isinstance(item.value, bool):
        found = item.value
    else:
        raise BoardError(f"a number belongs here, not {item.value}")
    if not abs(found) <= LARGEST:
        raise BoardError(f"{found} is too large: {LARGEST} at the most")
    return found


def _parts(item: Typed) -> Iterator[Typed]:
    for each in item.args.values():
        yield from each.items or (each,)


def whole(item: Typed) -> int:
    """A whole number. Raises BoardError for another."""
    found = number(item)
    if found != int(found):
        raise BoardError(f"a whole number belongs here, not {found}")
    return int(found)


def wholes(item: Typed | None) -> tuple[int, ...]:
    """The whole numbers of a list; none where there is no list."""
    if item is None:
        return ()
    return tuple(whole(each) for each in item.items or (item,))


def flag(item: Typed | None, default: bool = False) -> bool:
    """Whether a word or value says True."""
    return default if item is None else item.value in (True, "True")


def place(item: Typed) -> Point:
    """A place `{x y}`. Raises BoardError for one that is above the board."""
    numbers = [float(number(each)) for each in item.items]
    if len(numbers) < 2 or any(numbers[2:]):
        raise BoardError("a place on a board is written {x y}")
    return numbers[0], numbers[1]


def places(item: Typed | None) -> list[Point]:
    """The places of a list; none where there is no list."""
    return [] if item is None else [place(each) for each in item.items]


def routes(item: Typed | None) -> list[list[Point]]:
    """Lists of places, such as the ends of edges."""
    return [] if item is None else [places(each) for each in item.items]


def numbered(item: Typed | None) -> list[tuple[int, ...]]:
    """Lists of numbers, such as the ends of edges."""
    return [] if item is None else [wholes(each) for each in item.items]
