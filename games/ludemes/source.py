"""Texts, the places in them, and errors that point at a place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

# How much of a line an error shows.
LONGEST_LINE = 120


@dataclass(frozen=True)
class Source:
    """A text with the name by which people know it."""

    name: str
    text: str

    def line_and_column(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both counted from 1."""
        line = self.text.count("\n", 0, offset) + 1
        return line, offset - (self.text.rfind("\n", 0, offset) + 1) + 1

    def line_at(self, offset: int) -> str:
        """The whole line that holds `offset`, without its end."""
        start = self.text.rfind("\n", 0, offset) + 1
        end = self.text.find("\n", offset)
        return self.text[start : end if end >= 0 else len(self.text)]


class Span(NamedTuple):
    """A stretch of a source: offsets of its first character and of the one after its last."""

    source: Source
    start: int
    end: int

    @property
    def text(self) -> str:
        """The characters themselves."""
        return self.source.text[self.start : self.end]

    def __str__(self) -> str:
        line, column = self.source.line_and_column(self.start)
        return f"{self.source.name}, line {line}, column {column}"


@dataclass(frozen=True)
class Origin:
    """The definition that a node came out of, where that was called, and what called it.

    `place` counts the definitions of the text, from 0; -1 is one of a library.
    """

    definition: str
    call: Span
    parent: Origin | None = None
    place: int = -1

    def chain(self) -> tuple[str, ...]:
        """Names of the definitions, innermost first."""
        names, origin = [], self
        while origin is not None:
            names.append(origin.definition)
            origin = origin.parent  # type: ignore[assignment]
        return tuple(names)


class RulesError(ValueError):
    """Rules that cannot be read, compiled or run."""


class LudemeError(RulesError):
    """Text that cannot be rules, with the place: `span`, and `origin` where a definition made it.

    `str(error)` gives message, place, the line with a caret below it, and the calls that led there.
    """

    def __init__(self, message: str, span: Span, origin: Origin | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.span = span
        self.origin = origin

    def __str__(self) -> str:
        return "\n".join([f"{self.span}: {self.message}", *self._caret(), *self._calls()])

    def _caret(self) -> list[str]:
        """The line and the caret below it; of a very long line, the part around the caret."""
        line = self.span.source.line_at(self.span.start)
        column = self.span.source.line_and_column(self.span.start)[1]
        width = max(1, min(self.span.end - self.span.start, len(line) - column + 1))
        first = max(0, column - 1 - LONGEST_LINE // 2) if len(line) > LONGEST_LINE else 0
        before, dots = line[first : column - 1], "…" if first else ""
        shown = line[first : first + LONGEST_LINE]
        shown += "…" if first + LONGEST_LINE < len(line) else ""
        lead = "".join("\t" if c == "\t" else " " for c in dots + before)
        carets = "^" * min(width, max(1, len(dots + shown) - len(lead)))
        return [f"    {dots}{shown}", f"    {lead}{carets}"]

    def _calls(self) -> list[str]:
        lines, origin = [], self.origin
        while origin is not None:
            lines.append(f'  in "{origin.definition}", called at {origin.call}')
            origin = origin.parent
        return lines


class RetiredWordError(LudemeError):
    """A word that has left the language: stored texts run with it, new ones are refused."""
