"""Beginnings of new rules: a text by family, or one written from a form. Pure: no Django."""

from games.drafting.beginning import Beginning, Said
from games.drafting.moves import MOVES
from games.drafting.simple import CAPTURES, GOALS, DraftingError, Man, Simple, written
from games.drafting.templates import FAMILIES, template

__all__ = [
    "CAPTURES",
    "FAMILIES",
    "GOALS",
    "MOVES",
    "Beginning",
    "DraftingError",
    "Man",
    "Said",
    "Simple",
    "template",
    "written",
]
