"""The moves of each piece of a player."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from games.engine.ir import nodes as ir
from games.engine.language import Typed
from games.engine.lowering import roles
from games.engine.lowering.builder import Builder
from games.engine.lowering.marks import marks_of, marks_of_player
from games.engine.lowering.names import unknown
from games.engine.lowering.reach import note_reaches
from games.engine.lowering.registry import lowers
from games.engine.lowering.sites import default_type


@lowers("moves forEach Piece")
def for_each_piece(b: Builder, t: Typed) -> None:
    """The moves of each piece of a player, or some moves for each, as `(from)`."""
    names = _item_names(t)
    own = [c for c in b.equipment.components if not c.faces]
    if names is not None:
        own = [c for c in own if c.name in names or c.label in names]
    specific = t.get("specificMoves")
    word = roles.role_of(t, "role")
    everyone = word in ("All", "Each")
    who = roles.player_of(b, t, "player", "role", default=b.game("mover"))
    first, size = _container(b, t)
    handler = _piece_handler(b, own, specific)
    if handler is None:
        return
    with b.keeping("from_", "level"):
        asked = b.temp(who, "who")

        def visit() -> None:
            marks = b.temp(_marks(b, handler, asked, everyone), "marks")
            with b.following("next_marked", first, first + size, marks) as site:
                _pieces_at(b, t, site, handler, asked, everyone)

        if word in ("", "Mover", "All", "Each", "Shared", "Neutral") and not t.has("player"):
            visit()
        else:
            _as_player(b, asked, visit)


def _marks(b: Builder, handler: str, asked: ir.Local, everyone: bool) -> ir.Expression:
    """The kinds of piece that are to be looked at; in a stack they may lie at any level."""
    if b.features["STACKS"]:
        return marks_of(b, range(1, len(b.equipment.components) + 1))
    moving = [kind for kind, name in enumerate(b.tables[handler]) if name != "nothing"]
    return marks_of(b, moving) if everyone else marks_of_player(b, asked, moving)


def _as_player(b: Builder, asked: ir.Local, visit: Callable[[], None]) -> None:
    """The pieces of another player are moved as if it were that player's turn."""
    start = b.temp(b.game("move_count"), "start")
    turn = [(name, b.temp(b.game(name), name)) for name in ("mover", "next", "prev")]
    other = ir.both(asked >= 1, asked <= b.equipment.players)
    with b.when(other):
        for name, value in zip(
            ("prev", "next", "mover"), (turn[0][1], turn[0][1], asked), strict=True
        ):
            b.set_game(name, value)
    visit()
    for name, value in turn:
        b.set_game(name, value)
    b.run("set_mover", start, turn[0][1])


def _pieces_at(
    b: Builder,
    t: Typed,
    site: ir.Expression,
    handler: str,
    asked: ir.Expression,
    everyone: bool,
) -> None:
    def visit(what: ir.Expression, level: ir.Operand) -> None:
        mine = ir.Const(1) if everyone else b.field("OWNER").load(what).same(asked)
        with b.when(ir.both(what.differs(0), mine)):
            b.set_context("from_", site)
            b.set_context("level", level)
            b.emit(ir.Run(ir.Dispatch(handler, what, ())))

    if not b.features["STACKS"]:
        visit(b.temp(b.load("what", site), "what"), 0)
        return
    top = t.get("top")
    with b.when(b.call("size_at", site) > 0):
        if top is not None and b.truth(top) == ir.Const(1):
            size = b.temp(b.call("size_at", site) - 1, "top")
            visit(b.temp(b.load("what", site), "what"), size)
            return
        with b.counting(0, b.call("size_at", site)) as level:
            visit(b.temp(b.call("what_at", site, level), "what"), level)


def _item_names(t: Typed) -> set[str] | None:
    if t.has("item"):
        return {str(t.args["item"].value)}
    if t.has("items"):
        return {str(each.value) for each in t.args["items"].items}
    return None


def _container(b: Builder, t: Typed) -> tuple[ir.Expression, ir.Operand]:
    if t.has("on") and t.args["on"].word != default_type(b):
        raise b.missing(t, f"on:{t.args['on'].word}")
    if t.has("containerName"):
        name = str(t.args["containerName"].value)
        for each in b.equipment.containers:
            if each.name == name:
                return ir.Const(each.first), each.size
        raise unknown(t, "container", name, [each.name for each in b.equipment.containers])
    if t.has("container"):
        number = b.number(t.args["container"])
        firsts = b.table([c.first for c in b.equipment.containers])
        sizes = b.table([c.size for c in b.equipment.containers])
        return firsts.load(number), sizes.load(number)
    return ir.Const(0), b.equipment.sites


def _piece(b: Builder, moves: Typed) -> str:
    return b.function("piece", partial(b.moves, moves))


def _piece_handler(b: Builder, own, specific: Typed | None) -> str | None:  # type: ignore[no-untyped-def]
    """A table of functions by component: what each piece does."""
    b.functions.setdefault("nothing", ir.Function("nothing", (), ()))
    names = ["nothing"] * (len(b.equipment.components) + 1)
    for each in own:
        moves = specific if specific is not None else each.generator
        if moves is not None:
            names[each.index] = b.once(("piece", moves), partial(_piece, b, moves))
    if set(names) == {"nothing"}:
        return None
    table = b.once(("pieces", *names), lambda: f"PIECES_{len(b.tables)}")
    if table not in b.tables:
        b.tables[table] = names
        if b.equipment.uses("booleans is Threatened"):
            moved = [(c, specific if specific is not None else c.generator) for c in own]
            note_reaches(b, table, moved)
    return str(table)
