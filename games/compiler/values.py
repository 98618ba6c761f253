"""Lower ludemes that are numbers: sites, players, pieces, counts."""

from __future__ import annotations

from collections.abc import Callable

from games.boards import BoardError
from games.compiler.build import Build, Code, Scope, is_word, over_pieces, text_of
from games.compiler.dispatch import Table, parts_of
from games.compiler.equipment import ROLES
from games.compiler.folding import known
from games.compiler.names import piece, piece_with_owner
from games.ludemes.source import LudemeError
from games.ludemes.tree import Form, Node, Number, Text, Word, written

Lowering = Callable[[Build, Form, Scope], str]
numbers: Table[Lowering] = Table("number")
PLACES = {"from": "frm", "to": "to", "between": "btw", "site": "site", "value": "value"}

# Words for a site that is not on the board.
OUTSIDE = ("Off", "Undefined", "End")


def number(build: Build, node: Node, scope: Scope) -> str:
    """An expression for a number. What is not implemented is noted and reads as 0."""
    if isinstance(node, Form):
        lowering = numbers.find(build, node)
        if lowering is not None:
            return build.sized(lowering(build, node, scope), node)
        return build.miss(node, f"{numbers.name(node)} as a number", numbers.hint(node))
    if isinstance(node, Number) and isinstance(node.value, int):
        return str(node.value)
    if isinstance(node, Text):
        return str(site_by_label(build, node))
    return _word(build, node, scope)


def constant(build: Build, node: Node, scope: Scope) -> int | None:
    """A number that is known before play, or None. `Infinity` is as many as there are sites."""
    if is_word(node, "Infinity"):
        return len(build.equipment.board)
    return known(build, number(build, node, scope))


def _word(build: Build, node: Node, scope: Scope) -> str:
    if is_word(node, "Mover", "Next", "Prev", "Player", *ROLES):
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
    known = {
        "Mover": scope.me,
        "Next": following(build, scope),
        "Prev": "ld32(PREV)",
        "Player": scope.places.get("player", ""),
        "Neutral": "0",
        **{role: str(number_) for role, number_ in build.equipment.roles.items()},
    }
    if isinstance(node, Word) and known.get(node.name):
        return known[node.name]
    if isinstance(node, Form):
        return number(build, node, scope)
    if isinstance(node, Word) and node.name in ROLES:
        message = f"there is no player {node.name}: there are {', '.join(build.equipment.roles)}"
        raise LudemeError(message, node.span, node.origin)
    return build.miss(node, f"the role {written(node)}")


def following(build: Build, scope: Scope) -> str:
    """An expression for the player that `Next` means: of two, the other one."""
    if scope.following is not None:
        return scope.following
    return f"(3 - {scope.me})" if build.equipment.players == 2 else "ld32(NEXT)"


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
@numbers.on("value")
def _place(build: Build, form: Form, scope: Scope) -> str:
    """The site that is meant here: of a move's start, end or middle, or of a loop."""
    name = PLACES[form.keyword]
    if name not in scope.places or len(form.items) > 1:
        known = ", ".join(f"({each})" for each, name in PLACES.items() if name in scope.places)
        return build.miss(form, f"{written(form)} in this place", f"here is {known or 'no move'}")
    return scope.places[name]


@numbers.on("last", "To")
@numbers.on("last", "From")
def _last(build: Build, form: Form, scope: Scope) -> str:
    """Where the last move went from, or to."""
    return "ld32(LAST_TO)" if is_word(only_argument(form), "To") else "ld32(LAST_FROM)"


@numbers.on("who", reads=("at",))
@numbers.on("what", reads=("at",))
@numbers.on("state", reads=("at",))
def _at(build: Build, form: Form, scope: Scope) -> str:
    """What stands on a site, whose it is, or its local state."""
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
    """The number of a piece by its name."""
    arguments = parts_of(form, 1, 2, '(id "Name" Mover)')
    if len(arguments) == 1 and isinstance(arguments[0], Word):
        return player(build, arguments[0], scope)
    name = text_of(arguments[0], "the name of a piece")
    if len(arguments) == 1:
        return piece_with_owner(build, form, name)
    return piece(build, form, name, player(build, arguments[1], scope))


