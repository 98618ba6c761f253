"""Games, rulesets and regions whose names have the words of a search, to stand before records."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_lazy as _

from evidence.models import Region
from evidence.search.relevance import Asked
from games.models import Concept, Game, GameAlias, Ruleset

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

SHOWN = 8  # of a kind


@dataclass(frozen=True)
class Named:
    """What was found of one kind, and how many more there are."""

    label: StrOrPromise
    things: list[Any]
    more: int


def named(text: str) -> list[Named]:
    """What is called so, by kind; nothing where no words are asked for."""
    if not text:
        return []
    asked = Asked(text)
    games = dict(_called(asked, Game.objects.values_list("pk", "name", "native_name")))
    games |= dict(_called(asked, GameAlias.objects.values_list("game_id", "name")))
    kinds = [
        (_("Games"), Game.objects.filter(pk__in=games)),
        (_("Rules"), _of(asked, Ruleset.objects.select_related("game"), "name", "game__name")),
        (_("Kinds of rules"), _of(asked, Concept.objects.all(), "name")),
        (_("Regions"), _of(asked, Region.objects.exclude(kind="drawn").defer("shape"), "name")),
    ]
    found = [(label, sorted(rows, key=asked.distance)) for label, rows in kinds]
    return [
        Named(label, things[:SHOWN], max(0, len(things) - SHOWN))
        for label, things in found
        if things
    ]


def _of(asked: Asked, rows: Any, *names: str) -> Any:
    return rows.filter(pk__in=dict(_called(asked, rows.values_list("pk", *names))))


def _called(asked: Asked, rows: Iterable[tuple[Any, ...]]) -> Iterable[tuple[int, bool]]:
    for pk, *names in rows:
        if asked.found_in(" ".join(filter(None, names))):
            yield pk, True
