"""Lower `(enclose …)`: what befalls groups that are left without an empty site beside them."""

from __future__ import annotations

from dataclasses import dataclass

from games.compiler.build import Build, Code, Scope
from games.compiler.conditions import condition
from games.compiler.dispatch import first_word, forms_in, refuse_extras
from games.compiler.effects import effect, effects
from games.compiler.lists import each_number
from games.compiler.parts import one_at_most, start_of, taking
from games.compiler.paths import near_table
from games.compiler.values import number
from games.ludemes.tree import Form, Node, is_form, walk, written

PARTS = ("from", "between", "directions", "if")


@dataclass(frozen=True)
class Enclosure:
    """An enclosure taken apart: directions, who belongs to a group, what befalls each of it.

    `frm` and `spared` are expressions; `spared` is how many empty sites a group may still have,
    which are then part of it.
    """

    form: Form
    towards: Node | None
    frm: str
    belongs: Node
    befalls: tuple[Node, ...]
    spared: str


@dataclass(frozen=True)
class Memory:
    """Addresses: of a mark for each site in a group, and of the sites of groups in order."""

    marks: int
    queue: int


@effects.on("enclose", reads=("numException",))
def _enclose(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """Groups that begin beside a site and have no empty site beside them.

    All are found before anything befalls one of them.
    """
    parts = _read(build, form, scope)
    if parts is None:
        return
    sites = build.layout.sites
    marks = build.scratch("marks of groups", sites)
    memory = Memory(marks, build.scratch("sites of groups", 2 * sites))
    here = Scope(places={"btw": "btw"})
    body = Code()
    with body.block("if (frm < 0) or (frm >= SITES)"):
        body.add("return 0")
    with body.block("if ld8(WHAT + frm) == 0"):
        body.add("return 0")
    _find(build, body, parts, memory, here)
    _befall(build, body, parts, memory, here)
    name = build.function(build.fresh("enclose"), ["me", "frm"], body)
    code.add(f"{name}({scope.me}, {parts.frm})")


def _find(build: Build, code: Code, parts: Enclosure, memory: Memory, scope: Scope) -> None:
    """The sites of all enclosed groups beside `frm`, into the queue; `count` says how many."""
    code.add(f"fill({memory.marks}, 0, SITES)")
    code.add("count = 0")
    row = near_table(build, parts.form, parts.towards, scope, "frm")
    with each_number(code, "btw", row):
        _from_one(build, code, parts, memory, scope)


def _befall(build: Build, code: Code, parts: Enclosure, memory: Memory, scope: Scope) -> None:
    """What befalls each site in the queue, and its consequences."""
    code.add("i = 0")
    with code.block("while i < count"):
        code.add(f"btw = ld16({memory.queue} + i * 2)")
        for each in parts.befalls:
            effect(build, code, each, scope)
        code.add("i = i + 1")


def _from_one(build: Build, code: Code, parts: Enclosure, memory: Memory, scope: Scope) -> None:
    """The group of the site `btw`: kept in the queue if it is enclosed, forgotten if not."""
    code.add("first = count")
    code.add(f"spared = {parts.spared}")
    code.add("open = 0")
    _look_at(build, code, parts, memory, scope, begins=True)
    code.add("i = first")
    with code.block("while (i < count) and (open == 0)"):
        code.add(f"s = ld16({memory.queue} + i * 2)")
        row = near_table(build, parts.form, parts.towards, scope, "s")
        with each_number(code, "btw", row, "r", "e"):
            _look_at(build, code, parts, memory, scope, begins=False)
        code.add("i = i + 1")
    with code.block("if open"), code.block("while count > first"):
        code.add("count = count - 1")
        code.add(f"st8({memory.marks} + ld16({memory.queue} + count * 2), 0)")


def _look_at(
    build: Build, code: Code, parts: Enclosure, memory: Memory, scope: Scope, *, begins: bool
) -> None:
    """Take the site `btw` into the group, or see that the group is open there.

    An empty site where a group would begin opens nothing.
    """
    with code.block(f"if ld8({memory.marks} + btw) == 0"):
        code.add(f"joins = {condition(build, parts.belongs, scope)}")
        with code.block("if (joins == 0) and (ld8(WHAT + btw) == 0)"):
            with code.block("if spared > 0"):
                code.add("spared = spared - 1")
                code.add("joins = 1")
            if not begins:
                with code.block("else"):
                    code.add("open = 1")
        with code.block("if joins"):
            code.add(f"st8({memory.marks} + btw, 1)")
            code.add(f"st16({memory.queue} + count * 2, btw)")
            code.add("count = count + 1")


def _read(build: Build, form: Form, scope: Scope) -> Enclosure | None:
    """Take an enclosure apart; what is not implemented is noted."""
    forms = forms_in(build, form)
    between, begin = forms.get("between"), forms.get("from")
    towards = [node for node in form.body() if not is_form(node, "from", "between")]
    shape = "write (enclose (from site) directions (between if:condition (apply effect)))"
    if set(forms) - set(PARTS) or between is None or (belongs := between.named("if")) is None:
        build.miss(form, written(form), shape)
        return None
    refuse_extras(build, between, "if")
    if any(isinstance(n, Form) and first_word(n) == "Empty" for n in walk(belongs)):
        build.miss(belongs, "(enclose …) of empty sites")
    befalls = tuple(node for node in between.arguments() if is_form(node, "apply"))
    if len(befalls) > 1 or len(between.arguments()) > len(befalls):
        build.miss(between, written(between), shape)
    exception = form.named("numException")
    return Enclosure(
        form=form,
        towards=one_at_most(towards),
        frm=start_of(build, begin, scope) or "ld32(LAST_TO)",
        belongs=belongs,
        befalls=(*(befalls or taking(build, form, "between")), *form.thens()),
        spared=number(build, exception, scope) if exception is not None else "0",
    )