@numbers.on("mover")
def _mover(build: Build, form: Form, scope: Scope) -> str:
    """The player who moves."""
    parts_of(form, 0, 0, "(mover)")
    return scope.me


@numbers.on("next")
def _next(build: Build, form: Form, scope: Scope) -> str:
    """The player who is next."""
    parts_of(form, 0, 0, "(next)")
    return following(build, scope)


@numbers.on("prev")
def _prev(build: Build, form: Form, scope: Scope) -> str:
    """The player who moved before."""
    parts_of(form, 0, 0, "(prev)")
    return "ld32(PREV)"


@numbers.on("player")
def _player(build: Build, form: Form, scope: Scope) -> str:
    """The player of a number: `(player 2)`, or the one that `(forEach Player …)` is at."""
    arguments = parts_of(form, 0, 1, "(player number)")
    if arguments:
        return number(build, arguments[0], scope)
    return player(build, Word(form.span, "Player", origin=form.origin), scope)


@numbers.on("counter")
def _counter(build: Build, form: Form, scope: Scope) -> str:
    """The counter, which counts each move unless it is set."""
    parts_of(form, 0, 0, "(counter)")
    return "ld32(COUNTER)"


@numbers.on("count", "Moves")
def _count_moves(build: Build, form: Form, scope: Scope) -> str:
    """How many moves were played."""
    parts_of(form, 1, 1, "(count Moves)")
    return f"(ld32(PLIES) + {scope.played})" if scope.played else "ld32(PLIES)"


@numbers.on("count", "MovesThisTurn")
def _count_moves_this_turn(build: Build, form: Form, scope: Scope) -> str:
    """How many moves the player has made since the other one's."""
    parts_of(form, 1, 1, "(count MovesThisTurn)")
    return "ld32(SAME_TURN)"


@numbers.on("count", "Turns")
def _count_turns(build: Build, form: Form, scope: Scope) -> str:
    """How many turns there were."""
    parts_of(form, 1, 1, "(count Turns)")
    return "ld32(TURNS)"


def pieces_counted(build: Build, row: str, site: str) -> str:
    """An expression for how many pieces on a site are marked in a row of a table."""
    marked = f"ld8({row} + ld8(WHAT + {site}))"
    return f"{marked} * (1 + ld8(SPARE + {site}))" if build.layout.counted else marked


def count_members(build: Build) -> str:
    """The helper that counts sites whose piece is marked in a row of a table."""
    if "count_members" not in build.known_functions:
        code = Code()
        code.add("n = 0")
        with over_pieces(code, "i", beside=True):
            code.add(f"n = n + {pieces_counted(build, 'row', 'i')}")
        code.add("return n")
        build.known_functions["count_members"] = build.function("count_members", ["row"], code)
    return build.known_functions["count_members"]


def count_all(build: Build, whose: str) -> str:
    """The call of the helper that counts all pieces of a player; player 0 is everyone."""
    if "count_all" not in build.known_functions:
        marked, table = build.owned("who", everyone=True)
        code = Code()
        code.add(f"mine = {table}")
        code.add("n = 0")
        code.add("base = 0")
        with code.block("while base < SITES"):
            code.add(f"n = n + ones({marked}(WHAT + base, mine))")
            code.add("base = base + 16")
        code.add("return n")
        build.known_functions["count_all"] = build.function("count_all", ["who"], code)
    return f"{build.known_functions['count_all']}({whose})"


def _arithmetic(keyword: str, operator: str) -> None:
    @numbers.on(keyword)
    def lowered(build: Build, form: Form, scope: Scope) -> str:
        """A sum, difference or product; sums and products of as many numbers as there are."""
        terms = [number(build, node, scope) for node in form.listed()]
        if operator == "-" and len(terms) == 1:
            return f"(0 - {terms[0]})"
        if len(terms) < 2 or (operator == "-" and len(terms) > 2):
            two_arguments(form)
        text = f"({f' {operator} '.join(terms)})"
        value = known(build, text)
        return str(value) if value is not None and 0 <= value < 2**31 else text


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
    """A quotient, or the remainder."""
    left, right = two_arguments(form)
    name = "div" if form.keyword == "/" else "rem"
    return f"{name}({number(build, left, scope)}, {number(build, right, scope)})"
