"""Drafts of assertions made fit to be compared, and into the values of rows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from evidence import dates
from evidence.claims.assertions import KINDS
from evidence.claims.identifiers import IdentifierError
from evidence.claims.identifiers import canonical as identifiers_in_one_form
from evidence.drafts import AssertionDraft, DateDraft, Draft, GameDraft, PersonDraft
from evidence.sources import StoreError, find_game, source_of
from games.models import Game

Values = dict[str, Any]


def canonical(draft: Draft, *, stored: bool = True) -> Draft:
    """The draft that names games by slug, and dates in their one form. Raises StoreError.

    The games have to be stored, unless `stored` is false: others keep the name that they have.
    """
    slug = _slug if stored else _slug_or_name
    games = tuple(replace(row, game=slug(row.game)) for row in draft.identifications)
    others = tuple(replace(row, date=_date(row)) for row in draft.other_dates)
    for each in draft.relations:
        if not each.relation or each.target in ("", draft.identifier):
            said = "a relation has to be named, and lead to another record"
            raise StoreError(said, "relations")
    _check_needed(draft)
    people = tuple(map(_person, draft.people))
    rows: Values = {"identifications": games, "other_dates": others, "people": people}
    if all(getattr(draft, name) == found for name, found in rows.items()):
        return draft
    return replace(draft, **rows)


def _check_needed(draft: Draft) -> None:
    for name, kind in KINDS.items():
        for row in getattr(draft, name):
            if lacking := [field for field in kind.needed if not getattr(row, field)]:
                raise StoreError(f"one of {name} has no {' and no '.join(lacking)}", name)


def _person(row: PersonDraft) -> PersonDraft:
    try:
        identifiers = identifiers_in_one_form(row.identifiers)
    except IdentifierError as error:
        raise StoreError(str(error), "people") from error
    return row if identifiers == row.identifiers else replace(row, identifiers=identifiers)


def _date(row: DateDraft) -> str:
    if not row.role or not row.date:
        raise StoreError("a further date needs a role and a date", "other_dates")
    try:
        return dates.read(row.date).edtf
    except dates.DateError as error:
        raise StoreError(str(error), "other_dates") from error


def _game(named: str) -> Game:
    """The game that has this slug, this name or, alone, this alias. Raises StoreError."""
    game = find_game(GameDraft(named, slug=named)) if named else None
    if game is None:
        said = f"the game “{named}” is not stored" if named else "an identification has no game"
        raise StoreError(said, "identifications")
    return game


def _slug(named: str) -> str:
    return _game(named).slug


def _slug_or_name(named: str) -> str:
    game = find_game(GameDraft(named, slug=named))
    return game.slug if game else named


def without_unknown(draft: Draft) -> Draft:
    """The draft without assertions about games, or on the word of sources, that are not stored."""
    said: dict[str, Any] = {
        name: tuple(row for row in getattr(draft, name) if _is_known(row)) for name in KINDS
    }
    return replace(draft, **said)


def _is_known(row: AssertionDraft) -> bool:
    game = getattr(row, "game", "")
    is_game = not game or find_game(GameDraft(game, slug=game)) is not None
    return is_game and (not row.source or source_of(row.source) is not None)


def values_of(name: str, row: AssertionDraft) -> Values:
    """The values of a row to be stored. Raises StoreError."""
    source = source_of(row.source) if row.source else None
    if row.source and source is None:
        said = f"no source is stored as “{row.source}”: cite it in the record too"
        raise StoreError(said, name)
    values: Values = row.__dict__ | {"source": source}
    return values | {"game": _game(values["game"])} if "game" in values else values
