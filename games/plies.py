"""One ply of a recorded game: the position, the move that led to it, and a mark that names it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from games.models import Match
from games.play import Move, Position, Rules
from games.rules_cache import looks_of, rules_of_game

MARK = 12  # letters of a digest that are enough to tell two lines apart


@dataclass(frozen=True)
class Ply:
    """A position of a recorded game. `move` led to it from the one `before`, of player `mover`.

    At first there is neither, and `mover` is 0.
    """

    match: Match
    rules: Rules
    looks: dict[str, Any]
    before: Position | None
    position: Position
    move: Move | None
    mover: int
    number: int

    @property
    def mark(self) -> str:
        """What tells this line of play from any other: rules, options, opening and moves so far."""
        return line_mark(self.match, self.number)

    @property
    def seen(self) -> str:
        """The same, and how it is drawn: a picture is kept as long as this stays."""
        told = [self.mark, self.looks, self.match.title]
        return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:32]


def recorded_game(slug: str, match: str) -> Match:
    """A recorded game by the slugs in an address. Raises Http404."""
    games = Match.objects.select_related("ruleset__game")
    return get_object_or_404(games, ruleset__slug=slug, slug=match)


def plies(match: Match, first: int, last: int) -> Iterator[Ply]:
    """The plies from first to last, both included.

    Raises Http404 beyond the game's end, games.play.RulesError or MoveError where the game cannot
    be replayed.
    """
    if not 0 <= first <= last <= len(match.moves):
        told = {"game": match, "plies": len(match.moves)}
        raise Http404(_("“%(game)s” has the plies 0 to %(plies)d.") % told)
    rules = rules_of_game(match)
    looks = looks_of(match.ruleset, match.digest)
    before, position, move, mover = None, rules.start(), None, 0
    for number in range(last + 1):
        if number:
            before, mover = position, position.mover
            move = position.legal_moves.find(match.moves[number - 1])
            position = position.play(move)
        if number >= first:
            yield Ply(match, rules, looks, before, position, move, mover, number)


def ply_of(match: Match, number: int) -> Ply:
    """One ply of a game. Raises as `plies`."""
    (found,) = plies(match, number, number)
    return found


def line_mark(match: Match, number: int) -> str:
    """Some letters that are others as soon as rules, options, opening or an earlier move are."""
    told = [match.digest, match.options, match.moves[:number]]
    told += [match.setup] if match.setup else []
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:MARK]
