"""Lower the moves of one piece along the board: step, leap, hop and slide."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass

from games.compiler.build import NUMBERS_PER_LINE, Build, Code, Kind, Scope, is_word
from games.compiler.conditions import condition
from games.compiler.directions import Route, table_leaf
from games.compiler.going import arrive, begin, open_from, where
from games.compiler.lists import along, each_line, each_number
from games.compiler.moves import moves
from games.compiler.parts import Parts, one_at_most, parts, way
from games.compiler.tracks import slide_by_track
from games.compiler.values import constant, number
from games.ludemes.alike import is_ludeme, word_of
from games.ludemes.source import LudemeError
from games.ludemes.tree import Braces, Form, Node, Text, is_form, written


def line_table(
    build: Build, form: Form, towards: Node | None, scope: Scope, site: str, longest: int
) -> str:
    """The address of the lines from a site in some directions, up to `longest` sites each."""
    board = build.equipment.board

    def rays(words: tuple[str, ...], site: int) -> list[tuple[int, ...]]:
        return [board.ray(site, word)[:longest] for word in words]

    leaf = table_leaf(build, form, rays, False, longest, shared="lines")
    return Route(build, form, scope, site, leaf).address(towards)


def near_table(build: Build, form: Form, towards: Node | None, scope: Scope, site: str) -> str:
    """The address of the neighbours of a site in some directions."""
    following = build.equipment.board.following

    def sites(words: tuple[str, ...], site: int) -> list[list[int]]:
        return [[following[word][site]] for word in words if following[word][site] >= 0]

    leaf = table_leaf(build, form, sites, True, shared="neighbours")
    return Route(build, form, scope, site, leaf).address(towards)


def opposite_table(build: Build, form: Form, towards: Node | None, scope: Scope, site: str) -> str:
    """The address of the neighbours of a site that lie on opposite sides of it, two by two."""
    board = build.equipment.board

    def pairs(words: tuple[str, ...], site: int) -> list[list[int]]:
        around = {word: board.following[word][site] for word in words}
        return [
            [around[one], around[other]]
            for one, other in board.opposites
            if around.get(one, -1) >= 0 and around.get(other, -1) >= 0
        ]

    leaf = table_leaf(build, form, pairs, True)
    return Route(build, form, scope, site, leaf).address(towards)


@moves.on("step", reads=("stack",))
@moves.on("move", "Step", reads=("stack",))
def _step(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """A move to a neighbouring site."""
    form = build.as_move(form)
    part = parts(build, form)
    scope = begin(build, code, form, part, scope)
    row = near_table(build, form, one_at_most(part.rest), scope, scope.places["frm"])
    _to_each(build, code, form, scope, part, row)


@moves.on("leap", reads=("stack",))
@moves.on("move", "Leap", reads=("stack",))
def _leap(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """A move along a walk of steps and turns, over whatever stands there."""
    form = build.as_move(form)
    part = parts(build, form)
    scope = begin(build, code, form, part, scope)
    walks = walks_of(form, part.rest)
    board = build.equipment.board
    build.spend(len(board) * sum(map(len, walks)) // NUMBERS_PER_LINE, form)
    ends = ([end for walk in walks for end in board.leap(site, walk)] for site in range(len(board)))
    table = build.lists([list(dict.fromkeys(each)) for each in ends], form)
    _to_each(build, code, form, scope, part, f"{table} + {scope.places['frm']} * 4")


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
    return word_of(node)


def _to_each(build: Build, code: Code, form: Form, scope: Scope, part: Parts, row: str) -> None:
    """A move to each site of a list, where the condition on the destination holds."""
    if part.between is not None:
        build.miss(part.between, "(between …) here")
    kind = build.kind(form, part.applies, scope.thens)
    open_from(build, code, part, row, scope)
    with each_number(code, "to"):
        where(build, code, part.to_condition, scope, lambda: arrive(code, scope, kind))


@moves.on("slide", reads=("stack",))
@moves.on("move", "Slide", reads=("stack",))
def _slide(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """Along each ray over sites where `between` holds, and onto one where the `to` rule does."""
    form = build.as_move(form)
    part = parts(build, form)
    if part.rest and isinstance(part.rest[0], Text):
        slide_by_track(build, code, form, part, scope)
        return
    shortest, longest, going = way(build, part.between, scope, ("apply", "max"))
    limit = limit_in_play(build, part.between, scope)
    scope = begin(build, code, form, part, scope)
    towards = one_at_most(part.rest)
    passed = on_the_way(build, form, part, towards)
    row = ray_table(build, form, towards, scope, shortest, longest)
    kind = build.kind(form, (*part.applies, *passed), scope.thens)
    idle = going is None and all(_takes_only(node) for node in part.applies)
    passing = build.kind(form, passed if idle else (*part.applies, *passed), scope.thens)
    open_from(build, code, part, row, scope)
    with each_line(code):
        if shortest > 1:
            code.add(f"first = r + {2 * shortest}")
        if limit:
            code.add(f"reach = r + 2 * {limit}")
        with along(code, "to", test="(r < a) and (r < reach)" if limit else "r < a"):
            _slide_step(build, code, Slide(part, kind, passing, shortest, going), scope)


def limit_in_play(build: Build, between: Form | None, scope: Scope) -> str:
    """An expression for the longest way where that changes in play: `(max number)`; else "" ."""
    limits = [n for n in between.arguments() if is_form(n, "max")] if between is not None else []
    if len(limits) != 1 or not isinstance(limits[0], Form) or len(limits[0].arguments()) != 1:
        return ""
    (node,) = limits[0].arguments()
    return "" if constant(build, node, scope) is not None else number(build, node, scope)


def on_the_way(build: Build, form: Form, part: Parts, towards: Node | None) -> tuple[Node, ...]:
    """The `(between …)` of a move as an effect on the sites passed, where it has any."""
    between = part.between
    if between is None or not any(is_form(node, "apply") for node in between.arguments()):
        return ()
    longest = len(build.equipment.board)
    build.ways[id(between)] = lambda scope: ray_table(build, form, towards, scope, 1, longest)
    return (between,)


def ray_table(
    build: Build, form: Form, towards: Node | None, scope: Scope, shortest: int, longest: int
) -> str:
    """The address of the lines from the piece's site that are long enough, cut where too long."""
    board = build.equipment.board

    def rays(words: tuple[str, ...], site: int) -> list[tuple[int, ...]]:
        lines = (board.ray(site, word)[:longest] for word in words)
        return [line for line in lines if len(line) >= shortest]

    leaf = table_leaf(build, form, rays, False, shortest, longest)
    return Route(build, form, scope, scope.places["frm"], leaf).address(towards)


def _takes_only(node: Node) -> bool:
    """Whether an effect does nothing on an empty site: `(remove (to))`, maybe if an enemy's."""
    if not isinstance(node, Form) or node.thens():
        return False
    if node.keyword == "remove":
        return is_ludeme(node, "(remove (to))")
    if node.keyword == "if":
        test, *effects = node.body()
        asks = is_ludeme(test, "(is Enemy (who at:(to)))")
        return asks and len(effects) == 1 and _takes_only(effects[0])
    return node.keyword == "apply" and all(_takes_only(each) for each in node.body())


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
            where(
                build,
                code,
                slide.part.apply_condition,
                scope,
                lambda: arrive(code, scope, slide.kind),
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
        where(build, code, ending, scope, lambda: arrive(code, scope, slide.passing))
