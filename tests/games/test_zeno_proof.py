"""Agathias's epigram leaves one board: which places its names mean, tried out in every way.

Of White's men 7 stand on 6, 1 on 9 and 2 on 10, and of Black's 2 each on 8, 11, 12, 15 and 18 and
1 on 13. Open are summus and the place beside it (2 white men each), divus (1 white), antigonus and
the fourth from the last (2 black each), and which way White's men run. After 2, 5 and 6 White must
have eight single men, whatever he plays.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

Men = dict[int, int]
WHITE: Men = {6: 7, 9: 1, 10: 2}
BLACK: Men = {8: 2, 11: 2, 12: 2, 13: 1, 15: 2, 18: 2}
PLACES = range(1, 25)


def boards() -> Iterator[tuple[tuple[int, ...], Men, Men]]:
    """Each board that the names allow: summus, its neighbour, divus, antigonus, the fourth."""
    for summus, beside, divus, antigonus, fourth in product(
        PLACES, (-1, 1), PLACES, PLACES, (20, 21)
    ):
        neighbour = summus + beside
        white = WHITE | {summus: 2, neighbour: 2, divus: 1}
        black = BLACK | {antigonus: 2, fourth: 2}
        apart = len(white) == 6 and len(black) == 8 and not white.keys() & black.keys()
        if apart and neighbour in PLACES:
            yield (summus, neighbour, divus, antigonus, fourth), white, black


def plays(
    white: Men, black: Men, numbers: tuple[int, ...], way: int, *, off: bool
) -> Iterator[tuple[int, Men]]:
    """How many numbers a play uses, and White's men after it; `off` lets men leave at any time."""
    ended = True
    for number in numbers:
        left = tuple(each for each in numbers if each != number)
        for place in [place for place, men in white.items() if men]:
            to = place + way * number
            if black.get(to, 0) > 1 or (to not in PLACES and not off):
                continue
            ended = False
            moved = white | {place: white[place] - 1}
            if to in PLACES:
                moved[to] = moved.get(to, 0) + 1
            hit = {to: 0} if to in black else {}
            yield from plays(moved, black | hit, left, way, off=off)
    if ended:
        yield 3 - len(numbers), white


def ruins(white: Men, black: Men, way: int, *, off: bool) -> bool:
    """Whether each play of as many numbers as can be played leaves eight single men."""
    most, ruined = 0, False
    for used, men in plays(white, black, (2, 5, 6), way, off=off):
        eight = list(men.values()).count(1) == 8
        if used == 3 and not eight:
            return False
        if used >= most:
            ruined = eight if used > most else ruined and eight
            most = used
    return ruined


@pytest.mark.parametrize(
    ("off", "ruinous"),
    [(False, {((19, 20, 23, 14, 21), 1), ((20, 19, 23, 14, 21), 1)}), (True, set())],
)
def test_one_board_alone_ruins_zeno_and_only_where_no_man_leaves_early(off, ruinous):
    found = {
        (names, way)
        for names, white, black in boards()
        for way in (1, -1)
        if ruins(white, black, way, off=off)
    }

    assert found == ruinous
