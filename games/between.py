"""Games between two to four people: nothing that is played in them is lost or played twice."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.matches.log import WINNERS, Log
from games.matches.table import (
    AT_ONCE,
    BACK,
    DRAW,
    TAKEN,
    Deed,
    Refused,
    Stale,
    Standing,
    act_to,
    position_of,
)
from games.models import Ruleset, SharedGame
from games.models.play import new_key
from games.notation.hands import dropped
from games.play import Position
from games.rules_cache import rules_of_game
from games.ruleset_page import sides_of_game

SEATS = range(2, 5)  # how many may play by link
FORGOTTEN = timedelta(days=30)  # after which a game is deleted in which nothing was ever done

# games.matches.table.REASONS, where those who translate look for them.
REASONS = (
    gettext_noop("There is no “%(kind)s”: write one of %(known)s."),
    gettext_noop("The game has gone on: it stands after ply %(ply)d now."),
    gettext_noop("Something else was played at the same moment."),
    gettext_noop("The game is over."),
    gettext_noop("It is not your turn."),
    gettext_noop("No game goes on after ply %(most)d: agree on a draw, or resign."),
    gettext_noop("%(move)s is not legal: it is forbidden by “%(clauses)s”."),
    gettext_noop("%(reason)s."),
    gettext_noop("You have offered a draw already."),
    gettext_noop("Your opponent has not asked you anything."),
    gettext_noop("A question is open already: it has to be answered first."),
    gettext_noop("You have no move to take back."),
    gettext_noop("A throw followed from that move: it cannot be taken back."),
    gettext_noop("%(throw)s was not thrown: the site throws the dice."),
    gettext_noop("A game of more than two players goes on until the rules end it."),
)


@dataclass(frozen=True)
class Opening:
    """How a game begins: who begins it, for how many, from which position that has been checked,
    and what was thrown for its first ply.
    """

    started_by: int
    players: int = 2
    setup: str = ""
    throw: str = ""


def begin(ruleset: Ruleset, options: list[str], opening: Opening) -> SharedGame:
    """A new game by the rules as they are now.

    Games in which nothing was ever done go meanwhile.
    """
    forgotten = timezone.now() - FORGOTTEN
    SharedGame.objects.filter(version=0, started__lt=forgotten).delete()
    more = [new_key() for _seat in range(2, opening.players)]
    return SharedGame.objects.create(
        ruleset=ruleset,
        digest=ruleset.digest,
        options=list(options),
        setup=opening.setup,
        throw=opening.throw,
        started_by=opening.started_by,
        **dict(zip(("third_key", "fourth_key"), more, strict=False)),
    )


def game_of(key: str) -> SharedGame | None:
    """The game that a key opens, for a player or for those who watch.

    Its rules are left out: pages ask every two seconds whether it has gone on.
    """
    opens = Q(watching=key) | Q(first_key=key) | Q(second_key=key)
    opens |= Q(third_key=key) | Q(fourth_key=key)
    return SharedGame.objects.filter(opens).first()


def etag_of(game: SharedGame, player: int) -> str:
    """What tells one state of a game from another, for one who looks at it."""
    return f'"{game.pk}-{game.version}-{player}"'


def standing_of(game: SharedGame) -> Standing:
    """How a game stands."""
    return Standing(tuple(game.moves), game.ending, game.offer, game.throw, game.back, game.answer)


def log_between(game: SharedGame) -> Log:
    """The game as it stands, with nothing told of it."""
    return Log(
        ruleset=game.ruleset.slug,
        digest=game.digest,
        moves=list(game.moves),
        options=list(game.options),
        setup=game.setup,
        ending=game.ending,
    )


def go_on(game: SharedGame, deed: Deed) -> Position | None:
    """Do what a player does, if the game still stands as it was read.

    The position that it leads to, where nothing has happened since.

    Raises games.matches.table.Refused; Stale where something else has happened meanwhile.
    """
    after, position = act_to(rules_of_game(game), standing_of(game), deed)
    changes = {
        "moves": list(after.moves), "ending": after.ending, "offer": after.offer,
        "throw": after.throw, "back": after.back, "answer": after.answer,
    }  # fmt: skip
    as_read = SharedGame.objects.filter(pk=game.pk, version=game.version)
    if not as_read.update(version=game.version + 1, changed=timezone.now(), **changes):
        raise Stale(AT_ONCE)
    game.refresh_from_db()
    return position if standing_of(game) == after else None


def worded(refused: Refused, ruleset: Ruleset) -> str:
    """Why a deed is refused, in the reader's language, clauses by their titles."""
    told = dict(refused.told)
    if "clauses" in told:
        titles = dict(ruleset.clauses.values_list("name", "title"))
        told["clauses"] = "”, “".join(
            titles.get(name, name) for name in str(told["clauses"]).split(", ")
        )
    return _(refused.template) % told


def state_of(game: SharedGame, player: int, reached: Position | None = None) -> dict[str, Any]:
    """How a game stands, as JSON, for a player or for those who watch (0).

    `reached` is its position, if that has been worked out already.
    """
    position = reached or position_of(rules_of_game(game), standing_of(game))
    outcome = position.outcome
    over = bool(game.ending) or outcome is not None
    return {
        "version": game.version,
        "you": player,
        "moves": game.moves,
        "ply": len(game.moves),
        "mover": position.mover,
        "throw": game.throw,
        "ending": game.ending,
        "offer": game.offer,
        "back": game.back,
        "over": over,
        "winner": _winner(game, outcome.winner if outcome else None),
        "said": _said(game),
    }


def _winner(game: SharedGame, by_rules: int | None) -> int | None:
    return WINNERS[game.ending] if game.ending else by_rules


def _said(game: SharedGame) -> str:
    """What players have said last, in words; "" where nothing."""
    names = {int(number): name for number, name in sides_of_game(game).items()}
    if winner := WINNERS.get(game.ending):
        told = {"side": names[3 - winner], "other": names[winner]}
        return _("%(side)s resigns: %(other)s has won.") % told
    if game.ending:
        return _("Both agree on a draw.")
    if game.offer:
        return _asked(game, names[game.offer])
    player, _space, subject = game.answer.partition(" ")
    said = _answers().get(subject)
    return said % {"side": names[int(player)]} if said else ""


def _asked(game: SharedGame, side: str) -> str:
    if game.back is None:
        return _("%(side)s offers a draw.") % {"side": side}
    move = dropped(game.moves[game.back], rules_of_game(game).points)
    told = {"side": side, "move": move}
    return _("%(side)s asks to take back the move %(move)s.") % told


def _answers() -> dict[str, str]:
    return {
        DRAW: _("%(side)s declines the draw."),
        BACK: _("%(side)s declines: the move stands."),
        TAKEN: _("%(side)s has taken a move back."),
    }


def links_of(game: SharedGame, player: int) -> dict[str, Any]:
    """The addresses that may be shown to a player: who began the game sends the others' keys."""
    links: dict[str, Any] = {"watch": reverse("between", args=[game.watching])}
    links |= {"own": reverse("between", args=[game.keys[player]])} if player else {}
    if player and player == game.started_by:
        links["others"] = {
            number: reverse("between", args=[key])
            for number, key in game.keys.items()
            if number != player
        }
    return links
