"""Moves by coordinates: `e2-e4`, `e7-e8=Merze`, `hand1-e4` for a piece from the hand, `pass`."""

from __future__ import annotations

from collections.abc import Sequence

from games.boards import Board, BoardError
from games.notation.errors import NotationError

PASS = "pass"  # noqa: S105 - a word of notation


def read_move(board: Board, text: str, hands: Sequence[str] = ()) -> tuple[int, int, str | None]:
    """The sites that a move goes from and to (-1 for a pass), and what the piece becomes.

    `hands` are the labels of the sites beside the board, which are numbered after the board's.
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
        return _site(board, ends[0], hands), _site(board, ends[1], hands), promotion or None
    except BoardError as error:
        raise NotationError(str(error)) from error


def _site(board: Board, label: str, hands: Sequence[str]) -> int:
    word = label.strip().casefold()
    return len(board) + hands.index(word) if word in hands else board.site(label)


def site_label(board: Board, site: int, hands: Sequence[str] = ()) -> str:
    """How a site is written: `e4` on the board, `hand1` or `hand1.2` beside it."""
    return board.sites[site].label if site < len(board) else hands[site - len(board)]


def write_move(
    board: Board, frm: int, to: int, promotion: str | None = None, hands: Sequence[str] = ()
) -> str:
    """The move from a site to a site, and what the piece is promoted to; `pass` without sites."""
    if frm < 0 and to < 0:
        return PASS
    suffix = f"={promotion}" if promotion else ""
    return f"{site_label(board, frm, hands)}-{site_label(board, to, hands)}{suffix}"
