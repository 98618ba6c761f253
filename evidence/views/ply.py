"""The page of one ply of a recorded game: to look at, to cite and to take away."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.safestring import SafeString, mark_safe

from config.embeds import embeddable
from evidence.citing import cite_ply
from games.frames import drawn
from games.models import Match, Moment
from games.picture_views import CONFLICT, MOST_FRAMES
from games.pictures import lit, title_of
from games.play import MoveError, RulesError
from games.plies import Ply, ply_of, recorded_game
from games.ruleset_page import notices, sides

SHOWN = 12  # plies of the line of play that is offered as a GIF
LINE = "line"


@embeddable
def ply(request: HttpRequest, slug: str, match: str, number: int) -> HttpResponse:
    """The position, the move that led to it, and the clauses that show up; `?embed=1` in frames."""
    game = recorded_game(slug, match)
    try:
        shown = ply_of(game, number)
    except (MoveError, RulesError) as error:
        context = {"match": game, "fault": error, "number": number}
        return render(request, "games/ply.html", context, status=CONFLICT)
    return render(request, "games/ply.html", _context(request, shown))


def _context(request: HttpRequest, shown: Ply) -> dict[str, Any]:
    match, number = shown.match, shown.number
    address = f"{reverse('ply', args=_where(match, number))}?{LINE}={shown.mark}"
    cited = request.GET.get(LINE, "")
    title = title_of(shown)
    return {
        "match": match,
        "ply": shown,
        "number": number,
        "title": title,
        "last": len(match.moves),
        "changed": cited if cited and cited != shown.mark else "",
        "board_svg": _board(shown, title),
        "side": sides().get(str(shown.mover), ""),
        "notices": notices(match.ruleset, shown.position),
        "annotation": match.annotations.get(str(number), ""),
        "moments": _moments(match, number),
        "board_page": _board_page(match, number),
        "gif": _gif(match, number),
        "cite": cite_ply(shown, title, request.build_absolute_uri(address), timezone.localdate()),
    }


def _board(shown: Ply, title: str) -> SafeString:
    sprite = static("pieces.svg")
    board = drawn(shown.rules, shown.position, title, shown.looks, sides(), sprite)
    return mark_safe(lit(board, shown))  # noqa: S308 - drawn from numbers alone


def _moments(match: Match, number: int) -> list[Moment]:
    """Where clauses are known to show up here, each with what it rests on."""
    return list(
        match.moments.filter(ply=number)
        .select_related("clause")
        .prefetch_related("clause__citations__source", "clause__citations__evidence")
    )


def _board_page(match: Match, number: int) -> str:
    query = urlencode([("match", match.slug), ("ply", str(number))])
    return f"{match.ruleset.get_absolute_url()}?{query}"


def _gif(match: Match, number: int) -> list[tuple[str, int, int]]:
    """Lines of play that are offered as GIFs: those that lead here, and the whole game."""
    last = len(match.moves)
    spans = [(max(0, number - SHOWN), number), (0, last)]
    return [
        (reverse("ply-gif", args=[match.ruleset.slug, match.slug, *span]), *span)
        for span in dict.fromkeys(spans)
        if 0 < span[1] - span[0] < MOST_FRAMES
    ]


def _where(match: Match, number: int) -> list[Any]:
    return [match.ruleset.slug, match.slug, number]
