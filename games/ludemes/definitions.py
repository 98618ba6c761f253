"""Named definitions: those of a text, and libraries of them kept as `.def` files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from games.ludemes.reader import read
from games.ludemes.source import LudemeError, Source, Span
from games.ludemes.tree import Form, Item, Text

DEFINED = re.compile(r'^\(\s*define\s+"([^"]+)"', re.MULTILINE)


@dataclass(frozen=True)
class Definition:
    """`(define "name" body …)`. `place` counts the definitions of its text, from 0.

    `others` are the later ones of the same name.
    """

    name: str
    body: tuple[Item, ...]
    span: Span
    place: int = 0
    others: tuple[Definition, ...] = ()

    def seen_from(self, place: int) -> Definition:
        """The definition that a name means in the body of the text's definition at a place.

        Ludii replaces the definitions one after the other, from the first to the last and again:
        of several with one name, the next one is meant.
        """
        return next((each for each in (self, *self.others) if each.place > place), self)


def read_definitions(items: Iterable[Item]) -> dict[str, Definition]:
    """The definitions among top-level items. Raises LudemeError where one is malformed."""
    found: dict[str, list[Definition]] = {}
    forms = [item.node for item in items if isinstance(item.node, Form)]
    for place, form in enumerate(form for form in forms if form.keyword == "define"):
        definition = _definition(form, place)
        found.setdefault(definition.name, []).append(definition)
    return {name: replace(first, others=tuple(rest)) for name, (first, *rest) in found.items()}


def definitions_of(text: str, name: str = "definitions") -> dict[str, Definition]:
    """The definitions of a text that holds nothing else that matters, such as a `.def` file.

    Raises LudemeError where the text is malformed, or defines nothing.
    """
    found = read_definitions(read(text, name))
    if not found:
        message = 'nothing is defined here: write (define "Name" …)'
        raise LudemeError(message, Span(Source(name, text), 0, 1))
    return found


def defined_again(definitions: Iterable[Definition]) -> Iterator[LudemeError]:
    """What an author should know: each definition that has the name of an earlier one."""
    for definition in definitions:
        for other in definition.others:
            message = f'"{other.name}" is defined twice: first at {definition.span}'
            yield LudemeError(message, other.span)


def _definition(form: Form, place: int) -> Definition:
    name = form.items[1].node if len(form.items) > 1 else None
    if not isinstance(name, Text):
        raise LudemeError('a definition is written (define "Name" body)', form.span)
    return Definition(name.value, form.items[2:], form.span, place)


class Library(Mapping[str, Definition]):
    """The definitions in a folder of `.def` files, by their own names, whatever their file's is.

    Each is read when it is first asked for.
    """

    def __init__(self, folder: Path) -> None:
        if not folder.is_dir():
            raise FileNotFoundError(f"{folder} is no folder of definitions")
        self.files: dict[str, Path] = {}
        for path in sorted(folder.rglob("*.def")):
            for name in DEFINED.findall(path.read_text(encoding="utf-8")):
                self.files.setdefault(name, path)

    def __getitem__(self, name: str) -> Definition:
        return _from_file(self.files[name], name)

    def __contains__(self, name: object) -> bool:
        return name in self.files

    def __iter__(self) -> Iterator[str]:
        return iter(self.files)

    def __len__(self) -> int:
        return len(self.files)


@lru_cache(maxsize=4096)
def _from_file(path: Path, name: str) -> Definition:
    found = read_definitions(read(path.read_text(encoding="utf-8"), path.name))
    if name not in found:
        raise KeyError(f"{path.name} does not define {name}")
    return found[name]
