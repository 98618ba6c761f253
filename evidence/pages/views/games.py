"""Games: their names, rulesets, and evidence in time and space."""

from __future__ import annotations

from django.db.models import Count, F, Prefetch, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from config.embeds import embeddable
from evidence.claims import game_relations
from evidence.models import Identification, Name
from evidence.pages.views.kept import kept
from evidence.pages.views.shared import Listed, query_map, query_timeline, twins
from evidence.search import Query, search
from evidence.vocabulary import NameOf
from games.models import Game, Ruleset

SHOWN_RECORDS = 20
MOST_IDENTIFIED = 200


@embeddable
@kept
def game(request: HttpRequest, slug: str) -> HttpResponse:
    """A game, its names, its rulesets, and the earliest of the evidence for it."""
    rulesets = Ruleset.objects.annotate(rules=Count("clauses", distinct=True)).order_by("name")
    found = get_object_or_404(
        Game.objects.prefetch_related(
            "aliases", Prefetch("rulesets", rulesets), *game_relations.prefetch()
        ),
        slug=slug,
    )
    query = Query(games=(slug,), ordering="year_from")
    results = search(query)
    context = {
        "game": found,
        "results": results,
        "records": Listed(results)[:SHOWN_RECORDS],
        "map": query_map(results, results),
        "timeline": query_timeline(results, results),
        "identified": _identified(found),
        "named": _named(found),
        "related": game_relations.related_games(found),
        "twins": [*twins("evidence/", query.params()), *twins(f"games/{slug}/", [])[:1]],
    }
    return render(request, "games/game.html", context)


def _named(found: Game) -> QuerySet[Name]:
    """What its records call it."""
    rows = Name.objects.filter(evidence__game=found, of=NameOf.GAME)
    return rows.select_related("evidence__game", "source").order_by(
        F("evidence__year_from").asc(nulls_last=True), "text", "pk"
    )[:MOST_IDENTIFIED]


def _identified(found: Game) -> QuerySet[Identification]:
    """Records of other games that somebody takes for evidence of this one too."""
    rows = Identification.objects.filter(game=found).exclude(evidence__game=found)
    return rows.select_related("evidence__game", "source")[:MOST_IDENTIFIED]
