"""Which family a board belongs to, and how it names the sites."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from games.notation.family import DRAUGHTS, MANCALA, RACE, TABLES, Family

SIDES = (8, 10, 12)
HAND = re.compile(r"Hand(?P<player>\d+)(?P<site>\.\d+)?")
TABLE_POINTS = 24
TOGYZ_HOLES = 9

# Label and place of a site.
Place = tuple[str, float, float]


def draughts(labels: Iterable[str], men: Mapping[str, int]) -> Family | None:
    """Draughts, where men fill the dark squares of all rows but the middle two; else None.

    `men` has whose man stands on a site at first. The smaller board is numbered from the side of
    the first player, as in English draughts, the larger from the other.
    """
    sites = set(labels)
    side = next((n for n in SIDES if len(sites) == n * n), 0)
    dark = [(rank, file) for rank in range(side) for file in range(side) if (rank + file) % 2 == 0]
    middle = (side // 2 - 1, side // 2)
    filled = {_label(rank, file) for rank, file in dark if rank not in middle}
    if not side or filled != set(men) or not filled <= sites or set(men.values()) != {1, 2}:
        return None
    from_below = (men[_label(0, 0)] == 1) == (side == SIDES[0])
    dark.sort(key=lambda at: (at[0], -at[1]) if from_below else (-at[0], at[1]))
    names = {_label(*at): str(number) for number, at in enumerate(dark, 1)}
    return Family(DRAUGHTS, (names, names))


def _label(rank: int, file: int) -> str:
    return f"{_letter(file)}{rank + 1}"


def _letter(number: int) -> str:
    return chr(ord("a") + number)


def mancala(places: Iterable[Place], players: int) -> Family | None:
    """Holes of two or four rows, each player's counted from his own left; None for other boards."""
    rows: dict[float, list[Place]] = {}
    for place in places:
        rows.setdefault(round(place[2], 3), []).append(place)
    levels = [rows[y] for y in sorted(rows) if len(rows[y]) > 2]
    if players != 2 or len(levels) not in (2, 4):
        return None
    half = len(levels) // 2
    south = _holes(levels[:half][::-1], upper=True)
    north = _holes(levels[half:], upper=False)
    if half == 1 and len(levels[0]) == TOGYZ_HOLES:
        return Family(MANCALA, tuple(_numbered(each) for each in (south, north)))
    names = south | north
    return Family(MANCALA, (names, names))


def _holes(rows: Sequence[list[Place]], *, upper: bool) -> dict[str, str]:
    """Names of a player's holes, the row in front first: a letter, or row and number."""
    names: dict[str, str] = {}
    for row, places in enumerate(rows):
        ordered = sorted(places, key=lambda place: place[1] if upper else -place[1])
        for number, (label, _, _) in enumerate(ordered):
            name = _letter(number) if len(rows) == 1 else f"{_letter(row)}{number + 1}"
            names[label] = name.upper() if upper else name
    return names


def _numbered(holes: Mapping[str, str]) -> dict[str, str]:
    return {label: str(number) for number, label in enumerate(holes, 1)}


def race(
    board: Sequence[str],
    tracks: Sequence[tuple[int, Sequence[str]]],
    hands: Sequence[str],
    players: int,
) -> Family | None:
    """Points numbered along the longest track of each player; None where one has none.

    `tracks` has owner (0 for everybody) and sites that are on the board. On tables of 24 points all
    of which are passed, points are counted down, so that the last is 1.
    """
    everybody = range(1, players + 1)
    own = [[way for owner, way in tracks if way and owner in (0, each)] for each in everybody]
    if not all(own):
        return None
    ways = [max(each, key=len) for each in own]
    if any(len(set(way)) < len(way) for way in ways):
        return None
    tables = len(board) == TABLE_POINTS and all(len(way) == TABLE_POINTS for way in ways)
    names = tuple(
        {label: str(n) for n, label in enumerate(reversed(way) if tables else way, 1)}
        | dict(_hand_names(hands, player, "bar" if tables else "hand"))
        for player, way in enumerate(ways, 1)
    )
    return Family(TABLES if tables else RACE, names)


def _hand_names(hands: Iterable[str], player: int, name: str) -> Iterable[tuple[str, str]]:
    for label in hands:
        read = HAND.fullmatch(label)
        if read is not None and int(read["player"]) == player:
            yield label, f"{name}{read['site'] or ''}"
