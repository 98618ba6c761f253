"""Lower `(is Line …)`: pieces in a row through a site."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import hypot

from games.boards import Board
from games.compiler.areas import is_area, loop
from games.compiler.build import Build, Code, Scope, is_word
from games.compiler.conditions import condition, conditions
from games.compiler.directions import Facing, directions
from games.compiler.dispatch import parts_of, refuse_both
from games.compiler.equipment import ROLES
from games.compiler.lists import along, open_line, open_list
from games.compiler.values import number, owner, player
from games.ludemes.tree import Form, Node, opened, written

SHAPE = "(is Line length directions through:site Mover)"
# How far from straight two rays may lie that are one line: the tangent of the angle.
STRAIGHT = 0.25
ROLE_WORDS = ("Mover", "Next", "Prev", "Player", *ROLES)

Ray = tuple[int, ...]


@dataclass(frozen=True)
class Row:
    """A row taken apart. `fits` says of an expression for a site whether it belongs."""

    length: str
    exact: str
    contiguous: str
    kinds: tuple[str, ...]
    role: str
    test: Node | None

    def fits(self, build: Build, scope: Scope, site: str) -> str:
        """A test whether a site belongs to the row."""
        if self.kinds:
            tests = [f"(ld8(WHAT + {site}) == {kind})" for kind in self.kinds]
            held = tests[0] if len(tests) == 1 else f"({' or '.join(tests)})"
        elif self.role:
            held = f"({owner(build, site)} == {self.role})"
        else:
            held = f"(ld8(WHAT + {site}) == ld8(WHAT + pivot))"
        if self.test is None:
            return held
        return f"({held} and {condition(build, self.test, scope.name(to=site))})"


@conditions.on(
    "is", "Line", reads=("through", "throughAny", "what", "whats", "exact", "contiguous", "if")
)
def _is_line(build: Build, form: Form, scope: Scope) -> str:
    """Whether so many pieces stand in a row through a site, by default through `(last To)`."""
    refuse_both(build, form, "throughAny", "through")
    _, length, *rest = parts_of(form, 2, 4, SHAPE)
    roles = [node for node in rest if is_word(node, *ROLE_WORDS)]
    towards = [node for node in rest if not is_word(node, *ROLE_WORDS)]
    if len(roles) > 1 or len(towards) > 1:
        return build.miss(form, written(form), f"write {SHAPE}")
    here = scope.here()
    row = Row(
        length=number(build, length, here),
        exact=_truth(build, form, "exact", here, "0"),
        contiguous=_truth(build, form, "contiguous", here, "1"),
        kinds=tuple(number(build, node, here) for node in _kinds(form)),
        role=player(build, roles[0], here) if roles else "",
        test=form.named("if"),
    )
    return _through(build, form, row, _lines_table(build, form, towards), scope)


def _truth(build: Build, form: Form, name: str, scope: Scope, default: str) -> str:
    node = form.named(name)
    return condition(build, node, scope) if node is not None else default


def _kinds(form: Form) -> list[Node]:
    what, whats = form.named("what"), form.named("whats")
    return [*([what] if what is not None else []), *(opened(whats) if whats is not None else [])]


def _through(build: Build, form: Form, row: Row, table: int, scope: Scope) -> str:
    """The call that looks at the rows through the site, or through any of a region."""
    inner = scope.name(pivot="0")
    body = Code()
    _look(build, body, row, table, inner.here())
    any_, through = form.named("throughAny"), form.named("through")
    if any_ is None:
        pivot = number(build, through, scope) if through is not None else "ld32(LAST_TO)"
        return build.helper("in_a_row", scope.name(pivot=pivot), body)
    if not is_area(any_):
        return build.helper("in_a_row", scope.name(pivot=number(build, any_, scope)), body)
    call = build.helper("in_a_row", scope.here().name(pivot="site"), body)
    each, code = Code(), Code()
    with each.block(f"if {call}"):
        each.add("return 1")
    code.lines += loop(build, any_, scope.here(), each).lines
    code.add("return 0")
    return build.helper("in_a_row_anywhere", scope, code)


def _look(build: Build, code: Code, row: Row, table: int, scope: Scope) -> None:
    """Each line through `pivot`: a ray, and then each ray that goes straight on behind it."""
    with code.block("if (pivot < 0) or (pivot >= BOARD_SITES)"):
        code.add("return 0")
    with code.block(f"if not {row.fits(build, scope, 'pivot')}"):
        code.add("return 0")
    code.add(f"length = {row.length}")
    code.add(f"exact = {row.exact}")
    open_list(code, f"{table} + pivot * 4")
    with code.block("while a < z"):
        code.add("ahead = 1")
        code.add("a = a + 2")
        code.add("behind = ld16(a)")
        _count(build, code, row, scope, "ahead")
        with code.block("if (behind == 0) and (ahead == length)"):
            code.add("return 1")
        with code.block("while behind > 0"):
            code.add("behind = behind - 1")
            code.add("both = ahead")
            _count(build, code, row, scope, "both")
            with code.block("if both == length"):
                code.add("return 1")
    code.add("return 0")


def _count(build: Build, code: Code, row: Row, scope: Scope, name: str) -> None:
    """Count what belongs on the ray whose length comes next in the list."""
    open_line(code)
    with along(code, "one"):
        with code.block(f"if {row.fits(build, scope, 'one')}"):
            code.add(f"{name} = {name} + 1")
            with code.block(f"if (exact == 0) and ({name} == length)"):
                code.add("return 1")
        with code.block("else"), code.block(f"if {row.contiguous}"):
            code.add("break")


def _lines_table(build: Build, form: Form, towards: list[Node]) -> int:
    """For each site its lines: how many rays go on behind, the ray ahead, the rays behind."""
    board = build.equipment.board
    words = directions(build, form, towards[0] if towards else None, "Adjacent", Facing(1))
    lists: list[list[int]] = []
    for site in range(build.layout.sites):
        listed: list[int] = []
        for ahead, behind in _lines(board, words, site) if site < len(board) else ():
            rays = [(len(ray), *ray) for ray in (ahead, *behind)]
            listed += [len(behind), *(each for ray in rays for each in ray)]
        lists.append(listed)
    return build.lists(lists, form)


def _lines(board: Board, words: tuple[str, ...], site: int) -> Iterator[tuple[Ray, list[Ray]]]:
    """Every line through a site once."""
    rays = [ray for ray in (board.ray(site, word) for word in words) if ray]
    done: list[Ray] = []
    for ray in rays:
        if ray in done:
            continue
        behind = [other for other in rays if _straight(board, ray[0], site, other[0])]
        done += [ray, *behind]
        yield ray, behind


def _straight(board: Board, before: int, here: int, after: int) -> bool:
    """Whether the way from one site over another to a third is nearly straight."""
    a, b, c = (board.sites[site] for site in (before, here, after))
    ux, uy, vx, vy = b.x - a.x, b.y - a.y, c.x - b.x, c.y - b.y
    along, across = ux * vx + uy * vy, ux * vy - uy * vx
    return along > 0 and abs(across) < STRAIGHT * along and hypot(ux, uy) > 0
