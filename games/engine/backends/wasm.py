"""The intermediate form as a WebAssembly module in its binary format (Core 2.0, §5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from games.engine.ir import nodes as ir
from games.engine.ir.arithmetic import evaluate, wrapped
from games.engine.ir.program import Program

PAGE = 65536
I32 = 0x7F
VOID = 0x40
OPS = {
    "==": 0x46, "!=": 0x47, "<": 0x48, ">": 0x4A, "<=": 0x4C, ">=": 0x4E,
    "+": 0x6A, "-": 0x6B, "*": 0x6C, "/": 0x6D, "%": 0x6F,
    "&": 0x71, "|": 0x72, "^": 0x73, "<<": 0x74, ">>": 0x75, ">>>": 0x76,
}  # fmt: skip
LOADS = {(1, True): 0x2C, (1, False): 0x2D, (2, True): 0x2E, (2, False): 0x2F}
LOAD_WORD = 0x28
STORES = {1: 0x3A, 2: 0x3B, 4: 0x36}
ALIGNMENT = {1: 0, 2: 1, 4: 2}
UNREACHABLE, BLOCK, LOOP, IF, ELSE, END = 0x00, 0x02, 0x03, 0x04, 0x05, 0x0B
BR, BR_IF, RETURN, CALL, CALL_INDIRECT, DROP = 0x0C, 0x0D, 0x0F, 0x10, 0x11, 0x1A
LOCAL_GET, LOCAL_SET, GLOBAL_GET, GLOBAL_SET, CONST, EQZ = 0x20, 0x21, 0x23, 0x24, 0x41, 0x45
MEMORY_COPY = b"\xfc\x0a\x00\x00"
COUNT_TRAILING_ZEROS, COUNT_ONES = 0x68, 0x69
# On 16 bytes at once. A load is not aligned; a constant is 16 bytes.
VECTOR_CONST, SWIZZLE, SPLAT = b"\xfd\x0c", b"\xfd\x0e", b"\xfd\x0f"
BYTES_EQUAL, EITHER, HIGH_BITS, BYTES_MINUS = b"\xfd\x23", b"\xfd\x50", b"\xfd\x64", b"\xfd\x71"
BOTH, BYTES_DIFFER = b"\xfd\x4e", b"\xfd\x24"
BLOCK_SIZE = 16


@lru_cache(maxsize=1 << 16)
def unsigned(value: int) -> bytes:
    """LEB128."""
    if value < 0x80:
        return bytes((value,))
    found = bytearray()
    while value >= 0x80:
        found.append(value & 0x7F | 0x80)
        value >>= 7
    found.append(value)
    return bytes(found)


@lru_cache(maxsize=1 << 16)
def signed(value: int) -> bytes:
    """Signed LEB128."""
    if -64 <= value < 64:
        return bytes((value & 0x7F,))
    found = bytearray()
    while not -64 <= value < 64:
        found.append(value & 0x7F | 0x80)
        value >>= 7
    found.append(value & 0x7F)
    return bytes(found)


def module(program: Program) -> bytes:
    """The bytes of a module that exports `memory` and the functions of `program.exports`."""
    return _Module(program).encoded()


@dataclass
class _Module:
    program: Program
    arities: list[int] = field(default_factory=list)

    def encoded(self) -> bytes:
        program = self.program
        self.functions = {each.name: n for n, each in enumerate(program.functions)}
        self.context = {name: n for n, name in enumerate(program.context)}
        self.starts = self._starts()
        declared = [self._type(len(each.parameters)) for each in program.functions]
        code = [self._function(each) for each in program.functions]
        elements = [
            unsigned(self.functions[name]) for names in program.tables.values() for name in names
        ]
        sections = [
            (1, _vector(_signature(arity) for arity in self.arities)),
            (3, _vector(map(unsigned, declared))),
            (4, _vector([b"\x70\x00" + unsigned(len(elements))])),
            (5, _vector([b"\x00" + unsigned(-(-program.memory // PAGE))])),
            (6, _vector([b"\x7f\x01\x41\x00\x0b"] * len(program.context))),
            (7, self._exports()),
            (9, _vector([b"\x00\x41\x00\x0b" + _vector(elements)] if elements else [])),
            (10, _vector(code)),
            (11, _vector(_data(program.data))),
        ]
        body = b"".join(bytes((n,)) + unsigned(len(text)) + text for n, text in sections)
        return b"\x00asm\x01\x00\x00\x00" + body

    def _starts(self) -> dict[str, int]:
        starts, at = {}, 0
        for name, functions in self.program.tables.items():
            starts[name] = at
            at += len(functions)
        return starts

    def _type(self, arity: int) -> int:
        if arity not in self.arities:
            self.arities.append(arity)
        return self.arities.index(arity)

    def _exports(self) -> bytes:
        named = [_name("memory") + b"\x02\x00"]
        named += [
            _name(name) + b"\x00" + unsigned(self.functions[name]) for name in self.program.exports
        ]
        return _vector(named)

    def _function(self, function: ir.Function) -> bytes:
        writer = _Body(self, function)
        writer.block(function.body)
        writer.out += bytes((CONST, 0, END))
        extra = len(writer.locals) - len(function.parameters)
        declared = _vector([unsigned(extra) + bytes((I32,))] if extra else [])
        body = declared + bytes(writer.out)
        return unsigned(len(body)) + body


class _Body:
    """One function's instructions. `labels` holds the open blocks, innermost last."""

    def __init__(self, module: _Module, function: ir.Function) -> None:
        self.module, self.symbols = module, module.program.symbols
        self.locals = {name: n for n, name in enumerate(function.parameters)}
        self.out = bytearray()
        self.labels: list[str] = []

    def local(self, name: str) -> int:
        return self.locals.setdefault(name, len(self.locals))

    def block(self, statements: Iterable[ir.Statement]) -> None:
        for each in statements:
            STATEMENTS[type(each)](self, each)

    def push(self, value: ir.Expression) -> None:
        EXPRESSIONS[type(value)](self, value)

    def symbol(self, value: ir.Symbol) -> None:
        self.number(self.symbols[value.name])

    def fixed(self, value: ir.Expression) -> int | None:
        """The number that an expression is, if it is made of numbers alone."""
        if type(value) is ir.Const:
            return value.value
        if type(value) is ir.Symbol:
            return self.symbols[value.name]
        if type(value) is ir.Binary and ir.Symbol in (type(value.left), type(value.right)):
            first, second = self.fixed(value.left), self.fixed(value.right)
            if first is not None and second is not None:
                return evaluate(value.op, first, second)
        return None

    def number(self, value: int) -> None:
        self.out.append(CONST)
        self.out += signed(wrapped(value))

    def jump(self, label: str) -> None:
        depth = len(self.labels) - 1 - max(n for n, at in enumerate(self.labels) if at == label)
        self.out.append(BR)
        self.out += unsigned(depth)

    def address(self, address: ir.Expression, offset: int) -> int:
        """Push an address; the offset that is left for the instruction."""
        here = self.fixed(address)
        if here is not None and here >= 0:
            self.number(0)
            return here + offset
        self.push(address)
        return offset

    def const(self, value: ir.Const) -> None:
        self.number(value.value)

    def get_local(self, value: ir.Local) -> None:
        self.out.append(LOCAL_GET)
        self.out += unsigned(self.local(value.name))

    def get_context(self, value: ir.Context) -> None:
        self.out.append(GLOBAL_GET)
        self.out += unsigned(self.module.context[value.name])

    def binary(self, value: ir.Binary) -> None:
        number = self.fixed(value)
        if number is not None:
            self.number(number)
            return
        for each in (value.left, value.right):
            EXPRESSIONS[type(each)](self, each)  # as `push` does, and quicker
        self.out.append(OPS[value.op])

    def negation(self, value: ir.Not) -> None:
        self.push(value.operand)
        self.out.append(EQZ)

    def load(self, value: ir.Load) -> None:
        offset = self.address(value.address, value.offset)
        self.out.append(LOADS.get((value.width, value.signed), LOAD_WORD))
        self.out += unsigned(ALIGNMENT[value.width]) + unsigned(offset)

    def load_block(self, address: ir.Expression, more: int = 0) -> None:
        offset = self.address(address, more)
        self.out += b"\xfd\x00\x00" + unsigned(offset)

    def look_up(self, table: ir.Expression, address: ir.Expression, blocks: int) -> None:
        """Push what a table of so many blocks has for each of 16 bytes."""
        for n in range(blocks):
            self.load_block(table, n * BLOCK_SIZE)
            self.load_block(address)
            if n:  # a swizzle gives 0 for what is 16 or more
                self.out += VECTOR_CONST + bytes([n * BLOCK_SIZE]) * BLOCK_SIZE + BYTES_MINUS
            self.out += SWIZZLE + (EITHER if n else b"")

    def marked(self, value: ir.Marked) -> None:
        self.look_up(value.marks, value.address, value.blocks)
        self.out += HIGH_BITS

    def meeting(self, value: ir.Meeting) -> None:
        self.look_up(value.marks, value.address, value.blocks)
        self.look_up(value.classes, value.address, value.blocks)
        self.load_block(value.among)
        self.out += BOTH + VECTOR_CONST + bytes(BLOCK_SIZE) + BYTES_DIFFER + BOTH + HIGH_BITS

    def equal(self, value: ir.Equal) -> None:
        self.load_block(value.address)
        self.push(value.value)
        self.out += SPLAT + BYTES_EQUAL + HIGH_BITS

    def lowest(self, value: ir.Lowest) -> None:
        self.push(value.operand)
        self.out.append(COUNT_TRAILING_ZEROS)

    def ones(self, value: ir.Ones) -> None:
        self.push(value.operand)
        self.out.append(COUNT_ONES)

    def call(self, value: ir.Call) -> None:
        for each in value.arguments:
            self.push(each)
        self.out.append(CALL)
        self.out += unsigned(self.module.functions[value.function])

    def dispatch(self, value: ir.Dispatch) -> None:
        for each in value.arguments:
            self.push(each)
        self.push(ir.binary("+", value.index, self.module.starts[value.table]))
        self.out.append(CALL_INDIRECT)
        self.out += unsigned(self.module._type(len(value.arguments))) + b"\x00"

    def choose(self, value: ir.Choose) -> None:
        self.push(value.condition)
        self.out += bytes((IF, I32))
        self.labels.append("")
        self.push(value.yes)
        self.out.append(ELSE)
        self.push(value.no)
        self.out.append(END)
        self.labels.pop()

    def assign(self, statement: ir.Assign) -> None:
        self.push(statement.value)
        self.out.append(LOCAL_SET)
        self.out += unsigned(self.local(statement.name))

    def set_context(self, statement: ir.SetContext) -> None:
        self.push(statement.value)
        self.out.append(GLOBAL_SET)
        self.out += unsigned(self.module.context[statement.name])

    def store(self, statement: ir.Store) -> None:
        offset = self.address(statement.address, statement.offset)
        self.push(statement.value)
        self.out.append(STORES[statement.width])
        self.out += unsigned(ALIGNMENT[statement.width]) + unsigned(offset)

    def branch(self, statement: ir.If) -> None:
        self.push(statement.condition)
        self.out += bytes((IF, VOID))
        self.labels.append("")
        self.block(statement.then)
        if statement.otherwise:
            self.out.append(ELSE)
            self.block(statement.otherwise)
        self.out.append(END)
        self.labels.pop()

    def loop(self, statement: ir.While) -> None:
        self.out += bytes((BLOCK, VOID, LOOP, VOID))
        self.labels += ["break", "continue"]
        if statement.condition != ir.Const(1):
            self.push(ir.negate(statement.condition))
            self.out += bytes((BR_IF, 1))
        self.block(statement.body)
        self.out += bytes((BR, 0, END, END))
        del self.labels[-2:]

    def leave(self, statement: ir.Break) -> None:
        self.jump("break")

    def go_on(self, statement: ir.Continue) -> None:
        self.jump("continue")

    def give(self, statement: ir.Return) -> None:
        self.push(statement.value)
        self.out.append(RETURN)

    def run(self, statement: ir.Run) -> None:
        self.push(statement.value)
        self.out.append(DROP)

    def copy(self, statement: ir.Copy) -> None:
        for each in (statement.target, statement.source, statement.size):
            self.push(each)
        self.out += MEMORY_COPY

    def trap(self, statement: ir.Trap) -> None:
        self.out.append(UNREACHABLE)


