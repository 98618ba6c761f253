"""Lower effects that happen several times over, for players or numbers, and exchanges."""

from __future__ import annotations

from games.compiler.build import Build, Code, Scope
from games.compiler.dispatch import parts_of
from games.compiler.effects import effect, effects
from games.compiler.values import number
from games.ludemes.tree import Form, written


@effects.on("forEach", "Player")
def _for_each_player(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """An effect for each player, who is `Player` and `(player)` in it."""
    _, what = parts_of(form, 2, 2, "(forEach Player effect)")
    for player in range(1, build.equipment.players + 1):
        effect(build, code, what, scope.name(player=str(player)))


@effects.on("forEach", "Value", reads=("min", "max"))
def _for_each_value(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """An effect for each number from one to another, which it knows as `(value)`."""
    _, what = parts_of(form, 2, 2, "(forEach Value min:number max:number effect)")
    low, high = form.named("min"), form.named("max")
    if low is None or high is None:
        build.miss(form, written(form), "write min:number max:number")
        return
    here, inner = scope.here(), Code()
    effect(build, inner, what, here.name(value="each"))
    body = Code()
    body.add(f"each = {number(build, low, here)}")
    body.add(f"end = {number(build, high, here)}")
    with body.block("while each <= end"):
        body.lines += ["    " + line for line in inner.lines]
        body.add("each = each + 1")
    code.add(build.helper("for_each_value", scope, body))


@effects.on("swap", "Pieces")
def _swap(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """What stands on two sites changes places: by default where the last move began and ended.

    As in Ludii, what stood on the second site loses its state and value.
    """
    _, *sites = parts_of(form, 1, 3, "(swap Pieces site site)")
    if len(sites) == 1:
        build.miss(form, written(form), "write (swap Pieces site site)")
        return
    if build.layout.counted:
        build.miss(form, f"{written(form)} where several pieces stand on a site")
    ends = [number(build, site, scope) for site in sites]
    first, second = ends or ["ld32(LAST_FROM)", "ld32(LAST_TO)"]
    body = Code()
    with body.block("if (a >= 0) and (a < SITES) and (b >= 0) and (b < SITES) and (a != b)"):
        body.add("other = ld8(WHAT + b)")
        body.add("relocate(a, b)")
        body.add("st8(WHAT + a, other)")
    name = build.function("exchange", ["a", "b"], body)
    code.add(f"{name}({first}, {second})")
