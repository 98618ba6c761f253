"""Facets as JSON: thousands of keys, which are the same in each answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from json.encoder import encode_basestring

import numpy
from numpy.typing import NDArray

from evidence.search import Results
from evidence.search.facets import NAMED, Ranked
from evidence.search.values import NONE

Texts = NDArray[numpy.object_]

SMALL: Texts = numpy.array([str(number) for number in range(10_000)], dtype=object)

# By the name of a facet: all its keys, and how each begins its part of an object. A snapshot has
# the same list as long as no key comes or goes.
_beginnings: dict[str, tuple[list[str], Texts]] = {}


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
    counts = ranked.counts
    small = not len(counts) or counts[0] < len(SMALL)  # the greatest comes first
    pieces: Texts = numpy.empty((len(counts), 2), dtype=object)
    pieces[:, 0] = _beginning(name, ranked.keys)[ranked.order]
    pieces[:, 1] = SMALL[counts] if small else counts.astype(str)
    texts = pieces.ravel().tolist()
    if ranked.unknown:
        texts.insert(2 * ranked.before, f',"{NONE}":{ranked.unknown}')
    return f"{{{''.join(texts)[1:]}}}"


def _beginning(name: str, keys: list[str]) -> Texts:
    """For each key what stands before its count."""
    known = _beginnings.get(name)
    if known is None or known[0] is not keys:
        texts = numpy.array([f",{encode_basestring(key)}:" for key in keys], dtype=object)
        known = _beginnings[name] = (keys, texts)
    return known[1]
