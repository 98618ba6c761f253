"""Arrays of numbers: lists, regions, remembered values, players."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from games.engine.ir import nodes as ir
from games.engine.language import Typed
from games.engine.lowering.builder import Builder
from games.engine.lowering.regions import region_of
from games.engine.lowering.registry import lowers

# Under how many names values can be remembered.
MEMORIES = 8
Visit = Callable[[ir.Expression], None]


class Array:
    """Numbers in order that can be walked."""

    def __init__(self, emit: Callable[[Builder, Visit], Any]) -> None:
        self.emit = emit

    def each(self, b: Builder, visit: Visit) -> None:
        self.emit(b, visit)

    def has(self, b: Builder, value: ir.Expression) -> ir.Expression:
        wanted = ir.Local("wanted")

        def body() -> None:
            def look(found: ir.Expression) -> None:
                with b.when(found.same(wanted)):
                    b.give(1)

            self.each(b, look)
            b.give(0)

        return b.call(b.function("in_array", body, ("wanted",)), value)

    def count(self, b: Builder) -> ir.Expression:
        def body() -> None:
            total = b.temp(0, "total")
            self.each(b, lambda value: b.assign(total, total + 1))
            b.give(total)

        return b.computed("length", body)


def array_of(b: Builder, typed: Typed) -> Array:
    """An array: a list of numbers in braces, or what a ludeme says."""
    if typed.row is None and typed.value is None:

        def emit(b: Builder, visit: Visit) -> None:
            for each in typed.items:
                visit(b.number(each))

        return Array(emit)
    found = b.lower(typed)
    return found if isinstance(found, Array) else Array(found.each)


@lowers("intArray array")
def from_region(b: Builder, t: Typed) -> Array:
    return Array(region_of(b, t.args["region"]).each)


@lowers("intArray array/2")
def from_numbers(b: Builder, t: Typed) -> Array:
    return array_of(b, t.args["ints"])


@lowers("intArray values Remembered")
def remembered(b: Builder, t: Typed) -> Array:
    number = memory_number(b, t)
    size = b.features["MEMORY"]

    def emit(b: Builder, visit: Visit) -> None:
        with b.counting(0, b.load("memory_count", number)) as i:
            visit(b.temp(b.load("memory", i + number * size), "value"))

    return Array(emit)


def names_remembered(nodes: Iterable[Typed]) -> int:
    """Under how many names a text remembers values, at most."""
    forms = (each for each in nodes if each.row is not None)
    kept = (each for each in forms if "emember" in each.key or "forget" in each.key)
    names = {str(each.args["name"].value) if each.has("name") else "" for each in kept}
    return min(len(names), MEMORIES)


def memory_number(b: Builder, t: Typed) -> int:
    """The number of a list of remembered values by its name."""
    name = t.get("name")
    number = b.memories.setdefault("" if name is None else str(name.value), len(b.memories))
    if number >= MEMORIES:
        raise b.missing(t, f"over {MEMORIES} names")
    return number


@lowers("intArray results")
def results(b: Builder, t: Typed) -> Array:
    """The value of a function for each site `from` and each site `to`."""

    def sites(name: str, b: Builder, visit: Visit) -> None:
        capital = name.capitalize()
        if t.has(capital):
            region_of(b, t.args[capital]).each(b, visit)
        else:
            visit(b.temp(b.number(t.args[name]), name))

    def emit(b: Builder, visit: Visit) -> None:
        with b.keeping("from_", "to"):

            def origin(site: ir.Expression) -> None:
                b.set_context("from_", site)

                def target(other: ir.Expression) -> None:
                    b.set_context("to", other)
                    visit(b.temp(b.number(t.args["function"]), "result"))

                sites("to", b, target)

            sites("from", b, origin)

    return Array(emit)


@lowers("intArray difference")
def without(b: Builder, t: Typed) -> Array:
    """The numbers of one array but for those of another, each as often as it stands there."""
    source = array_of(b, t.args["source"])
    gone = (
        Array(lambda b, visit: visit(b.number(t.args["intToRemove"])))
        if t.has("intToRemove")
        else array_of(b, t.args["subtraction"])
    )

    def emit(b: Builder, visit: Visit) -> None:
        at = b.temp(b.call("new_list", gone.count(b)), "gone")
        gone.each(b, lambda value: b.run("list_add", at, value))

        def look(value: ir.Expression) -> None:
            with b.when(ir.negate(b.call("list_strike", at, value))):
                visit(value)

        source.each(b, look)
        b.set_game("list_top", at)

    return Array(emit)


# What an array without numbers comes to, as published.
OF_NONE = {"+": 0, "*": 0, "max": -1, "min": -1}


def fold_array(b: Builder, array: Typed, op: str) -> ir.Expression:
    """The sum, product, greatest or least of an array."""

    def body() -> None:
        total = b.temp(OF_NONE[op], "total")
        some = b.temp(0, "some")

        def look(value: ir.Expression) -> None:
            with b.when(some):
                if op in "+*":
                    b.assign(total, ir.binary(op, total, value))
                else:
                    b.assign(total, b.call("greater" if op == "max" else "lesser", total, value))
            with b.otherwise():
                b.assign(total, value)
                b.assign(some, 1)

        array_of(b, array).each(b, look)
        b.give(total)

    return b.computed("fold", body)


@lowers("ints arrayValue")
def element(b: Builder, t: Typed) -> ir.Expression:
    def body() -> None:
        left = b.temp(b.number(t.args["index"]), "left")

        def look(value: ir.Expression) -> None:
            with b.when(left.same(0)):
                b.give(value)
            b.assign(left, left - 1)

        array_of(b, t.args["array"]).each(b, look)
        b.give(-1)

    return b.computed("element", body)


@lowers("ints size Array")
def size(b: Builder, t: Typed) -> ir.Expression:
    return array_of(b, t.args["array"]).count(b)


def _arrays(b: Builder, t: Typed) -> list[Array]:
    """The arrays that are joined: two, or those of a list."""
    listed = t.args["arrays"].items if t.has("arrays") else (t.args["array1"], t.args["array2"])
    return [array_of(b, each) for each in listed]


@lowers("intArray union", "intArray union/2")
def union(b: Builder, t: Typed) -> Array:
    """The numbers of all arrays, each once."""
    arrays = _arrays(b, t)

    def emit(b: Builder, visit: Visit) -> None:
        for n, each in enumerate(arrays):

            def look(value: ir.Expression, before: int = n) -> None:
                known = ir.either(*(other.has(b, value) for other in arrays[:before]))
                with b.when(ir.negate(known)):
                    visit(value)

            each.each(b, look if n else visit)

    return Array(emit)


@lowers("intArray intersection", "intArray intersection/2")
def common(b: Builder, t: Typed) -> Array:
    """The numbers of the first array that all others have too."""
    first, *rest = _arrays(b, t)

    def emit(b: Builder, visit: Visit) -> None:
        def look(value: ir.Expression) -> None:
            with b.when(ir.both(*(other.has(b, value) for other in rest))):
                visit(value)

        first.each(b, look)

    return Array(emit)


@lowers("intArray if")
def chosen(b: Builder, t: Typed) -> Array:
    def emit(b: Builder, visit: Visit) -> None:
        condition = b.temp(b.truth(t.args["cond"]), "choice")
        with b.when(condition):
            array_of(b, t.args["ok"]).each(b, visit)
        if t.has("notOk"):
            with b.when(ir.negate(condition)):
                array_of(b, t.args["notOk"]).each(b, visit)

    return Array(emit)
