"""What a type asks an author to write, in words."""

from __future__ import annotations

from games.engine.language.types import Types

MOST_WORDS = 6
WORDS = {
    "Boolean": ("True or False", "True or False"),
    "BooleanFunction": ("a condition", "conditions"),
    "DimFunction": ("a number", "numbers"),
    "Direction": ("a direction", "directions"),
    "DirectionFacing": ("a compass direction", "compass directions"),
    "EndRule": ("an end rule", "end rules"),
    "Float": ("a number", "numbers"),
    "FloatFunction": ("a number", "numbers"),
    "GraphFunction": ("a board shape", "board shapes"),
    "IntArrayFunction": ("an array of numbers", "arrays of numbers"),
    "IntFunction": ("a number", "numbers"),
    "Integer": ("a whole number", "whole numbers"),
    "Item": ("a piece of equipment", "pieces of equipment"),
    "MetaRule": ("a meta rule", "meta rules"),
    "Moves": ("moves", "moves"),
    "NonDecision": ("effects", "effects"),
    "RangeFunction": ("a range", "ranges"),
    "RegionFunction": ("a region", "regions"),
    "RoleType": ("a player such as Mover or P1", "players such as P1"),
    "StartRule": ("a start rule", "start rules"),
    "String": ('a string in "quotes"', 'strings in "quotes"'),
    "StepType": ("a step: F, L or R", "steps: F, L or R"),
    "TrackStep": ("a step of a track", "steps of a track"),
}


def expected(types: Types, type_: str) -> str:
    """What to write for a type."""
    if type_.endswith("[]"):
        return f"a list of {_several(types, type_.removesuffix('[]'))}"
    if type_ in WORDS:
        return WORDS[type_][0]
    if type_ in types.sets:
        words = types.sets[type_]
        return listed(list(words)) if len(words) <= MOST_WORDS else f"a word such as {words[0]}"
    return listed([f"({keyword} …)" for keyword in types.keywords_of(type_)]) or type_


def _several(types: Types, type_: str) -> str:
    """What to write for the items of a list."""
    if type_.endswith("[]"):
        return f"lists of {_several(types, type_.removesuffix('[]'))}"
    return WORDS[type_][1] if type_ in WORDS else expected(types, type_)


def listed(words: list[str]) -> str:
    """Alternatives in one phrase: "a, b or c"."""
    if len(words) > 2 * MOST_WORDS:
        words = [*words[: 2 * MOST_WORDS], "…"]
    return " or ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))
