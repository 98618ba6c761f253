"""Lower ludemes that are numbers: sites, players, pieces, counts."""

from __future__ import annotations

from collections.abc import Callable

from games.boards import BoardError
from games.compiler.build import Build, Code, Scope, is_word, over_pieces, text_of
from games.compiler.dispatch import Table, parts_of, refuse_extras
from games.compiler.equipment import ROLES
from games.compiler.names import piece, piece_with_owner
from games.ludemes.source import LudemeError
from games.ludemes.tree import Form, Node, Number, Text, Word, opened, written

Lowering = Callable[[Build, Form, Scope], str]
numbers: Table[Lowering] = Table("number")
PLACES = {"from": "frm", "to": "to", "between": "btw", "site": "site"}

# Words for a site that is not on the board.
OUTSIDE = ("Off", "Undefined", "End")


def number(build: Build, node: Node, scope: Scope) -> str:
    """An expression for a number. What is not implemented is noted and reads as 0."""
    if isinstance(node, Form):
        lowering = numbers.find(node)
        if lowering is not None:
            return lowering(build, node, scope)
        return build.miss(node, f"{numbers.name(node)} as a number", numbers.hint(node))
    if isinstance(node, Number) and isinstance(node.value, int):
        return str(node.value)
    if isinstance(node, Text):
        return str(site_by_label(build, node))
    return _word(build, node, scope)


def _word(build: Build, node: Node, scope: Scope) -> str:
    if is_word(node, "Mover", "Next", "Prev", *ROLES):
        return player(build, node, scope)
    if is_word(node, *OUTSIDE):
        return "(0 - 1)"
    return build.miss(node, f"{written(node)} as a number")


def site_by_label(build: Build, node: Text) -> int:
    """The number of the site with that name. Raises LudemeError where the board has none."""
    try:
        return build.equipment.board.site(node.value)
    except BoardError as error:
        raise LudemeError(str(error), node.span, node.origin) from error


def player(build: Build, node: Node, scope: Scope) -> str:
    """An expression for the number of the player that a role means."""
    if is_word(node, "Mover"):
        return scope.me
    if is_word(node, "Next"):
        return f"(3 - {scope.me})"
    if is_word(node, "Prev"):
        return "ld32(PREV)"
    if isinstance(node, Word) and node.name in ROLES:
        return str(ROLES[node.name])
    return build.miss(node, f"the role {written(node)}")


def only_argument(form: Form) -> Node:
    """The single argument of a form. Raises LudemeError for none or several."""
    arguments = form.arguments()
    if len(arguments) != 1:
        message = f"({form.keyword} …) takes one argument here, not {len(arguments)}"
        raise LudemeError(message, form.span, form.origin)
    return arguments[0]


@numbers.on("from")
@numbers.on("to")
@numbers.on("between")
@numbers.on("site")
def _place(build: Build, form: Form, scope: Scope) -> str:
    name = PLACES[form.keyword]
    if name not in scope.places or len(form.items) > 1:
        known = ", ".join(f"({each})" for each, name in PLACES.items() if name in scope.places)
        return build.miss(form, f"{written(form)} in this place", f"here is {known or 'no move'}")
    return scope.places[name]


@numbers.on("last", "To")
@numbers.on("last", "From")
def _last(build: Build, form: Form, scope: Scope) -> str:
    return "ld32(LAST_TO)" if is_word(only_argument(form), "To") else "ld32(LAST_FROM)"


@numbers.on("who")
@numbers.on("what")
@numbers.on("state")
def _at(build: Build, form: Form, scope: Scope) -> str:
    refuse_extras(build, form, "at")
    at = form.named("at")
    if at is None or form.arguments():
        return build.miss(form, f"({form.keyword} …) without at:")
    site = number(build, at, scope)
    if form.keyword == "state":
        return f"ld8(LOCAL + {site})"
    return f"ld8(WHAT + {site})" if form.keyword == "what" else owner(build, site)


def owner(build: Build, site: str) -> str:
    """An expression for the owner of what stands on a site, 0 where nothing does."""
    owners = bytes([0, *(component.owner for component in build.equipment.components)])
    return f"ld8({build.table(owners, 'owners')} + ld8(WHAT + {site}))"


@numbers.on("id")
def _id(build: Build, form: Form, scope: Scope) -> str:
    arguments = parts_of(form, 1, 2, '(id "Name" Mover)')
    name = text_of(arguments[0], "the name of a piece")
    if len(arguments) == 1:
        return piece_with_owner(build, form, name)
    return piece(build, form, name, player(build, arguments[1], scope))


@numbers.on("mover")
def _mover(build: Build, form: Form, scope: Scope) -> str:
    return scope.me


@numbers.on("next")
def _next(build: Build, form: Form, scope: Scope) -> str:
    return f"(3 - {scope.me})"


