"""What games are to each other, where somebody should look again."""

from __future__ import annotations

from django.db.models import Exists, OuterRef

from evidence.models import GameRelation
from evidence.quality.rows import Rows, rows_of
from evidence.vocabulary import GameLink, Sureness


def nobodys() -> Rows:
    """A game, and one that it relates to, though neither a person nor a source says so."""
    found = GameRelation.objects.filter(who="", source=None).order_by()
    return rows_of(found.values_list("game_id", "target_id").iterator(10_000), 2)


def both_ways() -> Rows:
    """Two games, each of which is derived from the other or its variant; the later one first."""
    rows = GameRelation.objects.exclude(relation=GameLink.SAME)
    rows = rows.exclude(certainty=Sureness.REJECTED)
    back = rows.filter(game=OuterRef("target"), target=OuterRef("game"))
    found = rows.filter(Exists(back)).order_by().values_list("game_id", "target_id")
    return rows_of({(max(pair), min(pair)) for pair in found}, 2)
