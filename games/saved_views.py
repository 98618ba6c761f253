"""Saved games: from the play page or a log, kept at two secret addresses, and published."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from config.clients import often
from config.middleware import RULES, allows
from games.between import game_of, log_between
from games.match_logs import LogError, read_log, text_of
from games.matches.log import Log
from games.matches.sheet import LONGEST
from games.models import Ruleset, SavedGame
from games.play import MoveError, RulesError
from games.saved_page import (
    ToldForm,
    example_of,
    read_remarks,
    refusal,
    remarks,
    shown,
    too_long,
    with_variations,
)
from games.saving import CannotSave, ask_to_publish, kept, locked, played, save, withdraw
from games.variations import WrongVariation, not_read

BAD_REQUEST, TOO_MANY = 400, 429
MOST_SAVED = 60  # games that one address may save in an hour
PER_PAGE = 50
MOST_DIGITS = 5  # of a ply in an address
SAID = {
    SavedGame.State.PRIVATE: gettext_lazy("Saved."),
    SavedGame.State.WAITING: gettext_lazy(
        "Saved. It will be published once a curator has approved it."
    ),
    SavedGame.State.PUBLISHED: gettext_lazy("Saved and published."),
    SavedGame.State.REFUSED: gettext_lazy("Saved. A curator has refused to publish it."),
}


@require_POST
def save_game(request: HttpRequest, slug: str) -> HttpResponse:
    """Save what was played: `moves`, one a line, how it `ended` by the players, and the `setup`."""
    ruleset = get_object_or_404(Ruleset, slug=slug)
    moves = [line.strip() for line in request.POST.get("moves", "").splitlines() if line.strip()]
    options, ended = request.POST.getlist("option"), request.POST.get("ended", "")
    try:
        log = played(ruleset, options, moves, ended, request.POST.get("setup", ""))
    except CannotSave as error:
        return _not_saved(request, ruleset, str(error))
    return _saved(request, ruleset, log)


@require_http_methods(["GET", "HEAD", "POST"])
def read_game(request: HttpRequest, slug: str) -> HttpResponse:
    """Save a game from its log, pasted or as a file; what is wrong with it is said by line."""
    ruleset = get_object_or_404(Ruleset.objects.select_related("game"), slug=slug)
    if request.method != "POST":
        return render(request, "games/read_log.html", {"ruleset": ruleset})
    try:
        text = _sent(request)
        named, log = read_log(text)
    except LogError as error:
        context = {"ruleset": ruleset, "fault": error, "text": request.POST.get("text", "")}
        return render(request, "games/read_log.html", context, status=BAD_REQUEST)
    return _saved(request, named, log)


def _sent(request: HttpRequest) -> str:
    """The log that was pasted or chosen. Raises LogError."""
    file: Any = request.FILES.get("file")
    if file is None:
        return request.POST.get("text", "")
    if file.size > 4 * LONGEST:
        raise LogError(0, f"the file has {file.size:,} bytes: {LONGEST:,} characters are read")
    try:
        return str(file.read().decode("utf-8"))
    except UnicodeDecodeError as error:
        raise LogError(0, f"the file is no text in UTF-8: {error}") from error


@require_POST
def save_between(request: HttpRequest, key: str) -> HttpResponse:
    """Save a game between two as it stands, for whoever plays or watches it."""
    game = game_of(key)
    if game is None:
        raise Http404
    return _saved(request, game.ruleset, log_between(game))


def _saved(request: HttpRequest, ruleset: Ruleset, log: Log) -> HttpResponse:
    if often(request, "save", MOST_SAVED):
        told = _("From here, %(most)d games were saved within an hour. Try again later.")
        return HttpResponse(told % {"most": MOST_SAVED}, status=TOO_MANY, content_type="text/plain")
    game = save(ruleset, log, request.user)
    return redirect("kept-game", game.edit_key)


def _not_saved(request: HttpRequest, ruleset: Ruleset, reason: str) -> HttpResponse:
    context = {"ruleset": ruleset, "fault": _("This game was not saved: %s.") % reason}
    return render(request, "games/read_log.html", context, status=BAD_REQUEST)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def kept_game(request: HttpRequest, key: str) -> HttpResponse:
    """A saved game: to be written about by who has its secret address, to be read by others."""
    game = kept(key)
    if game is None:
        raise Http404(_("There is no game at this address. Check that you copied all of it."))
    edits = key == game.edit_key
    if request.method == "POST":
        if not edits:
            raise PermissionDenied
        return _written(request, game)
    return _page(request, game, ToldForm(instance=game) if edits else None, _ply(request.GET, game))


def _ply(sent: QueryDict, game: SavedGame) -> int:
    """The ply that a request asks for, 0 where it asks for none."""
    ply = sent.get("ply", "")
    known = ply.isascii() and ply.isdecimal() and len(ply) <= MOST_DIGITS
    return min(int(ply), len(game.moves)) if known else 0


@allows(RULES)
def _page(
    request: HttpRequest, game: SavedGame, form: ToldForm | None, ply: int = 0
) -> HttpResponse:
    said = remarks(game, empty=form is not None)
    if form is not None and form.wrong is not None:
        ply, reason = form.wrong
        said = [replace(each, fault=reason if each.ply == ply else "") for each in said]
    context = {
        "saved": game,
        "ruleset": game.ruleset,
        "form": form,
        "seen": _mark(game),
        "watching": True,
        "remarks": said,
        "ply": ply,
        "example": example_of(game),
        "throws": any(move.startswith("[") for move in game.moves),
        **shown(game, ply),
    }
    if form is not None:
        context["links"] = {
            "edit": reverse("kept-game", args=[game.edit_key]),
            "read": reverse("kept-game", args=[game.read_key]),
        }
    status = BAD_REQUEST if form is not None and form.errors else 200
    answer = render(request, "games/saved.html", context, status=status)
    answer["X-Robots-Tag"] = "noindex"
    return answer


@transaction.atomic
def _written(request: HttpRequest, found: SavedGame) -> HttpResponse:
    game, deed = locked(found), request.POST.get("deed", "save")
    if deed == "withdraw":
        withdraw(game)
        messages.success(request, _("The game is private again."))
        return redirect("kept-game", game.edit_key)
    form = ToldForm(request.POST, instance=game)
    game.annotations = read_remarks(game, request.POST)
    if fault := too_long(game.annotations):
        form.add_error(None, fault)
    else:
        _check_variations(game, form)
    if request.POST.get("seen", _mark(game)) != _mark(game):
        form.add_error(
            None,
            _(
                "Someone else has annotated this game in the meantime. Your text is still here: "
                "saving it replaces theirs."
            ),
        )
    ply = _ply(request.POST, game)
    if not form.is_valid():
        return _page(request, game, form, ply)
    form.save()
    _after(request, game, deed)
    address = reverse("kept-game", args=[game.edit_key])
    return redirect(f"{address}?ply={ply}" if ply else address)


def _check_variations(game: SavedGame, form: ToldForm) -> None:
    try:
        game.annotations = with_variations(game, game.annotations)
    except WrongVariation as error:
        form.wrong = (error.ply, refusal(error))  # said beside the annotation that it is in
        told = _("Not saved: correct the variation in the annotation on ply %(ply)d.")
        form.add_error(None, told % {"ply": error.ply})


def _mark(game: SavedGame) -> str:
    """What tells one state of a game from another."""
    return game.changed.isoformat()


def _after(request: HttpRequest, game: SavedGame, deed: str) -> None:
    """Publish where that is asked; what is published already is published as it is now."""
    if deed == "publish" or game.state in (SavedGame.State.WAITING, SavedGame.State.PUBLISHED):
        ask_to_publish(game)  # without an account what is published stays as it was meanwhile
    messages.success(request, SAID[SavedGame.State(game.state)])
    for ply, text in not_read(game.annotations):
        told = _(
            "Ply %(ply)d: %(text)s stays text. A variation stands at the start or the end of a "
            "paragraph, and all its moves are legal."
        )
        messages.warning(request, told % {"ply": ply, "text": text})


@require_safe
def kept_log(request: HttpRequest, key: str) -> HttpResponse:
    """The log of a saved game as a file."""
    game = kept(key)
    if game is None:
        raise Http404
    try:
        answer = HttpResponse(text_of(game), content_type="text/plain; charset=utf-8")
    except (MoveError, RulesError) as error:
        return HttpResponse(str(error), status=409, content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{game.ruleset.slug}.txt"'
    return answer


@require_safe
@never_cache
@login_required
def own_games(request: HttpRequest) -> HttpResponse:
    """The saved games of whoever is logged in, the last changed first."""
    games = SavedGame.objects.filter(owner_id=request.user.pk).select_related("ruleset")
    games = games.defer("annotations", "ruleset__text").order_by("-changed", "-pk")
    page = Paginator(games, PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "games/own.html", {"page": page, "page_query": ""})
