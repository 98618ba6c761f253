"""Regions that pieces see or could go to: lines of sight, what lies between, ends of moves."""

from __future__ import annotations

from dataclasses import replace

from games.compiler.build import Build, Code, Scope, is_word
from games.compiler.conditions import condition
from games.compiler.directions import Route, table_leaf
from games.compiler.dispatch import first_word, parts_of, refuse_extras
from games.compiler.hands import without_type
from games.compiler.lines import after_word
from games.compiler.lists import along, each_line
from games.compiler.moves import generate
from games.compiler.parts import one_at_most
from games.compiler.regions import dynamic_regions
from games.compiler.values import number
from games.ludemes.alike import word_of
from games.ludemes.tree import Form, Node, written

SEEN = ("Empty", "Piece", "Farthest")


@dynamic_regions.on(
    "sites", "To", "From", "Between", reads=("from", "to", "fromIncluded", "toIncluded", "cond")
)
def _of_moves(build: Build, form: Form, scope: Scope, site: str) -> str:
    """Where moves begin or end; or the sites between two others."""
    if first_word(form) == "Between" and form.named("from") is not None:
        return _between(build, form, scope, site)
    refuse_extras(build, form)
    word = first_word(form)
    if word == "Between":
        return build.miss(form, written(form), "write (sites Between from:site to:site)")
    _, moves = parts_of(form, 2, 2, f"(sites {word} moves)")
    inner = scope.name(wanted=site)

    def asked(frm: str, to: str, kind: str, extra: str) -> str:
        return f"({to if word == 'To' else frm} == wanted)"

    finding = replace(inner.here(), emit=asked, stops=True, collects=False, thens=())
    body = Code()
    generate(build, body, moves, finding)
    body.add("return 0")
    return build.helper("of_moves", inner, body)


def _rays(build: Build, form: Form, towards: list[Node], scope: Scope) -> str:
    """The address of the lines from `start`; relative ones as the piece there looks."""
    board = build.equipment.board

    def rays(words: tuple[str, ...], site: int) -> list[tuple[int, ...]]:
        return [board.ray(site, word) for word in words]

    leaf = table_leaf(build, form, rays, False)
    return Route(build, form, scope, "start", leaf, whose="piece").address(one_at_most(towards))


def _between(build: Build, form: Form, scope: Scope, site: str) -> str:
    """Sites on a line between two others, with these where that is said."""
    refuse_extras(build, form, "from", "to", "fromIncluded", "toIncluded", "cond")
    frm, to, test = form.named("from"), form.named("to"), form.named("cond")
    if frm is None or to is None:
        return build.miss(form, written(form), "write (sites Between from:site to:site)")
    start, end = number(build, frm, scope), number(build, to, scope)
    inner = scope.name(start=start, end=end, wanted=site)
    here = inner.here()
    code = Code()
    with code.block("if (start < 0) or (start >= BOARD_SITES) or (end < 0)"):
        code.add("return 0")
    for name, place in (("fromIncluded", "start"), ("toIncluded", "end")):
        with code.block(f"if wanted == {place}"):
            included = form.named(name)
            shown = condition(build, included, here) if included is not None else "0"
            code.add(f"return {shown}")
    with each_line(code, _rays(build, form, without_type(build, after_word(form)), here)):
        code.add("met = 0")
        with along(code):
            with code.block("if ld16(r) == end"):
                with code.block("if met"):
                    code.add("return 1")
                code.add("break")
            lies = "ld16(r) == wanted"
            if test is not None:
                lies += f" and {condition(build, test, here.name(btw='ld16(r)'))}"
            with code.block(f"if {lies}"):
                code.add("met = 1")
    code.add("return 0")
    return build.helper("between_sites", inner, code)


@dynamic_regions.on("sites", "LineOfSight", reads=("at",))
def _line_of_sight(build: Build, form: Form, scope: Scope, site: str) -> str:
    """On each line from a site the first piece, or the empty sites before it, or the last of those.

    By default the pieces are meant.
    """
    kinds = [node for node in form.arguments()[1:] if is_word(node, *SEEN)]
    towards = [node for node in without_type(build, after_word(form)) if not is_word(node, *SEEN)]
    at = form.named("at")
    if len(kinds) > 1 or len(towards) > 1 or (at is None and "frm" not in scope.places):
        return build.miss(form, written(form), "write (sites LineOfSight at:site)")
    start = number(build, at, scope) if at is not None else scope.places["frm"]
    inner = scope.name(start=start, wanted=site)
    kind = word_of(kinds[0]) if kinds else "Piece"
    code = Code()
    with code.block("if (start < 0) or (start >= BOARD_SITES)"):
        code.add("return 0")
    with each_line(code, _rays(build, form, towards, inner.here())):
        code.add("last = -1")
        with along(code):
            with code.block("if ld8(WHAT + ld16(r))"):
                if kind == "Piece":
                    with code.block("if ld16(r) == wanted"):
                        code.add("return 1")
                code.add("break")
            code.add("last = ld16(r)")
            if kind == "Empty":
                with code.block("if last == wanted"):
                    code.add("return 1")
        if kind == "Farthest":
            with code.block("if last == wanted"):
                code.add("return 1")
    code.add("return 0")
    return build.helper("line_of_sight", inner, code)


@dynamic_regions.on("sites", "LastTo", "LastFrom")
def _of_the_last_move(build: Build, form: Form, scope: Scope, site: str) -> str:
    """The site where the last move ended, or where it began."""
    parts_of(form, 1, 1, "(sites LastTo)")
    word = "LAST_TO" if first_word(form) == "LastTo" else "LAST_FROM"
    return f"(ld32({word}) == {site})"


@dynamic_regions.on("sites", "State")
def _in_state(build: Build, form: Form, scope: Scope, site: str) -> str:
    """The sites of the board whose pieces have a state."""
    _, state = parts_of(form, 2, 2, "(sites State number)")
    on_board = f"({site} < BOARD_SITES) and " if build.layout.beside else ""
    held = f"(ld8(WHAT + {site}) != 0)"
    return f"({on_board}{held} and (ld8(LOCAL + {site}) == {number(build, state, scope)}))"
