"""Lower the moves of one piece along the board: step, leap, hop and slide."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass

from games.compiler.build import NUMBERS_PER_LINE, Build, Code, Kind, Scope, is_word
from games.compiler.conditions import condition
from games.compiler.moves import found, moves
from games.compiler.parts import Parts, one_at_most, parts, way
from games.compiler.values import directions, number
from games.ludemes.source import LudemeError
from games.ludemes.tree import Braces, Form, Node, is_form, written

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
        build.known_tables[id(form)] = build.lists(rows, form)
    return build.known_tables[id(form)]


def _joined(lists: Sequence[Sequence[int]], flat: bool) -> list[int]:
    return [n for each in lists for n in (each if flat else (len(each), *each))]


def line_table(build: Build, form: Form, towards: Node | None, longest: int) -> int:
    """The lines from every site in some directions, up to `longest` sites each."""
    board = build.equipment.board

    def rays(words: tuple[str, ...], site: int) -> list[tuple[int, ...]]:
        return [board.ray(site, word)[:longest] for word in words]

    return _table(build, form, towards, rays, flat=False)


def near_table(build: Build, form: Form, towards: Node | None) -> int:
    """The neighbours of every site in some directions."""
    following = build.equipment.board.following

    def sites(words: tuple[str, ...], site: int) -> list[list[int]]:
        return [[following[word][site]] for word in words if following[word][site] >= 0]

    return _table(build, form, towards, sites, flat=True)


def opposite_table(build: Build, form: Form, towards: Node | None) -> int:
    """The neighbours of every site that lie on opposite sides of it, two by two."""
    board = build.equipment.board

    def pairs(words: tuple[str, ...], site: int) -> list[list[int]]:
        around = {word: board.following[word][site] for word in words}
        return [
            [around[one], around[other]]
            for one, other in board.opposites
            if around.get(one, -1) >= 0 and around.get(other, -1) >= 0
        ]

    return _table(build, form, towards, pairs, flat=True)


def _begin(build: Build, code: Code, form: Form, part: Parts, scope: Scope) -> Scope:
    """The scope of a move from the piece's site, or from the one that `(from …)` names."""
    if part.origin is None and "frm" not in scope.places:
        message = "no piece to move here: say from where, (from site), or write this in a (piece …)"
        raise LudemeError(message, form.span, form.origin)
    if part.origin is None:
        return scope
    name = build.fresh("origin")
    code.add(f"{name} = {number(build, part.origin, scope)}")
    return scope.name(frm=name)


def _targets(build: Build, code: Code, part: Parts, table: int, scope: Scope) -> None:
    """Open the list of the piece's site: `a` runs over it up to `z`, or not at all."""
    code.add(f"a = ld32({table} + ({scope.me} * SITES + {scope.places['frm']}) * 4)")
    code.add("z = a + ld16(a) * 2")
    if part.origin_condition is not None:
        with code.block(f"if not {condition(build, part.origin_condition, scope)}"):
            code.add("z = a")


@moves.on("move", "Step")
def _step(build: Build, code: Code, form: Form, scope: Scope) -> None:
    part = parts(build, form)
    table = near_table(build, form, one_at_most(part.rest))
    _to_each(build, code, form, scope, part, table)