@numbers.on("counter")
def _counter(build: Build, form: Form, scope: Scope) -> str:
    return "ld32(COUNTER)"


@numbers.on("count", "Moves")
def _count_moves(build: Build, form: Form, scope: Scope) -> str:
    return "ld32(PLIES)"


@numbers.on("count", "Turns")
def _count_turns(build: Build, form: Form, scope: Scope) -> str:
    return "ld32(TURNS)"


def count_members(build: Build) -> str:
    """The helper that counts sites whose piece is marked in a row of a table."""
    if "count_members" not in build.known_functions:
        code = Code()
        code.add("n = 0")
        with over_pieces(code, "i"):
            code.add("n = n + ld8(row + ld8(WHAT + i))")
        code.add("return n")
        build.known_functions["count_members"] = build.function("count_members", ["row"], code)
    return build.known_functions["count_members"]


@numbers.on("ahead")
def _ahead(build: Build, form: Form, scope: Scope) -> str:
    """A site some steps on in a direction; the site itself where the board ends before."""
    refuse_extras(build, form, "steps")
    steps = form.named("steps")
    arguments = form.arguments()
    count = steps.value if isinstance(steps, Number) else 1 if steps is None else None
    if not 1 <= len(arguments) <= 2 or not isinstance(count, int):
        return build.miss(form, written(form))
    direction = arguments[1] if len(arguments) == 2 else None
    table = _ahead_table(build, form, direction, count)
    return f"ld16({table} + ({scope.me} * SITES + {number(build, arguments[0], scope)}) * 2)"


def _ahead_table(build: Build, form: Form, direction: Node | None, count: int) -> int:
    board = build.equipment.board
    row = [0] * len(board)
    for who in range(1, build.equipment.players + 1):
        found = directions(build, form, direction, "Forward", who)
        if len(found) != 1:
            message = f"one direction belongs here, not {len(found)}"
            raise LudemeError(message, form.span, form.origin)
        rays = (board.ray(site, found[0]) for site in range(len(board)))
        row += [ray[count - 1] if len(ray) >= count else at for at, ray in enumerate(rays)]
    return build.table(b"".join(site.to_bytes(2, "little") for site in row))


def _for_player(form: Form, who: int) -> Node:
    """The branch of `(if (is Mover P1) … …)` for a player. Raises LudemeError for other tests."""
    test, *branches = parts_of(form, 3, 3, "(if (is Mover P1) direction direction)")
    words = [node.span.text for node in test.arguments()] if isinstance(test, Form) else []
    if words in (["Mover", "P1"], ["Mover", "P2"]) and len(branches) == 2:
        return branches[0] if ROLES[words[1]] == who else branches[1]
    message = "a direction can depend on (is Mover P1) only"
    raise LudemeError(message, form.span, form.origin)


def directions(
    build: Build, form: Node, node: Node | None, default: str, who: int
) -> tuple[str, ...]:
    """The directions that a node means for a player: a word, `(directions {…})`, or the default.

    Raises LudemeError for a direction that the board does not have.
    """
    if isinstance(node, Form) and node.keyword == "if":
        node = _for_player(node, who)
    if node is None:
        words = [default]
    elif isinstance(node, Word):
        words = [node.name]
    elif isinstance(node, Form) and node.keyword == "directions":
        words = [each.span.text for each in opened(only_argument(node))]
    else:
        message = f"a direction belongs here, not {written(node)}"
        raise LudemeError(message, node.span, node.origin)
    found: list[str] = []
    for word in words:
        try:
            found += build.equipment.board.directions(word, build.facing[who])
        except BoardError as error:
            place = node or form
            raise LudemeError(str(error), place.span, place.origin) from error
    return tuple(dict.fromkeys(found))


def _arithmetic(keyword: str, operator: str) -> None:
    @numbers.on(keyword)
    def lowered(build: Build, form: Form, scope: Scope) -> str:
        left, right = two_arguments(form)
        return f"({number(build, left, scope)} {operator} {number(build, right, scope)})"


def two_arguments(form: Form) -> tuple[Node, Node]:
    """The two arguments of a form. Raises LudemeError for another count."""
    arguments = form.arguments()
    if len(arguments) != 2:
        message = f"({form.keyword} …) takes two arguments here, not {len(arguments)}"
        raise LudemeError(message, form.span, form.origin)
    return arguments[0], arguments[1]


for _keyword in ("+", "-", "*"):
    _arithmetic(_keyword, _keyword)


@numbers.on("/")
@numbers.on("%")
def _divide(build: Build, form: Form, scope: Scope) -> str:
    left, right = two_arguments(form)
    name = "div" if form.keyword == "/" else "rem"
    return f"{name}({number(build, left, scope)}, {number(build, right, scope)})"
