"""What a record and a place are called, whether they are objects or rows of a query."""

from __future__ import annotations


def record_name(title: str, game: object, identifier: str) -> str:
    """The title of a record; without one its game and its identifier."""
    return title or f"{game}, {identifier}"


def place_name(name: str, as_given: str) -> str:
    """The name of a place; without one the words of the source."""
    return name or as_given
