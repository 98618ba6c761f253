"""Positions set up by hand, as text: `2;e1:King1;e8:King2` is who moves, then what stands where.

static/js/setup.js reads and writes the same.
"""

from __future__ import annotations

from games.ludemes import RulesError
from games.play.interface import Position, Rules

LONGEST = 20_000  # characters


def begun_from(rules: Rules, text: str) -> Rules:
    """The same rules, played from the position that a text sets up; "" is the usual opening.

    Raises RulesError saying what cannot be read, or what there is not.
    """
    return rules.begun_from(rules.position(*_read(text))) if text else rules


def checked_from(rules: Rules, text: str) -> Rules:
    """The same for the text of a stranger: every move is tried once.

    Raises RulesError also where whoever is to move has no move on the board.
    """
    begun = begun_from(rules, text)
    if text:
        _try(begun.start())
    return begun


def written_setup(position: Position) -> str:
    """The text that sets up a position: its board and who moves, site by site."""
    men = (f"{label}:{name}{owner}" for label, name, owner in position.pieces())
    return ";".join([str(position.mover), *men])


def _try(start: Position) -> None:
    for move in start.legal_moves:
        start.play(move)
    if all(move.frm < 0 and move.to < 0 for move in start.legal_moves):
        raise RulesError("this cannot be played: the side to move has no legal move")


def _read(text: str) -> tuple[dict[str, str], int]:
    if len(text) > LONGEST:
        raise RulesError(f"the position has {len(text):,} characters: {LONGEST:,} at most are read")
    mover, *men = text.split(";")
    if not (mover.isascii() and mover.isdecimal() and len(mover) == 1):
        raise RulesError(f"{mover[:40]!r} is no player: begin with who moves, as in 2;e1:King1")
    pieces: dict[str, str] = {}
    for man in men:
        label, colon, piece = man.partition(":")
        if not colon:
            raise RulesError(f"{man[:40]!r} says no piece and its site: write it as e1:King1")
        if label.casefold() in pieces:
            raise RulesError(f"two pieces stand on {label[:40]}")
        pieces[label.casefold()] = piece
    return pieces, int(mover)
