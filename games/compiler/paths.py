"""Lower the moves of one piece along the board: step, leap, hop and slide."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from games.compiler.build import Build, Code, Kind, Scope
from games.compiler.conditions import condition
from games.compiler.dispatch import refuse_extras
from games.compiler.moves import found, moves
from games.compiler.parts import Parts, one_at_most, parts, way
from games.compiler.values import directions
from games.ludemes.source import LudemeError
from games.ludemes.tree import Braces, Form, Node

Lists = Callable[[tuple[str, ...], int], Sequence[Sequence[int]]]


def _table(build: Build, form: Form, towards: Node | None, lists: Lists, flat: bool) -> int:
    """Lists for each player and site, at [player * SITES + site]: of sites, or of rays.

    `lists` gives them for the directions that the player means and a site.
    """
    if id(form) not in build.known_tables:
        sites = range(len(build.equipment.board))
        rows: list[list[int]] = [[] for _ in sites]
        for who in range(1, build.equipment.players + 1):
            words = directions(build, form, towards, "Adjacent", who)
            found_ = (lists(words, site) for site in sites)
            rows += [_joined(each, flat) for each in found_]
        build.known_tables[id(form)] = build.lists(rows)
    return build.known_tables[id(form)]


def _joined(lists: Sequence[Sequence[int]], flat: bool) -> list[int]:
    return [n for each in lists for n in (each if flat else (len(each), *each))]


def _targets(code: Code, table: int) -> None:
    """Open the list of the piece's site: `a` runs over it up to `z`."""
    code.add(f"a = ld32({table} + (me * SITES + frm) * 4)")
    code.add("z = a + ld16(a) * 2")


@moves.on("move", "Step")
def _step(build: Build, code: Code, form: Form, scope: Scope) -> None:
    part = parts(build, form)
    following = build.equipment.board.following

    def sites(words: tuple[str, ...], site: int) -> list[list[int]]:
        return [[following[word][site]] for word in words if following[word][site] >= 0]

    table = _table(build, form, one_at_most(part.rest), sites, flat=True)
    _to_each(build, code, form, scope, part, table)


@moves.on("move", "Leap")
def _leap(build: Build, code: Code, form: Form, scope: Scope) -> None:
    part = parts(build, form)
    walks = _walks(form, part.rest)
    board = build.equipment.board

    def sites(words: tuple[str, ...], site: int) -> list[list[int]]:
        ends = (end for walk in walks for end in board.leap(site, walk))
        return [list(dict.fromkeys(ends))]

    _to_each(build, code, form, scope, part, _table(build, form, None, sites, flat=True))


def _walks(form: Form, rest: Sequence[Node]) -> list[list[str]]:
    node = one_at_most(rest)
    if not isinstance(node, Braces):
        raise LudemeError("a leap needs walks, such as {{F F R F}}", form.span, form.origin)
    lists = [each for each in node.nodes() if isinstance(each, Braces)] or [node]
    return [[step.span.text for step in each.nodes()] for each in lists]


def _to_each(build: Build, code: Code, form: Form, scope: Scope, part: Parts, table: int) -> None:
    """A move to each site of a list, where the condition on the destination holds."""
    if part.between is not None:
        build.miss(part.between, "(between …) here")
    kind = build.kind(form, part.applies, scope.thens)
    _targets(code, table)
    with code.block("while a < z"):
        code.add("a = a + 2")
        code.add("to = ld16(a)")
        _if(build, code, part.to_condition, scope, lambda: found(code, scope, "frm", "to", kind))


def _if(
    build: Build, code: Code, test: Node | None, scope: Scope, then: Callable[[], None]
) -> None:
    lowered = "1" if test is None else condition(build, test, scope.bind("frm", "to"))
    if lowered == "1":
        then()
    else:
        with code.block(f"if {lowered}"):
            then()


@moves.on("move", "Hop")
def _hop(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """A hop over the adjacent site; `(between if:…)` says over what."""
    part = parts(build, form)
    towards = one_at_most(part.rest)
    if part.between is None or part.between.named("if") is None or part.between.arguments():
        build.miss(form, "a hop without (between if:…), or with more in it,")
        return
    refuse_extras(build, part.between, "if")
    board = build.equipment.board

    def pairs(words: tuple[str, ...], site: int) -> list[list[int]]:
        rays = (board.ray(site, word) for word in words)
        return [[ray[0], ray[1]] for ray in rays if len(ray) > 1]

    kind = build.kind(form, part.applies, scope.thens)
    _targets(code, _table(build, form, towards, pairs, flat=True))
    with code.block("while a < z"):
        code.add("btw = ld16(a + 2)")
        code.add("a = a + 4")
        code.add("to = ld16(a)")
        over = condition(build, part.between.named("if") or form, scope.bind("frm", "to", "btw"))
        inner = scope.bind("btw")
        with code.block(f"if {over}"):
            _if(
                build, code, part.to_condition, inner,
                lambda: found(code, scope, "frm", "to", kind, "btw"),
            )  # fmt: skip


@moves.on("move", "Slide")
def _slide(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """Along each ray over sites where `between` holds, and onto one where the `to` rule does."""
    part = parts(build, form)
    towards = one_at_most(part.rest)
    shortest, longest, going = way(build, part.between)
    board = build.equipment.board

    def rays(words: tuple[str, ...], site: int) -> list[tuple[int, ...]]:
        lines = (board.ray(site, word)[:longest] for word in words)
        return [line for line in lines if len(line) >= shortest]

    kind = build.kind(form, part.applies, scope.thens)
    _targets(code, _table(build, form, towards, rays, flat=False))
    with code.block("while a < z"):
        code.add("r = a + 2")
        code.add("a = r + ld16(r) * 2")
        if shortest > 1:
            code.add(f"first = r + {2 * shortest}")
        with code.block("while r < a"):
            code.add("r = r + 2")
            code.add("to = ld16(r)")
            _slide_step(build, code, Slide(part, kind, shortest, going), scope)


@dataclass(frozen=True)
class Slide:
    """What a step of a slide looks at: the parts, and the way that is asked for."""

    part: Parts
    kind: Kind
    shortest: int
    going: Node | None


def _slide_step(build: Build, code: Code, slide: Slide, scope: Scope) -> None:
    """One site of a ray: stop on it, go over it, or end before it."""
    far = "r >= first" if slide.shortest > 1 else "1"
    if slide.part.to_condition is not None:
        stop = condition(build, slide.part.to_condition, scope.bind("frm", "to"))
        with code.block(f"if {stop}" if far == "1" else f"if {far} and {stop}"):
            found(code, scope, "frm", "to", slide.kind)
            code.add("break")
    if slide.going is None:
        test = "ld8(WHAT + to) != 0"
    else:
        code.add("btw = to")
        test = f"not {condition(build, slide.going, scope.bind('frm', 'to', 'btw'))}"
    with code.block(f"if {test}"):
        code.add("break")
    if far == "1":
        found(code, scope, "frm", "to", slide.kind)
    else:
        with code.block(f"if {far}"):
            found(code, scope, "frm", "to", slide.kind)
