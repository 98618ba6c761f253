"""Moves by coordinates: `e2-e4`, `e7-e8=Merze`, `pass`."""

from __future__ import annotations

from games.boards import Board, BoardError
from games.notation.errors import NotationError

PASS = "pass"  # noqa: S105 - a word of notation


def read_move(board: Board, text: str) -> tuple[int, int, str | None]:
    """The sites that a move goes from and to (-1 for a pass), and what the piece becomes.

    The inverse of `write_move`; labels may be written in capitals. Raises NotationError.
    """
    word = text.strip()
    if word.casefold() == PASS:
        return -1, -1, None
    squares, equals, promotion = word.partition("=")
    ends = squares.split("-")
    if len(ends) != 2 or (equals and not promotion.isidentifier()):
        example = f"{board.sites[0].label}-{board.sites[-1].label}"
        raise NotationError(f"write it as {example}, {example}=Piece or {PASS}")
    try:
        return board.site(ends[0]), board.site(ends[1]), promotion or None
    except BoardError as error:
        raise NotationError(str(error)) from error


def write_move(board: Board, frm: int, to: int, promotion: str | None = None) -> str:
    """The move from a site to a site, and what the piece is promoted to; `pass` without sites."""
    if frm < 0 and to < 0:
        return PASS
    suffix = f"={promotion}" if promotion else ""
    return f"{board.sites[frm].label}-{board.sites[to].label}{suffix}"