@moves.on("move", "Leap")
def _leap(build: Build, code: Code, form: Form, scope: Scope) -> None:
    part = parts(build, form)
    walks = walks_of(form, part.rest)
    board = build.equipment.board
    build.spend(len(board) * sum(map(len, walks)) // NUMBERS_PER_LINE, form)

    def sites(words: tuple[str, ...], site: int) -> list[list[int]]:
        ends = (end for walk in walks for end in board.leap(site, walk))
        return [list(dict.fromkeys(ends))]

    _to_each(build, code, form, scope, part, _table(build, form, None, sites, flat=True))


def walks_of(form: Form, rest: Sequence[Node]) -> list[list[str]]:
    """The walks of a leap. Raises LudemeError where there are none."""
    node = one_at_most(rest)
    if not isinstance(node, Braces):
        raise LudemeError("a leap needs walks, such as {{F F R F}}", form.span, form.origin)
    lists = [each for each in node.nodes() if isinstance(each, Braces)] or [node]
    return [[_step_of_walk(step) for step in each.nodes()] for each in lists]


def _step_of_walk(node: Node) -> str:
    if not is_word(node, "F", "L", "R"):
        message = f"a walk is made of F, L and R, not {written(node)}"
        raise LudemeError(message, node.span, node.origin)
    return node.span.text


def _to_each(build: Build, code: Code, form: Form, scope: Scope, part: Parts, table: int) -> None:
    """A move to each site of a list, where the condition on the destination holds."""
    if part.between is not None:
        build.miss(part.between, "(between …) here")
    kind = build.kind(form, part.applies, scope.thens)
    scope = _begin(build, code, form, part, scope)
    _targets(build, code, part, table, scope)
    with code.block("while a < z"):
        code.add("a = a + 2")
        code.add("to = ld16(a)")
        _if(build, code, part.to_condition, scope, lambda: _found(code, scope, kind))


def _found(code: Code, scope: Scope, kind: Kind, extra: str = "0") -> None:
    found(code, scope, scope.places["frm"], "to", kind, extra)


def _if(
    build: Build, code: Code, test: Node | None, scope: Scope, then: Callable[[], None]
) -> None:
    lowered = "1" if test is None else condition(build, test, scope.bind("to"))
    if lowered == "1":
        then()
    else:
        with code.block(f"if {lowered}"):
            then()


@moves.on("move", "Hop")
def _hop(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """A hop over adjacent sites: as many as `(between …)` says, of which its `if:` holds."""
    part = parts(build, form)
    towards = one_at_most(part.rest)
    shortest, longest, over = way(build, part.between, ("apply",))
    taken = (
        tuple(n for n in part.between.arguments() if is_form(n, "apply")) if part.between else ()
    )
    if part.between is None or len(taken) == len(part.between.arguments()):
        shortest = longest = 1
    if over is None:
        build.miss(form, "a hop without (between if:…)")
        return
    board = build.equipment.board

    def rays(words: tuple[str, ...], site: int) -> list[tuple[int, ...]]:
        lines = (board.ray(site, word)[: longest + 1] for word in words)
        return [line for line in lines if len(line) > shortest]

    kind = build.kind(form, (*taken, *part.applies), scope.thens)
    scope = _begin(build, code, form, part, scope)
    table = _table(build, form, towards, rays, flat=False)
    _targets(build, code, part, table, scope)
    inner = scope.bind("btw")
    with code.block("while a < z"):
        code.add("r = a + 2")
        code.add("a = r + ld16(r) * 2")
        code.add(f"first = r + {2 * shortest}")
        with code.block("while r < a - 2"):
            code.add("r = r + 2")
            code.add("btw = ld16(r)")
            with code.block(f"if not {condition(build, over, scope.bind('to', 'btw'))}"):
                code.add("break")
            code.add("to = ld16(r + 2)")
            with code.block("if r >= first"):
                then = lambda: _found(code, scope, kind, "btw")  # noqa: E731
                _if(build, code, part.to_condition, inner, then)


@moves.on("slide")
@moves.on("move", "Slide")
def _slide(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """Along each ray over sites where `between` holds, and onto one where the `to` rule does."""
    form = build.as_move(form)
    part = parts(build, form)
    towards = one_at_most(part.rest)
    shortest, longest, going = way(build, part.between)
    board = build.equipment.board

    def rays(words: tuple[str, ...], site: int) -> list[tuple[int, ...]]:
        lines = (board.ray(site, word)[:longest] for word in words)
        return [line for line in lines if len(line) >= shortest]

    kind = build.kind(form, part.applies, scope.thens)
    passing = build.kind(form, (), scope.thens)
    scope = _begin(build, code, form, part, scope)
    table = _table(build, form, towards, rays, flat=False)
    _targets(build, code, part, table, scope)
    with code.block("while a < z"):
        code.add("r = a + 2")
        code.add("a = r + ld16(r) * 2")
        if shortest > 1:
            code.add(f"first = r + {2 * shortest}")
        with code.block("while r < a"):
            code.add("r = r + 2")
            code.add("to = ld16(r)")
            _slide_step(build, code, Slide(part, kind, passing, shortest, going), scope)


@dataclass(frozen=True)
class Slide:
    """What a step of a slide looks at: the parts, and the way that is asked for.

    `kind` stops where the `to` rule holds, with its effects; `passing` ends on a site passed over.
    """

    part: Parts
    kind: Kind
    passing: Kind
    shortest: int
    going: Node | None


def _slide_step(build: Build, code: Code, slide: Slide, scope: Scope) -> None:
    """One site of a ray: stop on it, go over it, or end before it."""
    far = "r >= first" if slide.shortest > 1 else "1"
    if slide.part.to_condition is not None:
        stop = condition(build, slide.part.to_condition, scope.bind("to"))
        with code.block(f"if {stop}" if far == "1" else f"if {far} and {stop}"):
            _if(
                build,
                code,
                slide.part.apply_condition,
                scope,
                lambda: _found(code, scope, slide.kind),
            )
            code.add("break")
    if slide.going is None:
        test = "ld8(WHAT + to) != 0"
    else:
        code.add("btw = to")
        test = f"not {condition(build, slide.going, scope.bind('to', 'btw'))}"
    with code.block(f"if {test}"):
        code.add("break")
    with code.block(f"if {far}") if far != "1" else nullcontext():
        ending = slide.part.apply_condition
        _if(build, code, ending, scope, lambda: _found(code, scope, slide.passing))
