"""The rules language as data: signatures, and the binder that types a text by them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from games.engine.collecting import uncollected
from games.engine.language.binding import bind
from games.engine.language.faults import Fault, LanguageError
from games.engine.language.signatures import Parameter, Row, Signature, load_signatures
from games.engine.language.typed import Typed, walk
from games.ludemes import Definition, Expansion, LudemeError, expand
from games.ludemes.common import common
from games.ludemes.reader import BracketError

__all__ = [
    "Bound",
    "Fault",
    "LanguageError",
    "Parameter",
    "Row",
    "Signature",
    "Typed",
    "bind",
    "load_signatures",
    "read_and_bind",
    "walk",
]


# What is surely wrong, also where it is unclear which form something stands in.
WITHOUT_BRACKETS = ("keyword", "word", "undefined")


@dataclass(frozen=True)
class Bound:
    """A text read, expanded and typed. `faults` are all that does not bind."""

    root: Typed
    faults: tuple[Fault, ...]
    expansion: Expansion


@uncollected()
def read_and_bind(
    text: str,
    definitions: Mapping[str, Definition] | None = None,
    options: Iterable[str] = (),
    name: str = "rules",
    *,
    strict: bool = False,
) -> Bound:
    """Read, expand and type a text.

    Raises LanguageError where the text cannot be read at all; with `strict` for any fault.
    """
    read: list[LudemeError] = []
    try:
        expansion = expand(text, options, definitions, name, read)
    except LudemeError as error:
        raise LanguageError(map(_of_text, _unread(read, error))) from error
    names = [*expansion.definitions, *(definitions or common())]
    root, bound = bind(expansion.game, names=names)
    if any(isinstance(error, BracketError) for error in read):
        bound = [each for each in bound if each.kind in WITHOUT_BRACKETS]
    faults = tuple(in_order([*map(_of_text, read), *bound], name))
    if strict and faults:
        raise LanguageError(faults)
    return Bound(root, faults, expansion)


def _unread(read: list[LudemeError], error: LudemeError) -> list[LudemeError]:
    """Why a text cannot be expanded. Where a bracket is missing, the rest follows from it."""
    return read if any(isinstance(each, BracketError) for each in read) else [*read, error]


def in_order(faults: Iterable[Fault], name: str) -> list[Fault]:
    """The faults as they stand in the text; those within definitions of a library come last."""
    return sorted(faults, key=lambda each: (each.span.source.name != name, each.span[1:]))


def _of_text(error: LudemeError) -> Fault:
    return Fault(error.message, error.span, error.origin)
