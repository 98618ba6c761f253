"""Kernels, the engine's own loops, read from a small part of Python into the intermediate form.

Names in capitals are constants or tables, `field[i]` reads and writes a field, `game.name` one of
scope `game`, `ctx.name` a variable of the evaluation context; other names are variables of the
function. There are `if`,
`while`, `for … in range(…)`, `and`, `or`, `not`, calls, `copy(to, from, size)`, `trap()`,
`dispatch(TABLE, index, …)`, `any_move(function, …)`, `load8(address)` to `load32`,
`store8(address, value)` to `store32`.
A branch on a constant is left out where the constant says so.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import lru_cache

from games.engine.ir import nodes as ir
from games.engine.ir.schema import Field

OPERATORS: dict[type[ast.AST], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "/", ast.Mod: "%",
    ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.LShift: "<<", ast.RShift: ">>",
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip
WIDTHS = {"8": 1, "16": 2, "32": 4}


class KernelError(SyntaxError):
    """A kernel that is not written in this part of Python."""


@lru_cache(maxsize=64)
def parsed(text: str) -> dict[str, ast.FunctionDef]:
    """The functions of a kernel file by name."""
    found = [each for each in ast.parse(text).body if isinstance(each, ast.FunctionDef)]
    return {each.name: each for each in found}


@lru_cache(maxsize=1)
def _kernels(texts: tuple[str, ...]) -> dict[str, tuple[ast.FunctionDef, frozenset[str]]]:
    """The functions of kernel files by name, each with all names that it mentions."""
    found: dict[str, tuple[ast.FunctionDef, frozenset[str]]] = {}
    for text in texts:
        for name, node in parsed(text).items():
            plain = (each.id for each in ast.walk(node) if isinstance(each, ast.Name))
            of_game = (each.attr for each in ast.walk(node) if isinstance(each, ast.Attribute))
            found[name] = node, frozenset((*plain, *of_game))
    return found


def kernel(
    texts: tuple[str, ...],
    name: str,
    constants: Mapping[str, int | None],
    fields: Mapping[str, Field],
    absent: Collection[str],
) -> ir.Function:
    """The kernel of that name, read once for the same constants and kinds of fields.

    A constant without a number is a symbol.
    """
    mentioned = _kernels(texts)[name][1]
    return _read(
        texts,
        name,
        tuple([(each, constants[each]) for each in mentioned if each in constants]),
        tuple([(each, _kind(fields[each])) for each in mentioned if each in fields]),
        tuple([each for each in mentioned if each in absent]),
    )


def _kind(field: Field) -> tuple[str, int, bool, int]:
    """All of a named field that a kernel depends on: scope, width, sign, whether there is any."""
    return field.scope, field.width, field.signed, min(field.length, 1)


@lru_cache(maxsize=2048)
def _read(
    texts: tuple[str, ...],
    name: str,
    constants: tuple[tuple[str, int | None], ...],
    kinds: tuple[tuple[str, tuple[str, int, bool, int]], ...],
    absent: tuple[str, ...],
) -> ir.Function:
    fields = {each: Field(each, *kind, base=0) for each, kind in kinds}
    return Reader(dict(constants), fields, absent).function(_kernels(texts)[name][0])


@lru_cache(maxsize=64)
def constants_given(text: str, prefix: str) -> frozenset[str]:
    """The constants with a prefix that a kernel file hands on to functions."""
    return frozenset(
        argument.id
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call)
        for argument in node.args
        if isinstance(argument, ast.Name) and argument.id.startswith(prefix)
    )


class Reader:
    """Reads functions with the constants and fields of one program."""

    def __init__(
        self,
        constants: Mapping[str, int | None],
        fields: Mapping[str, Field],
        absent: Collection[str] = (),
    ) -> None:
        """Nothing ever equals a constant that is `absent`."""
        self.constants = constants
        self.fields = fields
        self.absent = absent

    def function(self, node: ast.FunctionDef) -> ir.Function:
        names = tuple(each.arg for each in node.args.args)
        return ir.Function(node.name, names, self.block(node.body))

    def block(self, body: Iterable[ast.stmt]) -> tuple[ir.Statement, ...]:
        found: list[ir.Statement] = []
        for each in body:
            found += self.statement(each)
            if found and isinstance(found[-1], ir.Return | ir.Break | ir.Continue | ir.Trap):
                break
        return tuple(found)

    def statement(self, node: ast.stmt) -> list[ir.Statement]:
        read = STATEMENTS.get(type(node))
        if read is None:
            raise KernelError(f"line {node.lineno}: no such statement in a kernel")
        return read(self, node)

    def value(self, node: ast.expr) -> ir.Expression:
        read = EXPRESSIONS.get(type(node))
        if read is None:
            raise KernelError(f"line {node.lineno}: no such expression in a kernel")
        return read(self, node)

    def _pass(self, node: ast.Pass) -> list[ir.Statement]:
        return []

    def _break(self, node: ast.Break) -> list[ir.Statement]:
        return [ir.Break()]

    def _continue(self, node: ast.Continue) -> list[ir.Statement]:
        return [ir.Continue()]

    def _return(self, node: ast.Return) -> list[ir.Statement]:
        return [ir.Return(self.value(node.value) if node.value else ir.Const(0))]

    def _if(self, node: ast.If) -> list[ir.Statement]:
        condition = self.value(node.test)
        if isinstance(condition, ir.Const):
            return list(self.block(node.body if condition.value else node.orelse))
        return [ir.If(condition, self.block(node.body), self.block(node.orelse))]

    def _while(self, node: ast.While) -> list[ir.Statement]:
        return [ir.While(self.value(node.test), self.block(node.body))]

    def _for(self, node: ast.For) -> list[ir.Statement]:
        assert isinstance(node.target, ast.Name) and isinstance(node.iter, ast.Call)
        bounds = [self.value(each) for each in node.iter.args]
        first, last = bounds if len(bounds) == 2 else (ir.Const(0), bounds[0])
        name = node.target.id
        step = ir.Assign(name, ir.Local(name) + 1)
        condition = ir.Local(name) + 1 < last
        body = (step, *self.block(node.body))
        return [ir.Assign(name, first - 1), ir.While(condition, body)]

    def _assign(self, node: ast.Assign) -> list[ir.Statement]:
        return [self.store(node.targets[0], self.value(node.value))]

    def _augmented(self, node: ast.AugAssign) -> list[ir.Statement]:
        left = self.value(node.target)
        return [
            self.store(
                node.target, ir.binary(OPERATORS[type(node.op)], left, self.value(node.value))
            )
        ]

    def store(self, target: ast.expr, value: ir.Expression) -> ir.Statement:
        match target:
            case ast.Name(name):
                return ir.Assign(name, value)
            case ast.Attribute(ast.Name("ctx"), name):
                return ir.SetContext(name, value)
            case ast.Attribute(ast.Name("game"), name):
                return self.field(name, target).store(0, value)
            case ast.Subscript(ast.Name(name), index):
                return self.field(name, target).store(self.value(index), value)
        raise KernelError(f"line {target.lineno}: nothing can be stored there")

    def field(self, name: str, node: ast.expr) -> Field:
        if name not in self.fields:
            raise KernelError(f"line {node.lineno}: there is no field {name}")
        return self.fields[name]

    def _expression(self, node: ast.Expr) -> list[ir.Statement]:
        call = node.value
        if isinstance(call, ast.Constant):
            return []
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
            raise KernelError(f"line {node.lineno}: an expression that does nothing")
        name = call.func.id
        if name == "trap":
            return [ir.Trap()]
        values = [self.value(each) for each in call.args if name != "dispatch"]
        if name == "copy":
            return [ir.Copy("memory", *values)]
        if name.removeprefix("store") in WIDTHS:
            width = WIDTHS[name.removeprefix("store")]
            return [ir.Store("memory", width, values[0], 0, values[1])]
        return [ir.Run(self.value(call))]

    def _constant(self, node: ast.Constant) -> ir.Expression:
        assert isinstance(node.value, int)
        return ir.Const(int(node.value))

    def _name(self, node: ast.Name) -> ir.Expression:
        if node.id.isupper():
            if node.id not in self.constants:
                raise KernelError(f"line {node.lineno}: there is no constant {node.id}")
            number = self.constants[node.id]
            return ir.Symbol(node.id) if number is None else ir.Const(number)
        return ir.Local(node.id)

    def _attribute(self, node: ast.Attribute) -> ir.Expression:
        assert isinstance(node.value, ast.Name)
        if node.value.id == "ctx":
            return ir.Context(node.attr)
        return self.field(node.attr, node).load(0)

    def _subscript(self, node: ast.Subscript) -> ir.Expression:
        assert isinstance(node.value, ast.Name)
        return self.field(node.value.id, node).load(self.value(node.slice))

    def _binary(self, node: ast.BinOp) -> ir.Expression:
        return ir.binary(OPERATORS[type(node.op)], self.value(node.left), self.value(node.right))

    def _compare(self, node: ast.Compare) -> ir.Expression:
        match node:
            case ast.Compare(_, [ast.Eq()], [ast.Name(name)]) if name in self.absent:
                return ir.Const(0)
        right = self.value(node.comparators[0])
        return ir.binary(OPERATORS[type(node.ops[0])], self.value(node.left), right)

    def _bool(self, node: ast.BoolOp) -> ir.Expression:
        values = [self.value(each) for each in node.values]
        return ir.both(*values) if isinstance(node.op, ast.And) else ir.either(*values)

    def _unary(self, node: ast.UnaryOp) -> ir.Expression:
        value = self.value(node.operand)
        return ir.negate(value) if isinstance(node.op, ast.Not) else ir.binary("-", 0, value)

    def _choose(self, node: ast.IfExp) -> ir.Expression:
        return ir.choose(self.value(node.test), self.value(node.body), self.value(node.orelse))

    def _call(self, node: ast.Call) -> ir.Expression:
        assert isinstance(node.func, ast.Name)
        name = node.func.id
        if name == "dispatch":
            assert isinstance(node.args[0], ast.Name)
            index, *rest = [self.value(each) for each in node.args[1:]]
            return ir.Dispatch(node.args[0].id, index, tuple(rest))
        if name == "any_move":
            assert isinstance(node.args[0], ast.Name)
            return ir.AnyMove(node.args[0].id, tuple(self.value(each) for each in node.args[1:]))
        values = tuple(self.value(each) for each in node.args)
        if name in LOOKED_UP:
            *addresses, blocks = values
            assert isinstance(blocks, ir.Const)
            return LOOKED_UP[name](*addresses, blocks.value)
        if name in VECTORS:
            return VECTORS[name](*values)
        if name.removeprefix("load") in WIDTHS:
            return ir.Load("memory", WIDTHS[name.removeprefix("load")], False, values[0])
        return ir.Call(name, values)


LOOKED_UP: dict[str, Callable[..., ir.Expression]] = {
    "marked": ir.Marked, "meeting": ir.Meeting,
}  # fmt: skip
VECTORS: dict[str, Callable[..., ir.Expression]] = {
    "equal": ir.Equal, "lowest": ir.Lowest, "ones": ir.Ones,
}  # fmt: skip
Read = Callable[..., list[ir.Statement]]
STATEMENTS: dict[type[ast.stmt], Read] = {
    ast.Pass: Reader._pass, ast.Break: Reader._break, ast.Continue: Reader._continue,
    ast.Return: Reader._return, ast.If: Reader._if, ast.While: Reader._while,
    ast.For: Reader._for, ast.Assign: Reader._assign, ast.AugAssign: Reader._augmented,
    ast.Expr: Reader._expression,
}  # fmt: skip
EXPRESSIONS: dict[type[ast.expr], Callable[..., ir.Expression]] = {
    ast.Constant: Reader._constant, ast.Name: Reader._name, ast.Attribute: Reader._attribute,
    ast.Subscript: Reader._subscript, ast.BinOp: Reader._binary, ast.Compare: Reader._compare,
    ast.BoolOp: Reader._bool, ast.UnaryOp: Reader._unary, ast.IfExp: Reader._choose,
    ast.Call: Reader._call,
}  # fmt: skip
