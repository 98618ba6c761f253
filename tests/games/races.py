"""Races with dice in tests: the rules from other men at the start, and the moves of a throw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product

from games.play.second import SecondPosition, SecondRules, load_second
from tests.games.families import second, text


@lru_cache
def begun(slug: str, start: str = "", *options: str) -> SecondRules:
    """The rules of a race, with other men at the start where `start` places them."""
    if not start:
        return second(slug, *options)
    before, after = text(slug).split("(start ", 1)
    written = f"{before}(start {{{start}}}){after[after.index(')') + 1 :]}"
    return load_second(written, options, limits=None)


def bare(labels: Iterable[str]) -> set[str]:
    """Moves without the throw that stands before them."""
    return {label.rpartition("] ")[2] for label in labels}


def moves(position: SecondPosition, *throw: int) -> set[str]:
    """The moves that a throw, by the numbers of the faces, allows."""
    return bare(move.label for move in position.with_throw(throw).legal_moves)


def throws(rules: SecondRules) -> Iterator[tuple[int, ...]]:
    """Each throw of the dice, as numbers of faces."""
    return product(*(range(len(die.faces)) for die in rules.engine_manifest.dice))


def chances(rules: SecondRules) -> Counter[str]:
    """How many throws allow each first move."""
    start = rules.start()
    return Counter(move for throw in throws(rules) for move in moves(start, *throw))


def standing(position: SecondPosition, site: int) -> str | None:
    """What stands on a site, by its name and the number of its owner."""
    here = position.standing[site]
    return None if here is None else position.rules.manifest.labels[here.piece]


def complete_plays(position: SecondPosition, mover: int = 1) -> set[str]:
    """The positions, in words, that the mover's plays of a whole throw lead to."""
    if position.mover != mover or position.outcome is not None:
        return {str(position)}
    following = (position.play(move) for move in position.legal_moves)
    return set().union(*(complete_plays(each, mover) for each in following))
