"""The museum in a text with an inventory number, as in “British Museum, 1872,0601.1”."""

from __future__ import annotations

import re
from collections.abc import Iterator

REMARK = re.compile(r"\([^)]*\)?")
# What stands before a number but is no name: “inv.”, “MS”, “A.”, “Cat.”
SHELF = re.compile(r"(?:.*\..*|[A-Z]{1,4}|[a-z]{1,3}|Add|Inv|Cat|No)", re.DOTALL)


def museums_in(text: str) -> Iterator[str]:
    """The museums that a text names, between semicolons, without their numbers."""
    for part in REMARK.sub(" ", text).split(";"):
        if name := _without_number(part.split()):
            yield name


def _without_number(words: list[str]) -> str:
    """The words before the first that has a digit, and before the shelf that it numbers."""
    number = next((at for at, word in enumerate(words) if any(map(str.isdigit, word))), None)
    if number is None:
        return " ".join(words).strip(" ,.")
    words = words[:number]
    comma = max((at for at, word in enumerate(words) if word.endswith(",")), default=None)
    if comma is not None and all(map(_is_shelf, words[comma + 1 :])):
        words = words[: comma + 1]
    while len(words) > 1 and SHELF.fullmatch(words[-1].rstrip(",")):
        words.pop()
    return " ".join(words).strip(" ,.")


def _is_shelf(word: str) -> bool:
    return word[:1].isupper() or SHELF.fullmatch(word) is not None
