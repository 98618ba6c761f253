"""Functions give back the lists that they took, wherever they return."""

from __future__ import annotations

from games.engine.ir import nodes as ir
from games.engine.ir.schema import Field


def takes_lists(body: tuple[ir.Statement, ...]) -> bool:
    """Whether statements take room on the stack of lists themselves."""
    for each in body:
        match each:
            case ir.Assign(_, ir.Call("new_list" | "new_set")):
                return True
            case ir.If(_, then, otherwise) if takes_lists(then) or takes_lists(otherwise):
                return True
            case ir.While(_, inner) | ir.Propose(_, _, inner) | ir.Clause(_, inner) if takes_lists(
                inner
            ):
                return True
    return False


def before_returns(body: tuple[ir.Statement, ...], extra: ir.Statement) -> tuple[ir.Statement, ...]:
    """The statements with another one before each Return."""
    found: list[ir.Statement] = []
    for each in body:
        match each:
            case ir.Return():
                found += [extra, each]
            case ir.If(condition, then, otherwise):
                branches = before_returns(then, extra), before_returns(otherwise, extra)
                found.append(ir.If(condition, *branches))
            case ir.While(condition, inner):
                found.append(ir.While(condition, before_returns(inner, extra)))
            case ir.Propose(frm, to, inner):
                found.append(ir.Propose(frm, to, before_returns(inner, extra)))
            case ir.Clause(number, inner):
                found.append(ir.Clause(number, before_returns(inner, extra)))
            case _:
                found.append(each)
    return tuple(found)


def releasing(body: tuple[ir.Statement, ...], top: Field) -> tuple[ir.Statement, ...]:
    """The body of a function that gives back the lists that it takes, wherever it returns."""
    if not takes_lists(body):
        return body
    restore = top.store(0, ir.Local("top"))
    return (ir.Assign("top", top.load(0)), *before_returns(body, restore), restore)
