"""Regions around sites: their neighbours, and the groups that they belong to."""

from __future__ import annotations

from dataclasses import dataclass

from games.compiler.areas import is_area, loop
from games.compiler.build import NUMBERS_PER_LINE, Build, Code, Scope, is_word
from games.compiler.conditions import condition, conditions
from games.compiler.directions import Facing, directions
from games.compiler.groups import write_group
from games.compiler.lists import each_number
from games.compiler.parts import one_at_most
from games.compiler.regions import all_of, any_of, dynamic_regions, member
from games.compiler.values import constant, number
from games.ludemes.alike import word_of
from games.ludemes.tree import Form, Node, written

# What stands on a neighbour. A site of one's own is no enemy's; an empty one is neither.
KINDS = ("Empty", "NotEmpty", "Own", "NotOwn", "Enemy", "NotEnemy")


@dataclass(frozen=True)
class Around:
    """A `(sites Around …)` taken apart: `near[site]` are the sites around one."""

    form: Form
    centre: Node
    kind: str
    near: list[list[int]]
    test: Node | None
    with_self: bool


@dynamic_regions.on("sites", "Around", reads=("if", "distance", "includeSelf"))
def _around(build: Build, form: Form, scope: Scope, site: str) -> str:
    """Sites around one or around a region, in the directions given, for which `if:` holds."""
    parts = _read(build, form, scope)
    if parts is None:
        return "0"
    if is_area(parts.centre):
        return _around_region(build, parts, scope, site)
    centre = number(build, parts.centre, scope)
    tests = [_is_near(build, parts, centre, site), _stands(build, parts.kind, scope, site)]
    if parts.test is not None:
        tests.append(condition(build, parts.test, scope.name(frm=centre, to=site)))
    itself = f"({site} == {centre})"
    return any_of([itself, all_of(tests)]) if parts.with_self else all_of(tests)


def _read(build: Build, form: Form, scope: Scope) -> Around | None:
    """Take the ludeme apart; what is not implemented is noted."""
    _, *nodes = form.arguments()
    kinds = [word_of(node) for node in nodes[1:] if is_word(node, *KINDS)]
    towards = [node for node in nodes[1:] if not is_word(node, *KINDS)]
    distance, itself = form.named("distance"), form.named("includeSelf")
    far = constant(build, distance, scope) if distance is not None else 1
    plain = itself is None or is_word(itself, "True", "False")
    if not nodes or len(kinds) > 1 or len(towards) > 1 or far is None or far < 1 or not plain:
        build.miss(form, written(form), "write (sites Around site directions)")
        return None
    return Around(
        form=form,
        centre=nodes[0],
        kind=kinds[0] if kinds else "",
        near=_near(build, form, one_at_most(towards), far),
        test=form.named("if"),
        with_self=is_word(itself, "True"),
    )


def _near(build: Build, form: Form, towards: Node | None, far: int) -> list[list[int]]:
    """The sites a number of steps away from each site."""
    board = build.equipment.board
    words = directions(build, form, towards, "Adjacent", Facing(1))
    build.spend(len(board) * (1 + len(words)) // NUMBERS_PER_LINE, form)
    found: list[list[int]] = [[] for _ in range(build.layout.sites)]
    for site in range(len(board)):
        rays = [board.ray(site, word)[far - 1 : far] for word in words]
        found[site] = sorted({end for ray in rays for end in ray} - {site})
    return found


def _is_near(build: Build, parts: Around, centre: str, site: str) -> str:
    """Whether a site is around another; around site -1 there is none."""
    count = build.layout.sites
    rows = bytearray((count + 1) * count)
    for one, near in enumerate(parts.near, start=1):
        for other in near:
            rows[one * count + other] = 1
    return f"ld8({build.table(bytes(rows)) + count} + {centre} * SITES + {site})"


def _stands(build: Build, kind: str, scope: Scope, site: str) -> str:
    """Whether what stands on a site is of the kind asked for."""
    if kind in ("", "Empty", "NotEmpty"):
        return {"": "1", "Empty": f"(ld8(WHAT + {site}) == 0)"}.get(
            kind, f"(ld8(WHAT + {site}) != 0)"
        )
    own = kind in ("Own", "NotEnemy")
    owners = [0, *(component.owner for component in build.equipment.components)]
    players = range(build.equipment.players + 1)
    rows = bytes(int(owner > 0 and (owner == who) == own) for who in players for owner in owners)
    return f"ld8({build.table(rows)} + {scope.me} * {len(owners)} + ld8(WHAT + {site}))"


def _around_region(build: Build, parts: Around, scope: Scope, site: str) -> str:
    """Whether a site is around one of a region without being in it."""
    outer = scope.name(spot=site)
    here = outer.here()
    code = Code()
    with code.block(f"if {member(build, parts.centre, here, 'spot')}"):
        code.add(f"return {int(parts.with_self)}")
    with code.block(f"if not {_stands(build, parts.kind, here, 'spot')}"):
        code.add("return 0")
    back: list[list[int]] = [[] for _ in parts.near]
    for one, near in enumerate(parts.near):
        for other in near:
            back[other].append(one)
    with each_number(code, "centre", f"{build.lists(back, parts.form)} + spot * 4"):
        tests = [member(build, parts.centre, here, "centre")]
        if parts.test is not None:
            tests.append(condition(build, parts.test, here.name(frm="centre", to="spot")))
        with code.block(f"if {all_of(tests)}"):
            code.add("return 1")
    code.add("return 0")
    return build.helper("around", outer, code)


@dynamic_regions.on("sites", "Group", reads=("at", "if"))
def _group(build: Build, form: Form, scope: Scope, site: str) -> str:
    """Whether a site is in the group of another one."""
    group = write_group(build, form, scope)
    return f"({group.found} and ld8({group.marks} + {site}))" if group is not None else "0"


@conditions.on("is", "Related")
@conditions.on("is", "Adjacent")
def _is_related(build: Build, form: Form, scope: Scope) -> str:
    """Whether a site, or any of a region, is one step away from another in a relation."""
    word, *rest = form.arguments()
    relation = rest.pop(0) if is_word(word, "Related") and rest else None
    if len(rest) != 2 or is_area(rest[0]):
        return build.miss(form, written(form), "write (is Related Orthogonal site sites)")
    near = _near(build, form, relation, 1)
    first, second = rest
    if not is_area(second):
        parts = Around(form, first, "", near, None, False)
        here, there = (number(build, node, scope) for node in (first, second))
        return f"(({there} >= 0) and {_is_near(build, parts, here, there)})"
    inner = scope.name(start=number(build, first, scope))
    parts = Around(form, first, "", near, None, False)
    body, code = Code(), Code()
    with body.block(f"if {_is_near(build, parts, 'start', 'site')}"):
        body.add("return 1")
    code.lines += loop(build, second, inner.here(), body).lines
    code.add("return 0")
    return build.helper("related", inner, code)
