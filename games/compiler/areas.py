"""Regions that change in play: an expression for whether a site is in them."""

from __future__ import annotations

from games.compiler.build import Build, Code, Scope, is_word
from games.compiler.conditions import condition, conditions
from games.compiler.dispatch import parts_of, refuse_both
from games.compiler.folding import sites_for_which
from games.compiler.groups import is_group, write_group
from games.compiler.hands import container_table, hand_table, site_type
from games.compiler.names import members, only_two_sides
from games.compiler.regions import (
    SINGLE_SITES,
    Sites,
    all_of,
    any_of,
    dynamic_regions,
    member,
    sites_of,
    static_regions,
)
from games.compiler.values import count_all, count_members, number, numbers, pieces_counted, player
from games.ludemes.alike import is_ludeme
from games.ludemes.source import LudemeError
from games.ludemes.tree import Braces, Form, Node, Text, is_form, opened, written

AREAS = ("sites", "union", "intersection", "difference", "expand", "forEach")


def is_area(node: Node) -> bool:
    """Whether a node is a region, rather than the number of one site."""
    if is_form(node, "if") and isinstance(node, Form):
        return any(is_area(branch) for branch in node.arguments()[1:])
    return isinstance(node, Braces) or is_form(node, *AREAS)


@dynamic_regions.on("union")
def _union(build: Build, form: Form, scope: Scope, site: str) -> str:
    """What is in any of the regions."""
    return any_of([member(build, node, scope, site) for node in form.listed()])


@dynamic_regions.on("intersection")
def _intersection(build: Build, form: Form, scope: Scope, site: str) -> str:
    """What is in all of the regions."""
    return all_of([member(build, node, scope, site) for node in form.listed()])


@dynamic_regions.on("difference")
def _difference(build: Build, form: Form, scope: Scope, site: str) -> str:
    """What is in the first region and in none of the others."""
    parts = parts_of(form, 2, 9, "(difference sites sites)")
    first, *others = [member(build, node, scope, site) for node in parts]
    return all_of([first, *(f"(not {other})" for other in others)])


@dynamic_regions.on("if")
def _if(build: Build, form: Form, scope: Scope, site: str) -> str:
    """One region or another, by a condition."""
    first, *others = parts_of(form, 2, 3, "(if condition sites sites)")
    test = condition(build, first, scope)
    branches = [member(build, node, scope, site) for node in others]
    return f"({branches[0]} if {test} else {branches[1] if len(branches) > 1 else '0'})"


@dynamic_regions.on("sites", "Empty")
def _empty(build: Build, form: Form, scope: Scope, site: str) -> str:
    """The sites on which nothing stands."""
    parts_of(form, 1, 1, "(sites Empty)")
    empty = f"(ld8(WHAT + {site}) == 0)"
    return f"(({site} < BOARD_SITES) and {empty})" if build.layout.beside else empty


@dynamic_regions.on("sites", "Occupied", reads=("by", "component", "components", "container", "on"))
def _occupied(build: Build, form: Form, scope: Scope, site: str) -> str:
    """Sites that hold a player's pieces, of some names where `component:` says so.

    On a board of cells these are looked for in the hands, too; on any other, `container:"Hand"`
    has to say so.
    """
    parts_of(form, 1, 1, "(sites Occupied by:Mover)")
    refuse_both(build, form, "component", "components")
    by = form.named("by")
    if by is None:
        return build.miss(form, f"{written(form)} without by:")
    if (on := form.named("on")) is not None and not is_word(on, site_type(build)):
        return build.miss(on, f"on:{written(on)} on a board of another kind")
    whose = _whose(build, by, scope)
    inside = _contained(build, form.named("container"), whose, scope, site)
    which = form.named("component") or form.named("components")
    names = [n.value for n in opened(which) if isinstance(n, Text)] if which else []
    table = build.table(members(build, form, names or None, exactly=True))
    columns = len(build.equipment.components) + 1
    row = f"{table} + {columns} * {whose}"
    return all_of([inside, f"ld8({row} + ld8(WHAT + {site}))"])


def _contained(build: Build, node: Node | None, whose: str, scope: Scope, site: str) -> str:
    """Whether a site is in a container: the board, a player's hand, or one that has a number."""
    if node is None:
        everywhere = site_type(build) == "Cell" or not build.layout.beside
        return "1" if everywhere else f"({site} < BOARD_SITES)"
    if isinstance(node, Text) and node.value == "Board":
        return f"({site} < BOARD_SITES)" if build.layout.beside else "1"
    if isinstance(node, Text) and node.value == "Hand":
        return f"ld8({hand_table(build, node)} + {whose} * SITES + {site})"
    if isinstance(node, Text):
        return build.miss(node, f"the container {written(node)}")
    return f"ld8({container_table(build)} + {number(build, node, scope)} * SITES + {site})"


