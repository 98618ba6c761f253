"""Lower numbers that are looked up: maps, variables, values, rows, where a piece stands."""

from __future__ import annotations

from struct import pack

from games.compiler.build import Build, Code, Scope, is_word, over_pieces, text_of
from games.compiler.dispatch import parts_of, refuse_extras
from games.compiler.equipment import ROLES
from games.compiler.names import piece
from games.compiler.values import number, numbers, player, site_by_label
from games.ludemes.source import LudemeError
from games.ludemes.tree import Form, Node, Number, Text, Word, written


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
    """A number known before play: a number, a role, a site, a piece with its owner."""
    if isinstance(node, Number) and isinstance(node.value, int) and abs(node.value) < 2**15:
        return node.value
    if isinstance(node, Word) and node.name in ROLES:
        return ROLES[node.name]
    if isinstance(node, Text):
        piece_ = build.equipment.named(node.value)
        return piece_.number if piece_ else site_by_label(build, node)
    raise LudemeError("a number, a role, a site or a piece belongs here", node.span, node.origin)


@numbers.on("where")
def _where(build: Build, form: Form, scope: Scope) -> str:
    """The first site on which a piece stands, -1 where it stands nowhere."""
    refuse_extras(build, form)
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
    names = [text_of(node, "the name of a variable") for node in form.arguments()]
    return f"ld32({build.variable(names[0] if names else '', form)})"


@numbers.on("value", "Pending")
def _pending(build: Build, form: Form, scope: Scope) -> str:
    return "ld32(PENDING)"


@numbers.on("value", "Player")
def _value_player(build: Build, form: Form, scope: Scope) -> str:
    _, role = parts_of(form, 2, 2, "(value Player Mover)")
    return f"ld32(PLAYER_VALUES + 4 * {player(build, role, scope)})"


@numbers.on("value", "Piece")
def _value_piece(build: Build, form: Form, scope: Scope) -> str:
    refuse_extras(build, form, "at")
    at = form.named("at")
    if at is None:
        return build.miss(form, written(form))
    return f"ld8(VALUE + {number(build, at, scope)})"


@numbers.on("row")
@numbers.on("column")
@numbers.on("phase")
def _line_of(build: Build, form: Form, scope: Scope) -> str:
    """The number of the row, column or colour of a site, from 0."""
    refuse_extras(build, form, "of")
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
    board = build.equipment.board
    rows = is_word(form.arguments()[0], "Rows")
    return str(len(board.rows if rows else board.columns))
