"""Maps: from keys (sites, players) to values, as tables."""

from __future__ import annotations

from games.engine.ir import nodes as ir
from games.engine.language import Typed
from games.engine.lowering import roles
from games.engine.lowering.builder import Builder
from games.engine.lowering.registry import NotImplementedLudeme

UNDEFINED = -1


def map_table(b: Builder, name: str | None, key: ir.Expression) -> ir.Expression:
    """The value for a key in the map of that name, in the first map where there is no name."""
    for each in b.equipment.maps:
        own = each.get("name")
        if name is None or (own is not None and str(own.value) == name):
            return _entry(b, each, key)
    return key


def _entry(b: Builder, map_: Typed, key: ir.Expression) -> ir.Expression:
    pairs: dict[int, int] = b.once(("map", map_), lambda: _pairs(b, map_))
    if not pairs:
        return ir.Const(UNDEFINED)
    low, high = min(pairs), max(pairs)
    table = b.table([pairs.get(number, UNDEFINED) for number in range(low, high + 1)])
    at = key - low
    inside = ir.both(key >= low, key <= high)
    return b.call("mapped", ir.choose(inside, table.load(at), UNDEFINED), key)


def _pairs(b: Builder, map_: Typed) -> dict[int, int]:
    pairs = {}
    for pair in map_.args["pairs"].items if map_.has("pairs") else ():
        pairs[_constant(b, pair.args["key"])] = _value(b, pair)
    if map_.has("keys"):
        for left, right in zip(map_.args["keys"].items, map_.args["values"].items, strict=False):
            pairs[_constant(b, left)] = _constant(b, right)
    return pairs


def _value(b: Builder, pair: Typed) -> int:
    if pair.has("landmark"):
        return _landmark(b, pair)
    return _constant(b, pair.args["value"])


def _landmark(b: Builder, pair: Typed) -> int:
    board = b.equipment.board
    assert board is not None
    word = pair.args["landmark"].word
    total = len(board)
    known = {
        "LastSite": total - 1, "FirstSite": 0, "LeftSite": 0, "RightSite": total - 1,
        "CentreSite": board.sides.get("Centre", (0,))[0],
        "Topsite": board.sides.get("Top", (total - 1,))[-1],
        "BottomSite": board.sides.get("Bottom", (0,))[0],
    }  # fmt: skip
    if word not in known:
        raise NotImplementedLudeme(f"the landmark {word}", pair.node)
    return known[word]


def _constant(b: Builder, typed: Typed) -> int:
    if typed.row is None and isinstance(typed.value, str):
        if typed.type == "String":
            return _named(b, typed)
        found = roles.player(b, typed.word)
    else:
        found = b.number(typed)
    if not isinstance(found, ir.Const):
        raise NotImplementedLudeme("a map whose entries change", typed.node)
    return found.value


def _named(b: Builder, typed: Typed) -> int:
    """A coordinate, or the number of a component."""
    text = str(typed.value)
    for each in b.equipment.components:
        if text in (each.label, each.name):
            return each.index
    board = b.equipment.board
    assert board is not None
    return board.named(text)
