"""A game between people: begun by a form, played at secret addresses, watched at another."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from config.clients import often
from config.middleware import RULES, allows
from games.between import SEATS, Opening, begin, etag_of, game_of, go_on, links_of, state_of, worded
from games.between_page import page_context
from games.matches.table import Deed, Refused, Stale, thrown_for
from games.models import Ruleset, SharedGame
from games.play import Position, RulesError
from games.play.setups import checked_from, written_setup
from games.rules_cache import rules_for
from games.ruleset_page import sides_of_game

BAD_REQUEST, FORBIDDEN, CONFLICT, TOO_MANY, NOT_MODIFIED = 400, 403, 409, 429, 304
MOST_BEGUN = 30  # games that one address may begin in an hour
MOST_DIGITS = 4
TEXT = "text/plain; charset=utf-8"


@require_POST
def begin_between(request: HttpRequest, slug: str) -> HttpResponse:
    """Begin a game, from the `setup` if any, and go to the seat of who began it."""
    ruleset = get_object_or_404(Ruleset, slug=slug)
    options, setup = request.POST.getlist("option"), request.POST.get("setup", "")
    try:
        rules = checked_from(rules_for(ruleset, options), setup)
    except RulesError as error:
        return HttpResponse(str(error), status=BAD_REQUEST, content_type=TEXT)
    if rules.players not in SEATS:
        reason = _("Games by link are for two to four players; these rules need %(players)d.")
        told = reason % {"players": rules.players}
        return HttpResponse(told, status=BAD_REQUEST, content_type=TEXT)
    side = {str(n): n for n in range(1, rules.players + 1)}.get(request.POST.get("side", "1"))
    if side is None:
        told = _("One plays side 1 to %(players)d.") % {"players": rules.players}
        return HttpResponse(told, status=BAD_REQUEST, content_type=TEXT)
    if often(request, "between", MOST_BEGUN):
        reason = _("From here, %(most)d games were begun within an hour. Try again later.")
        told = reason % {"most": MOST_BEGUN}
        return HttpResponse(told, status=TOO_MANY, content_type=TEXT)
    start = rules.start()
    begun = written_setup(start) if setup else ""
    opening = Opening(side, rules.players, begun, thrown_for(start))
    game = begin(ruleset, options, opening)
    return redirect(links_of(game, side)["own"])


def _found(key: str) -> SharedGame:
    game = game_of(key)
    if game is None:
        raise Http404(_("There is no game at this address. Check that you copied all of it."))
    return game


@require_safe
@never_cache
@allows(RULES)
def between(request: HttpRequest, key: str) -> HttpResponse:
    """The board of a game: to play at, or to watch; where it cannot be run the reason is shown."""
    game = _found(key)
    player = game.player_of(key)
    context: dict[str, Any] = {
        "ruleset": game.ruleset,
        "player": player,
        "side": sides_of_game(game).get(str(player), ""),
        "watching": not player,
    }
    try:
        context |= page_context(game, key, player)
    except RulesError as error:
        context["fault"] = error
    answer = render(request, "games/between.html", context)
    answer["X-Robots-Tag"] = "noindex"
    return answer


@require_safe
def between_state(request: HttpRequest, key: str) -> HttpResponseBase:
    """How the game stands; 304 to who names the version that still holds."""
    game = _found(key)
    player = game.player_of(key)
    etag = etag_of(game, player)
    if request.headers.get("If-None-Match") == etag:
        answer: HttpResponse = HttpResponse(status=NOT_MODIFIED)
    else:
        answer = JsonResponse(state_of(game, player))
    answer["ETag"] = etag
    answer["Cache-Control"] = "private, no-cache"
    return answer


@csrf_exempt  # the key in the address, which no other site knows, is what permits
@require_POST
def between_act(request: HttpRequest, key: str) -> JsonResponse:
    """Do a deed: `deed`, `move` and the `ply` that it answers. What is refused is said, with 409
    where the game has gone on meanwhile; either answer holds the game as it stands.
    """
    game = _found(key)
    player = game.player_of(key)
    if not player:
        reason = _("This address is for spectators; players have their own.")
        return JsonResponse({"reason": reason, "state": state_of(game, 0)}, status=FORBIDDEN)
    reason, status, position = _tried(game, _deed(request, player))
    if status == CONFLICT:
        game.refresh_from_db()
    told = {"reason": reason} if reason else {}
    return JsonResponse({**told, "state": state_of(game, player, position)}, status=status)


def _deed(request: HttpRequest, player: int) -> Deed:
    ply = request.POST.get("ply", "")
    known = ply.isascii() and ply.isdecimal() and len(ply) <= MOST_DIGITS
    kind, move = request.POST.get("deed", ""), request.POST.get("move", "")
    return Deed(player, int(ply) if known else -1, kind, move)


def _tried(game: SharedGame, deed: Deed) -> tuple[str, int, Position | None]:
    """Why a deed is refused, "" where it is done; the status; the position that it led to."""
    if deed.ply < 0:
        return _("Say which ply you answer: ply=0 before the first move."), BAD_REQUEST, None
    try:
        position = go_on(game, deed)
    except Stale as stale:
        return worded(stale, game.ruleset), CONFLICT, None
    except Refused as refused:
        return worded(refused, game.ruleset), BAD_REQUEST, None
    except RulesError as error:  # they ran into a limit
        return str(error), BAD_REQUEST, None
    return "", 200, position