def _whose(build: Build, by: Node, scope: Scope) -> str:
    """The row of a table of `members` that is for the pieces of a role."""
    players = build.equipment.players
    if is_word(by, "All", "Each"):
        return "0"
    if is_word(by, "Enemy", "NonMover") and only_two_sides(build):
        return f"(3 - {scope.me})"
    if is_word(by, "Enemy", "NonMover"):
        return f"({scope.me} + {players + 1 if is_word(by, 'Enemy') else 2 * players + 1})"
    if is_word(by, "Neutral") and not only_two_sides(build):
        return str(players + 1)
    return player(build, by, scope)


@dynamic_regions.on("sites", "Start")
def _start(build: Build, form: Form, scope: Scope, site: str) -> str:
    """Where a piece, named or found on a site, stands at the start."""
    named = form.arguments()[1] if len(form.arguments()) == 2 else None
    if not is_form(named, "piece") or not isinstance(named, Form) or len(named.arguments()) != 1:
        return build.miss(form, written(form))
    if build.start_unknown:
        return build.miss(form, f"{written(form)} where regions at the start depend on conditions")
    count = build.layout.sites
    rows = bytearray((len(build.equipment.components) + 1) * count)
    for component, sites in build.start_sites.items():
        for each in sites:
            rows[component * count + each] = 1
    what = number(build, named.arguments()[0], scope)
    return f"ld8({build.table(bytes(rows))} + {what} * SITES + {site})"


@dynamic_regions.on("sites", "Row", "Column")
def _line(build: Build, form: Form, scope: Scope, site: str) -> str:
    """The row or column with a number that is only known in play."""
    _, index = parts_of(form, 2, 2, "(sites Row number)")
    board = build.equipment.board
    lines = board.row_of if is_word(form.arguments()[0], "Row") else board.column_of
    if min(lines) < 0:
        return build.miss(form, written(form))
    table = build.table(bytes((*lines, *(255 for _ in range(build.layout.beside)))))
    return f"(ld8({table} + {site}) == {number(build, index, scope)})"


@dynamic_regions.on("sites", "ToClear")
def _to_clear(build: Build, form: Form, scope: Scope, site: str) -> str:
    """Sites whose pieces go at the end of the turn: none, since all go at once."""
    parts_of(form, 1, 1, "(sites ToClear)")
    return "0"


@dynamic_regions.on("sites", "Pending")
def _pending(build: Build, form: Form, scope: Scope, site: str) -> str:
    """The sites that the last move left pending."""
    parts_of(form, 1, 1, "(sites Pending)")
    return f"is_pending({site})"


# What the numbers that are sites look at; they refuse all else themselves.
READ_BY_NUMBERS = {"ahead": ("steps",), "value": ("at",)}


def _single(keyword: str, *words: str) -> None:
    """A number that is one site is a region of that site."""

    @dynamic_regions.on(keyword, *words, reads=READ_BY_NUMBERS.get(keyword, ()))
    def lowered(build: Build, form: Form, scope: Scope, site: str) -> str:
        """The one site that a number means."""
        return f"({site} == {number(build, form, scope)})"


for _keyword, _words in SINGLE_SITES.items():
    _single(_keyword, *_words)


@dynamic_regions.on("forEach", reads=("if",))
def _for_each(build: Build, form: Form, scope: Scope, site: str) -> str:
    """`(forEach region if:condition)`: the sites of a region for which the condition holds."""
    test = form.named("if")
    if test is None or len(form.arguments()) != 1:
        return build.miss(form, written(form))
    inside = member(build, form.arguments()[0], scope, site)
    return all_of([inside, condition(build, test, scope.name(site=site))])


def loop(build: Build, node: Node, scope: Scope, body: Code) -> Code:
    """Code that runs `body`, which knows the site as `site`, for every site of a region.

    In the region itself `(site)` is still the one of the loop around. A group is found before
    that, as it is then.
    """
    code = Code()
    if "site" in scope.places:
        outer = build.fresh("outer")
        code.add(f"{outer} = {scope.places['site']}")
        scope = scope.name(site=outer)
    group = write_group(build, node, scope) if is_group(node) else None
    if group is not None:
        code.add(group.found)
        inside = f"ld8({group.marks} + site)"
    else:
        inside = member(build, node, scope, "site")
    code.add("site = 0")
    with code.block("while site < SITES"):
        with code.block(f"if {inside}"):
            code.lines += ["    " * (code.depth - 1) + line for line in body.lines]
        code.add("site = site + 1")
    return code


