"""What a reference written here carries beside the fields of its format.

It is the source's id and citation, by which the source is known again, and what the format has no
place for. Other programs leave these fields alone: CSL-JSON has `custom` for them, RIS its
user-defined tags, and BibTeX ignores fields that it does not know.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from evidence.sources.bibliography.csl import DATES, NAMES, Csl

OWN = "ashtapada"
CITATION = f"{OWN}-citation"
LICENCE = f"{OWN}-licence"  # of what this project wrote about the source
CUSTOM = "custom"  # what CSL-JSON has for the fields of programs
PREFIX = "csl-"
NOT_GIVEN = f"{PREFIX}not-given"  # names of fields that the format would imply


@dataclass(frozen=True)
class Identity:
    """A source of an installation: its slug, and its citation as it was given."""

    slug: str
    citation: str


def left_over(csl: Csl, read_back: Csl) -> dict[str, str]:
    """What is not read back as it is: texts by the names of own fields."""
    found = {
        f"{PREFIX}{name}": _text(value)
        for name, value in sorted(csl.items())
        if read_back.get(name) != value
    }
    absent = ", ".join(sorted(read_back.keys() - csl.keys()))
    return found | ({NOT_GIVEN: absent} if absent else {})


def unpacked(carried: Mapping[str, str]) -> tuple[Csl, set[str]]:
    """The fields that are carried, and the names of those to take away.

    Raises ValueError for what is not JSON.
    """
    found: Csl = {}
    for name, text in carried.items():
        field = name.removeprefix(PREFIX)
        if name != NOT_GIVEN:
            found[field] = json.loads(text) if field in (*NAMES, *DATES) else text
    return found, {name.strip() for name in carried.get(NOT_GIVEN, "").split(",")}


def _text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
