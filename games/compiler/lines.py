"""Regions along lines: all sites in a direction."""

from __future__ import annotations

from collections.abc import Sequence

from games.compiler.areas import is_area, loop
from games.compiler.build import Build, Code, Scope
from games.compiler.conditions import condition
from games.compiler.directions import Route, table_leaf
from games.compiler.hands import without_type
from games.compiler.lists import along, each_line
from games.compiler.regions import dynamic_regions
from games.compiler.values import constant, number
from games.ludemes.tree import Form, Node, written


def site_by_site(build: Build, sites: Sequence[Sequence[int]]) -> int:
    """A table of bytes, 1 where the second site is in the list of the first."""
    count = build.layout.sites
    rows = bytearray(count * count)
    for site, others in enumerate(sites):
        for other in others:
            rows[site * count + other] = 1
    return build.table(bytes(rows))


def after_word(form: Form) -> Form:
    """The form without its first word, as `(around site)` for `(sites Around site)`."""
    return Form(form.span, form.items[:1] + form.items[2:], origin=form.origin)


@dynamic_regions.on(
    "sites", "Direction", reads=("from", "stop", "stopIncluded", "included", "distance")
)
def _direction(build: Build, form: Form, scope: Scope, site: str) -> str:
    """Sites on lines from a site, or from all of a region, up to one where `stop:` holds."""
    start, distance = form.named("from"), form.named("distance")
    towards = without_type(build, after_word(form))
    longest = (
        constant(build, distance, scope) if distance is not None else len(build.equipment.board)
    )
    if start is None or len(towards) > 1 or longest is None:
        return build.miss(form, written(form), "write (sites Direction from:site N)")
    inner = scope.name(wanted=site)
    here = inner.here()
    with_start = _truth(build, form, "included", here)
    body = Code()
    with each_line(body, _lines(build, form, towards, here, longest)), along(body):
        _on_line(build, body, form, here.name(to="ld16(r)"))
    code = Code()
    if is_area(start):
        code.lines += loop(build, start, here, _with_start(body, with_start)).lines
        return build.helper("in_direction", inner, code)
    code.add(f"site = {number(build, start, here)}")
    with code.block("if (site >= 0) and (site < SITES)"):
        code.lines += ["    " + line for line in _with_start(body, with_start).lines]
    return build.helper("in_direction", inner, code)


def _truth(build: Build, form: Form, name: str, scope: Scope) -> str:
    """The condition of a named argument, by default false."""
    test = form.named(name)
    return condition(build, test, scope) if test is not None else "0"


def _lines(build: Build, form: Form, towards: list[Node], scope: Scope, longest: int) -> str:
    """The address of the lines from the site `site`; relative to the piece that stands there."""
    board = build.equipment.board

    def rays(words: tuple[str, ...], site: int) -> list[tuple[int, ...]]:
        return [board.ray(site, word)[: max(longest, 0)] for word in words]

    leaf = table_leaf(build, form, rays, False)
    route = Route(build, form, scope, "site", leaf, whose="piece")
    return route.address(towards[0] if towards else None)


def _on_line(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """One site of a line: the end of it, or one that may be the site asked about."""
    stop = _truth(build, form, "stop", scope)
    if stop != "0":
        with code.block(f"if {stop}"):
            included = _truth(build, form, "stopIncluded", scope)
            if included != "0":
                with code.block(f"if (ld16(r) == wanted) and {included}"):
                    code.add("return 1")
            code.add("break")
    with code.block("if ld16(r) == wanted"):
        code.add("return 1")


def _with_start(body: Code, with_start: str) -> Code:
    """The lines before which the site where they start is looked at, too."""
    code = Code()
    if with_start != "0":
        with code.block(f"if (site == wanted) and {with_start}"):
            code.add("return 1")
    code.lines += body.lines
    return code
