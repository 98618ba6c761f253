"""Faults of a text: each with its place, what was found there and the nearest form."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.engine.language.signatures import Row
from games.ludemes.source import LudemeError, Origin, Span


@dataclass(frozen=True)
class Fault:
    """What is wrong at a place. `nearest` is the form that the author most likely meant."""

    message: str
    span: Span
    origin: Origin | None = None
    nearest: Row | None = None
    found: str = ""

    def __str__(self) -> str:
        return str(LudemeError(self.message, self.span, self.origin))


class LanguageError(LudemeError):
    """A text with faults: all of them in `faults`, and in its message, in the order of the text."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        first = self.faults[0]
        super().__init__(first.message, first.span, first.origin)

    def __str__(self) -> str:
        return "\n\n".join(map(str, self.faults))
