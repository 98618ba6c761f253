"""The nodes of the intermediate form.

Every value is a 32-bit integer; a truth value is 0 or 1. Nodes never change;
`games.engine.ir.walking` says what they read and write. Variables of the evaluation context (`to`,
`site`, `between`, … as the rules language calls them) are global to a program, so that any part of
a rule can become a function of its own without passing them on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias, TypeVar, dataclass_transform

from games.engine.ir.arithmetic import COMPARISONS, evaluate

Made = TypeVar("Made")


@dataclass_transform(frozen_default=True)
def node(cls: type[Made]) -> type[Made]:
    """A class of nodes. Only the type checker keeps them frozen: to make a node is then cheap."""
    return dataclass(slots=True, unsafe_hash=True)(cls)


def _operator(op: str) -> Callable[[Expression, Operand], Expression]:
    def build(self: Expression, other: Operand) -> Expression:
        return binary(op, self, other)

    return build


class Expression:
    """Operators build expressions; comparing for equality is `same` and `differs`."""

    __slots__ = ()

    __add__ = _operator("+")
    __sub__ = _operator("-")
    __mul__ = _operator("*")
    __floordiv__ = _operator("/")
    __mod__ = _operator("%")
    __and__ = _operator("&")
    __or__ = _operator("|")
    __lshift__ = _operator("<<")
    __rshift__ = _operator(">>")
    __lt__ = _operator("<")
    __le__ = _operator("<=")
    __gt__ = _operator(">")
    __ge__ = _operator(">=")
    same = _operator("==")
    differs = _operator("!=")


Operand: TypeAlias = "Expression | int"
# What a node holds, in pairs of a kind and a name.
Notes: TypeAlias = frozenset[tuple[str, str]]


@node
class Const(Expression):
    value: int


@node
class Symbol(Expression):
    """A number that a program gives when it is encoded, such as where a field begins.

    So kernels are the same for programs that lay out their memory otherwise.
    """

    name: str


@node
class Local(Expression):
    """A variable of a function."""

    name: str


@node
class Context(Expression):
    """A variable of the evaluation context."""

    name: str


@node
class Binary(Expression):
    """Both sides are evaluated; division and remainder round towards zero."""

    op: str
    left: Expression
    right: Expression


@node
class Not(Expression):
    """1 where the operand is 0, else 0."""

    operand: Expression


@node
class Load(Expression):
    """A number of 1, 2 or 4 bytes at `address` + `offset`; `field` names what is read."""

    field: str
    width: int
    signed: bool
    address: Expression
    offset: int = 0


@node
class Marked(Expression):
    """A bit for each of 16 bytes from `address` on: whether the table at `marks` marks its value.

    The table has a byte for each value, a multiple of 16 of them: 128 is a mark, 0 is none.
    """

    address: Expression
    marks: Expression
    blocks: int


@node
class Meeting(Expression):
    """As Marked, of those bytes only whose class is among the bits of the byte at `among`.

    The table at `classes` has the bit of its class for each value.
    """

    address: Expression
    marks: Expression
    classes: Expression
    among: Expression
    blocks: int


@node
class Equal(Expression):
    """A bit for each of 16 bytes from `address` on: whether it equals the lowest of `value`."""

    address: Expression
    value: Expression


@node
class Lowest(Expression):
    """The number of the lowest bit that is set; 32 where none is."""

    operand: Expression


@node
class Ones(Expression):
    """How many bits are set."""

    operand: Expression


@node
class Call(Expression):
    function: str
    arguments: tuple[Expression, ...] = ()


@node
class Dispatch(Expression):
    """A call of the function at `index` of a named table of functions."""

    table: str
    index: Expression
    arguments: tuple[Expression, ...] = ()


@node
class Choose(Expression):
    """`yes` where the condition is not 0, else `no`; only one of them is evaluated."""

    condition: Expression
    yes: Expression
    no: Expression


@node
class AnyMove(Expression):
    """Whether a function generates a move, to the site `target` where one is given.

    Its moves are forgotten.
    """

    generator: str
    arguments: tuple[Expression, ...] = ()
    target: Expression | None = None


class Statement:
    """`noted` keeps what `games.engine.ir.walking` has found out about a statement."""

    __slots__ = ("noted",)
    noted: Notes


@node
class Assign(Statement):
    name: str
    value: Expression


@node
class SetContext(Statement):
    name: str
    value: Expression


@node
class Store(Statement):
    field: str
    width: int
    address: Expression
    offset: int
    value: Expression


@node
class If(Statement):
    condition: Expression
    then: tuple[Statement, ...]
    otherwise: tuple[Statement, ...] = ()


@node
class While(Statement):
    condition: Expression
    body: tuple[Statement, ...]


@node
class Break(Statement):
    """Leave the innermost loop."""


@node
class Continue(Statement):
    """Go on with the condition of the innermost loop."""


@node
class Return(Statement):
    value: Expression


@node
class Run(Statement):
    """An expression evaluated for its effects."""

    value: Expression


@node
class Copy(Statement):
    """`size` bytes from one address to another; the two do not overlap."""

    field: str
    target: Expression
    source: Expression
    size: Expression


@node
class Propose(Statement):
    """A move from one site to another; the body puts actions behind it."""

    frm: Expression
    to: Expression
    body: tuple[Statement, ...]


@node
class KeepMoves(Statement):
    """Of the moves from number `start` on those stay that pass a test of the table FITS.

    The test plays a move, asks the function `after`, and takes the move back.
    """

    start: Expression
    test: int
    after: str


@node
class Clause(Statement):
    """Statements that a clause of the text stands for, by its number."""

    number: int
    body: tuple[Statement, ...]


@node
class Trap(Statement):
    """Stop: a bound was reached."""


@dataclass(frozen=True, eq=False)
class Function:
    """A function gives one number: 0 where its body ends without a Return."""

    name: str
    parameters: tuple[str, ...]
    body: tuple[Statement, ...]


def const(value: Operand) -> Expression:
    """A number as an expression; an expression as itself."""
    return Const(int(value)) if isinstance(value, int) else value


NEUTRAL = {"+": 0, "-": 0, "|": 0, "^": 0, "<<": 0, ">>": 0, ">>>": 0, "*": 1, "/": 1}
COMMUTATIVE = frozenset({"+", "*", "|", "^", "&"})


def binary(op: str, left: Operand, right: Operand) -> Expression:
    """An operator on two operands, worked out where both are constant."""
    if isinstance(left, int):
        left = Const(int(left))
    if isinstance(right, int):
        right = Const(int(right))
    if isinstance(right, Const):
        if isinstance(left, Const) and not (op in "/%" and right.value == 0):
            return Const(evaluate(op, left.value, right.value))
        if NEUTRAL.get(op) == right.value:
            return left
    elif isinstance(left, Const) and op in COMMUTATIVE and NEUTRAL.get(op) == left.value:
        return right
    return Binary(op, left, right)


def is_truth(value: Expression) -> bool:
    """Whether an expression is known to give 0 or 1."""
    match value:
        case Const(number):
            return number in (0, 1)
        case Not():
            return True
        case Binary(op, left, right):
            return op in COMPARISONS or (op in "&|^" and is_truth(left) and is_truth(right))
        case Choose(_, yes, no):
            return is_truth(yes) and is_truth(no)
    return False


def negate(value: Operand) -> Expression:
    """1 where the operand is 0, else 0."""
    value = const(value)
    if isinstance(value, Const):
        return Const(int(not value.value))
    if isinstance(value, Not) and is_truth(value.operand):
        return value.operand
    return Not(value)


def choose(condition: Operand, yes: Operand, no: Operand) -> Expression:
    """One of two by a condition, settled at once where that is constant."""
    condition = const(condition)
    if isinstance(condition, Const):
        return const(yes if condition.value else no)
    return Choose(condition, const(yes), const(no))


def truth(value: Operand) -> Expression:
    """The operand as 0 or 1."""
    value = const(value)
    return value if is_truth(value) else value.differs(0)


def both(*operands: Operand) -> Expression:
    """1 where no operand is 0; evaluation stops at the first that is."""
    result: Expression = Const(1)
    for each in map(const, reversed(operands)):
        result = truth(each) if result == Const(1) else choose(each, result, 0)
    return result


def either(*operands: Operand) -> Expression:
    """1 where some operand is not 0; evaluation stops at the first."""
    result: Expression = Const(0)
    for each in map(const, reversed(operands)):
        result = truth(each) if result == Const(0) else choose(each, 1, result)
    return result
