"""Facets as JSON: thousands of keys, which are the same in each answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from json.encoder import encode_basestring

from evidence.search import Results
from evidence.search.facets import NAMED, Ranked
from evidence.search.values import NONE

SMALL = [str(number) for number in range(10_000)]

# By the name of a facet: all its keys, and how each begins its part of an object. A snapshot has
# the same list as long as no key comes or goes.
_beginnings: dict[str, tuple[list[str], list[str]]] = {}


def facets_of(results: Results, names: Sequence[str]) -> dict[str, dict[str, int]]:
    """Some facets; what is not known is counted under a key that can be asked for."""
    found = {name: results.counts.count(name) for name in names}
    return {
        name: {key or NONE: count for key, count in counts.items()} if "" in counts else counts
        for name, counts in found.items()
    }


def facets_text(results: Results, names: Sequence[str]) -> str:
    """The same as JSON."""
    counts = results.counts
    texts = {
        name: _ranked(name, counts.ranked(name)) if name in NAMED else _counted(counts.count(name))
        for name in names
    }
    return f"{{{','.join([f'{encode_basestring(name)}:{text}' for name, text in texts.items()])}}}"


def _counted(counts: Mapping[str, int]) -> str:
    pieces = [f"{encode_basestring(key or NONE)}:{count}" for key, count in counts.items()]
    return f"{{{','.join(pieces)}}}"


def _ranked(name: str, ranked: Ranked) -> str:
    order, counts = ranked.order.tolist(), ranked.counts.tolist()
    pieces = [""] * (2 * len(order))
    pieces[::2] = map(_beginning(name, ranked.keys).__getitem__, order)
    pieces[1::2] = [SMALL[count] if count < len(SMALL) else str(count) for count in counts]
    if ranked.unknown:
        pieces.insert(2 * ranked.before, f',"{NONE}":{ranked.unknown}')
    return f"{{{''.join(pieces)[1:]}}}"


def _beginning(name: str, keys: list[str]) -> list[str]:
    """For each key what stands before its count."""
    known = _beginnings.get(name)
    if known is None or known[0] is not keys:
        known = _beginnings[name] = (keys, [f",{encode_basestring(key)}:" for key in keys])
    return known[1]