@numbers.on("count", "Sites", reads=("in",))
def _count_sites(build: Build, form: Form, scope: Scope) -> str:
    """How many sites a region has."""
    parts_of(form, 1, 1, "(count Sites in:sites)")
    region = form.named("in")
    if region is None:
        return build.miss(form, written(form))
    body = Code()
    body.add("n = n + 1")
    code = Code()
    code.add("n = 0")
    code.lines += loop(build, region, scope.here(), body).lines
    code.add("return n")
    return build.helper("count_sites", scope, code)


@numbers.on("count", "Pieces", reads=("in", "of"))
def _count_pieces(build: Build, form: Form, scope: Scope) -> str:
    """How many pieces a player has, of one name where a name is given, in a region if `in:` is."""
    rest = form.arguments()[1:]
    roles = [node for node in rest if not isinstance(node, Text)]
    names = [node.value for node in rest if isinstance(node, Text)]
    if len(roles) > 1 or len(names) > 1:
        return build.miss(form, written(form))
    of = form.named("of")
    if of is not None and roles:
        return build.miss(of, f"of: beside {written(roles[0])} in (count Pieces …)")
    whose = _whose(build, roles[0], scope) if roles else "0"
    whose = number(build, of, scope) if of is not None else whose
    table = build.table(members(build, form, names or None, exactly=False))
    row = f"{table} + {whose} * {len(build.equipment.components) + 1}"
    region = form.named("in")
    if region is None or (_is_whole_board(region) and not build.layout.beside):
        if not names and not build.layout.counted and only_two_sides(build):
            return count_all(build, whose)
        return f"{count_members(build)}({row})"
    body, code = Code(), Code()
    body.add(f"n = n + {pieces_counted(build, row, 'site')}")
    code.add("n = 0")
    code.lines += loop(build, region, scope.here(), body).lines
    code.add("return n")
    return build.helper("count_pieces", scope, code)


def _is_whole_board(node: Node) -> bool:
    return is_ludeme(node, "(sites Board)")


@conditions.on("all", "Sites", reads=("if",))
def _all_sites(build: Build, form: Form, scope: Scope) -> str:
    """Whether a condition holds for all sites of a region."""
    test = form.named("if")
    _, region = parts_of(form, 2, 2, "(all Sites sites if:condition)")
    if test is None:
        return build.miss(form, written(form), "write (all Sites sites if:condition)")
    here = scope.here()
    body, code = Code(), Code()
    with body.block(f"if not {condition(build, test, here.bind('site'))}"):
        body.add("return 0")
    code.lines += loop(build, region, here, body).lines
    code.add("return 1")
    return build.helper("all_sites", scope, code)


@conditions.on("is", "Within", reads=("in",))
def _is_within(build: Build, form: Form, scope: Scope) -> str:
    """Whether a piece stands anywhere in a region."""
    region = form.named("in")
    if region is None:
        return build.miss(form, written(form))
    _, piece = parts_of(form, 2, 2, '(is Within (id "Name" Mover) in:sites)')
    here = scope.here()
    body, code = Code(), Code()
    with body.block(f"if ld8(WHAT + site) == {number(build, piece, here)}"):
        body.add("return 1")
    code.lines += loop(build, region, here, body).lines
    return build.helper("is_within", scope, code)


@static_regions.on("forEach", reads=("if",))
def _chosen(build: Build, form: Form, player_: int) -> Sites | None:
    """The sites of a region for which a condition holds that play does not change."""
    test, regions = form.named("if"), form.arguments()
    if test is None or len(regions) != 1 or len(form.items) != 3:
        return None
    sites = sites_of(build, regions[0], player_)
    if sites is None:
        return None
    missing = len(build.missing)
    try:
        holds = condition(build, test, Scope(me=str(player_)).bind("site"))
    except LudemeError:
        return None
    if build.missing[missing:]:
        del build.missing[missing:]
        return None
    return sites_for_which(build, holds, sites)


@dynamic_regions.on("sites")
def _listed(build: Build, form: Form, scope: Scope, site: str) -> str:
    """`(sites {…})` of sites found in play."""
    first, *rest = form.arguments() or [form]
    if not isinstance(first, Braces) or rest:
        return build.miss(form, f"the region {written(form)}")
    return member(build, first, scope, site)


@numbers.on("centrePoint")
def _centre_point(build: Build, form: Form, scope: Scope) -> str:
    """The site in the middle of the board."""
    parts_of(form, 0, 0, "(centrePoint)")
    sites = sites_of(build, form, 1)
    return str(sites[0]) if sites else build.miss(form, written(form))
