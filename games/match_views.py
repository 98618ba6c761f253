"""The pages of recorded games: the board, the log, comments, and what curators make of them."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from config.middleware import RULES, allows
from games.commenting import (
    VERDICTS,
    judge_comment,
    judge_game,
    let_through,
    most_waiting,
    say,
    waiting,
)
from games.match_logs import text_of
from games.models import Comment, Match, SavedGame
from games.play import MoveError, RulesError
from games.ruleset_page import result_of
from games.saved_page import CommentForm, remarks, shown
from people.matrix import Right
from people.rights import needs

TEXT = "text/plain; charset=utf-8"
BAD_REQUEST, CONFLICT, TOO_MANY = 400, 409, 429
KINDS = {"comment": tuple(VERDICTS), "game": ("accept", "refuse")}


def _found(slug: str, match: str) -> Match:
    games = Match.objects.select_related("ruleset__game")
    return get_object_or_404(games, ruleset__slug=slug, slug=match)


@require_safe
def match(request: HttpRequest, slug: str, match: str) -> HttpResponse:
    """A recorded game with what is said of it, `?ply=N` on the board."""
    found = _found(slug, match)
    return _page(request, found, CommentForm())


@allows(RULES)
def _page(request: HttpRequest, found: Match, form: CommentForm, status: int = 200) -> HttpResponse:
    ply = request.GET.get("ply", "")
    number = int(ply) if ply.isascii() and ply.isdecimal() and len(ply) < 5 else 0
    context: dict[str, Any] = {
        "match": found,
        "ruleset": found.ruleset,
        "result": result_of(found),
        "comment_form": form,
        "watching": True,
        "remarks": remarks(found, empty=False),
        "comments": found.comments.filter(state=Comment.State.SHOWN),
        **shown(found, min(number, len(found.moves))),
    }
    return render(request, "games/match.html", context, status=status)


@require_POST
def comment(request: HttpRequest, slug: str, match: str) -> HttpResponse:
    """Say something of a published game; it is shown once a curator has let it through."""
    found = _found(slug, match)
    form = CommentForm(request.POST)
    if not form.is_valid():
        return _page(request, found, form, BAD_REQUEST)
    if most_waiting(request):
        form.add_error(
            None,
            _("Your earlier comments are still waiting. Write again once they have been read."),
        )
        return _page(request, found, form, TOO_MANY)
    say(request, found, form)
    messages.success(request, _("Thank you. Your comment is shown once a curator has read it."))
    return redirect(found)


@require_safe
@never_cache
@needs(Right.MODERATE)
def queue(request: HttpRequest) -> HttpResponse:
    """The comments and games that wait for a curator, and the approved comments."""
    context = waiting() | {"page": let_through(request.GET.get("page")), "page_query": ""}
    return render(request, "games/queue.html", context)


@require_POST
@needs(Right.MODERATE)
def moderate(request: HttpRequest, kind: str, pk: int) -> HttpResponse:
    """Let a comment or a game through, or refuse it; hide a comment, or show it again.

    `verdict` is one of games.commenting.VERDICTS, for a game accept or refuse. A comment is judged
    on the page of its game, too: `from` is "game" then.
    """
    if kind not in KINDS:
        raise Http404
    verdict = request.POST.get("verdict", "")
    if verdict not in KINDS[kind]:
        told = f"verdict: {' or '.join(KINDS[kind])}"
        return HttpResponse(told, content_type=TEXT, status=BAD_REQUEST)
    return _comment_judged(request, pk, verdict) if kind == "comment" else _game_judged(request, pk)


def _comment_judged(request: HttpRequest, pk: int, verdict: str) -> HttpResponse:
    found = get_object_or_404(Comment.objects.select_related("match__ruleset"), pk=pk)
    if not judge_comment(found, request.user, verdict):
        messages.warning(
            request, _("Someone has already decided on this comment. Look at it again.")
        )
    if request.POST.get("from") == "game":
        return redirect(f"{found.match.get_absolute_url()}#comments")
    return redirect("moderate")


def _game_judged(request: HttpRequest, pk: int) -> HttpResponse:
    game = get_object_or_404(SavedGame.objects.select_related("ruleset"), pk=pk)
    accepted = request.POST["verdict"] == "accept"
    if not judge_game(game, request.POST.get("seen", ""), accepted=accepted):
        messages.warning(request, _("This game has been changed since. Look at it again."))
    return redirect("moderate")


@require_safe
def log(request: HttpRequest, slug: str, match: str) -> HttpResponse:
    """The log of a recorded game as a file; where it cannot be replayed, the reason (409)."""
    games = Match.objects.select_related("ruleset")
    found = get_object_or_404(games, ruleset__slug=slug, slug=match)
    try:
        answer = HttpResponse(text_of(found), content_type=TEXT)
    except (MoveError, RulesError) as error:
        told = {"game": found, "error": error}
        reason = _("“%(game)s” cannot be replayed: %(error)s") % told
        return HttpResponse(reason, content_type=TEXT, status=CONFLICT)
    answer["Content-Disposition"] = f'attachment; filename="{found.slug}.txt"'
    return answer
