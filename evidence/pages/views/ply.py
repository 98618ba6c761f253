"""The page of one ply of a recorded game: to look at, to cite and to take away."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode

from config.embeds import embeddable
from config.refusals import NoSuchValue
from evidence.exporters.citing import cite_ply
from games.models import Clause, Match
from games.moments import query_at
from games.picture_views import CONFLICT, MOST_FRAMES
from games.pictures import caption_of, on_page, title_of
from games.play import MoveError, RulesError
from games.play.showing import Seen
from games.play.turns import ply_text
from games.plies import Ply, ply_of, recorded_game
from games.ruleset_page import cited_clauses, notices, sides
from games.scenes import NotSeen, asked_of, clauses_at, moment_query, role_told, scene_of
from games.sentences import explained

SHOWN = 12  # plies of the line of play that is offered as a GIF
LINE = "line"


@embeddable
def ply(request: HttpRequest, slug: str, match: str, number: int) -> HttpResponse:
    """The position, the move that led to it, and the clauses that show up; `?embed=1` in frames.

    `?clause=NAME&role=ROLE` shows what one of them does.
    """
    game = recorded_game(slug, match)
    try:
        shown = ply_of(game, number)
    except (MoveError, RulesError) as error:
        context = {"match": game, "fault": error, "number": number}
        return render(request, "games/ply.html", context, status=CONFLICT)
    return render(request, "games/ply.html", _context(request, shown, _asked(request, shown)))


def _asked(request: HttpRequest, shown: Ply) -> Seen | None:
    """The clause that is asked for; none where what was cited has changed since, which is said."""
    try:
        return asked_of(shown, request.GET.get("clause", ""), request.GET.get("role", ""))
    except NotSeen as error:
        if request.GET.get(LINE, shown.mark) != shown.mark:
            return None
        raise NoSuchValue(str(error)) from error


def _context(request: HttpRequest, shown: Ply, seen: Seen | None) -> dict[str, Any]:
    match, number = shown.match, shown.number
    names = sides(shown.rules, shown.looks)
    asked = moment_query(seen)
    cited_by = f"{asked}&" if asked else "?"
    address = f"{reverse('ply', args=_where(match, number))}{cited_by}{LINE}={shown.mark}"
    cited = request.GET.get(LINE, "")
    title = caption_of(shown, seen, "").title
    clauses = {clause.name: clause for clause in cited_clauses(match.ruleset)}
    return {
        "match": match,
        "ply": shown,
        "number": number,
        "title": title,
        "last": len(match.moves),
        "changed": cited if cited and cited != shown.mark else "",
        "heading": title_of(shown),
        "seen": seen,
        "asked": asked,
        "board_svg": on_page(scene_of(shown, seen), title),
        "family": _family_text(shown),
        "side": names.get(str(shown.mover), ""),
        "notices": notices(match.ruleset, shown.position, names),
        "annotation": match.annotations.get(str(number), ""),
        "said": explained(shown, seen, clauses) if seen is not None else "",
        "clauses": _clauses(shown, clauses),
        "board_page": _board_page(match, number, seen),
        "gif": _gif(match, number, asked),
        "cite": cite_ply(shown, title, request.build_absolute_uri(address), timezone.localdate()),
    }


def _family_text(shown: Ply) -> str:
    """How the family of the rules writes the move; "" where that is no other than its label."""
    family, before, move = shown.rules.family, shown.before, shown.move
    if family is None or before is None or move is None:
        return ""
    text = ply_text(family, before, move.label)
    return text if text != move.label else ""


@dataclass(frozen=True)
class Shown:
    """A clause that shows up at a ply; `clause` is None where the ruleset has it no more.

    `board` is the address where it is seen on the ruleset's page, `here` the query of this page.
    """

    seen: Seen
    clause: Clause | None
    told: str
    board: str
    here: str


def _clauses(shown: Ply, clauses: Mapping[str, Clause]) -> list[Shown]:
    """What the rules say of this ply: each clause with its role and what it rests on."""
    return [
        Shown(
            seen,
            clauses.get(seen.clause),
            role_told(seen),
            _board_page(shown.match, shown.number, seen),
            moment_query(seen),
        )
        for seen in clauses_at(shown)
    ]


def _board_page(match: Match, number: int, seen: Seen | None) -> str:
    if seen is None:
        query = f"?{urlencode({'match': match.slug, 'ply': str(number)})}"
    else:
        query = query_at(match, number, seen.clause, seen.role)
    return f"{match.ruleset.get_absolute_url()}{query}"


def _gif(match: Match, number: int, asked: str) -> list[tuple[str, int, int]]:
    """Lines of play that are offered as GIFs: those that lead here, and the whole game.

    Those that end here end with the moment that is asked for.
    """
    last = len(match.moves)
    spans = [(max(0, number - SHOWN), number), (0, last)]
    return [
        (f"{_gif_of(match, span)}{asked if span[1] == number else ''}", *span)
        for span in dict.fromkeys(spans)
        if (span[0] < span[1] or asked) and span[1] - span[0] < MOST_FRAMES
    ]


def _gif_of(match: Match, span: tuple[int, int]) -> str:
    return reverse("ply-gif", args=[match.ruleset.slug, match.slug, *span])


def _where(match: Match, number: int) -> list[Any]:
    return [match.ruleset.slug, match.slug, number]
