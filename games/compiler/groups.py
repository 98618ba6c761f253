"""Groups of pieces: found from a site of theirs, and marked in memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeGuard

from games.compiler.build import Build, Code, Scope
from games.compiler.conditions import condition
from games.compiler.directions import Route, table_leaf
from games.compiler.dispatch import first_word, refuse_extras
from games.compiler.lists import each_number
from games.compiler.parts import one_at_most
from games.compiler.values import number
from games.ludemes.tree import Form, Node, written


@dataclass(frozen=True)
class Group:
    """A call that finds a group and is 1, and the address of a mark for each site."""

    found: str
    marks: int


def is_group(node: Node) -> TypeGuard[Form]:
    """Whether a region is a group, to be found once before its sites are asked about."""
    return isinstance(node, Form) and node.keyword == "sites" and first_word(node) == "Group"


def write_group(build: Build, form: Form, scope: Scope) -> Group | None:
    """The function that finds `(sites Group at:site directions if:condition)`.

    Like pieces belong to a group; with `if:`, sites for which that holds.
    """
    refuse_extras(build, form, "at", "if")
    at = form.named("at")
    if at is None:
        build.miss(form, written(form), "write (sites Group at:site)")
        return None
    marks = build.scratch(f"marks of a group {id(form)}", build.layout.sites)
    queue = build.scratch("sites of a group", 2 * build.layout.sites)
    outer = scope.name(start=number(build, at, scope))
    here = outer.here()
    code = Code()
    code.add(f"fill({marks}, 0, SITES)")
    with code.block("if (start < 0) or (start >= BOARD_SITES)"):
        code.add("return 1")
    test = form.named("if")
    joins = "ld8(WHAT + to) == ld8(WHAT + start)"
    if test is not None:
        joins = condition(build, test, here.name(frm="start", to="to"))
    code.add("to = start")
    with code.block(f"if not ({joins})"):
        code.add("return 1")
    code.add(f"st8({marks} + to, 1)")
    code.add(f"st16({queue}, to)")
    code.add("count = 1")
    code.add("i = 0")
    with code.block("while i < count"):
        code.add(f"one = ld16({queue} + i * 2)")
        fits = f"(ld8({marks} + to) == 0) and ({joins})"
        with each_number(code, "to", _near(build, form, here)), code.block(f"if {fits}"):
            code.add(f"st8({marks} + to, 1)")
            code.add(f"st16({queue} + count * 2, to)")
            code.add("count = count + 1")
        code.add("i = i + 1")
    code.add("return 1")
    return Group(build.helper("group", outer, code), marks)


def _near(build: Build, form: Form, scope: Scope) -> str:
    following = build.equipment.board.following

    def sites(words: tuple[str, ...], site: int) -> list[list[int]]:
        return [[following[word][site]] for word in words if following[word][site] >= 0]

    leaf = table_leaf(build, form, sites, True)
    towards = one_at_most(form.arguments()[1:])
    return Route(build, form, scope, "one", leaf).address(towards)
