"""The rules language as data: signatures, and the binder that types a text by them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from games.engine.language.binding import bind
from games.engine.language.faults import Fault, LanguageError
from games.engine.language.signatures import Parameter, Row, Signature, load_signatures
from games.engine.language.typed import Typed, walk
from games.ludemes import Definition, Expansion, LudemeError, expand

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


@dataclass(frozen=True)
class Bound:
    """A text read, expanded and typed. `faults` are all that does not bind."""

    root: Typed
    faults: tuple[Fault, ...]
    expansion: Expansion


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
    try:
        expansion = expand(text, options, definitions, name)
    except LudemeError as error:
        raise LanguageError([Fault(error.message, error.span, error.origin)]) from error
    root, faults = bind(expansion.game)
    if strict and faults:
        raise LanguageError(faults)
    return Bound(root, tuple(faults), expansion)
