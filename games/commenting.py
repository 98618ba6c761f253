"""Comments on published games: written by anybody, seen once a curator has let them through."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.http import HttpRequest

from config.clients import asker_of
from games.models import Comment, Match, SavedGame
from games.saved_page import CommentForm, remarks
from games.saving import locked, publish

MOST_WAITING = 5  # comments of one address that wait at a time
COMMENTS_SHOWN, GAMES_SHOWN = 100, 20  # to a curator at a time


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


def judge_comment(comment: Comment, judge: Any, *, accepted: bool) -> None:
    """Show a comment, or refuse it."""
    comment.state = Comment.State.SHOWN if accepted else Comment.State.REFUSED
    comment.judged_by = judge
    comment.save()


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
