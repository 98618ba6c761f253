"""What lowerings build with: statements, functions, tables, and typed nodes turned into them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from games.engine.ir import nodes as ir
from games.engine.ir.program import Reaches
from games.engine.ir.schema import Field, Layout
from games.engine.ir.walking import leaves_loop
from games.engine.language import Typed
from games.engine.lowering.bounds import within
from games.engine.lowering.clauses import Clauses
from games.engine.lowering.equipment import Equipment
from games.engine.lowering.registry import EFFECTS, LOWERINGS, NotImplementedLudeme, failing_at
from games.engine.lowering.releasing import releasing

Body = Callable[[], None]
CONTEXT = (
    "from_", "to", "between", "site", "level", "player", "value", "track", "pips", "hint",
    "region", "team", "edge", "facing", "threats", "skip",
)  # fmt: skip
UNDEFINED = -1


class Builder:
    """One program in the making."""

    def __init__(
        self, equipment: Equipment, layout: Layout, clauses: Clauses | None = None
    ) -> None:
        self.equipment = equipment
        self.layout = layout
        self.functions: dict[str, ir.Function] = {}
        self.tables: dict[str, list[str]] = {"THENS": []}
        self.facings: list[str] = ["N"]
        self.features: dict[str, int] = {}
        self.clauses = clauses or Clauses()
        self.actions: set[str] = set()
        self.reaches: dict[str, Reaches] = {}
        self.variables: dict[str, int] = {}
        self.memories: dict[str, int] = {}
        self.refused: dict[int, str] = {}
        self._known: dict[tuple[Any, ...], str] = {}
        self._blocks: list[list[ir.Statement]] = []
        self._names = 0
        self._kept: list[tuple[str, ir.Local]] = []
        self._sites: frozenset[str] = frozenset()
        self._serial = 0
        self._cache: dict[Any, Any] = {}

    # Statements

    def emit(self, *statements: ir.Statement) -> None:
        self._blocks[-1].extend(statements)

    def fresh(self, hint: str = "v") -> str:
        self._names += 1
        return f"{hint}{self._names}"

    def temp(self, value: ir.Operand, hint: str = "v") -> ir.Local:
        """A new variable of the function with that value."""
        name = self.fresh(hint)
        self.emit(ir.Assign(name, ir.const(value)))
        return ir.Local(name)

    def assign(self, variable: ir.Local, value: ir.Operand) -> None:
        self.emit(ir.Assign(variable.name, ir.const(value)))

    def run(self, function: str, *arguments: ir.Operand) -> None:
        self.emit(ir.Run(self.call(function, *arguments)))

    def call(self, function: str, *arguments: ir.Operand) -> ir.Expression:
        return ir.Call(function, tuple(ir.const(each) for each in arguments))

    def give(self, value: ir.Operand) -> None:
        """Return from the function; what is kept there gets back its value first."""
        given = ir.const(value)
        if self._kept and not isinstance(given, ir.Const):
            given = self.temp(given, "given")
        for name, before in reversed(self._kept):
            self.set_context(name, before)
        self.emit(ir.Return(given))

    @contextmanager
    def _block(self) -> Iterator[list[ir.Statement]]:
        self._blocks.append([])
        try:
            yield self._blocks[-1]
        finally:
            self._blocks.pop()

    @contextmanager
    def when(self, condition: ir.Operand) -> Iterator[None]:
        """The statements inside run where the condition holds."""
        with self._block() as body:
            yield
        condition = ir.const(condition)
        if isinstance(condition, ir.Const):
            self.emit(*(body if condition.value else ()))
        elif body:
            self.emit(ir.If(condition, tuple(body)))

    @contextmanager
    def otherwise(self) -> Iterator[None]:
        """The statements inside run where the condition of the `when` just before does not hold."""
        last = self._blocks[-1].pop()
        assert isinstance(last, ir.If) and not last.otherwise
        with self._block() as body:
            yield
        self.emit(ir.If(last.condition, last.then, tuple(body)))

    @contextmanager
    def loop(self, condition: ir.Operand = 1) -> Iterator[None]:
        with self._block() as body:
            yield
        self.emit(ir.While(ir.const(condition), tuple(body)))

    @contextmanager
    def counting(self, first: ir.Operand, last: ir.Operand) -> Iterator[ir.Local]:
        """Numbers from `first` up to, but not, `last`; `continue` goes on with the next."""
        last = ir.const(last)
        bound = last if isinstance(last, ir.Const) else self.temp(last, "end")
        i = self.temp(ir.const(first) - 1, "i")
        with self.loop(i + 1 < bound):
            self.assign(i, i + 1)
            with self._visiting(i, first):
                yield i

    @contextmanager
    def counting_one(self, last: ir.Expression) -> Iterator[ir.Expression]:
        """The same from 0 on, where the only number can be 0."""
        with self._block() as body:
            yield ir.Const(0)
        if not any(map(leaves_loop, body)):
            with self.when(last):
                self.emit(*body)
            return
        with self.counting(0, last):
            self.emit(*body)

    @contextmanager
    def following(self, kernel: str, first: ir.Operand, *more: ir.Operand) -> Iterator[ir.Local]:
        """The sites that a kernel finds from `first` on, one after the other."""
        site = self.temp(ir.const(first) - 1, "site")
        with self.loop():
            self.assign(site, self.call(kernel, site + 1, *more))
            with self.when(site < 0):
                self.leave()
            with self._visiting(site, first):
                yield site

    @contextmanager
    def _visiting(self, site: ir.Local, first: ir.Operand) -> Iterator[None]:
        """In a loop that starts at 0 or above, its variable never falls below 0."""
        number = ir.const(first)
        outer = self._sites
        if isinstance(number, ir.Const) and number.value >= 0:
            self._sites = outer | {site.name}
        yield
        self._sites = outer

    def is_site(self, site: ir.Expression) -> ir.Expression:
        """Whether a number is that of a site, not -1: 1 where a loop says so."""
        known = isinstance(site, ir.Local) and site.name in self._sites
        return ir.Const(1) if known else site >= 0

    def leave(self) -> None:
        self.emit(ir.Break())

    @contextmanager
    def proposing(self, frm: ir.Operand, to: ir.Operand) -> Iterator[None]:
        """The statements inside put actions behind a new move."""
        with self._block() as body:
            yield
        self.emit(ir.Propose(ir.const(frm), ir.const(to), tuple(body)))

    def together(self, hint: str, body: Body) -> None:
        """Moves that depend on each other: no pass may look at them one by one."""

        def whole() -> None:
            self.set_game("measuring", self.game("measuring"))
            body()

        self.run(self.function(hint, whole))

    @contextmanager
    def clause(self, typed: Typed) -> Iterator[None]:
        """The statements inside are what a part of the text stands for, where that is traced."""
        number = self.clauses.number(typed)
        with self._block() as body:
            yield
        self.emit(*(body if number is None else (ir.Clause(number, tuple(body)),)))

    # The evaluation context

    def context(self, name: str) -> ir.Context:
        return ir.Context(name)

    def set_context(self, name: str, value: ir.Operand) -> None:
        self.emit(ir.SetContext(name, ir.const(value)))

    @contextmanager
    def keeping(self, *names: str) -> Iterator[None]:
        """Variables of the context are afterwards what they were before, however it ends."""
        before = [(name, self.temp(ir.Context(name), "was")) for name in names]
        self._kept += before
        yield
        del self._kept[len(self._kept) - len(before) :]
        for name, value in before:
            self.set_context(name, value)

    # Fields

    def field(self, name: str) -> Field:
        return self.layout.fields[name]

    def load(self, name: str, index: ir.Operand = 0) -> ir.Expression:
        return self.field(name).load(index)

    def store(self, name: str, index: ir.Operand, value: ir.Operand) -> None:
        self.emit(self.field(name).store(index, value))

    def game(self, name: str) -> ir.Expression:
        return self.field(name).load(0)

    def set_game(self, name: str, value: ir.Operand) -> None:
        self.store(name, 0, value)

    def lookup(self, values: Sequence[int], index: ir.Expression) -> ir.Expression:
        """The number at an index of a list, -1 where there is none."""
        if isinstance(index, ir.Const):
            return ir.Const(values[index.value] if 0 <= index.value < len(values) else UNDEFINED)
        return ir.choose(within(index, len(values)), self.table(values).load(index), UNDEFINED)

    def table(self, values: Sequence[int]) -> Field:
        return self.layout.table(values)

    # Functions

    def define(self, name: str, parameters: Sequence[str], body: Body) -> str:
        """A function with that very name."""
        statements = self._statements(body)
        self.functions[name] = ir.Function(name, tuple(parameters), statements)
        return name

    def function(self, hint: str, body: Body, parameters: Sequence[str] = ()) -> str:
        """A function under a new name, or one that is the same already."""
        statements = self._statements(body)
        key = (tuple(parameters), statements)
        known = self._known.get(key)
        if known is None:
            self._serial += 1
            known = self._known[key] = f"{hint}_{self._serial}"
            self.functions[known] = ir.Function(known, tuple(parameters), statements)
        return known

    def _statements(self, body: Body) -> tuple[ir.Statement, ...]:
        outer, self._blocks, names, kept = self._blocks, [], self._names, self._kept
        sites, self._sites = self._sites, frozenset()
        self._names, self._kept = 0, []
        try:
            with self._block() as statements:
                body()
        finally:
            self._blocks, self._names, self._kept, self._sites = outer, names, kept, sites
        return releasing(tuple(statements), self.field("list_top"))

    def computed(self, hint: str, body: Body) -> ir.Expression:
        """The value of a function without parameters; the body returns it."""
        return self.call(self.function(hint, body))

    def then(self, typed: Typed) -> int:
        """The number of the function that generates what a `then` does."""
        moves = typed.args["moves"]
        name = self.function("then", lambda: self.moves(moves))
        names = self.tables["THENS"]
        if name not in names:
            names.append(name)
        return names.index(name)

    # Typed nodes

    def lower(self, typed: Typed) -> Any:
        """What a form's lowering gives. Raises NotImplementedLudeme where it has none."""
        lowering = LOWERINGS.get(typed.key)
        if lowering is None or id(typed) in self.refused:
            key = typed.key or typed.type
            raise NotImplementedLudeme(self.refused.get(id(typed), key), typed.node)
        with failing_at(typed):
            return lowering(self, typed)

    def missing(self, typed: Typed, what: str) -> NotImplementedLudeme:
        """The error for a use of a ludeme that is not implemented."""
        return NotImplementedLudeme(f"{typed.key}: {what}", typed.node)

    def missing_word(self, word: str) -> NotImplementedLudeme:
        """The error for a word whose meaning is not implemented."""
        return NotImplementedLudeme(word)

    def number(self, typed: Typed | None, default: ir.Operand = UNDEFINED) -> ir.Expression:
        """A number. Literal numbers and the words for numbers are read here."""
        if typed is None:
            return ir.const(default)
        if typed.row is None:
            return ir.Const(self._literal(typed))
        return ir.const(self.lower(typed))

    def _literal(self, typed: Typed) -> int:
        value = typed.value
        if isinstance(value, str):
            named = {"Off": -1, "End": -2, "Undefined": -1, "Infinity": 1_000_000_000}
            if value in named:
                return named[value]
            raise NotImplementedLudeme(f"{value} as a number", typed.node)
        if value is None:
            raise NotImplementedLudeme("a list where a number belongs", typed.node)
        return int(value)

    def truth(self, typed: Typed | None, default: ir.Operand = 1) -> ir.Expression:
        """A condition, as 0 or 1."""
        if typed is None:
            return ir.const(default)
        if typed.row is None:
            return ir.Const(int(typed.value in (True, "True")))
        return ir.truth(self.lower(typed))

    def flag(self, typed: Typed | None, default: bool = False) -> bool:
        """A constant truth value."""
        return default if typed is None else typed.value in (True, "True")

    def moves(self, typed: Typed) -> None:
        """Emit the generation of moves; what `then` says is put behind each."""
        start = self.temp(self.game("move_count"), "start") if typed.has("then") else None
        with self.clause(typed):
            self.lower(typed)
        if start is not None and typed.key not in EFFECTS and not typed.has("noMoveYet"):
            self.run("add_then", start, self.then(typed.args["then"]))

    def effect(self, typed: Typed) -> None:
        """Emit actions behind those of the newest move; a `then` follows only on some action."""
        appended = EFFECTS.get(typed.key)
        if appended is not None and id(typed) not in self.refused:
            before = self.temp(self.game("action_count"), "before") if typed.has("then") else None
            with self.clause(typed):
                appended(self, typed)
            if before is not None:
                with self.when(self.game("action_count") > before):
                    self.act("THEN", self.then(typed.args["then"]))
            return
        newest = self.temp(self.game("move_count") - 1, "newest")
        self.moves(typed)
        self.run("absorb", newest, newest + 1)

    def effect_as_move(self, typed: Typed) -> None:
        """An effect as a move of its own, which is left out where nothing would happen."""

        def body() -> None:
            newest = self.temp(self.call("new_move", -1, -1), "newest")
            EFFECTS[typed.key](self, typed)
            with self.when(self.load("mv_head", newest) < 0):
                self.set_game("move_count", newest)
            if typed.has("then"):
                with self.otherwise():
                    self.run("add_one_then", newest, self.then(typed.args["then"]))

        self.run(self.function("effect", body))

    def act(self, op: str, *operands: ir.Operand) -> None:
        """An action behind the others of the newest move."""
        five = [*operands, 0, 0, 0, 0, 0][:5]
        self.actions.add(f"OP_{op}")
        self.run("act", OPS[op], *five)

    def once(self, key: Any, make: Callable[[], Any]) -> Any:
        if key not in self._cache:
            self._cache[key] = make()
        return self._cache[key]


def keyword(typed: Typed) -> str:
    """The keyword of a form, by its row."""
    return typed.key.split(" ")[1].split("/")[0] if " " in typed.key else ""


OPS = {
    name: number
    for number, name in enumerate(
        (
            "NOTHING", "MOVE", "REMOVE", "ADD", "NEXT", "THEN", "MOVE_COUNT", "MOVE_STACK", "COPY",
            "REMOVE_LATER", "PROMOTE", "STATE", "VALUE", "ROTATION", "COUNT", "INSERT",
            "SWAP_PIECES", "SWAP_PLAYERS", "SCORE", "PLAYER_VALUE", "AMOUNT", "COUNTER", "POT",
            "VAR", "PENDING", "TEAM", "TRUMP", "DIE", "USE_DIE", "DICE_EQUAL", "REMEMBER",
            "FORGET", "VISIT", "TRIGGER", "TRAIL", "SOW", "PROPOSE", "VOTE", "HIDE",
            "TAKE", "FORGET_ALL", "TEMP", "SELECT", "BETWEEN", "STORE",
        )
    )
}  # fmt: skip
