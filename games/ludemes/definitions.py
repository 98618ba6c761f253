"""Named definitions: those of a text, and libraries of them kept as `.def` files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from games.ludemes.reader import read
from games.ludemes.source import LudemeError, Span
from games.ludemes.tree import Form, Item, Text


@dataclass(frozen=True)
class Definition:
    """`(define "name" body …)`."""

    name: str
    body: tuple[Item, ...]
    span: Span


def read_definitions(items: Iterable[Item]) -> dict[str, Definition]:
    """The definitions among top-level items. Raises LudemeError where one is malformed or twice."""
    found: dict[str, Definition] = {}
    for item in items:
        if not isinstance(item.node, Form) or item.node.keyword != "define":
            continue
        definition = _definition(item.node)
        if definition.name in found:
            earlier = found[definition.name].span
            message = f'"{definition.name}" is defined twice: first at {earlier}'
            raise LudemeError(message, definition.span)
        found[definition.name] = definition
    return found


def _definition(form: Form) -> Definition:
    name = form.items[1].node if len(form.items) > 1 else None
    if not isinstance(name, Text):
        raise LudemeError('a definition is written (define "Name" body)', form.span)
    return Definition(name.value, form.items[2:], form.span)


class Library(Mapping[str, Definition]):
    """The definitions in a folder of `.def` files, each read when it is first asked for."""

    def __init__(self, folder: Path) -> None:
        if not folder.is_dir():
            raise FileNotFoundError(f"{folder} is no folder of definitions")
        self.files = {path.stem: path for path in sorted(folder.rglob("*.def"))}

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
