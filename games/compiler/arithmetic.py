"""Lower the larger, the smaller, and the size of numbers."""

from __future__ import annotations

from games.compiler.build import Build, Code, Scope
from games.compiler.dispatch import parts_of
from games.compiler.values import number, numbers
from games.ludemes.source import LudemeError
from games.ludemes.tree import Form


@numbers.on("max")
@numbers.on("min")
def _extreme(build: Build, form: Form, scope: Scope) -> str:
    """The largest or the smallest of some numbers, which may be a list."""
    values = [number(build, node, scope) for node in form.listed()]
    if not values:
        message = f"nothing to compare: write ({form.keyword} number number)"
        raise LudemeError(message, form.span, form.origin)
    sign = ">" if form.keyword == "max" else "<"
    code = Code()
    code.add(f"return a if a {sign} b else b")
    name = build.function(form.keyword + "imum", ["a", "b"], code)
    found = values[0]
    for value in values[1:]:
        found = f"{name}({found}, {value})"
    return found


@numbers.on("abs")
def _size(build: Build, form: Form, scope: Scope) -> str:
    """A number without its sign."""
    (value,) = parts_of(form, 1, 1, "(abs number)")
    code = Code()
    code.add("return a if a >= 0 else 0 - a")
    return f"{build.function('without_sign', ['a'], code)}({number(build, value, scope)})"


@numbers.on("^")
def _power(build: Build, form: Form, scope: Scope) -> str:
    """A number to the power of another; to a negative one, 0."""
    base, exponent = (number(build, node, scope) for node in parts_of(form, 2, 2, "(^ a b)"))
    code = Code()
    code.add("found = 1 if b >= 0 else 0")
    with code.block("while b > 0"):
        code.add("found = wrap(found * a)")
        code.add("b = b - 1")
    code.add("return found")
    return f"{build.function('power', ['a', 'b'], code)}({base}, {exponent})"
