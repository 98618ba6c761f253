"""Regions that grow: sites at a distance, and what a region grows to."""

from __future__ import annotations

from collections.abc import Iterable

from games.compiler.areas import loop
from games.compiler.build import NUMBERS_PER_LINE, Build, Code, Scope, is_word
from games.compiler.directions import Facing, directions
from games.compiler.distances import Steps, each_reached
from games.compiler.hands import SITE_TYPES
from games.compiler.lines import site_by_site
from games.compiler.parts import limits_of, plain_step
from games.compiler.regions import Sites, dynamic_regions, sites_of, static_regions
from games.compiler.values import constant, number
from games.ludemes.tree import Form, Node, Number, is_form, written

RELATIONS = ("Adjacent", "Orthogonal", "Diagonal", "OffDiagonal", "All")
UNREACHABLE = 255
SHAPE = "write (sites Distance from:site (range 1 3))"


def _neighbours(build: Build, form: Form, towards: Node | None) -> list[list[int]]:
    """The neighbours of each site of the board in some directions."""
    following = build.equipment.board.following
    words = directions(build, form, towards, "Adjacent", Facing(1))
    count = len(build.equipment.board)
    build.spend(count * (1 + len(words)) // NUMBERS_PER_LINE, form)
    return [[n for word in words if (n := following[word][site]) >= 0] for site in range(count)]


def _plain(form: Form) -> list[Node]:
    """The arguments without the type of site, which is that of the board."""
    return [node for node in form.arguments() if not is_word(node, *SITE_TYPES)]


# At a distance


@dynamic_regions.on("sites", "Distance", reads=("from",))
def _distance(build: Build, form: Form, scope: Scope, site: str) -> str:
    """Sites so many steps from a site: steps of a relation, or those that a `(step …)` makes."""
    if (steps := _read_steps(build, form, scope)) is not None:
        return _by_steps(build, *steps, scope, site)
    start = form.named("from")
    _, *rest = _plain(form)
    ranges = [limits_of(build, node, scope) for node in rest if is_form(node, "range", "exact")]
    others = [node for node in rest if not is_form(node, "range", "exact")]
    if start is None or len(ranges) != 1 or len(ranges[0]) not in (1, 2) or len(others) > 1:
        return build.miss(form, written(form), SHAPE)
    shortest, longest = ranges[0][0], ranges[0][-1]
    relation = others[0] if others else None
    if relation is not None and not is_word(relation, *RELATIONS):
        return build.miss(form, written(form), SHAPE)
    table = build.table(_distances(build, form, relation))
    inner = scope.name(wanted=site)
    code = Code()
    code.add(f"each = {number(build, start, inner.here())}")
    with code.block("if (each < 0) or (each >= SITES)"):
        code.add("return 0")
    code.add(f"away = ld8({table} + each * SITES + wanted)")
    code.add(f"return (away >= {shortest}) and (away <= {min(longest, UNREACHABLE - 1)})")
    return build.helper("at_distance", inner, code)


def _distances(build: Build, form: Form, relation: Node | None) -> bytes:
    """How many steps it is from each site to each other one."""
    build.all_pairs(form)
    near, count = _neighbours(build, form, relation), build.layout.sites
    rows = bytearray([UNREACHABLE]) * (count * count)
    for start in range(len(near)):
        rim, steps = [start], 0
        while rim and steps < UNREACHABLE:
            for site in rim:
                rows[start * count + site] = steps
            reached = dict.fromkeys(n for site in rim for n in near[site])
            rim = [n for n in reached if rows[start * count + n] == UNREACHABLE]
            steps += 1
    return bytes(rows)


def _by_steps(
    build: Build, step: Form, start: Node, limits: tuple[Node, Node], scope: Scope, site: str
) -> str:
    inner = scope.name(wanted=site)
    marks, code = _flood(build, step, start, limits, inner.here())
    code.add(f"return ld8({marks} + wanted) == {REACHED}")
    return build.helper("by_steps", inner, code)


PASSED, REACHED = 1, 2


def _flood(
    build: Build, step: Form, start: Node, limits: tuple[Node, Node], scope: Scope
) -> tuple[int, Code]:
    """Code that marks the sites that so many steps lead to, and the address of the marks."""
    marks = build.scratch(f"marks of steps {id(step)}", build.layout.sites)
    queue = build.scratch(f"sites of steps {id(step)}", 2 * build.layout.sites)
    steps = Steps(step, plain_step(build, step), marks, queue)
    shortest, longest = (constant(build, each, scope) for each in limits)
    code = Code()
    if shortest is None or longest is None:
        code.add(f"shortest = {number(build, limits[0], scope)}")
        code.add(f"longest = {number(build, limits[1], scope)}")
    code.add(f"fill({marks}, 0, SITES)")
    code.add(f"each = {number(build, start, scope)}")
    with code.block("if (each < 0) or (each >= SITES)"):
        code.add("return 0")
    least, most = ("shortest", "longest") if None in (shortest, longest) else (shortest, longest)
    always = shortest is not None and longest is not None and shortest <= 1
    mark = REACHED if always else f"{REACHED} if level >= {least} else {PASSED}"
    with each_reached(build, code, steps, scope, "each", level="level", most=str(most)):
        code.add(f"st8({marks} + reached, {mark})")
    return marks, code


# Growing


@static_regions.on("expand", reads=("origin", "steps"))
def _expanded(build: Build, form: Form, player: int) -> Sites | None:
    """The region and what is so many steps away from it, in any direction or in those given."""
    steps, node = form.named("steps"), form.named("origin")
    region, *towards = [*([node] if node is not None else []), *_plain(form)] or [form]
    plain = steps is None or _whole(steps)
    count = constant(build, steps, Scope()) if steps is not None and plain else 1
    start = sites_of(build, region, player) if region is not form else None
    if start is None or count is None or len(towards) > 1 or not plain:
        return None
    near = _neighbours(build, form, towards[0] if towards else None)
    return tuple(_grown(near, start, count))


def _whole(node: Node) -> bool:
    """Whether a node is a whole number, or a sum or difference of such."""
    if is_form(node, "+", "-", "*") and isinstance(node, Form):
        return all(_whole(each) for each in node.listed())
    return isinstance(node, Number) and isinstance(node.value, int)


def _grown(near: list[list[int]], start: Iterable[int], steps: int) -> list[int]:
    found = dict.fromkeys(start)
    rim = [site for site in found if site < len(near)]
    while rim and steps > 0:
        around = dict.fromkeys(n for site in rim for n in near[site])
        rim = [site for site in around if site not in found]
        found.update(dict.fromkeys(rim))
        steps -= 1
    return list(found)


@dynamic_regions.on("expand", reads=("origin", "steps"))
def _expand(build: Build, form: Form, scope: Scope, site: str) -> str:
    """A region, or the site `origin:`, and what is `steps:` away, in any direction or in some."""
    origin, steps = form.named("origin"), form.named("steps")
    region, *towards = [*([origin] if origin is not None else []), *_plain(form)] or [form]
    count = constant(build, steps, scope) if steps is not None else 1
    if region is form or len(towards) > 1 or count is None:
        return build.miss(form, written(form), "write (expand sites steps:number)")
    near = _neighbours(build, form, towards[0] if towards else None)
    build.all_pairs(form)
    grown = site_by_site(build, [_grown(near, [each], count) for each in range(len(near))])
    inner = scope.name(wanted=site)
    marks = build.scratch(f"marks of {id(form)}", build.layout.sites)
    code = Code()
    code.add(f"fill({marks}, 0, SITES)")
    _mark(build, code, region, inner.here(), marks)
    code.add("each = 0")
    with code.block("while each < SITES"):
        with code.block(f"if ld8({marks} + each) and ld8({grown} + each * SITES + wanted)"):
            code.add("return 1")
        code.add("each = each + 1")
    code.add("return 0")
    return build.helper("grown", inner, code)


def _mark(build: Build, code: Code, node: Node, scope: Scope, marks: int) -> None:
    """Code that marks the sites of a region: those found by steps all at once."""
    if isinstance(node, Form) and node.keyword == "union":
        for each in node.listed():
            _mark(build, code, each, scope, marks)
        return
    body = Code()
    body.add(f"st8({marks} + site, 1)")
    marked = Code()
    steps = _read_steps(build, node, scope)
    if steps is not None:
        reached, marked = _flood(build, *steps, scope)
        marked.add("site = 0")
        with marked.block("while site < SITES"):
            with marked.block(f"if ld8({reached} + site) == {REACHED}"):
                marked.lines += ["    " * (marked.depth - 1) + line for line in body.lines]
            marked.add("site = site + 1")
    else:
        marked.lines += loop(build, node, scope, body).lines
    code.add(build.helper("mark", scope, marked))


def _read_steps(
    build: Build, node: Node, scope: Scope
) -> tuple[Form, Node, tuple[Node, Node]] | None:
    """The step, the start and the limits of `(sites Distance (step …) from:site (range 1 3))`."""
    if not isinstance(node, Form) or node.keyword != "sites" or node.named("from") is None:
        return None
    steps = [each for each in node.arguments() if is_form(each, "step")]
    ranges = [each for each in node.arguments() if is_form(each, "range", "exact")]
    limits = ranges[0].arguments() if len(ranges) == 1 and isinstance(ranges[0], Form) else []
    start = node.named("from")
    strange = len(node.items) != 5 or len(limits) > 2
    if len(steps) != 1 or not isinstance(steps[0], Form) or not limits or start is None or strange:
        return None
    return steps[0], start, (limits[0], limits[-1])
