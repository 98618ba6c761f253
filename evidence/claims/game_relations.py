"""What games are to each other: seen from either side, as drafts, and in their history."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from typing import Any, NamedTuple

from django.db.models import Prefetch

from evidence.drafts import GameRelationDraft
from evidence.models.assertions import GameRelation
from evidence.sources import StoreError, check_fields, source_of
from games.models import Game

NAMES = tuple(field.name for field in fields(GameRelationDraft))


class RelatedGame(NamedTuple):
    """Another game, and what the game that is shown is to it in words, by which row.

    `is_inverse` tells that the row says what the other one is to it.
    """

    words: str
    other: Game
    row: GameRelation
    is_inverse: bool


def related_games(game: Game) -> list[RelatedGame]:
    """The games that a game relates to, and those that relate to it; no query if prefetched."""
    own = [
        RelatedGame(str(row.get_relation_display()), row.target, row, is_inverse=False)
        for row in game.relations.all()
    ]
    return own + [
        RelatedGame(row.inverse, row.game, row, is_inverse=True)
        for row in game.relations_to_it.all()
    ]


def prefetch() -> tuple[Prefetch[Any], Prefetch[Any]]:
    """What `related_games` reads, to prefetch with games."""
    rows = GameRelation.objects.select_related("game", "target", "source")
    return (
        Prefetch("relations", rows.order_by("pk")),
        Prefetch("relations_to_it", rows.order_by("game__name", "pk")),
    )


def drafts_of(game: Game) -> tuple[GameRelationDraft, ...]:
    """What is stored of a game's own relations."""
    return tuple(map(_draft, game.relations.select_related("target", "source").order_by("pk")))


def _draft(row: GameRelation) -> GameRelationDraft:
    said = {
        "target": row.target.slug,
        "source": row.source.citation if row.source else "",
    }
    return GameRelationDraft(
        **{name: said[name] if name in said else getattr(row, name) for name in NAMES}
    )


def contents_of(game: Game) -> list[dict[str, str]]:
    """A game's own relations as JSON, without what is blank."""
    rows = ({name: getattr(row, name) for name in NAMES} for row in drafts_of(game))
    return [{name: value for name, value in row.items() if value} for row in rows]


def store_relations(game: Game, drafts: Iterable[GameRelationDraft]) -> bool:
    """Make a game's own relations these; tells whether they change. Raises StoreError.

    The other games, and the sources, have to be stored.
    """
    wanted = tuple(drafts)
    if drafts_of(game) == wanted:
        return False
    rows = [GameRelation(game=game, **_values(draft)) for draft in wanted]
    for row in rows:
        check_fields(row)
        if row.target_id == game.pk:
            raise StoreError("a game is related to another game", "relations")
    game.relations.all().delete()
    GameRelation.objects.bulk_create(rows)
    return True


def _values(draft: GameRelationDraft) -> dict[str, Any]:
    target = Game.objects.filter(slug=draft.target).first()
    if target is None:
        raise StoreError(f"the game “{draft.target}” is not stored", "relations")
    source = source_of(draft.source) if draft.source else None
    if draft.source and source is None:
        raise StoreError(f"no source is stored as “{draft.source}”", "relations")
    return draft.__dict__ | {"target": target, "source": source}
