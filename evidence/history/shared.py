"""The history of sources, regions and games: what an act made of each, to be undone with it.

What imports of whole files do is noted here. What a single record brings along is not, nor what
is changed in the admin site, which keeps a log of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from evidence.claims.game_relations import contents_of, store_relations
from evidence.drafts import GameRelationDraft
from evidence.history import revision
from evidence.history.contents import Content
from evidence.models import Region, SharedVersion, Source
from games.models import Game

Row = Source | Region | Game
What = SharedVersion.What
RELATIONS = "relations"


class Kind(NamedTuple):
    """A model whose rows records share, the fields of a version, and what a row is needed by."""

    model: type[Row]
    fields: tuple[str, ...]
    needed_by: Callable[[Any], str]


def content_of(row: Row) -> Content:
    """The fields of a row, for its history; of a game also what it is to others."""
    content = {name: getattr(row, name) for name in _kind(row).fields}
    related = contents_of(row) if isinstance(row, Game) and row.pk else []
    return content | ({RELATIONS: related} if related else {})


def put_back(row: Row, content: Content) -> None:
    """Make a stored row what a version of it says. Raises StoreError."""
    for name in _kind(row).fields:
        if name in content:
            setattr(row, name, content[name])
    row.save()
    if isinstance(row, Game):
        store_relations(row, [GameRelationDraft(**each) for each in content.get(RELATIONS, ())])


def note_shared(row: Row, before: Content | None, after: Content | None = None) -> None:
    """Note what the act under way has made of a stored row, unless it is as it was.

    `after` is its content now, for those who know it.
    """
    after = content_of(row) if after is None else after
    if before != after:
        _note(row, before, after)


def delete_shared(row: Row) -> None:
    """Delete a row, and note it."""
    before = content_of(row)
    row.delete()
    _note(row, before, None)


def _note(row: Row, before: Content | None, after: Content | None) -> None:
    what = next(what for what, kind in KINDS.items() if kind.model is type(row))
    with revision() as act:
        SharedVersion.objects.create(
            what=what, slug=row.slug, revision=act.row, before=before, after=after
        )


def _kind(row: Row) -> Kind:
    return next(kind for kind in KINDS.values() if kind.model is type(row))


def _source(source: Source) -> str:
    if source.citations.exists():
        return _("a record rests on it")
    return _("a clause rests on it") if source.clause_citations.exists() else ""


def _region(region: Region) -> str:
    if region.places.exists():
        return _("it is the place of a record")
    return _("another region is part of it") if region.children.exists() else ""


def _game(game: Game) -> str:
    if game.evidence.exists():
        return _("a record is about it")
    if game.rulesets.exists():
        return _("it has rulesets")
    if game.relations_to_it.exists():
        return _("another game is related to it")
    return _("it was given other names") if game.aliases.exists() else ""


KINDS = {
    What.SOURCE: Kind(Source, ("citation", "csl", "title", "year"), _source),
    What.REGION: Kind(Region, ("name", "kind", "shape", "note"), _region),
    What.GAME: Kind(
        Game,
        ("name", "native_name", "category", "description", "origin", "external_ids"),
        _game,
    ),
}
