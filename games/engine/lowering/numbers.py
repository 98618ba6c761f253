"""Numbers: variables of the context, arithmetic, what stands where, counts and scores."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce

from games.boards import BoardError
from games.engine.ir import nodes as ir
from games.engine.language import Typed
from games.engine.lowering import roles
from games.engine.lowering.arrays import fold_array
from games.engine.lowering.builder import Builder, keyword
from games.engine.lowering.maps import map_table
from games.engine.lowering.regions import Region, region_of
from games.engine.lowering.registry import lowers
from games.ludemes import LudemeError

TOP = -1
# How many names `(var …)` may have.
VARIABLES = 32


@lowers("ints to", "ints between", "ints site", "ints level", "ints player", "ints track",
        "ints pips", "ints hint", "ints value")  # fmt: skip
def context_variable(b: Builder, t: Typed) -> ir.Expression:
    return b.context(keyword(t))


@lowers("ints from")
def origin(b: Builder, t: Typed) -> ir.Expression:
    if t.has("at"):
        raise b.missing(t, "at:")
    return b.context("from_")


@lowers("ints edge/2")
def edge(b: Builder, t: Typed) -> ir.Expression:
    return b.context("edge")


@lowers("ints mover", "ints next", "ints counter", "ints pot")
def game_number(b: Builder, t: Typed) -> ir.Expression:
    return b.game(keyword(t))


@lowers("ints prev")
def previous(b: Builder, t: Typed) -> ir.Expression:
    if t.has("type") and t.args["type"].word == "MoverLastTurn":
        return b.game("prev_turn")
    return b.game("prev")


@lowers("ints last From", "ints last To", "ints last LevelFrom", "ints last LevelTo")
def last(b: Builder, t: Typed) -> ir.Expression:
    if "Level" in t.word:
        return b.game("last_level" if t.word == "LevelFrom" else "last_level_to")
    after = t.get("afterConsequence")
    if after is not None and b.flag(after):
        return b.game("action_from" if t.word == "From" else "action_to")
    return b.game("last_from" if t.word == "From" else "last_to")


def _chain(op: str) -> Callable[[Builder, Typed], ir.Expression]:
    def lower(b: Builder, t: Typed) -> ir.Expression:
        if t.has("list"):
            parts = [b.number(each) for each in t.args["list"].items]
        elif t.has("array"):
            return fold_array(b, t.args["array"], op)
        else:
            parts = [b.number(each) for each in t.args.values()]
        return reduce(lambda left, right: ir.binary(op, left, right), parts)

    return lower


lowers("ints +", "ints +/2")(_chain("+"))
lowers("ints *", "ints */2")(_chain("*"))
lowers("ints %")(_chain("%"))


@lowers("ints -")
def subtract(b: Builder, t: Typed) -> ir.Expression:
    first = t.get("valueA")
    return b.number(first, 0) - b.number(t.args["valueB"])


@lowers("ints /")
def divide(b: Builder, t: Typed) -> ir.Expression:
    return b.number(t.args["a"]) // b.number(t.args["b"])


@lowers("ints ^")
def power(b: Builder, t: Typed) -> ir.Expression:
    base, exponent = b.number(t.args["a"]), b.number(t.args["b"])
    if isinstance(base, ir.Const) and isinstance(exponent, ir.Const):
        return ir.Const(base.value**exponent.value)
    return b.call("power", base, exponent)


@lowers("ints abs")
def absolute(b: Builder, t: Typed) -> ir.Expression:
    return b.call("absolute", b.number(t.args["value"]))


@lowers("ints max", "ints min")
def extreme(b: Builder, t: Typed) -> ir.Expression:
    name = "greater" if keyword(t) == "max" else "lesser"
    return b.call(name, b.number(t.args["valueA"]), b.number(t.args["valueB"]))


@lowers("ints max/2", "ints min/2")
def extreme_of(b: Builder, t: Typed) -> ir.Expression:
    return fold_array(b, t.args["array"], keyword(t).split("/")[0])


@lowers("ints if")
def chosen(b: Builder, t: Typed) -> ir.Expression:
    values = b.number(t.args["valueA"]), b.number(t.args["valueB"])
    return ir.choose(b.truth(t.args["cond"]), *values)


@lowers("ints toInt")
def from_truth(b: Builder, t: Typed) -> ir.Expression:
    if not t.has("boolFn"):
        raise b.missing(t, "a decimal")
    return b.truth(t.args["boolFn"])


def site_of(b: Builder, typed: Typed) -> ir.Expression:
    """A site: a number, or what a ludeme says."""
    return b.number(typed)


def level_of(b: Builder, t: Typed) -> ir.Expression:
    return b.number(t.get("level"), TOP)


def at_site(b: Builder, name: str, site: ir.Expression, *more: ir.Operand) -> ir.Expression:
    """A field's reader asked for a site that may be off the board: then it gives 0."""
    return b.call(name + "_safe", site, *more)


