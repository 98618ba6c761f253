"""The context of the page of a game between people, and the data for its script."""

from __future__ import annotations

from typing import Any

from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _

from games.between import etag_of, links_of, standing_of, state_of
from games.frames import drawn
from games.gist import gist_of
from games.matches.table import position_of
from games.models import SharedGame
from games.play import Rules
from games.play_page import board_by_digest, typing_words
from games.rules_cache import looks_of, rules_of_game
from games.ruleset_page import sides


def page_context(game: SharedGame, key: str, player: int) -> dict[str, Any]:
    """What the template draws. Raises games.play.RulesError."""
    rules = rules_of_game(game)
    position = position_of(rules, standing_of(game))
    title = _("Board after %(ply)d moves") % {"ply": len(game.moves)}
    looks = looks_of(game.ruleset, game.digest)
    names = sides(rules, looks)
    links = links_of(game, player)
    others = links.pop("others", {})
    viewer = None if game.ending or position.outcome is not None else player
    return {
        "board_svg": drawn(
            rules, position, title, looks, names, static("pieces.svg"), viewer=viewer
        ),
        "links": {**links, "others": [(names[str(n)], at) for n, at in others.items()]},
        "players": rules.players,
        "chance": gist_of(game.ruleset.text).chance,
        "option_names": game.options,
        "changed_since": game.digest != game.ruleset.digest,
        "data": _data(game, rules, key, player) | {"state": state_of(game, player, position)},
    }


def _data(game: SharedGame, rules: Rules, key: str, player: int) -> dict[str, Any]:
    data = board_by_digest(game.ruleset, game.digest, game.options, rules)
    return data | {
        "setup": game.setup,
        "etag": etag_of(game, player),
        "stateAddress": reverse("between-state", args=[key]),
        "actAddress": reverse("between-act", args=[key]),
        "words": data["words"] | typing_words() | _words(),
    }


def _words() -> dict[str, str]:
    """The phrases that only this page needs; names in braces are filled in by the page."""
    return {
        "yourMove": _("Your move ({side})."),
        "waiting": _("{side} to move: waiting."),
        "won": _("{side} has won."),
        "drawn": _("The game is drawn."),
        "sending": _("Your move is being sent."),
        "mark": _("(your move)"),
        "unsent": _("Nothing was sent: the site cannot be reached. Try again."),
        "unconnected": _("The site cannot be reached; this page keeps trying."),
    }
