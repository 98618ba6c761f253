"""How recorded games ended: worked out from their moves when they are stored, never entered."""

from __future__ import annotations

from typing import Any

from games.models import Match
from games.models.play import Ending
from games.play import MoveError, RulesError
from games.replay import Replay

BY_PLAYERS: dict[str, str] = {
    Ending.FIRST_RESIGNS: Match.Result.BLACK,
    Ending.SECOND_RESIGNS: Match.Result.WHITE,
    Ending.AGREED: Match.Result.DRAW,
}


def result_of(match: Match, replay: Replay | None = None) -> str:
    """A Match.Result; "" where its rules no longer are, or not its moves."""
    try:
        position = (replay or Replay(match)).end()
    except (MoveError, RulesError):
        return ""
    if position.outcome is None:
        if position.players > 2:
            return Match.Result.DRAW if match.ending == Ending.AGREED else Match.Result.OPEN
        return BY_PLAYERS.get(match.ending, Match.Result.OPEN)
    return str(position.outcome.winner) if position.outcome.winner else Match.Result.DRAW


def settle(match: Match, replay: Replay | None = None) -> None:
    """Say of a game that is about to be stored how it ended."""
    match.result = result_of(match, replay)


def settle_all(using: str = "default", apps: Any = None, **_rest: Any) -> None:
    """Say it of all stored games of which it is not known yet, once their table has all columns."""
    if using != "default" or not _has_all_columns(apps):
        return
    for match in Match.objects.filter(result="").select_related("ruleset"):
        settle(match)
        match.save(update_fields=["result"])


def _has_all_columns(apps: Any) -> bool:
    """Whether the table as migrated so far is the model's; without `apps` it is."""
    try:
        migrated = Match if apps is None else apps.get_model("games", "Match")
    except LookupError:
        return False
    there = {field.name for field in migrated._meta.concrete_fields}
    return all(field.name in there for field in Match._meta.concrete_fields)