@lowers("ints what", "ints who", "ints state", "ints rotation")
def standing(b: Builder, t: Typed) -> ir.Expression:
    """Of the top of a stack unless a level is named; as published, `(what …)` is of the bottom."""
    unnamed = 0 if keyword(t) == "what" and b.features["STACKS"] else TOP
    return at_site(b, keyword(t), site_of(b, t.args["at"]), b.number(t.get("level"), unnamed))


@lowers("ints value Piece")
def piece_value(b: Builder, t: Typed) -> ir.Expression:
    return at_site(b, "value", site_of(b, t.args["at"]), level_of(b, t))


@lowers("ints value Player")
def player_value(b: Builder, t: Typed) -> ir.Expression:
    return b.load("player_value", roles.player_of(b, t, "indexPlayer", "role"))


@lowers("ints value Pending")
def pending_value(b: Builder, t: Typed) -> ir.Expression:
    return b.call("first_pending")


@lowers("ints value MoveLimit")
def move_limit(b: Builder, t: Typed) -> ir.Expression:
    return ir.Const(10000)


@lowers("ints value TurnLimit")
def turn_limit(b: Builder, t: Typed) -> ir.Expression:
    return ir.Const(1250)


@lowers("ints score")
def score(b: Builder, t: Typed) -> ir.Expression:
    return b.load("score", roles.player_of(b, t, "player", "role"))


@lowers("ints amount")
def amount(b: Builder, t: Typed) -> ir.Expression:
    return b.load("amount", roles.player_of(b, t, "player", "role"))


@lowers("ints var")
def variable(b: Builder, t: Typed) -> ir.Expression:
    """A variable, -1 until it is set; the unnamed one also keeps a double that is played again."""
    return b.load("var", variable_number(b, t, "key")) if t.has("key") else b.game("temp")


def variable_number(b: Builder, t: Typed, name: str) -> int:
    """The number of a `(var …)` by its name."""
    number = b.variables.setdefault(str(t.args[name].value), len(b.variables))
    if number >= VARIABLES:
        raise b.missing(t, f"over {VARIABLES} names")
    return number


@lowers("ints id", "ints id/2")
def component(b: Builder, t: Typed) -> ir.Expression:
    """The number of a component, or of a player."""
    name = t.get("name")
    role = roles.role_of(t, "who")
    if name is None:
        return roles.player(b, role)
    if not role:
        found = b.equipment.named(str(name.value))
        return ir.Const(found[0].index if found else -1)
    text = str(name.value)
    by_owner: list[int] = b.once(("first named", text), lambda: _first_named(b, text))
    return b.lookup(by_owner, roles.player(b, role))


def _first_named(b: Builder, text: str) -> list[int]:
    """Each player's first piece that has a text in its name, as published; -1 for none."""
    by_owner = [-1] * (b.equipment.players + 2)
    for each in reversed(b.equipment.components):
        if text in each.label:
            by_owner[each.owner] = each.index
    return by_owner


@lowers("ints handSite")
def hand_site(b: Builder, t: Typed) -> ir.Expression:
    """A site of a player's hand; -1 where he has none."""
    hands = [b.equipment.hand(who) for who in range(1, b.equipment.players + 2)]
    firsts = [-1, *(-1 if hand is None else hand.first for hand in hands)]
    first = b.lookup(firsts, roles.player_of(b, t, "indexPlayer", "role"))
    site = b.number(t.get("site"), 0)
    if site == ir.Const(0):
        return first
    return ir.choose(first >= 0, first + site, -1)


