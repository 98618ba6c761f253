"""The editor of a text of rules, and the check that it asks for while somebody types."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from curation.rulesets.checking import LONGEST, Busy, Checked, check
from curation.rulesets.coverage import coverage
from games.models import Game, Ruleset
from games.saving import often
from people.matrix import Right
from people.rights import needs

CHECKS_AN_HOUR = 1500
OK, TOO_MANY, BUSY = 200, 429, 503
MOST_OPTIONS = 50
BEGINNING = """(define "Board" (board (square 8)))

(game "{name}"
    (players 2)
    (equipment {{
        "Board"
    }})
    (rules
        (play (forEach Piece))
        (end (if (no Moves Next) (result Mover Win)))
    )
)
"""
Context = dict[str, Any]


class NotChecked(Exception):
    """Why a text is not checked now, and the status to answer with."""

    def __init__(self, said: str, status: int) -> None:
        super().__init__(said)
        self.status = status


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Right.EDIT)
def edit_text(request: HttpRequest, slug: str) -> HttpResponse:
    """The text of a ruleset in the editor; a POST checks what is sent, and keeps nothing."""
    ruleset = get_object_or_404(Ruleset.objects.select_related("game"), slug=slug)
    return _page(request, ruleset, ruleset.game, ruleset.text)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Right.EDIT)
def new_text(request: HttpRequest) -> HttpResponse:
    """An empty editor for rules of a game, `?game=` its slug."""
    game = Game.objects.filter(slug=request.GET.get("game", "")).first()
    name = (game.name if game else _("A game")).replace('"', "")
    return _page(request, None, game, BEGINNING.format(name=name))


@require_POST
@login_required
@needs(Right.EDIT)
def check_text(request: HttpRequest) -> HttpResponse:
    """Check `text`, of the ruleset with that slug or of none, with the `option`s that are chosen.

    JSON: problems, doubts, definitions, options, clauses, board (SVG), and as parts of the
    page `shown` and `choices`.
    """
    ruleset = Ruleset.objects.filter(slug=request.POST.get("ruleset", "")[:80]).first()
    try:
        found = _checked(request, ruleset, _text(request))
    except NotChecked as error:
        return JsonResponse({"detail": str(error)}, status=error.status)
    context = _told(ruleset, found)
    return JsonResponse(
        {
            "problems": found.problems,
            "doubts": found.doubts,
            "definitions": found.definitions,
            "options": found.options,
            "clauses": context["coverage"].told(),
            "board": found.board,
            "shown": render_to_string("curation/ruleset_checked.html", context, request),
            "choices": render_to_string("curation/ruleset_options.html", context, request),
        }
    )


def _page(
    request: HttpRequest, ruleset: Ruleset | None, game: Game | None, text: str
) -> HttpResponse:
    status = OK
    context: Context = {"ruleset": ruleset, "game": game, "longest": LONGEST}
    if request.method == "POST":
        text = _text(request)
    try:
        context |= _told(ruleset, _checked(request, ruleset, text))
    except NotChecked as error:
        context["fault"], status = str(error), error.status
    context["text"] = text
    return render(request, "curation/ruleset_text.html", context, status=status)


def _text(request: HttpRequest) -> str:
    """What was sent, with the ends of lines that texts of rules have."""
    return request.POST.get("text", "").replace("\r\n", "\n")


def _checked(request: HttpRequest, ruleset: Ruleset | None, text: str) -> Checked:
    if often(request, "check-rules", CHECKS_AN_HOUR):
        raise NotChecked(_("Too many texts were checked from here: try again later."), TOO_MANY)
    options = request.POST.getlist("option")[:MOST_OPTIONS]
    try:
        return check(text, ruleset, [each[:400] for each in options])
    except Busy:
        said = _("Other texts are being checked: try again in a little while.")
        raise NotChecked(said, BUSY) from None


def _told(ruleset: Ruleset | None, found: Checked) -> Context:
    return {
        "ruleset": ruleset,
        "checked": found,
        "coverage": coverage(ruleset, found.definitions),
    }
