"""Lower numbers that are looked up: maps, variables, values, rows, where a piece stands."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from struct import pack

from games.boards.steps import RELATIONS
from games.compiler.areas import is_area, loop
from games.compiler.build import (
    NUMBERS_PER_LINE,
    Build,
    Code,
    Scope,
    is_word,
    over_pieces,
    text_of,
)
from games.compiler.directions import Leaf, Route, Rows, table_leaf
from games.compiler.dispatch import parts_of, refuse_both
from games.compiler.distances import by_steps
from games.compiler.names import piece
from games.compiler.values import number, numbers, player, site_by_label
from games.ludemes.alike import word_of
from games.ludemes.source import LudemeError
from games.ludemes.tree import Form, Node, Number, Text, Word, is_form, written


@numbers.on("mapEntry")
def _map_entry(build: Build, form: Form, scope: Scope) -> str:
    """What a map of the equipment has for a number, -1 where it has nothing."""
    name, key = parts_of(form, 2, 2, '(mapEntry "Name" number)')
    table = build.table(_map(build, form, text_of(name, "the name of a map")))
    return f"ld16s({table} + {number(build, key, scope)} * 2)"


MAP_SIZE = 256


def _map(build: Build, form: Form, name: str) -> bytes:
    pairs = build.equipment.maps.get(name)
    if pairs is None:
        known = ", ".join(f'"{each}"' for each in build.equipment.maps) or "none"
        raise LudemeError(f'there is no map "{name}": there are {known}', form.span, form.origin)
    entries = [-1] * MAP_SIZE
    for key, value in pairs:
        place = _constant(build, key)
        if not 0 <= place < MAP_SIZE:
            message = f"the keys of a map are 0 to {MAP_SIZE - 1}, not {place}"
            raise LudemeError(message, key.span, key.origin)
        entries[place] = _constant(build, value)
    return pack(f"<{MAP_SIZE}h", *entries)


def _constant(build: Build, node: Node) -> int:
    """A number known before play: a number, a role, a site, a piece, a site of a hand."""
    if isinstance(node, Number) and isinstance(node.value, int) and abs(node.value) < 2**15:
        return node.value
    if isinstance(node, Word) and node.name in build.equipment.roles:
        return build.equipment.roles[node.name]
    if isinstance(node, Text):
        piece_ = build.equipment.named(node.value)
        return piece_.number if piece_ else site_by_label(build, node)
    if is_form(node, "id", "handSite") and (text := number(build, node, Scope())).isdigit():
        return int(text)
    raise LudemeError("a number, a role, a site or a piece belongs here", node.span, node.origin)


@numbers.on("where")
def _where(build: Build, form: Form, scope: Scope) -> str:
    """The first site on which a piece stands, -1 where it stands nowhere."""
    named, *rest = parts_of(form, 1, 2, '(where "Name" Mover)')
    if isinstance(named, Text) and len(rest) == 1:
        what = piece(build, form, named.value, player(build, rest[0], scope))
    elif not isinstance(named, Text) and not rest:
        what = number(build, named, scope)
    else:
        return build.miss(form, written(form))
    if "where" not in build.known_functions:
        code = Code()
        with code.block("if what == 0"):
            code.add("return 0 - 1")
        with over_pieces(code, "i", "equal(WHAT + {}, what)"):
            code.add("return i")
        code.add("return 0 - 1")
        build.known_functions["where"] = build.function("where", ["what"], code)
    return f"{build.known_functions['where']}({what})"


@numbers.on("var")
def _var(build: Build, form: Form, scope: Scope) -> str:
    """A variable; -1 until it is set, so that what is kept is one more."""
    given = parts_of(form, 0, 1, '(var "Name")')
    names = [text_of(node, "the name of a variable") for node in given]
    return f"(ld32({build.variable(names[0] if names else '', form)}) - 1)"


@numbers.on("value", "Pending")
def _pending(build: Build, form: Form, scope: Scope) -> str:
    """The number that the last move left pending."""
    parts_of(form, 1, 1, "(value Pending)")
    return "ld32(PENDING)"


@numbers.on("value", "Player")
def _value_player(build: Build, form: Form, scope: Scope) -> str:
    """The value of a player."""
    _, role = parts_of(form, 2, 2, "(value Player Mover)")
    return f"ld32(PLAYER_VALUES + 4 * {player(build, role, scope)})"


@numbers.on("value", "Piece", reads=("at",))
def _value_piece(build: Build, form: Form, scope: Scope) -> str:
    """The value of what stands on a site."""
    parts_of(form, 1, 1, "(value Piece at:site)")
    at = form.named("at")
    if at is None:
        return build.miss(form, written(form))
    return f"ld8(VALUE + {number(build, at, scope)})"


@numbers.on("row", reads=("of",))
@numbers.on("column", reads=("of",))
@numbers.on("phase", reads=("of",))
def _line_of(build: Build, form: Form, scope: Scope) -> str:
    """The number of the row, column or colour of a site, from 0."""
    parts_of(form, 0, 0, f"({form.keyword} of:site)")
    of = form.named("of")
    board = build.equipment.board
    known = {"row": board.row_of, "column": board.column_of, "phase": board.phase_of}
    lines = known[form.keyword]
    if of is None or min(lines) < 0:
        return build.miss(form, written(form))
    return f"ld8({build.table(bytes(lines))} + {number(build, of, scope)})"


@numbers.on("count", "Rows")
@numbers.on("count", "Columns")
def _count_lines(build: Build, form: Form, scope: Scope) -> str:
    """How many rows or columns the board has."""
    parts_of(form, 1, 1, "(count Rows)")
    board = build.equipment.board
    rows = is_word(form.arguments()[0], "Rows")
    return str(len(board.rows if rows else board.columns))


@numbers.on("count", "Steps")
def _count_steps(build: Build, form: Form, scope: Scope) -> str:
    """How many steps of a relation lead from one site to another; 0 to or from no site."""
    *relation, first, second = parts_of(form, 3, 4, "(count Steps relation site site)")[1:]
    if relation and isinstance(relation[0], Form) and is_form(relation[0], "step"):
        return by_steps(build, relation[0], first, second, scope)
    if relation and not is_word(relation[0], *RELATIONS):
        return build.miss(relation[0], f"{written(relation[0])} in (count Steps …)")
    if is_area(second):
        return build.miss(second, f"{written(second)} in (count Steps …)")
    word = word_of(relation[0]) if relation else "Adjacent"
    count = build.layout.sites
    rows = bytearray(count + count * count)
    build.all_pairs(form)
    board = build.equipment.board
    near = [board.near(site, word) for site in range(len(board))]
    for start in range(len(board)):
        for end, steps in _steps_from(near, start).items():
            rows[count + start * count + end] = min(steps, 255)
    here, there = number(build, first, scope), number(build, second, scope)
    # A site before the first leads to the row of zeros, and one beside the board to a row of them.
    table = build.table(bytes(rows)) + count
    return f"(ld8({table} + {here} * SITES + {there}) if {there} >= 0 else 0)"


def _steps_from(near: list[tuple[int, ...]], start: int) -> dict[int, int]:
    """Every site that steps lead to from one, with how many it takes."""
    found, last = {start: 0}, [start]
    while last:
        steps = found[last[0]] + 1
        around = dict.fromkeys(there for site in last for there in near[site])
        last = [site for site in around if site not in found]
        found |= dict.fromkeys(last, steps)
    return found


@numbers.on("ahead", reads=("steps",))
def _ahead(build: Build, form: Form, scope: Scope) -> str:
    """A site some steps on in a direction; the site itself where there is none.

    Forward is forward for the piece that stands there: where none does, there is no such site.
    """
    site, *towards = parts_of(form, 1, 2, "(ahead site steps:number direction)")
    steps = form.named("steps")
    count = number(build, steps, scope) if steps is not None else "1"
    spot = number(build, site, scope)
    leaf = _ends(build, form, int(count)) if count.isdigit() else _single_lines(build, form)

    def there(scope: Scope, spot: str, steps: str) -> str:
        route = Route(build, form, scope, spot, leaf, "Forward", "piece")
        row = route.address(towards[0] if towards else None)
        return f"ld32({row})" if count.isdigit() else f"{_go_on(build)}({row}, {spot}, {steps})"

    if spot in ON_THE_BOARD:
        return there(scope, spot, count)
    inner = scope.name(spot=spot, steps=count)
    code = Code()
    with code.block("if (spot < 0) or (spot >= SITES)"):
        code.add("return spot")
    code.add(f"return {there(inner.here(), 'spot', 'steps')}")
    return build.helper("ahead", inner, code)


# Names of places that are always sites.
ON_THE_BOARD = ("frm", "to", "btw", "site", "target")


def _only_direction(form: Form, words: tuple[str, ...]) -> tuple[str, ...]:
    """The same words. Raises LudemeError where there are several."""
    if len(words) > 1:
        message = f"one direction belongs here, not {len(words)}"
        raise LudemeError(message, form.span, form.origin)
    return words


def _ends(build: Build, form: Form, steps: int) -> Leaf:
    """Tables of the site so many steps on in one direction, or of the site itself."""
    board = build.equipment.board

    def ends(words: tuple[str, ...]) -> list[int]:
        found = list(range(build.layout.sites))
        for word in _only_direction(form, words):
            rays = ((site, board.ray(site, word)) for site in range(len(board)))
            found[: len(board)] = [
                ray[steps - 1] if 0 < steps <= len(ray) else site for site, ray in rays
            ]
        return found

    def leaf(rows: Callable[[], Rows], path: tuple[object, ...]) -> int:
        wanted = rows()
        build.spend(len(wanted) * build.layout.sites // NUMBERS_PER_LINE, form)
        every = {
            words: build.once(("ends", steps, words), partial(ends, words))
            for words in dict.fromkeys(wanted)
        }
        sites = [site for words in wanted for site in every[words]]
        return build.table(pack(f"<{len(sites)}I", *sites))

    return leaf


def _single_lines(build: Build, form: Form) -> Leaf:
    """Tables of the sites in one direction, nearest first."""
    board = build.equipment.board

    def rays(words: tuple[str, ...], site: int) -> list[tuple[int, ...]]:
        return [board.ray(site, word) for word in _only_direction(form, words)]

    return table_leaf(build, form, rays, False, shared="single lines")


def _go_on(build: Build) -> str:
    """The helper that goes so many steps along the ray at an address, if it is that long."""
    if "go_on" not in build.known_functions:
        code = Code()
        code.add("a = ld32(row)")
        with code.block("if (ld16(a) == 0) or (steps < 1)"):
            code.add("return site")
        with code.block("if ld16(a + 2) < steps"):
            code.add("return site")
        code.add("return ld16(a + 2 + 2 * steps)")
        build.known_functions["go_on"] = "go_on"
        build.named("go_on", ["row", "site", "steps"], code)
    return "go_on"


@numbers.on("regionSite", reads=("index",))
def _region_site(build: Build, form: Form, scope: Scope) -> str:
    """The site of a region that has so many before it, -1 where there is none."""
    (region,) = parts_of(form, 1, 1, "(regionSite sites index:number)")
    index = form.named("index")
    if index is None:
        return build.miss(form, written(form), "write (regionSite sites index:number)")
    inner = scope.name(index=number(build, index, scope))
    body, code = Code(), Code()
    with body.block("if n == index"):
        body.add("return site")
    body.add("n = n + 1")
    code.add("n = 0")
    code.lines += loop(build, region, inner.here(), body).lines
    code.add("return 0 - 1")
    return build.helper("region_site", inner, code)


@numbers.on("count", "Adjacent", "Neighbours", "Orthogonal", "Diagonal", "Off", reads=("at", "in"))
def _count_neighbours(build: Build, form: Form, scope: Scope) -> str:
    """How many neighbours a site has, in a relation."""
    refuse_both(build, form, "at", "in")
    at = form.named("at") or form.named("in")
    if at is None or len(form.arguments()) != 1 or is_area(at):
        return build.miss(form, written(form), "write (count Adjacent at:site)")
    word = {"Neighbours": "Adjacent", "Off": "OffDiagonal"}
    relation = word_of(form.arguments()[0])
    board = build.equipment.board
    counts = [len(board.near(site, word.get(relation, relation))) for site in range(len(board))]
    table = build.table(bytes(counts + [0] * build.layout.beside))
    return f"ld8({table} + {number(build, at, scope)})"


@numbers.on("count", "Players", "Vertices", "Cells")
def _count_fixed(build: Build, form: Form, scope: Scope) -> str:
    """How many players there are, or sites of the board."""
    parts_of(form, 1, 1, "(count Players)")
    word = word_of(form.arguments()[0])
    if word == "Players":
        return str(build.equipment.players)
    if (word == "Vertices") != build.equipment.board.on_points:
        return build.miss(form, f"{written(form)} on a board of another kind")
    return str(len(build.equipment.board))
