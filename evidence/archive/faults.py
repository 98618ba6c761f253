"""What is wrong with an archive, and where."""

from __future__ import annotations


class ArchiveError(Exception):
    """The archive cannot be written or restored; the message says what, where, and the remedy."""


class LineError(ArchiveError):
    """A line of one of the archive's files is wrong."""

    def __init__(self, file: str, line: int, said: str) -> None:
        super().__init__(f"{file}, line {line}: {said}")
