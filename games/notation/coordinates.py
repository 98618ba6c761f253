"""Moves by coordinates: `e2-e4`, `e7-e8=Merze`, `pass`."""

from __future__ import annotations

from games.boards import Board

PASS = "pass"  # noqa: S105 - a word of notation


def write_move(board: Board, frm: int, to: int, promotion: str | None = None) -> str:
    """The move from a site to a site, and what the piece is promoted to; `pass` without sites."""
    if frm < 0 and to < 0:
        return PASS
    suffix = f"={promotion}" if promotion else ""
    return f"{board.sites[frm].label}-{board.sites[to].label}{suffix}"
