"""Numbers drawn at random: each is a die that nothing shows, thrown where the rules ask for it.

Chance is an event: the number that was drawn is recorded with the move, as a throw is. A throw is
made once for a ply. So what might be drawn more often in one ply is refused, and so is what is
drawn while moves are listed.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.language import Typed
from games.engine.lowering.registry import NotImplementedLudeme

DRAWN = "ints value Random"
MOST_NUMBERS = 1000
ONCE = ("moves and", "moves if", "moves[]", "moves set", "moves remember", "moves then")
ALSO_ONCE = ("booleans", "ints")
OFTEN = ("booleans all", "booleans can", "booleans is In", "ints count", "ints max", "ints min")


def drawn_numbers(game: Typed, dice: bool) -> tuple[int, ...]:
    """The numbers that a game draws from. Raises NotImplementedLudeme for draws of other kinds."""
    found = list(_draws(game, ()))
    draw, above = found[0]
    if len(found) > 1:
        raise NotImplementedLudeme(f"{DRAWN}: in more than one place", found[1][0].node)
    if dice:
        raise NotImplementedLudeme(f"{DRAWN}: beside dice", draw.node)
    if not _is_drawn_once(above):
        raise NotImplementedLudeme(f"{DRAWN}: but once after a move", draw.node)
    low, high = _bounds(draw)
    if not low <= high < low + MOST_NUMBERS:
        raise NotImplementedLudeme(f"{DRAWN}: of {high - low + 1} numbers", draw.node)
    return tuple(range(low, high + 1))


def _draws(typed: Typed, above: tuple[str, ...]) -> Iterator[tuple[Typed, tuple[str, ...]]]:
    if typed.key == DRAWN:
        yield typed, above
    within = (*above, typed.key or typed.kind)
    for part in (*typed.args.values(), *typed.items):
        yield from _draws(part, within)


def _is_drawn_once(above: tuple[str, ...]) -> bool:
    """Whether a form under these is reached once for each move that is made, at most."""
    if "moves then" not in above:
        return False
    after = above[above.index("moves then") :]
    return all(
        each.startswith((*ONCE, *ALSO_ONCE)) and not each.startswith(OFTEN) for each in after
    )


def _bounds(draw: Typed) -> tuple[int, int]:
    given = draw.args["range"]
    values = [given.get(name) for name in ("min", "max")]
    low, high = values
    if low is None or low.row is not None or (high is not None and high.row is not None):
        raise NotImplementedLudeme(f"{DRAWN}: of a range that changes", draw.node)
    return int(str(low.value)), int(str(low.value if high is None else high.value))
