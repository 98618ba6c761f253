"""Ranges of numbers."""

from __future__ import annotations

from games.engine.ir import nodes as ir
from games.engine.language import Typed
from games.engine.lowering.builder import Builder

MANY = 10_000


def read_range(b: Builder, typed: Typed) -> tuple[ir.Expression, ir.Expression]:
    """The least and the greatest number of a range; the least is -1 where it is not said."""
    match typed.key:
        case "range exact":
            value = b.number(typed.args["value"])
            return value, value
        case "range max":
            return ir.Const(-1), b.number(typed.args["max"])
        case "range min":
            return b.number(typed.args["min"]), ir.Const(MANY)
    low = b.number(typed.args["min"])
    return low, b.number(typed.get("max"), low)


def constant_range(b: Builder, typed: Typed) -> tuple[int, int]:
    """A range whose bounds are known. Raises NotImplementedLudeme."""
    low, high = read_range(b, typed)
    if not isinstance(low, ir.Const) or not isinstance(high, ir.Const):
        raise b.missing(typed, "bounds that change")
    return low.value, high.value
