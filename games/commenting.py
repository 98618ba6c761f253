"""Comments on published games: written by anybody, seen once a curator has let them through."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Page, Paginator
from django.db import transaction
from django.db.models import F
from django.http import HttpRequest
from django.utils.timezone import now

from config.clients import asker_of
from games.models import Comment, Match, SavedGame
from games.saved_page import CommentForm, remarks
from games.saving import locked, publish

MOST_WAITING = 5  # comments of one address that wait at a time
COMMENTS_SHOWN, GAMES_SHOWN = 100, 20  # to a curator at a time
READ_SHOWN = 50  # on a page of approved comments
# The state of a comment that each verdict is about, and what it makes of it.
VERDICTS = {
    "accept": (Comment.State.WAITING, Comment.State.SHOWN),
    "refuse": (Comment.State.WAITING, Comment.State.REFUSED),
    "hide": (Comment.State.SHOWN, Comment.State.HIDDEN),
    "show": (Comment.State.HIDDEN, Comment.State.SHOWN),
}


def most_waiting(request: HttpRequest) -> bool:
    """Whether as many comments as may wait have come from there."""
    sent = Comment.objects.filter(sender=asker_of(request, "comments"), state=Comment.State.WAITING)
    return sent.count() >= MOST_WAITING


def say(request: HttpRequest, match: Match, form: CommentForm) -> Comment:
    """Keep a comment until a curator has read it."""
    comment: Comment = form.save(commit=False)
    comment.match, comment.sender = match, asker_of(request, "comments")
    if comment.ply is not None:
        comment.ply = min(comment.ply, len(match.moves))
    comment.save()
    return comment


def waiting() -> dict[str, Any]:
    """What waits for a curator, the oldest first, and how many more comments and games do."""
    comments = Comment.objects.filter(state=Comment.State.WAITING).order_by("made", "pk")
    games = SavedGame.objects.filter(state=SavedGame.State.WAITING).order_by("changed", "pk")
    first = games.select_related("ruleset", "match")[:GAMES_SHOWN]
    return {
        "comments": comments.select_related("match__ruleset")[:COMMENTS_SHOWN],
        "more_comments": max(0, comments.count() - COMMENTS_SHOWN),
        "games": [(game, remarks(game, empty=False)) for game in first],
        "more_games": max(0, games.count() - GAMES_SHOWN),
    }


def let_through(number: str | None) -> Page[Comment]:
    """A page of the comments that are shown or were hidden, the last judged first."""
    states = (Comment.State.SHOWN, Comment.State.HIDDEN)
    comments = Comment.objects.filter(state__in=states).select_related(
        "match__ruleset", "judged_by"
    )
    last = F("judged").desc(nulls_last=True)
    return Paginator(comments.order_by(last, "-pk"), READ_SHOWN).get_page(number)


def judge_comment(comment: Comment, judge: Any, verdict: str) -> bool:
    """Do what a verdict says, and keep who did it, when; False where others were there before."""
    before, after = VERDICTS[verdict]
    here = Comment.objects.filter(pk=comment.pk, state=before)
    return bool(here.update(state=after, judged_by=judge, judged=now()))


@transaction.atomic
def judge_game(game: SavedGame, seen: str, *, accepted: bool) -> bool:
    """Publish a game that waits, or refuse it; False where it is not any more as it was seen."""
    game = locked(game)
    if game.state != SavedGame.State.WAITING or seen != game.changed.isoformat():
        return False
    if accepted:
        publish(game)
    else:
        game.state = SavedGame.State.REFUSED
        game.save()
    return True
