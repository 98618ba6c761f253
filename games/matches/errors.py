"""What may be wrong with the text of a game."""

from __future__ import annotations


class LogError(ValueError):
    """A log that cannot be read. `line` counts from 1; 0 is the whole of it."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}" if line else reason)
        self.line = line
        self.reason = reason
