"""Take a `(move Word …)` apart: directions, `(between …)`, `(to …)` with all in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.compiler.build import Build, Scope, is_word
from games.compiler.dispatch import refuse_extras
from games.compiler.values import constant, number
from games.ludemes.source import LudemeError
from games.ludemes.tree import Form, Item, Node, Word, is_form, written

# What may stand in a `(to …)` to say where, beside its condition and its effects.
REGIONS = (
    "ahead",
    "sites",
    "union",
    "intersection",
    "difference",
    "forEach",
    "if",
    "handSite",
    "last",
)


@dataclass(frozen=True)
class Parts:
    """What stands in a `(move …)`: its destination's condition and effects, directions, walk."""

    to_condition: Node | None
    applies: tuple[Node, ...]
    between: Form | None
    rest: tuple[Node, ...]
    origin: Node | None = None
    origin_condition: Node | None = None

    @property
    def apply_condition(self) -> Node | None:
        """The `if:` of `(apply …)`: for a slide, a condition on where it may end."""
        tests = [node.named("if") for node in self.applies if isinstance(node, Form)]
        return tests[0] if tests else None


def parts(build: Build, form: Form) -> Parts:
    """Take a `(move Word …)` apart; what is not implemented is noted."""
    stack = form.named("stack")
    if stack is not None and not is_word(stack, "True", "False"):
        build.miss(stack, f"stack:{written(stack)}", "write True or False")
    to: Form | None = None
    between: Form | None = None
    origin: Node | None = None
    origin_condition: Node | None = None
    rest: list[Node] = []
    seen = set[str]()
    for node in form.arguments()[1:]:
        keyword = node.keyword if isinstance(node, Form) else ""
        if keyword in ("to", "between", "from") and keyword in seen:
            build.miss(node, f"a second ({keyword} …) in ({form.keyword} …)")
        seen.add(keyword)
        if isinstance(node, Form) and keyword == "to":
            to = node
        elif isinstance(node, Form) and keyword == "between":
            between = node
        elif keyword == "from" and isinstance(node, Form):
            refuse_extras(build, node, "if")
            origin, origin_condition = one_at_most(node.arguments()), node.named("if")
        elif keyword != "then":
            rest.append(node)
    if to is None:
        return Parts(None, (), between, tuple(rest), origin, origin_condition)
    refuse_extras(build, to, "if")
    return Parts(to.named("if"), applies(build, to), between, tuple(rest), origin, origin_condition)


def plain_step(build: Build, form: Form) -> Parts:
    """A `(step …)` that is only counted: what it would do besides is noted."""
    refuse_extras(build, form)
    part = parts(build, build.as_move(form))
    besides = (part.between, part.origin, *part.applies, *form.thens())
    for node in besides:
        if node is not None:
            build.miss(
                node, f"{written(node)} in a step that is counted", "write (step N (to if:…))"
            )
    return part


def applies(build: Build, to: Form) -> tuple[Node, ...]:
    """The effects in the `(apply …)` of a destination, each with the condition it stands under."""
    effects: list[Node] = []
    for node in to.arguments():
        if isinstance(node, Form) and node.keyword == "apply":
            effects.append(node)
        elif not isinstance(node, Form) or node.keyword not in REGIONS:
            build.miss(node, f"{written(node)} in (to …)")
    return tuple(effects)


def start_of(build: Build, start: Form | None, scope: Scope) -> str:
    """The site in `(from site)`; "" where none is named."""
    if start is None:
        return ""
    refuse_extras(build, start)
    site = one_at_most(start.arguments())
    return number(build, site, scope) if site is not None else ""


def taking(build: Build, form: Form, place: str) -> tuple[Node, ...]:
    """The effect of a capture that names none: `(remove (between))` or `(remove (to))`."""

    def made(*nodes: Node) -> Form:
        return Form(form.span, tuple(Item(None, node) for node in nodes), origin=form.origin)

    def words(*names: str) -> list[Word]:
        return [Word(form.span, name, origin=form.origin) for name in names]

    key = ("taking", id(form), place)
    return (build.once(key, lambda: made(*words("remove"), made(*words(place)))),)


def one_at_most(rest: Sequence[Node]) -> Node | None:
    """The only node of a list, or None. Raises LudemeError at a second one."""
    if len(rest) > 1:
        message = f"{written(rest[1])} is one argument too many here"
        raise LudemeError(message, rest[1].span, rest[1].origin)
    return rest[0] if rest else None


def way(
    build: Build, form: Form | None, scope: Scope, also: tuple[str, ...] = ()
) -> tuple[int, int, Node | None]:
    """Shortest and longest way and the condition on sites passed; None means empty ones.

    No way is longer than the board has sites.
    """
    longest = most = len(build.equipment.board)
    if form is None:
        return 1, longest, None
    refuse_extras(build, form, "if", *also)
    shortest = 1
    for node in form.arguments():
        limits = limits_of(build, node, scope)
        if is_form(node, "exact", "range") and 1 <= len(limits) <= 2:
            shortest, longest = limits[0], limits[-1]
        elif is_form(node, "max") and len(limits) == 1:
            longest = limits[0]
        elif is_form(node, "min") and len(limits) == 1:
            shortest = limits[0]
        elif is_form(node, *also):
            continue
        else:
            build.miss(node, f"{written(node)} in (between …)")
    return min(shortest, most + 1), min(max(longest, 0), most), form.named("if")


def limits_of(build: Build, node: Node, scope: Scope) -> list[int]:
    """The numbers of a `(range 1 3)`, where all are known before play."""
    limits = isinstance(node, Form) and node.keyword in ("exact", "range", "max", "min")
    if isinstance(node, Form) and limits:
        refuse_extras(build, node)
    nodes = node.arguments() if isinstance(node, Form) and limits else []
    for each in nodes[2 if is_form(node, "range") else 1 :]:
        build.miss(each, f"{written(each)} in {written(node)}", "write (range 1 3), or (exact 2)")
    values = [constant(build, each, scope) for each in nodes]
    return [value for value in values if value is not None]
