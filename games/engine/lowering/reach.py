"""Where a piece may go from each site, whatever stands on the board."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from games.engine.ir.program import Reaches
from games.engine.language import Typed
from games.engine.lowering.builder import Builder
from games.engine.lowering.directions import (
    AnyDirections,
    ChosenDirections,
    Directions,
    read_directions,
)
from games.engine.lowering.equipment import Component
from games.engine.lowering.joining import listed
from games.engine.lowering.registry import NotImplementedLudeme
from games.engine.lowering.walks import leaps

LARGEST = 1_000_000
# For a way in which a piece may face and a site: a bit for each site that it may go to.
Rows = Callable[[str, int], int]


def note_reaches(b: Builder, table: str, moved: Iterable[tuple[Component, Typed | None]]) -> None:
    """Keep where the functions of a table of pieces may lead. A piece may have no moves."""
    total = b.equipment.total
    reaches = Reaches(0, total, b.equipment.sites)
    rows = len(b.equipment.components) + 1
    if b.features["STACKS"] or rows * total * reaches.width > LARGEST:
        return
    data = bytearray(rows * total * reaches.width)
    for component, moves in moved:
        bits = _rows(b, moves) if moves is not None else _nowhere
        for site in range(b.equipment.sites):
            at = (component.index * total + site) * reaches.width
            to = 0
            for facing in b.facings if b.features["ROTATIONS"] else [component.facing or "N"]:
                to |= bits(facing, site)
            data[at : at + reaches.width] = to.to_bytes(reaches.width, "little")
    b.reaches[table] = replace(reaches, base=b.layout.bytes(bytes(data)))


def _nowhere(facing: str, site: int) -> int:
    return 0


def _rows(b: Builder, moves: Typed) -> Rows:
    every = (1 << b.equipment.total) - 1
    found = _read(b, moves)
    return found if found is not None else lambda facing, site: every


def _read(b: Builder, moves: Typed) -> Rows | None:
    """The sites that a form leads to; None where that cannot be known."""
    name = moves.key.removeprefix("moves ").removeprefix("move ")
    if moves.has("from") and set(moves.args["from"].args) - {"If", "level"}:
        return None
    if name in ("or", "or/2", "and", "and/2", "priority", "priority/2"):
        return _united([_read(b, each) for each in listed(moves)])
    if name == "if":
        parts = [moves.args[each] for each in ("list", "elseList") if moves.has(each)]
        return _united([_read(b, each) for each in parts])
    if name in ("Step", "step"):
        return _along(b, moves, 1)
    if name in ("Leap", "leap"):
        return _leaping(b, moves)
    if name in ("Slide", "slide", "Hop", "hop"):
        return None if moves.has("track") else _along(b, moves, None)
    return None


def _united(parts: list[Rows | None]) -> Rows | None:
    known = [each for each in parts if each is not None]
    if len(known) < len(parts):
        return None

    def rows(facing: str, site: int) -> int:
        found = 0
        for each in known:
            found |= each(facing, site)
        return found

    return rows


def _leaping(b: Builder, moves: Typed) -> Rows:
    forward = b.flag(moves.get("forward"))
    found = leaps(b, moves.args["walk"], moves.get("rotations"), forward=forward)
    bits = [sum(1 << to for to in row) for row in found]
    total = b.equipment.sites

    def rows(facing: str, site: int) -> int:
        return bits[(b.facings.index(facing) if forward else 0) * total + site]

    return rows


def _along(b: Builder, moves: Typed, longest: int | None) -> Rows | None:
    try:
        directions = read_directions(b, moves.get("directions"))
    except NotImplementedLudeme:
        return None
    plain = _plain(directions)
    if plain is None:
        return None
    known: dict[str, list[int]] = {}

    def rows(facing: str, site: int) -> int:
        if facing not in known:
            ways = [way for each in plain for way in each.ways(b, facing)]
            known[facing] = _bits(b, tuple(dict.fromkeys(ways)), longest)
        return known[facing][site]

    return rows


def _plain(directions: AnyDirections) -> list[Directions] | None:
    if isinstance(directions, ChosenDirections):
        yes, no = _plain(directions.yes), _plain(directions.no)
        return None if yes is None or no is None else yes + no
    return [directions] if isinstance(directions, Directions) else None


def _bits(b: Builder, ways: tuple[str, ...], longest: int | None) -> list[int]:
    """For each site, a bit for each that lies in one of those directions."""
    board = b.equipment.board
    assert board is not None

    def along(site: int) -> int:
        found = 0
        for way in ways:
            for each in board.ray(site, way)[:longest]:
                found |= 1 << each
        return found

    key = ("reach", ways, longest)
    return board.remember(key, lambda: [along(site) for site in range(len(board))])
