"""Drafts of assertions made fit to be compared, and into the values of rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from evidence.drafts import AssertionDraft, Draft, GameDraft
from evidence.sources import StoreError, find_game, source_of
from games.models import Game

Values = dict[str, Any]


def canonical(draft: Draft) -> Draft:
    """The draft whose identifications name games by slug. Raises StoreError."""
    rows = tuple(replace(row, game=_game(row.game).slug) for row in draft.identifications)
    return draft if rows == draft.identifications else replace(draft, identifications=rows)


def _game(named: str) -> Game:
    """The game that has this slug, this name or, alone, this alias. Raises StoreError."""
    game = find_game(GameDraft(named, slug=named)) if named else None
    if game is None:
        said = f"the game “{named}” is not stored" if named else "an identification has no game"
        raise StoreError(said, "identifications")
    return game


ROWS: Mapping[str, Callable[[Values], Values]] = {
    "identifications": lambda said: said | {"game": _game(said["game"])},
}


def values_of(name: str, row: AssertionDraft) -> Values:
    """The values of a row to be stored. Raises StoreError."""
    source = source_of(row.source) if row.source else None
    if row.source and source is None:
        said = f"no source is stored as “{row.source}”: cite it in the record too"
        raise StoreError(said, name)
    return ROWS[name](dict(row.__dict__)) | {"source": source}
