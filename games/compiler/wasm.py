"""Translate restricted Python to WebAssembly text.

The language: functions of integers that return an integer (0 where nothing is returned); names,
integer constants, module constants in capitals; `+ - * & | ^ << >>`, comparisons, `and or not`,
`a if c else b`; assignment, `if`, `while`, `break`, `continue`, `match` over small integers,
`return`; calls of each other and of `INTRINSICS`. Every value is a signed 32-bit integer. The same
text runs under CPython (see `reference`), where it is slow and easy to look into.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar

INTRINSICS = {
    "ld8": "i32.load8_u",
    "ld16": "i32.load16_u",
    "ld16s": "i32.load16_s",
    "ld32": "i32.load",
    "st8": "i32.store8",
    "st16": "i32.store16",
    "st32": "i32.store",
    "shr": "i32.shr_u",
    "urem": "i32.rem_u",
    "udiv": "i32.div_u",
    "div": "i32.div_s",
    "rem": "i32.rem_s",
    "copy": "memory.copy",
    "fill": "memory.fill",
    "ctz": "i32.ctz",
    "ones": "i32.popcnt",
    "wrap": "",
    "trap": "unreachable",
}

# Questions to sixteen bytes at once; the answer has a bit for each, the first byte's lowest:
# `held` which are not 0, `equal` which have a value, `marked_N` for which a table of N blocks of
# sixteen bytes has 255 (what does not reach into a block is nowhere in it).
BLOCK = (
    "(i8x16.swizzle (v128.load offset={at} {{1}})"
    " (i8x16.sub (v128.load {{0}}) (v128.const i8x16{less})))"
)
MOST_BLOCKS = 16


def _marked(blocks: int) -> str:
    """The template for a table of so many blocks."""
    found = ""
    for at in range(0, 16 * blocks, 16):
        block = BLOCK.format(at=at, less=f" {at}" * 16)
        found = f"(v128.or {found} {block})" if found else block
    return f"(i8x16.bitmask {found})"


SIXTEEN = {
    "held": "(i8x16.bitmask (i8x16.ne (v128.load {0}) (v128.const i32x4 0 0 0 0)))",
    "equal": "(i8x16.bitmask (i8x16.eq (v128.load {0}) (i8x16.splat {1})))",
    **{f"marked_{blocks}": _marked(blocks) for blocks in range(1, MOST_BLOCKS + 1)},
}

# The longest copy, in blocks of 16 bytes, that is written out.
MAX_BLOCKS = 128

NO_VALUE = {"st8", "st16", "st32", "copy", "fill"}
OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.BitAnd: "and", ast.BitOr: "or",
    ast.BitXor: "xor", ast.LShift: "shl", ast.RShift: "shr_s",
}  # fmt: skip
COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "lt_s", ast.LtE: "le_s", ast.Gt: "gt_s", ast.GtE: "ge_s",
}  # fmt: skip


class TranslationError(ValueError):
    """Python outside the restricted language; names the line and what stands there."""


def translate(
    source: str | ast.Module, constants: Mapping[str, int] | None = None
) -> dict[str, str]:
    """The functions of a source, or of what was parsed of one, as WebAssembly text, by name.

    `constants` are known in addition to the source's own. Raises TranslationError.
    """
    module = ast.parse(source) if isinstance(source, str) else source
    known = dict(constants or {})
    functions = {}
    for statement in module.body:
        if isinstance(statement, ast.FunctionDef):
            functions[statement.name] = _Function(statement, known).text()
        elif isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            known[statement.targets[0].id] = _constant(statement.value, known)
        elif not _is_docstring_or_import(statement):
            raise _refuse(statement)
    return functions


def module_text(
    functions: Mapping[str, str], pages: int, exported: Iterable[str] | None = None
) -> str:
    """A whole module but for its data: one memory of exactly `pages` (64 KiB each).

    Functions are those `exported` under their own names (all, if that is None) and all that these
    call.
    """
    names = list(functions if exported is None else exported)
    memory = f'(memory (export "memory") {pages} {pages})'
    exports = "".join(f'(export "{name}" (func ${name}))\n' for name in names)
    needed = "".join(functions[name] for name in _reached(functions, names))
    return f"(module\n{memory}\n{exports}{needed})"


def data_section(data: Mapping[int, bytes]) -> bytes:
    """What is added to a module's bytes so that its memory begins with data at their addresses.

    As binary: text of it would be thrice as long to read. The form is that of the WebAssembly core
    specification, 5.5.14; memory is 0 where nothing stands.
    """
    written = [
        b"\x00\x41" + _leb128(at, signed=True) + b"\x0b" + _leb128(len(content)) + content
        for at, content in data.items()
        if any(content)
    ]
    section = _leb128(len(written)) + b"".join(written)
    return b"\x0b" + _leb128(len(section)) + section


def _leb128(number: int, *, signed: bool = False) -> bytes:
    """A number from 0 in sevens of bits, the lowest first; the signed form leaves room for 0."""
    written = bytearray()
    while number >= (64 if signed else 128):
        written.append(number & 127 | 128)
        number >>= 7
    return bytes([*written, number])


CALL = re.compile(r"\(call \$(\w+)")


def _reached(functions: Mapping[str, str], names: Iterable[str]) -> dict[str, None]:
    """The functions that some call, these included, each once."""
    found: dict[str, None] = {}
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in found and name in functions:
            found[name] = None
            waiting += CALL.findall(functions[name])
    return found


def _constant(node: ast.expr, known: Mapping[str, int]) -> int:
    try:
        code = compile(ast.Expression(node), "<constant>", "eval")
        return int(eval(code, {"__builtins__": {}}, dict(known)))  # noqa: S307 - our own source
    except (NameError, TypeError, ValueError) as error:
        raise _refuse(node) from error


def _is_docstring_or_import(node: ast.stmt) -> bool:
    text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return text or isinstance(node, ast.Import | ast.ImportFrom)


def _refuse(node: ast.AST) -> TranslationError:
    line = getattr(node, "lineno", 0)
    return TranslationError(f"line {line}: {ast.unparse(node)} is not in the restricted language")


class _Function:
    """Translates one function; labels are numbered within it."""

    def __init__(self, node: ast.FunctionDef, constants: Mapping[str, int]) -> None:
        extra = (node.args.posonlyargs, node.args.kwonlyargs, node.args.defaults)
        if any(extra) or node.args.vararg or node.args.kwarg or node.decorator_list:
            raise _refuse(node)
        self.node = node
        self.constants = constants
        self.parameters = [argument.arg for argument in node.args.args]
        self.locals: dict[str, None] = {}
        self.labels = 0
        self.loops: list[int] = []

    def text(self) -> str:
        body = self.block(self.node.body)
        name = self.node.name
        parameters = "".join(f"(param ${p} i32)" for p in self.parameters)
        declared = "".join(f"(local ${v} i32)" for v in self.locals)
        head = f"(func ${name} {parameters}(result i32){declared}"
        return f"{head}\n{body}(i32.const 0))\n"

    def block(self, body: list[ast.stmt]) -> str:
        return "".join([self.statement(statement) for statement in body])

    def statement(self, node: ast.stmt) -> str:
        method = self.STATEMENTS.get(type(node))
        if method is None:
            raise _refuse(node)
        return method(self, node)

    def on_assign(self, node: ast.Assign) -> str:
        target = node.targets[0]
        if len(node.targets) != 1 or not isinstance(target, ast.Name):
            raise _refuse(node)
        return self.store(target.id, self.value(node.value))

    def on_augassign(self, node: ast.AugAssign) -> str:
        if not isinstance(node.target, ast.Name):
            raise _refuse(node)
        left = ast.Name(node.target.id)
        return self.store(node.target.id, self.value(ast.BinOp(left, node.op, node.value)))

    def store(self, name: str, value: str) -> str:
        if name not in self.parameters:
            self.locals[name] = None
        return f"(local.set ${name} {value})\n"

    def on_return(self, node: ast.Return) -> str:
        value = "(i32.const 0)" if node.value is None else self.value(node.value)
        return f"(return {value})\n"

    def on_pass(self, node: ast.Pass) -> str:
        return ""

    def on_expr(self, node: ast.Expr) -> str:
        if isinstance(node.value, ast.Constant):
            return ""
        if not isinstance(node.value, ast.Call) or not isinstance(node.value.func, ast.Name):
            raise _refuse(node)
        value = self.value(node.value)
        name = node.value.func.id
        return f"{value}\n" if name in NO_VALUE or name == "trap" else f"(drop {value})\n"

    def on_if(self, node: ast.If) -> str:
        if isinstance(node.test, ast.Name) and node.test.id in self.constants:
            return self.block(node.body if self.constants[node.test.id] else node.orelse)
        other = f"(else\n{self.block(node.orelse)})" if node.orelse else ""
        return f"(if {self.value(node.test)} (then\n{self.block(node.body)}){other})\n"

    def on_while(self, node: ast.While) -> str:
        if node.orelse:
            raise _refuse(node.orelse[0])
        label = self.label()
        self.loops.append(label)
        endless = isinstance(node.test, ast.Constant) and node.test.value
        test = "" if endless else f"(br_if $b{label} (i32.eqz {self.value(node.test)}))\n"
        body = self.block(node.body)
        self.loops.pop()
        return f"(block $b{label} (loop $l{label}\n{test}{body}(br $l{label})))\n"

    def on_break(self, node: ast.Break) -> str:
        return f"(br $b{self.loop(node)})\n"

    def on_continue(self, node: ast.Continue) -> str:
        return f"(br $l{self.loop(node)})\n"

    def loop(self, node: ast.stmt) -> int:
        if not self.loops:
            raise _refuse(node)
        return self.loops[-1]

    def on_match(self, node: ast.Match) -> str:
        """A jump table: case n must be the n-th, without gaps; other values fall out."""
        label = self.label()
        for number, case in enumerate(node.cases):
            pattern = case.pattern
            plain = isinstance(pattern, ast.MatchValue) and isinstance(pattern.value, ast.Constant)
            if case.guard is not None:
                raise _refuse(case.guard)
            if not plain or pattern.value.value != number:  # type: ignore[attr-defined]
                raise TranslationError(f"line {case.pattern.lineno}: case {number} belongs here")
        targets = "".join(f"$c{label}_{n} " for n in range(len(node.cases)))
        jump = f"(br_table {targets}$c{label} {self.value(node.subject)})\n"
        for number, case in enumerate(node.cases):
            body = self.block(case.body)
            jump = f"(block $c{label}_{number}\n{jump})\n{body}(br $c{label})\n"
        return f"(block $c{label}\n{jump})\n"

    def label(self) -> int:
        self.labels += 1
        return self.labels

    def value(self, node: ast.expr) -> str:
        method = self.VALUES.get(type(node))
        if method is None:
            raise _refuse(node)
        return method(self, node)

    def value_constant(self, node: ast.Constant) -> str:
        if not isinstance(node.value, int) or node.value >= 1 << 32:
            raise _refuse(node)
        return f"(i32.const {int(node.value)})"

    def value_name(self, node: ast.Name) -> str:
        if node.id in self.parameters or node.id in self.locals:
            return f"(local.get ${node.id})"
        if node.id in self.constants:
            return f"(i32.const {self.constants[node.id]})"
        raise TranslationError(f"in {self.node.name}: the name {node.id} has no value here")

    def value_binop(self, node: ast.BinOp) -> str:
        operator = OPERATORS.get(type(node.op))
        if operator is None:
            raise _refuse(node)
        return f"(i32.{operator} {self.value(node.left)} {self.value(node.right)})"

    def value_unaryop(self, node: ast.UnaryOp) -> str:
        value = self.value(node.operand)
        if isinstance(node.op, ast.Not):
            return f"(i32.eqz {value})"
        if isinstance(node.op, ast.USub):
            return f"(i32.sub (i32.const 0) {value})"
        raise _refuse(node)

    def value_compare(self, node: ast.Compare) -> str:
        operator = COMPARISONS.get(type(node.ops[0]))
        if operator is None or len(node.ops) != 1:
            raise _refuse(node)
        return f"(i32.{operator} {self.value(node.left)} {self.value(node.comparators[0])})"

    def value_boolop(self, node: ast.BoolOp) -> str:
        """`and` and `or` give 0 or 1 and do not look at what cannot matter."""
        result = self.truth(node.values[-1])
        for value in reversed(node.values[:-1]):
            test = self.value(value)
            if isinstance(node.op, ast.And):
                result = f"(if (result i32) {test} (then {result}) (else (i32.const 0)))"
            else:
                result = f"(if (result i32) {test} (then (i32.const 1)) (else {result}))"
        return result

    def truth(self, node: ast.expr) -> str:
        already = isinstance(node, ast.Compare | ast.BoolOp) or (
            isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
        )
        value = self.value(node)
        return value if already else f"(i32.ne {value} (i32.const 0))"

    def value_ifexp(self, node: ast.IfExp) -> str:
        test, then, other = (self.value(n) for n in (node.test, node.body, node.orelse))
        return f"(if (result i32) {test} (then {then}) (else {other}))"

    def value_call(self, node: ast.Call) -> str:
        if not isinstance(node.func, ast.Name) or node.keywords:
            raise _refuse(node)
        name = node.func.id
        if name == "copy" and (length := self.known_length(node.args[2])):
            return self.copied(node.args[0], node.args[1], length)
        arguments = " ".join([self.value(argument) for argument in node.args])
        if name == "wrap":
            return arguments
        if name in SIXTEEN:
            return SIXTEEN[name].format(*(self.value(argument) for argument in node.args))
        if name == "trap":
            return "(unreachable)"
        return (
            f"({INTRINSICS[name]} {arguments})"
            if name in INTRINSICS
            else f"(call ${name} {arguments})"
        )

    def known_length(self, node: ast.expr) -> int:
        """A length known now, where it is short and goes up in blocks of 16 bytes; or 0."""
        value = self.constants.get(node.id, 0) if isinstance(node, ast.Name) else 0
        return value if value <= MAX_BLOCKS * 16 and value % 16 == 0 else 0

    def copied(self, target: ast.expr, origin: ast.expr, length: int) -> str:
        """A copy block by block: a call of the machine's own copy costs more than it does."""
        to, frm = self.value(target), self.value(origin)
        return "".join(
            f"(v128.store offset={at} {to} (v128.load offset={at} {frm}))"
            for at in range(0, length, 16)
        )

    STATEMENTS: ClassVar[dict[type[ast.stmt], Callable[[Any, Any], str]]] = {
        ast.Assign: on_assign,
        ast.AugAssign: on_augassign,
        ast.Return: on_return,
        ast.Pass: on_pass,
        ast.Expr: on_expr,
        ast.If: on_if,
        ast.While: on_while,
        ast.Break: on_break,
        ast.Continue: on_continue,
        ast.Match: on_match,
    }
    VALUES: ClassVar[dict[type[ast.expr], Callable[[Any, Any], str]]] = {
        ast.Constant: value_constant,
        ast.Name: value_name,
        ast.BinOp: value_binop,
        ast.UnaryOp: value_unaryop,
        ast.Compare: value_compare,
        ast.BoolOp: value_boolop,
        ast.IfExp: value_ifexp,
        ast.Call: value_call,
    }
