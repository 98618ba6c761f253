"""The pages of recorded games and their logs."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.match_logs import text_of
from games.models import Match
from games.play import MoveError, RulesError

TEXT = "text/plain; charset=utf-8"
CONFLICT = 409


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
