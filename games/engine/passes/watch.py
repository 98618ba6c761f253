"""Moves that must pass a test are not tried where they change nothing that the test looks at.

The test is asked once, before the moves, by copies of its functions that note the sites and kinds
of piece which the answer depends on. Moves that take pieces between other sites leave the answer as
it is. So, where a king must not be left in check, most moves are found legal without being made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from games.engine.ir import nodes as ir
from games.engine.ir.program import Program
from games.engine.ir.walking import Rewriter, facts, walk
from games.engine.passes.effects import BLOCKS, POPS, PUSH, Block, Effects, Names

TESTS, KEEP, KEPT = "FITS", "keep_moves", "keep_watched"
THENS, FORESEEN = "THENS", "FORESEEN"
# What the moves that are not tried do; they change these fields of sites and nothing else there.
DOING = ("do_move", "do_remove")
PLACED = frozenset({"what", "state", "value", "rotation"})
# What comes with every move, whatever it does.
AROUND = ("apply_move", "note_last_action", "publish_last_action")
PLAYED = "apply_move"
KNOWN = frozenset({"last_from", "last_to"})
COUNTED = frozenset({"moves_played"})
# What random games and games with dice go on from, wherever it was read.
DRAWS = frozenset({"seed", "throw_needed", "throw_ready"})
# Fewer moves are tried at once.
FEWEST = 4


def watch(program: Program) -> Program:
    """The program that tries only moves which may change the answer to a test."""
    functions = {each.name: each for each in program.functions}
    if KEPT not in functions or not functions.keys() >= {*DOING, *AROUND}:
        return program
    effects = Effects(program)
    placed = frozenset[str]().union(*map(effects.after, DOING))
    if not placed <= PLACED or "take_captured" in effects.reached(PLAYED):
        return program
    if any(KEEP in facts(functions[each]).calls for each in effects.reached("try_move")):
        return program
    watching = _Watching(program, effects, _changed(effects, _is_steady))
    foreseeing = _Foreseeing(program, effects, _changed(effects) - KNOWN)
    tests = [watching.of_test(functions[name]) for name in program.tables[TESTS]]
    foreseen = tuple(foreseeing.of_then(name) for name in program.tables[THENS])
    asking = _Asking(program, tests)
    return replace(
        program,
        functions=[
            *map(asking.of, program.functions),
            *watching.made,
            *foreseeing.made,
            *asking.made,
        ],
        tables={**program.tables, **watching.tables, **foreseeing.tables, FORESEEN: foreseen},
    )


def _changed(effects: Effects, but: Callable[[ir.Store], bool] = lambda store: False) -> Names:
    """What any move may change besides what stands on sites.

    Some of the statements that every move runs do not count.
    """
    found = {"removed"}
    for name in AROUND:
        body = effects.functions[name].body
        always = {id(each) for each in body if type(each) is ir.Store and but(each)}
        stores = (each for each in walk(body) if type(each) is ir.Store)
        found |= {each.field for each in stores if id(each) not in always} & effects.state
    return frozenset(found - PLACED)


def _is_steady(store: ir.Store) -> bool:
    """Whether the same is stored whatever the move is: a move of nothing stores it, too."""
    return all(
        isinstance(each, ir.Const | ir.Symbol | ir.Binary)
        or (type(each) is ir.Load and each.field in COUNTED)
        for each in walk((store.address, store.value))
    )


class _Copies(Rewriter):
    """Copies of functions that note what they read."""

    prefix = ""
    noted: Names = frozenset()

    def __init__(self, program: Program, effects: Effects, unsteady: Names) -> None:
        self.program, self.effects, self.unsteady = program, effects, unsteady
        self.made: list[ir.Function] = []
        self.tables: dict[str, tuple[str, ...]] = {}
        self._names: dict[str, str] = {}

    def of(self, name: str) -> str:
        """The copy of a function; the function itself where it notes nothing."""
        if name not in self._names:
            if not self._notes(name):
                self._names[name] = name
                return name
            self._names[name] = f"{self.prefix}{name}"
            function = self.effects.functions[name]
            body = self.block(function.body)
            self.made.append(ir.Function(self._names[name], function.parameters, body))
        return self._names[name]

    def _notes(self, name: str) -> bool:
        noted = self.noted | self.unsteady | {"memory"}
        reached = self.effects.reached(name)
        return any(facts(self.effects.functions[each]).loads & noted for each in reached)

    def statement(self, node: ir.Statement) -> Iterable[ir.Statement]:
        return (node,) if node in POPS else (self.parts(node),)

    def expression(self, node: ir.Expression) -> ir.Expression:
        match self.parts(node):
            case ir.Load(field) as found if field in self.unsteady:
                return ir.Binary("|", ir.Call("distrust"), found)
            case ir.Load("memory", _, _, address, offset) as found:
                return ir.Binary("|", ir.Call("saw_memory", (address + offset,)), found)
            case ir.Call(name, arguments):
                return ir.Call(self.of(name), arguments)
            case ir.Dispatch(table, index, arguments):
                return ir.Dispatch(self._of_table(table), index, arguments)
            case found:
                return self.read(found)

    def read(self, found: ir.Expression) -> ir.Expression:
        """What takes the place of what reads a site."""
        return found

    def _of_table(self, table: str) -> str:
        name = f"{self.prefix}{table}"
        if name not in self.tables:
            self.tables[name] = ()  # for functions that call themselves
            self.tables[name] = tuple(map(self.of, self.program.tables[table]))
        return name


class _Watching(_Copies):
    """Copies of tests that note sites and kinds of piece."""

    prefix = "watched_"
    noted = PLACED | {BLOCKS}

    def of_test(self, function: ir.Function) -> str | None:
        """The copy of a test on a move, asked before the move; None where there can be none."""
        match function.body:
            case (ir.Run() as pushed, ir.Run(ir.Call("try_move")), *rest) if pushed == PUSH:
                question = tuple(rest)
            case _:
                return None
        if not self._may_be_watched(function, question):
            return None
        name = f"{self.prefix}{function.name}"
        count = self.program.fields["move_count"]
        nothing = ir.Run(ir.Call("new_move", (ir.Const(-1), ir.Const(-1))))
        newest = count.load() - 1
        played = ir.Run(ir.Call("try_move", (newest,))), count.store(0, newest)
        body = PUSH, nothing, *played, *self.block(question)
        self.made.append(ir.Function(name, (), body))
        return name

    def _may_be_watched(self, function: ir.Function, question: Block) -> bool:
        pops = {each.value.function for each in POPS if isinstance(each.value, ir.Call)}
        left = self.effects.after(function.name) - self.effects.after("try_move")
        nodes = walk(question)
        if left or any(each == ir.Local(name) for each in nodes for name in function.parameters):
            return False
        if any(isinstance(each, ir.Dispatch) for each in nodes):
            return False
        called = {each.function for each in nodes if isinstance(each, ir.Call)} - pops
        reached = frozenset[str]().union(*map(self.effects.reached, called))
        for each in reached:
            known = facts(self.effects.functions[each])
            if known.copies or known.stores & (PLACED | DRAWS | {"memory"}):
                return False
        return True

    def read(self, found: ir.Expression) -> ir.Expression:
        match found:
            case ir.Load(field, _, _, address) if field in PLACED:
                return ir.Call(self._seen(found), (address,))
            case ir.Marked(address, marks) | ir.Meeting(address, marks):
                return ir.Call("saw_marked", (address, found, marks))
            case ir.Equal(address, value):
                return ir.Call("saw_equal", (address, found, value))
        return found

    def _seen(self, found: ir.Load) -> str:
        """The function that reads a field of a site and notes the site."""
        name = f"saw_{found.field}_{found.offset}"
        if name not in self._names:
            self._names[name] = name
            field, address = self.program.fields[found.field], ir.Local("address")
            site = (address + found.offset - field.address) >> (field.width.bit_length() - 1)
            load = ir.Load(field.name, field.width, field.signed, address, found.offset)
            body = ir.Run(ir.Call("saw_site", (site,))), ir.Return(load)
            self.made.append(ir.Function(name, ("address",), body))
        return name


class _Foreseeing(_Copies):
    """Copies of what follows moves, asked where only the pieces of the move have moved."""

    prefix = "foreseen_"

    def of_then(self, name: str) -> str:
        """The copy of what follows a move; where there can be none, what says so."""
        reached = [self.effects.functions[each] for each in self.effects.reached(name)]
        written = frozenset[str]().union(*(facts(each).stores for each in reached))
        if self.effects.after(name) or written & (PLACED | DRAWS | {"memory"}):
            return "distrust"
        if any(facts(each).copies or BLOCKS in facts(each).loads for each in reached):
            return "distrust"
        return self.of(name)


class _Asking(Rewriter):
    """Functions that ask the tests' copies before they try moves."""

    def __init__(self, program: Program, tests: list[str | None]) -> None:
        self.tests = tests
        self.count, self.room = program.fields["move_count"], program.fields["mv_head"].length
        self.made = [self._keeping(n, each) for n, each in enumerate(tests) if each is not None]

    def of(self, function: ir.Function) -> ir.Function:
        if function.name == KEPT or KEEP not in facts(function).calls:
            return function
        return replace(function, body=self.block(function.body))

    def expression(self, node: ir.Expression) -> ir.Expression:
        match node:
            case ir.Call(name, (start, ir.Const(test))) if name == KEEP and self.tests[test]:
                return ir.Call(f"{KEPT}_{test}", (start,))
        return self.parts(node)

    def _keeping(self, test: int, question: str) -> ir.Function:
        start, which = ir.Local("start"), ir.Const(test)
        full = self.count.load() >= self.room
        few = ir.either(self.count.load() - start < FEWEST, full)
        tried = ir.Return(ir.Call(KEEP, (start, which)))
        asked = ir.Return(ir.Call(KEPT, (start, which, ir.Call(question))))
        body = ir.If(few, (tried,)), ir.Run(ir.Call("clear_watch")), asked
        return ir.Function(f"{KEPT}_{test}", ("start",), body)
