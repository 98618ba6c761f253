"""Files that ship with rulesets: JSON, one object a line, the first of them about the text."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from games.models import Ruleset

Line = dict[str, Any]


class ShippedError(ValueError):
    """A file that ships with a ruleset cannot be read."""


def write_lines(ruleset: Ruleset, folder: Path, lines: Iterable[Line]) -> None:
    """Write the file of a ruleset in the folder."""
    folder.mkdir(exist_ok=True)
    text = "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in lines)
    _path(ruleset, folder).write_text(text, encoding="utf-8")


def read_lines(ruleset: Ruleset, folder: Path) -> list[Line]:
    """The lines of the file of a ruleset; none where there is no file. Raises ShippedError."""
    path, read = _path(ruleset, folder), []
    if not path.is_file():
        return []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            read.append(json.loads(line))
        except ValueError as error:
            raise ShippedError(f"{path.name}, line {number}: {error}") from error
    return read


def _path(ruleset: Ruleset, folder: Path) -> Path:
    return folder / f"{ruleset.slug}.jsonl"
