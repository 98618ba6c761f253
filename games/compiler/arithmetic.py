"""Lower the larger and the smaller of numbers, powers, and what turns numbers into conditions."""

from __future__ import annotations

from games.compiler.areas import is_area, loop
from games.compiler.build import Build, Code, Scope
from games.compiler.conditions import condition, conditions
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


@numbers.on("toInt")
def _to_int(build: Build, form: Form, scope: Scope) -> str:
    """1 where a condition holds, 0 where not."""
    (test,) = parts_of(form, 1, 1, "(toInt condition)")
    return f"({condition(build, test, scope)} != 0)"


@conditions.on("toBool")
def _to_bool(build: Build, form: Form, scope: Scope) -> str:
    """Whether a number is not 0; or whether a region has any site."""
    (value,) = parts_of(form, 1, 1, "(toBool number)")
    if is_area(value):
        body = Code()
        body.add("return 1")
        looped = loop(build, value, scope.here(), body)
        looped.add("return 0")
        return build.helper("any_site", scope, looped)
    return f"({number(build, value, scope)} != 0)"


@conditions.on("xor")
def _xor(build: Build, form: Form, scope: Scope) -> str:
    """Whether just one of two conditions holds."""
    first, second = parts_of(form, 2, 2, "(xor condition condition)")
    tests = [f"({condition(build, node, scope)} != 0)" for node in (first, second)]
    return f"({tests[0]} != {tests[1]})"
