"""What may be wrong with the text of a move: three errors that are not alike."""

from __future__ import annotations


class NotationError(ValueError):
    """Text that is not a move in some notation, or letters that cannot write one."""


class MoveError(ValueError):
    """Move text that cannot be played; `text` is what was given."""

    def __init__(self, text: str, message: str) -> None:
        super().__init__(message)
        self.text = text


class UnreadableMove(MoveError):
    """Text that is no move at all."""


class IllegalMove(MoveError):
    """A move that the rules do not allow in the position."""


class NeedsThrow(IllegalMove):
    """A move without the throw that the rules ask for."""


class AmbiguousMove(MoveError):
    """Text that means several legal moves."""
