"""Faults of a text: each with its place, what was found there and the nearest form."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.engine.language.signatures import Row
from games.ludemes.source import LudemeError, Origin, Span


@dataclass(frozen=True)
class Fault:
    """What is wrong at a place, and what was found there.

    `nearest` is the form that the author most likely meant. `kind` says what is wrong: "text" that
    cannot be read, an "undefined" name, a "keyword", a "word", a "name", an "argument", or one that
    is "missing".
    """

    message: str
    span: Span
    origin: Origin | None = None
    nearest: Row | None = None
    found: str = ""
    kind: str = "text"

    @property
    def nearest_form(self) -> str:
        """The nearest form as it is written, "" where there is none."""
        return self.nearest.pattern if self.nearest is not None else ""

    def error(self) -> LudemeError:
        """The fault as an error, to raise or to show as others are shown."""
        return LudemeError(self.message, self.span, self.origin)

    def __str__(self) -> str:
        lines = [str(self.error())]
        if self.nearest is not None:
            lines.append(f"  nearest form: {self.nearest_form}")
        return "\n".join(lines)


class LanguageError(LudemeError):
    """A text with faults: all of them in `faults`, and in its message, in the order of the text."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        first = self.faults[0]
        super().__init__(first.message, first.span, first.origin)

    def __str__(self) -> str:
        return "\n\n".join(map(str, self.faults))
