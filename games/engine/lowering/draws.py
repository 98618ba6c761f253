"""Numbers drawn at random: each is a die that nothing shows, thrown where the rules ask for it.

Chance is an event: the number that was drawn is recorded with the move, as a throw is. A throw is
made once for a ply. Where a ply may draw more often, or from a range that changes, or while moves
are listed, and where the set-up draws, one of SEEDS is thrown, and all draws of the ply follow from
it. So a ply has no more outcomes than there are seeds, even where its rules allow more.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.language import Typed
from games.engine.lowering.registry import NotImplementedLudeme

DRAWN = "ints value Random"
PLACED = ("start place Random", "start place Random/2", "start place Random/3")
DRAWS = frozenset({DRAWN, "region sites Random", *PLACED})
SEEDS = range(1, 1001)
ONCE = ("moves and", "moves if", "moves[]", "moves set", "moves remember", "moves then")
ALSO_ONCE = ("booleans", "ints")
OFTEN = ("booleans all", "booleans can", "booleans is In", "ints count", "ints max", "ints min")

Draw = tuple[Typed, tuple[str, ...]]  # a form that draws, and the keys of those that it stands in


def drawn_numbers(game: Typed, dice: bool) -> range:
    """The numbers that a game draws from. Raises NotImplementedLudeme for draws of other kinds."""
    found = list(_draws(game, ()))
    if not found:
        return range(0)
    if dice:
        raise NotImplementedLudeme(f"{found[0][0].key}: beside dice", found[0][0].node)
    return SEEDS if len(found) > 1 else _numbers(*found[0])


def set_up_rules(game: Typed) -> tuple[Typed, ...]:
    """The rules for the set-up, in order."""
    start = game.args["rules"].get("start")
    if start is None:
        return ()
    return start.args["rules"].items if start.has("rules") else (start.args["rule"],)


def draws(typed: Typed) -> bool:
    """Whether a form draws, or one within it."""
    return next(_draws(typed, ()), None) is not None


def _draws(typed: Typed, above: tuple[str, ...]) -> Iterator[Draw]:
    if typed.key in DRAWS:
        yield typed, above
    within = (*above, typed.key or typed.kind)
    for part in (*typed.args.values(), *typed.items):
        yield from _draws(part, within)


def _numbers(draw: Typed, above: tuple[str, ...]) -> range:
    """Those that the only draw of a game is from; SEEDS where they change, or it is not drawn once.

    Raises NotImplementedLudeme for none, and for too many.
    """
    given = draw.args.get("range")
    if given is None:
        return SEEDS
    low, high = given.get("min"), given.get("max")
    if low is None or low.row is not None or (high is not None and high.row is not None):
        return SEEDS
    numbers = range(int(str(low.value)), int(str((high or low).value)) + 1)
    if not 0 < len(numbers) <= len(SEEDS):
        raise NotImplementedLudeme(f"{DRAWN}: of {len(numbers)} numbers", draw.node)
    return numbers if _is_drawn_once(above) else SEEDS


def _is_drawn_once(above: tuple[str, ...]) -> bool:
    """Whether a form under these is reached once for each move that is made, at most."""
    if "moves then" not in above:
        return False
    after = above[above.index("moves then") :]
    return all(
        each.startswith((*ONCE, *ALSO_ONCE)) and not each.startswith(OFTEN) for each in after
    )
