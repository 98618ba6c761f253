"""Lower what a game remembers: `(remember Value "name" number)` and `(values Remembered "name")`.

Only whether a number is remembered can be asked, so a bit is kept for each.
"""

from __future__ import annotations

from games.compiler.blocks import MEMORY_SIZE, memory
from games.compiler.build import Build, Code, Scope, text_of
from games.compiler.dispatch import parts_of
from games.compiler.effects import effects
from games.compiler.regions import dynamic_regions
from games.compiler.values import number
from games.ludemes.tree import Form, Node


def _memory(build: Build, node: Node | None) -> str:
    name = "" if node is None else text_of(node, "the name of what is remembered")
    return build.block(memory(name))


@effects.on("remember", "Value", reads=("unique",))
def _remember(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """A number is remembered, once: whether it is already (`unique:`) makes no difference."""
    _, *named, value = parts_of(form, 2, 3, '(remember Value "name" number)')
    code.add(f"v = {number(build, value, scope)}")
    with code.block(f"if (v < 0) or (v >= {MEMORY_SIZE})"):
        code.add("trap()")
    code.add(f"a = {_memory(build, named[0] if named else None)} + shr(v, 3)")
    code.add("st8(a, ld8(a) | (1 << (v & 7)))")


@dynamic_regions.on("values", "Remembered")
def _remembered(build: Build, form: Form, scope: Scope, site: str) -> str:
    """Numbers that are remembered, under a name or under none."""
    _, *named = parts_of(form, 1, 2, '(values Remembered "name")')
    memory = _memory(build, named[0] if named else None)
    if "remembers" not in build.known_functions:
        code = Code()
        with code.block(f"if (v < 0) or (v >= {MEMORY_SIZE})"):
            code.add("return 0")
        code.add("return shr(ld8(memory + shr(v, 3)), v & 7) & 1")
        name = build.function("remembers", ["memory", "v"], code)
        build.known_functions["remembers"] = name
    return f"{build.known_functions['remembers']}({memory}, {site})"
