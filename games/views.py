"""The pages of a ruleset: to read, to play, and beside another."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from config.answer_cache.views import cached_for_visitors
from config.costly import RETRY_AFTER
from config.embeds import embeddable
from config.middleware import RULES, allows
from games.between import SEATS
from games.chosen import choose
from games.clause_records import records_by_clause
from games.compare_asked import BUSY, LONGEST, context_of, pasted_context
from games.gist import gist_of
from games.models import Clause, Match, Ruleset
from games.play import RulesError, SecondRules
from games.play.setups import begun_from
from games.play_page import opening, play_data, read_move, strengths
from games.recorded_page import context as recorded_context
from games.rules_cache import looks_of, rules_for, rules_of
from games.ruleset_page import (
    board,
    notices,
    option_fields,
    page_data,
    reached,
    sides,
    whole_rulesets,
)
from games.sentences import said_of
from games.solved import solved_context

OK, BAD_REQUEST, TOO_LARGE = 200, 400, 413
DESCRIBES = "describes"  # of evidence.vocabulary, which games do not know


@embeddable
@allows(RULES)
@cached_for_visitors
def ruleset(request: HttpRequest, slug: str) -> HttpResponse:
    """The clauses beside the board; rules that cannot be run are shown with the reason."""
    found = get_object_or_404(whole_rulesets(), slug=slug)
    told = records_by_clause(found)
    context: dict[str, Any] = {
        "ruleset": found,
        "statuses": Clause.Status.choices,
        **_linked(found),
        "clauses": [(clause, told[clause.name]) for clause in found.clauses.all()],
        "reading": "reading" in request.GET,
    }
    try:
        chosen = choose(found, request.GET)
        rules = rules_of(found, chosen.digest, chosen.options)
    except RulesError as error:
        status = BAD_REQUEST if "option" in request.GET else OK
        return render(request, "games/ruleset.html", {**context, "fault": error}, status=status)
    position = reached(chosen, rules)
    examples = [each for each in found.matches.all() if each.origin == Match.Origin.EXAMPLE]
    context |= {
        "chosen": chosen,
        "examples": examples,
        "board_svg": board(found, chosen, rules, position),
        "notices": notices(found, position, sides(rules, looks_of(found, chosen.digest))),
        "options": option_fields(rules),
        "data": page_data(found, chosen, rules),
        "said": said_of(chosen, found),
        "former": chosen.digest != found.digest,
        **solved_context(found, rules),
        "unkept": chosen.match is not None and chosen.match.digest != chosen.digest,
    }
    return render(request, "games/ruleset.html", context)


def _linked(ruleset: Ruleset) -> dict[str, Any]:
    """The records that describe it, and the others that are linked with it."""
    links = list(ruleset.evidence_links.all())
    describes = [link for link in links if link.relation == DESCRIBES]
    return {
        "described_by": describes,
        "linked": [link for link in links if link not in describes],
    }


@require_safe
@allows(RULES)
def play(request: HttpRequest, slug: str) -> HttpResponse:
    """The rules on a board to play on; where they cannot be run the reason is shown."""
    found = get_object_or_404(whole_rulesets(), slug=slug)
    options = tuple(request.GET.getlist("option"))
    try:
        rules = rules_for(found, options)
    except RulesError as error:
        status = BAD_REQUEST if options else OK
        return render(request, "games/play.html", {"ruleset": found, "fault": error}, status=status)
    context = {
        "ruleset": found,
        "board_svg": opening(found, rules),
        "options": option_fields(rules),
        "strengths": strengths(),
        "data": play_data(found, options, rules),
        "players": rules.players,
        "by_link": rules.players in SEATS,
        "hides": isinstance(rules, SecondRules) and rules.engine_manifest.hides,
        "chance": gist_of(found.text).chance,
    }
    template = "games/play.html" if rules.design == 1 else "games/play_second.html"
    return render(request, template, context)


@cached_for_visitors
def recorded(request: HttpRequest, slug: str) -> HttpResponse:
    """The recorded games of a ruleset, narrowed down by clause, role, outcome and origin."""
    found = get_object_or_404(
        Ruleset.objects.select_related("game").prefetch_related("clauses"), slug=slug
    )
    return render(request, "games/recorded.html", recorded_context(found, request.GET))


def compare_too_large(request: HttpRequest) -> HttpResponse:
    """What is said of a text that is not read at all."""
    said = _("The text is too long: at most %(most)d characters are read.")
    context, _status = context_of(QueryDict())
    context["fault"] = said % {"most": LONGEST}
    return render(request, "games/compare.html", context, status=TOO_LARGE)


@require_http_methods(["GET", "HEAD", "POST"])
def compare(request: HttpRequest) -> HttpResponse:
    """Two rulesets side by side, or a pasted text and a ruleset; or why they cannot be compared."""
    context, status = (
        pasted_context(request.POST) if request.method == "POST" else context_of(request.GET)
    )
    answer = render(request, "games/compare.html", context, status=status)
    if status == BUSY:
        answer["Retry-After"] = str(RETRY_AFTER)
    return answer


@csrf_exempt  # changes nothing
@require_POST
def read(request: HttpRequest, slug: str) -> HttpResponse:
    """The move that `text` means after those `played`, one a line: JSON {"move"} or {"reason"}.

    `setup` is where the game begins, if not from the usual opening.
    """
    found = get_object_or_404(Ruleset, slug=slug)
    played, text = request.POST.get("played", "").splitlines(), request.POST.get("text", "")
    try:
        digest = request.GET.get("digest", found.digest)
        rules = rules_of(found, digest, request.POST.getlist("option"))
        rules = begun_from(rules, request.POST.get("setup", ""))
        titles = dict(found.clauses.values_list("name", "title"))
        looks = looks_of(found, digest)
        return JsonResponse(read_move(rules, looks, played, text.strip(), titles))
    except RulesError as error:
        return JsonResponse({"reason": str(error)}, status=BAD_REQUEST)
