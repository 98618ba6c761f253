"""Definitions that families of games share, for any text: `"Common:AlquerqueBoard"`.

A stored game names the digest of its text alone, so a definition here never changes: one that
should be otherwise gets a new name. A text may define such a name itself; its own then counts.
To add one: a definition in a `.def` file, whose name begins with "Common:", and its digest in
tests/games/test_common_definitions.py.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from games.ludemes.definitions import Definition, Library, definitions_of

PREFIX = "Common:"


@lru_cache(maxsize=1)
def common() -> Library:
    """All of them, by name."""
    return Library(Path(__file__).parent)


def with_common(definitions: str, name: str = "definitions") -> Mapping[str, Definition] | None:
    """Definitions given as text before the common ones; None for no text, as `expand` takes it.

    Raises LudemeError.
    """
    if not definitions.strip():
        return None
    return ChainMap(definitions_of(definitions, name), dict(common()))
