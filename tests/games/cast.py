"""The games that the engine's tests are about: two shipped rulesets, and a duel made to measure."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from games.play import FirstPosition, FirstRules, load

PROJECT = Path(__file__).resolve().parents[2]
RULESETS = PROJECT / "fixtures" / "rulesets"
SAMPLES = PROJECT / "tests" / "samples" / "ludemes"
ORACLES = PROJECT.parent / "shared" / "oracles" / "ludii"

SHODRA = (RULESETS / "shodra.lud").read_text(encoding="utf-8")
RUMIYA = (RULESETS / "shatranj-ar-rumiya-1140.lud").read_text(encoding="utf-8")

EACH_FIRST_MOVE = "Double step/Each oi's first move"
ON_D = "Noyions/On the d file"
AFTER_ONE_STEP = "Promotion/After one diagonal step"
EITHER_SIDE = "Oi left at mate/Of either side"


@lru_cache
def shodra(*options: str) -> FirstRules:
    return load(SHODRA, options, limits=None)


@lru_cache
def rumiya() -> FirstRules:
    return load(RUMIYA, limits=None)


def duel(
    man: str = "(move Step (to if:(is Empty (to))))",
    *,
    board: str = "(square 3)",
    start: str = '(place "Man1" 0) (place "Man2" 8)',
    play: str = "(forEach Piece)",
    end: str = "(if (no Pieces Next) (result Mover Win))",
    more: str = "",
) -> str:
    """A game of one man a side, with as much of it changed as a test is about."""
    return (
        '(game "Duel" (players {(player N) (player S)})'
        f' (equipment {{(board {board}) (piece "Man" Each {man})}})'
        f" (rules (start {{{start}}}) (play {play}) (end {{{end}}}))) {more}"
    )


def labels(position: FirstPosition) -> list[str]:
    """The legal moves as they are written, in order."""
    return sorted(move.label for move in position.legal_moves)


def destinations(position: FirstPosition, origin: str) -> set[str]:
    """Where the piece on a site may go."""
    board = position.rules.program.board
    start = board.site(origin)
    return {board.sites[move.to].label for move in position.legal_moves if move.frm == start}


def standing(position: FirstPosition) -> dict[str, str]:
    """What stands where: {"e1": "Noyion1", …}."""
    return {site: f"{name}{owner}" for site, name, owner in position.pieces()}
