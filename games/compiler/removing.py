"""Lower `(remove …)`: what is taken from sites, and what then happens for each piece."""

from __future__ import annotations

from contextlib import nullcontext

from games.compiler import blocks, layout
from games.compiler.areas import is_area, loop
from games.compiler.build import Build, Code, Scope
from games.compiler.dispatch import parts_of
from games.compiler.effects import effect, effects, tell
from games.compiler.values import number
from games.ludemes.tree import Form, is_form


@effects.on("remove", reads=("count",))
def _remove(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """Take what stands on a site, or on all sites of a region; an empty site stays as it is.

    What then happens, happens for each piece taken.
    """
    (where,) = parts_of(form, 1, 1, "(remove site)")
    if not is_area(where):
        _take(build, code, form, number(build, where, scope), scope)
        return
    here, inner = scope.here().bind("site"), Code()
    _take(build, inner, form, "site", here)
    code.add(build.helper("remove_all", scope, loop(build, where, scope.here(), inner)))


def _take(build: Build, code: Code, form: Form, site: str, scope: Scope) -> None:
    if form.thens():
        name = build.fresh("site")
        code.add(f"{name} = {site}")
        site = name
    counting = blocks.TAKEN in build.blocks
    guarded = form.thens() or counting or build.layout.stacked
    with code.block(f"if {_is_occupied(site)}") if guarded else nullcontext():
        if counting:
            taken = build.block(blocks.TAKEN)
            code.add(f"st32({taken}, ld32({taken}) + 1)")
        capture = is_form(form.body()[0], "to", "between")
        what = layout.CAPTURE if capture else layout.REMOVAL
        many = form.named("count")
        if many is not None and not build.layout.stacked:
            build.miss(many, "count: in (remove …) in a game without stacks")
        if build.layout.stacked:
            tell(build, code, form, what, site, f"ld8(WHAT + {site})")
            top = number(build, many, scope) if many is not None else "1"
            code.add(f"take_top({site}, {top})")
        elif build.traced:
            code.add(f"take({site}, {what}, {build.clause_of(form)})")
        else:
            code.add(f"clear({site})")
        for each in form.thens():
            effect(build, code, each, scope)


def _is_occupied(site: str) -> str:
    return f"({site} >= 0) and ({site} < SITES) and ld8(WHAT + {site})"