@lowers("ints coord")
def coordinate(b: Builder, t: Typed) -> ir.Expression:
    return ir.Const(site_named(b, t.args["coordinate"]))


def site_named(b: Builder, typed: Typed) -> int:
    """The site of a coordinate such as "A1". Raises LudemeError where it is written."""
    board = b.equipment.board
    assert board is not None
    try:
        return board.named(str(typed.value))
    except BoardError as error:
        raise LudemeError(str(error), typed.node.span, typed.node.origin) from error


@lowers("ints coord/2")
def row_and_column(b: Builder, t: Typed) -> ir.Expression:
    board = b.equipment.board
    assert board is not None
    width = max(board.column_of) + 1
    places = [-1] * ((max(board.row_of) + 1) * width)
    for site in range(len(board)):
        places[board.row_of[site] * width + board.column_of[site]] = site
    row, column = b.number(t.args["row"]), b.number(t.args["column"])
    within = ir.both(column >= 0, column < width)
    return ir.choose(within, _entry(b, places, row * width + column), -1)


@lowers("ints row", "ints column", "ints phase")
def place_on_board(b: Builder, t: Typed) -> ir.Expression:
    board = b.equipment.board
    assert board is not None
    lists = {"row": board.row_of, "column": board.column_of, "phase": board.phase_of}
    return _entry(b, lists[keyword(t)], b.number(t.args["of"]))


def _entry(b: Builder, values: Sequence[int], index: ir.Expression) -> ir.Expression:
    """The number at an index of a list, -1 at one that the list has not."""
    if isinstance(index, ir.Const):
        return ir.Const(values[index.value] if 0 <= index.value < len(values) else -1)

    def body() -> None:
        at = ir.Local("at")
        with b.when(ir.both(at >= 0, at < len(values))):
            b.give(b.table(values).load(at))
        b.give(-1)

    return b.call(b.function("entry", body, ("at",)), index)


@lowers("ints centrePoint")
def centre(b: Builder, t: Typed) -> ir.Expression:
    board = b.equipment.board
    assert board is not None
    return ir.Const(board.region("Centre")[0])


@lowers("ints regionSite")
def region_site(b: Builder, t: Typed) -> ir.Expression:
    region = region_of(b, t.args["region"])
    number = b.number(t.args["index"])
    if region.static is not None:
        return _entry(b, region.static, number)

    def body() -> None:
        left = b.temp(number, "left")

        def look(site: ir.Expression) -> None:
            with b.when(left.same(0)):
                b.give(site)
            b.assign(left, left - 1)

        region.each(b, look)
        b.give(-1)

    return b.computed("nth", body)


@lowers("ints mapEntry")
def map_entry(b: Builder, t: Typed) -> ir.Expression:

    key = roles.player_of(b, t, "key", "keyRole")
    name = t.get("name")
    return map_table(b, None if name is None else str(name.value), key)


@lowers("ints topLevel")
def top_level(b: Builder, t: Typed) -> ir.Expression:
    return b.call("top_level", site_of(b, t.args["at"]))


@lowers("ints size Stack")
def stack_size(b: Builder, t: Typed) -> ir.Expression:
    if t.has("in"):
        region = region_of(b, t.args["in"])
        return total(b, region, lambda site: b.call("size_at", site))
    return b.call("size_safe", site_of(b, t.args["at"]))


def total(
    b: Builder, region: Region, amount_at: Callable[[ir.Expression], ir.Expression]
) -> ir.Expression:
    """The sum of a number over the sites of a region."""

    def body() -> None:
        result = b.temp(0, "total")
        region.each(b, lambda site: b.assign(result, result + amount_at(site)))
        b.give(result)

    return b.computed("sum", body)


@lowers("ints face")
def face(b: Builder, t: Typed) -> ir.Expression:
    return b.call("face_at", b.number(t.args["locn"]))


@lowers("ints count Pips")
def pips_thrown(b: Builder, t: Typed) -> ir.Expression:
    return b.call("sum_of_dice")