EXPRESSIONS: dict[type[ir.Expression], Callable[..., None]] = {
    ir.Const: _Body.const, ir.Symbol: _Body.symbol, ir.Local: _Body.get_local,
    ir.Context: _Body.get_context,
    ir.Binary: _Body.binary, ir.Not: _Body.negation, ir.Load: _Body.load, ir.Call: _Body.call,
    ir.Dispatch: _Body.dispatch, ir.Choose: _Body.choose, ir.Marked: _Body.marked,
    ir.Meeting: _Body.meeting, ir.Equal: _Body.equal, ir.Lowest: _Body.lowest, ir.Ones: _Body.ones,
}  # fmt: skip
STATEMENTS: dict[type[ir.Statement], Callable[..., None]] = {
    ir.Assign: _Body.assign, ir.SetContext: _Body.set_context, ir.Store: _Body.store,
    ir.If: _Body.branch, ir.While: _Body.loop, ir.Break: _Body.leave, ir.Continue: _Body.go_on,
    ir.Return: _Body.give, ir.Run: _Body.run, ir.Copy: _Body.copy, ir.Trap: _Body.trap,
}  # fmt: skip


def _vector(items: Iterable[bytes]) -> bytes:
    found = list(items)
    return unsigned(len(found)) + b"".join(found)


def _name(text: str) -> bytes:
    return unsigned(len(text)) + text.encode("ascii")


def _signature(arity: int) -> bytes:
    return b"\x60" + unsigned(arity) + bytes((I32,)) * arity + bytes((1, I32))


def _data(data: Mapping[int, bytes]) -> list[bytes]:
    return [
        bytes((0, CONST)) + signed(at) + bytes((END,)) + unsigned(len(text)) + text
        for at, text in sorted(data.items())
    ]
