"""Main Chator of Selangor for tests: its rules, positions set up by hand, and what they say."""

from __future__ import annotations

import json
from functools import lru_cache

from games.play import Position, Rules, load
from tests.games.cast import RULESETS

PROMOTED_THERE = "Bidak that returned/Is promoted there"
# Rajahs that stand out of the way, neither on its own square.
RAJAHS = {"a3": "Rajah1", "h6": "Rajah2"}
PIECES = ("Mantri", "Tor", "Gajah", "Kudah")


@lru_cache
def chator(*options: str) -> Rules:
    about = json.loads((RULESETS / "main-chator.json").read_text(encoding="utf-8"))
    text = (RULESETS / "main-chator.lud").read_text(encoding="utf-8")
    clauses = [clause["name"] for clause in about["clauses"]]
    return load(text, options, clauses=clauses, limits=None)


def board(mover: int = 1, rules: Rules | None = None, **pieces: str) -> Position:
    return (rules or chator()).position(pieces, mover)


def clauses(position: Position, origin: str) -> dict[str, str]:
    """Each destination of the piece on a square, with the clause that allows it."""
    site = position.rules.program.board.site(origin)
    return {m.label.split("-")[1]: m.clause for m in position.legal_moves if m.frm == site}


def refused(position: Position, origin: str) -> set[tuple[str, str]]:
    """What the piece on a square may not do only because of a clause."""
    moves = ((each.move.label.split("-"), each.clause) for each in position.forbidden)
    return {(to, clause) for (frm, to), clause in moves if frm == origin}


def effects(position: Position) -> list[tuple[str, str]]:
    return [(each.kind, each.clause) for each in position.effects]


def after_moves(moves: str, start: Position | None = None) -> Position:
    position = start or chator().start()
    for move in moves.split():
        position = position.play(move)
    return position
