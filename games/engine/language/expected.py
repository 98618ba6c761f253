"""What a type asks an author to write, in words."""

from __future__ import annotations

from games.engine.language.types import Types

MOST_WORDS = 6
WORDS = {
    "Boolean": "True or False",
    "BooleanFunction": "a condition",
    "DimFunction": "a number",
    "Direction": "a direction",
    "DirectionFacing": "a compass direction",
    "EndRule": "an end rule",
    "Float": "a number",
    "FloatFunction": "a number",
    "GraphFunction": "a board shape",
    "IntArrayFunction": "an array of numbers",
    "IntFunction": "a number",
    "Integer": "a whole number",
    "Item": "a piece of equipment",
    "MetaRule": "a meta rule",
    "Moves": "moves",
    "NonDecision": "effects",
    "RangeFunction": "a range",
    "RegionFunction": "a region",
    "RoleType": "a player such as Mover or P1",
    "StartRule": "a start rule",
    "String": 'a string in "quotes"',
    "StepType": "a step: F, L or R",
    "TrackStep": "a step of a track",
}


def expected(types: Types, type_: str) -> str:
    """What to write for a type."""
    if type_.endswith("[]"):
        return f"a list in {{…}}, each item {expected(types, type_.removesuffix('[]'))}"
    if type_ in WORDS:
        return WORDS[type_]
    if type_ in types.sets:
        words = types.sets[type_]
        return listed(list(words)) if len(words) <= MOST_WORDS else f"a word such as {words[0]}"
    return listed([f"({keyword} …)" for keyword in types.keywords_of(type_)]) or type_


def listed(words: list[str]) -> str:
    """Alternatives in one phrase: "a, b or c"."""
    if len(words) > 2 * MOST_WORDS:
        words = [*words[: 2 * MOST_WORDS], "…"]
    return " or ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))
