"""/compare/: two records, two rulesets, or a text of one's own and a ruleset."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from config.bodies import at_most
from evidence.models import Evidence
from evidence.records.pairs import rows, ruleset_pairs
from games import views as games_views
from games.compare_asked import LONGEST, params_of
from games.compare_page import rulesets_compared
from games.models import Ruleset

BAD_REQUEST = 400
OTHERS = 100


@at_most(
    lambda: settings.DATA_UPLOAD_MAX_MEMORY_SIZE or LONGEST,
    games_views.compare_too_large,
    changes=False,
)
def compare(request: HttpRequest) -> HttpResponse:
    """Records where `a` names one, or `record` begins; rulesets otherwise, which have the name."""
    if request.method == "POST" or not _asks_for_records(request):
        return games_views.compare(request)
    return _records(request, request.GET.get("a", ""), request.GET.get("b", ""))


def _asks_for_records(request: HttpRequest) -> bool:
    """Whether an address names a record; a slug of a ruleset is never taken for one."""
    names = [name for side in ("a", "b") if (name := request.GET.get(side, ""))]
    if Ruleset.objects.filter(slug__in=names).exists():
        return False
    return Evidence.objects.filter(identifier__in=names).exists()


def _records(request: HttpRequest, *names: str) -> HttpResponse:
    chosen = [_record(name) if name else None for name in names]
    context: dict[str, Any] = {"identifiers": names, "others": _others(chosen), "chosen": chosen}
    a, b = chosen
    if a is None or b is None:
        return render(request, "evidence/compare.html", context)
    if a.pk == b.pk:
        context["fault"] = _("This is the same record twice: choose two.")
        return render(request, "evidence/compare.html", context, status=BAD_REQUEST)
    context |= {"one": a, "other": b, "rows": rows(a, b), "steps": f"?{params_of(names)}"}
    if pairs := ruleset_pairs(a, b):
        context |= rulesets_compared(*pairs[0], request.GET.get("ply", ""))
        context["pairs"] = [(each, params_of([rules.slug for rules in each])) for each in pairs]
    return render(request, "evidence/compare.html", context)


def _record(identifier: str) -> Evidence:
    found = Evidence.objects.filter(identifier=identifier).select_related("game")
    record = found.prefetch_related(
        "places", "terms", "quotations", "citations__source", "ruleset_links__ruleset__game"
    ).first()
    if record is None:
        raise Http404(_("There is no record “%s”.") % identifier)
    return record


def _others(chosen: list[Evidence | None]) -> list[Evidence]:
    """Records of the same games, to choose another from; the earliest first."""
    games = {record.game_id for record in chosen if record}
    found = Evidence.objects.filter(game__in=games).select_related("game")
    return list(found.order_by("year_from", "identifier")[:OTHERS])
