"""The intermediate form as Python: slow, and a check of the other back end."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import SimpleNamespace
from typing import Any

from games.engine.ir import arithmetic
from games.engine.ir import nodes as ir
from games.engine.ir.program import Program

INDENT = "    "
WORD = 4
BLOCK_SIZE = 16


class Stopped(RuntimeError):
    """A bound was reached, where WebAssembly traps."""


class Machine:
    """A program run by CPython: `memory` is a bytearray, `run` calls a function by name."""

    def __init__(self, program: Program) -> None:
        self.memory = bytearray(program.memory)
        for at, data in program.data.items():
            self.memory[at : at + len(data)] = data
        names: dict[str, Any] = {
            "M": self.memory,
            "S": SimpleNamespace(**program.symbols),
            "C": SimpleNamespace(**dict.fromkeys(program.context, 0)),
            "load": self._load,
            "store": self._store,
            "marked": self._marked,
            "meeting": self._meeting,
            "equal": self._equal,
            "evaluate": arithmetic.evaluate,
            "lowest": arithmetic.lowest,
            "Stopped": Stopped,
        }
        text = "\n".join(_function(each) for each in program.functions)
        exec(compile(text, "<intermediate form>", "exec"), names)  # noqa: S102  (printed below)
        names["T"] = {
            table: [names[_called(name)] for name in functions]
            for table, functions in program.tables.items()
        }
        self._names = names

    def run(self, function: str, *arguments: int) -> int:
        """Call a function by its name."""
        called: Callable[..., int] = self._names[_called(function)]
        return called(*arguments)

    def _load(self, address: int, width: int, signed: bool) -> int:
        # WebAssembly has no signed form for whole words: they are always signed.
        cell = self.memory[address : address + width]
        return int.from_bytes(cell, "little", signed=signed or width == WORD)

    def _marked(self, address: int, marks: int, size: int) -> int:
        here = self.memory[address : address + BLOCK_SIZE]
        found = (value < size and self.memory[marks + value] for value in here)
        return sum(1 << n for n, mark in enumerate(found) if mark)

    def _meeting(self, address: int, marks: int, classes: int, among: int, size: int) -> int:
        here = self.memory[address : address + BLOCK_SIZE]
        met = sum(
            1 << n
            for n, value in enumerate(here)
            if value < size and self.memory[classes + value] & self.memory[among + n]
        )
        return met & self._marked(address, marks, size)

    def _equal(self, address: int, value: int) -> int:
        here = self.memory[address : address + BLOCK_SIZE]
        return sum(1 << n for n, each in enumerate(here) if each == value & 0xFF)

    def _store(self, address: int, width: int, value: int) -> None:
        masked = value & ((1 << 8 * width) - 1)
        self.memory[address : address + width] = masked.to_bytes(width, "little")


def _called(name: str) -> str:
    return f"f_{name}"


def _function(function: ir.Function) -> str:
    parameters = ", ".join(f"v_{name}" for name in function.parameters)
    zeros = sorted(_assigned(function.body) - set(function.parameters))
    lines = [f"def {_called(function.name)}({parameters}):"]
    lines += [f"{INDENT}v_{name} = 0" for name in zeros]
    lines += [INDENT + line for line in _block(function.body)]
    return "\n".join([*lines, f"{INDENT}return 0"])


def _assigned(body: Iterable[ir.Statement]) -> set[str]:
    names: set[str] = set()
    for each in body:
        match each:
            case ir.Assign(name):
                names.add(name)
            case ir.If(_, then, otherwise):
                names |= _assigned(then) | _assigned(otherwise)
            case ir.While(_, inner):
                names |= _assigned(inner)
    return names


def _block(body: Iterable[ir.Statement]) -> list[str]:
    return [line for each in body for line in _statement(each)] or ["pass"]


def _indented(body: Iterable[ir.Statement]) -> list[str]:
    return [INDENT + line for line in _block(body)]


def _statement(statement: ir.Statement) -> list[str]:  # noqa: PLR0911  (a case each)
    match statement:
        case ir.Assign(name, value):
            return [f"v_{name} = {_text(value)}"]
        case ir.SetContext(name, value):
            return [f"C.{name} = {_text(value)}"]
        case ir.Store(_, width, address, offset, value):
            return [f"store({_text(address)} + {offset}, {width}, {_text(value)})"]
        case ir.If(condition, then, otherwise):
            lines = [f"if {_text(condition)}:", *_indented(then)]
            return [*lines, "else:", *_indented(otherwise)] if otherwise else lines
        case ir.While(condition, inner):
            return [f"while {_text(condition)}:", *_indented(inner)]
        case ir.Break():
            return ["break"]
        case ir.Continue():
            return ["continue"]
        case ir.Return(value):
            return [f"return {_text(value)}"]
        case ir.Run(value):
            return [_text(value)]
        case ir.Copy(_, target, source, size):
            to, frm, length = _text(target), _text(source), _text(size)
            return [f"M[{to}:{to} + {length}] = M[{frm}:{frm} + {length}]"]
        case ir.Trap():
            return ["raise Stopped"]
    raise TypeError(f"no statement: {statement!r}")


def _text(value: ir.Expression) -> str:  # noqa: PLR0911, PLR0912  (a case each)
    match value:
        case ir.Const(number):
            return f"({arithmetic.wrapped(number)})"
        case ir.Symbol(name):
            return f"S.{name}"
        case ir.Local(name):
            return f"v_{name}"
        case ir.Context(name):
            return f"C.{name}"
        case ir.Binary(op, left, right):
            if op in arithmetic.COMPARISONS:
                return f"int({_text(left)} {op} {_text(right)})"
            return f"evaluate({op!r}, {_text(left)}, {_text(right)})"
        case ir.Not(operand):
            return f"int(not {_text(operand)})"
        case ir.Load(_, width, signed, address, offset):
            return f"load({_text(address)} + {offset}, {width}, {signed})"
        case ir.Marked(address, marks, blocks):
            return f"marked({_text(address)}, {_text(marks)}, {blocks * BLOCK_SIZE})"
        case ir.Meeting(address, marks, classes, among, blocks):
            tables = ", ".join(map(_text, (address, marks, classes, among)))
            return f"meeting({tables}, {blocks * BLOCK_SIZE})"
        case ir.Equal(address, number):
            return f"equal({_text(address)}, {_text(number)})"
        case ir.Lowest(operand):
            return f"lowest({_text(operand)})"
        case ir.Ones(operand):
            return f"({_text(operand)} & 0xFFFFFFFF).bit_count()"
        case ir.Call(function, arguments):
            return f"{_called(function)}({', '.join(map(_text, arguments))})"
        case ir.Dispatch(table, index, arguments):
            return f"T[{table!r}][{_text(index)}]({', '.join(map(_text, arguments))})"
        case ir.Choose(condition, yes, no):
            return f"({_text(yes)} if {_text(condition)} else {_text(no)})"
    raise TypeError(f"no expression: {value!r}")
