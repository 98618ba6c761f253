"""The library of definitions that an administrator has uploaded: read, and used for pasted texts.

Texts that are pasted may use its definitions where they have none of that name; what is published
may not, since neither exports nor other sites have the library.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import IO, NamedTuple

from django.utils.translation import gettext as _

from config.unpacking import PackError, texts
from games.ludemes import LudemeError, definitions_of
from games.ludemes.common import common
from games.models import DefinitionLibrary

ENDING = ".def"
MOST_FILES, MOST_EACH, MOST_BYTES = 2_000, 64 * 1024, 1024 * 1024
QUOTED = re.compile(r'"([^"\n]{1,200})"')


class Use(NamedTuple):
    """A name of the library that a text uses, and its line and column there, from 1."""

    name: str
    line: int
    column: int


def read_library(file: IO[bytes]) -> dict[str, str]:
    """The definitions in the `.def` files of a zip or jar, by name. Raises PackError, which names
    the file in it; nothing is written anywhere."""
    found: dict[str, str] = {}
    for path, text in texts(file, ENDING, MOST_FILES, MOST_EACH, MOST_BYTES):
        try:
            definitions = definitions_of(text, path)
        except LudemeError as error:
            raise PackError(str(error)) from error
        for name, definition in definitions.items():
            found.setdefault(name, definition.span.text)
    if not found:
        raise PackError(_("There is no file with definitions (.def) in it."))
    return found


def library() -> DefinitionLibrary | None:
    """What pages say of the library, without its definitions; None where there is none."""
    return DefinitionLibrary.objects.defer("definitions").first()


def used_by(text: str) -> str:
    """Those definitions of the library that a text may need, one after another; "" for none."""
    row = DefinitionLibrary.objects.first()
    return "\n".join(_needed(text, row.definitions).values()) if row else ""


def uses(text: str) -> list[Use]:
    """The names in a text that the library alone defines, each where it first stands."""
    row = DefinitionLibrary.objects.first()
    if row is None:
        return []
    own = {each.group(1) for each in re.finditer(r'\(\s*define\s+"([^"\n]+)"', text)}
    places: dict[str, int] = {}
    for each in QUOTED.finditer(text):
        places.setdefault(each.group(1), each.start())
    return [
        Use(name, text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at))
        for name, at in places.items()
        if name in row.definitions and name not in own and name not in common()
    ]


def _needed(text: str, definitions: Mapping[str, str]) -> dict[str, str]:
    """Definitions whose names stand in a text, and those that these use in turn."""
    found: dict[str, str] = {}
    waiting = [text]
    while waiting:
        for name in QUOTED.findall(waiting.pop()):
            if name in definitions and name not in found:
                found[name] = definitions[name]
                waiting.append(found[name])
    return found
