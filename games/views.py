"""The pages of games and of their rulesets."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from config.embeds import embeddable
from games.engine import rules_for
from games.models import Clause, Game, Ruleset
from games.play import RulesError
from games.ruleset_page import (
    board,
    choose,
    notices,
    option_fields,
    page_data,
    reached,
    whole_rulesets,
)

OK, BAD_REQUEST = 200, 400


def games(request: HttpRequest) -> HttpResponse:
    """Every game by category, with the number of its records and rulesets."""
    rows = Game.objects.annotate(
        records=Count("evidence", distinct=True), playable=Count("rulesets", distinct=True)
    ).prefetch_related("aliases")
    groups: dict[str, list[Game]] = {str(label): [] for _value, label in Game.Category.choices}
    for row in rows.order_by("name"):
        groups.setdefault(row.get_category_display(), []).append(row)
    return render(request, "games/games.html", {"groups": groups.items(), "total": len(rows)})


@embeddable
def game(request: HttpRequest, slug: str) -> HttpResponse:
    """A game, its names, its rulesets and the evidence for it."""
    rulesets = Ruleset.objects.annotate(rules=Count("clauses", distinct=True)).order_by("name")
    found = get_object_or_404(
        Game.objects.prefetch_related("aliases", Prefetch("rulesets", rulesets)), slug=slug
    )
    records = found.evidence.select_related("game").prefetch_related("places__region")
    context = {"game": found, "records": records.order_by("year_from", "pk")}
    return render(request, "games/game.html", context)


def ruleset(request: HttpRequest, slug: str) -> HttpResponse:
    """The clauses beside the board; rules that cannot be run are shown with the reason."""
    found = get_object_or_404(whole_rulesets(), slug=slug)
    context: dict[str, Any] = {"ruleset": found, "statuses": Clause.Status.choices}
    try:
        chosen = choose(found, request.GET)
        rules = rules_for(found, chosen.options)
    except RulesError as error:
        status = BAD_REQUEST if "option" in request.GET else OK
        return render(request, "games/ruleset.html", {**context, "fault": error}, status=status)
    position = reached(chosen, rules)
    context |= {
        "chosen": chosen,
        "board_svg": board(found, chosen, rules, position),
        "notices": notices(found, position),
        "options": option_fields(rules),
        "data": page_data(found, chosen, rules),
    }
    return render(request, "games/ruleset.html", context)
