"""Which forms a set of texts uses, and which missing ones stop how many of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from games.engine.language.typed import Typed, walk


class Stop(NamedTuple):
    """A missing form: how many texts it stops, how many alone, and how many are open after it.

    The last counts texts of which all forms are there once this one and those before it are.
    """

    key: str
    stops: int
    alone: int
    open: int


def used_forms(root: Typed) -> set[str]:
    """The keys of all rows that a text uses."""
    return {node.key for node in walk(root) if node.row is not None}


def missing_forms(used: Iterable[set[str]], implemented: Collection[str]) -> list[set[str]]:
    """For each text the forms that it uses and that are not implemented."""
    there = set(implemented)
    return [keys - there for keys in used]


def stops(missing: list[set[str]]) -> Iterator[Stop]:
    """The missing forms in the order that opens most texts soonest."""
    stopped = Counter(key for keys in missing for key in keys)
    alone = Counter(next(iter(keys)) for keys in missing if len(keys) == 1)
    left = [set(keys) for keys in missing]
    for _ in range(len(stopped)):
        key = _most_promising(left)
        for keys in left:
            keys.discard(key)
        yield Stop(key, stopped[key], alone[key], sum(not keys for keys in left))


def _most_promising(left: list[set[str]]) -> str:
    """The form that opens most texts; of several, the one that is needed by nearly open ones."""
    weights: dict[str, tuple[int, float]] = {}
    for keys in left:
        for key in keys:
            opens, nearly = weights.get(key, (0, 0.0))
            weights[key] = opens + (len(keys) == 1), nearly + 1 / len(keys) ** 2
    return max(sorted(weights), key=lambda key: weights[key])
