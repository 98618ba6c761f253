"""Games that people save: made from what was played or from a log, and published when they like."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.db.models import Q

from games.match_logs import fill, log_of, record, slug_of
from games.matches.log import Log
from games.matches.sheet import MOST_PLIES
from games.models import Match, Ruleset, SavedGame
from games.models.play import Ending
from games.play import MoveError, RulesError
from games.play.setups import checked_from, written_setup
from games.play.showing import steps
from games.rules_cache import rules_for

LONGEST_MOVE = 200
ENDINGS = {"1": Ending.FIRST_RESIGNS, "2": Ending.SECOND_RESIGNS, "draw": Ending.AGREED}


class CannotSave(ValueError):
    """Moves that cannot be saved, and why."""


def played(
    ruleset: Ruleset, options: list[str], moves: list[str], ended: str = "", setup: str = ""
) -> Log:
    """The game of these moves by the rules as they are now, from where `setup` says.

    `ended` is the number of who has resigned, or "draw". Raises CannotSave.
    """
    if len(moves) > MOST_PLIES:
        raise CannotSave(f"the game has {len(moves)} moves: {MOST_PLIES} at most are kept")
    try:
        rules = checked_from(rules_for(ruleset, options), setup)
        done = list(steps(rules, (label[:LONGEST_MOVE] for label in moves)))
    except (MoveError, RulesError) as error:
        raise CannotSave(str(error).partition(" in the position ")[0]) from error
    last = done[-1][2] if done else rules.start()
    labels = [move.label for _before, move, _after in done]
    ending = ENDINGS.get(ended, "") if last.outcome is None else ""
    begun = written_setup(rules.start()) if setup else ""
    return Log(ruleset.slug, ruleset.digest, labels, list(options), begun, ending=str(ending))


def save(ruleset: Ruleset, log: Log, user: Any) -> SavedGame:
    """Save a game that has been checked; it belongs to a user who is logged in."""
    owner = None if isinstance(user, AnonymousUser) else user
    game = SavedGame(ruleset=ruleset, owner=owner)
    fill(game, log)
    game.save()
    return game


def kept(key: str) -> SavedGame | None:
    """The game that a key opens, to write about it or to read it."""
    opens = Q(edit_key=key) | Q(read_key=key)
    games = SavedGame.objects.filter(opens)
    return games.select_related("ruleset__game", "match", "owner").first()


def locked(game: SavedGame) -> SavedGame:
    """The game as it is now, which nobody else changes before this transaction ends."""
    return SavedGame.objects.select_for_update().get(pk=game.pk)


@transaction.atomic
def publish(game: SavedGame) -> Match:
    """Make the recorded game of a saved one, or make it anew."""
    log = log_of(game)
    match = game.match or Match(slug=f"{slug_of(log)[:64]}-{game.read_key[:8].lower()}".strip("-_"))
    match.ruleset, match.origin = game.ruleset, Match.Origin.READER
    fill(match, log)
    record(match)
    game.match, game.state = match, SavedGame.State.PUBLISHED
    game.save()
    return match


@transaction.atomic
def withdraw(game: SavedGame, state: str = SavedGame.State.PRIVATE) -> None:
    """Take a game back from the recorded ones, comments and all."""
    match, game.match, game.state = game.match, None, state
    game.save()
    if match is not None:
        match.delete()


def ask_to_publish(game: SavedGame) -> None:
    """Publish the game of somebody with an account; another one waits for a curator."""
    if game.owner is not None and game.owner.is_active:
        publish(game)
        return
    game.state = SavedGame.State.WAITING
    game.save()
