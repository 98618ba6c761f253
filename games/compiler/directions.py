"""Directions: those that a ludeme means for a player, and the choice between several in play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from games.boards import BoardError
from games.boards.compass import RELATIVE_WORDS, WINDS
from games.boards.graph import RETIRED
from games.compiler.build import Build, Code, Scope, is_word
from games.compiler.conditions import condition
from games.compiler.dispatch import parts_of, refuse_consequences, refuse_extras
from games.compiler.equipment import ROLES
from games.compiler.values import number, only_argument
from games.ludemes.alike import word_of
from games.ludemes.source import LudemeError, RetiredWordError
from games.ludemes.tree import Form, Item, Node, Word, opened, walk, written

# Directions of the last move, forwards and backwards.
OF_THE_LAST_MOVE = ("SameDirection", "OppositeDirection")
SHAPE = "(if condition directions directions)"


# The directions of each row of a table: the first has none, then there is one for each player.
Rows = list[tuple[str, ...]]
# From the rows, worked out when needed, and a key for them to the address of their table.
Leaf = Callable[[Callable[[], Rows], tuple[object, ...]], int]


@dataclass(frozen=True)
class Facing:
    """Who looks: a player, or whoever looks towards a wind."""

    player: int
    wind: str | None = None


def directions(
    build: Build, form: Node, node: Node | None, default: str, facing: Facing
) -> tuple[str, ...]:
    """The directions that a node means: a word, `(directions {…})`, a union, or the default.

    Raises LudemeError for a direction that the board does not have.
    """
    if isinstance(node, Form) and node.keyword == "if":
        refuse_extras(build, node)
        refuse_consequences(build, node)
        node = _for_player(node, facing.player)
    if isinstance(node, Form) and node.keyword in ("union", "difference"):
        refuse_extras(build, node)
        parts = [directions(build, form, each, default, facing) for each in node.listed()]
        if node.keyword == "union":
            return tuple(dict.fromkeys(word for part in parts for word in part))
        return _without(node, parts)
    words, of = _words(build, node, default)
    build.doubts += (_retired(word, node or form) for word in words if word in RETIRED)
    found: list[str] = []
    for word in words:
        try:
            faced = facing.wind or build.facing.get(facing.player)
            found += build.equipment.board.directions(word, faced, of)
        except BoardError as error:
            place = node or form
            raise LudemeError(str(error), place.span, place.origin) from error
    return tuple(dict.fromkeys(found))


def _retired(word: str, place: Node) -> RetiredWordError:
    message = f"{word} is no direction: write Diagonal, with a condition on (to)"
    return RetiredWordError(message, place.span, place.origin)


def _without(form: Form, parts: list[tuple[str, ...]]) -> tuple[str, ...]:
    if len(parts) != 2:
        message = "(difference directions directions) takes two, not " + str(len(parts))
        raise LudemeError(message, form.span, form.origin)
    return tuple(word for word in parts[0] if word not in parts[1])


def _words(build: Build, node: Node | None, default: str) -> tuple[list[str], str]:
    """The words for directions, and the relation that relative ones choose from."""
    if node is None:
        return [default], "Adjacent"
    if isinstance(node, Word):
        return [node.name], "Adjacent"
    if isinstance(node, Form) and node.keyword == "directions":
        refuse_extras(build, node, "of")
        of = node.named("of")
        words = [word_of(each) or written(each) for each in opened(only_argument(node))]
        return words, word_of(of) if of is not None else "Adjacent"
    message = f"a direction belongs here, not {written(node)}"
    raise LudemeError(message, node.span, node.origin)


def _player_asked(test: Node) -> int | None:
    """The player of `(is Mover P1)`, or None for another test."""
    if not isinstance(test, Form) or test.keyword != "is":
        return None
    words = [word_of(node) for node in test.arguments()]
    return ROLES.get(words[1]) if len(words) == 2 and words[0] == "Mover" else None


def _for_player(form: Form, who: int) -> Node:
    """The branch of `(if (is Mover P1) … …)` for a player."""
    test, *branches = parts_of(form, 3, 3, SHAPE)
    return branches[0] if _player_asked(test) == who else branches[1]


# Tables

Lists = Callable[[tuple[str, ...], int], Sequence[Sequence[int]]]


def table_leaf(
    build: Build, form: Form, lists: Lists, flat: bool, *key: object, shared: str = ""
) -> Leaf:
    """Tables of lists, at [row * SITES + site]: of sites, or of rays.

    `lists` gives them for the directions of the row and a site; `key` tells tables of one form
    apart, or those of all forms with that `shared` name, whose `lists` do the same.
    """

    def leaf(rows: Callable[[], Rows], path: tuple[object, ...]) -> int:
        known = (id(form), *build.facing.values(), *key, *path)
        if known not in build.known_tables:
            wanted = rows()
            same = (shared, *key, *wanted) if shared else known
            if same not in build.known_tables:
                every = {words: known_row(words) for words in dict.fromkeys(wanted)}
                content = [each for words in wanted for each in every[words]]
                build.known_tables[same] = build.lists(content, form)
            build.known_tables[known] = build.known_tables[same]
        return build.known_tables[known]

    def known_row(words: tuple[str, ...]) -> list[list[int]]:
        if not shared or build.layout.beside:
            return row(words)
        content = (shared, flat, *key, words)
        return build.equipment.board.remember(content, lambda: row(words))

    def row(words: tuple[str, ...]) -> list[list[int]]:
        sites = range(len(build.equipment.board))
        found = (lists(words, site) if words else () for site in sites)
        return [*(_joined(each, flat) for each in found), *([] for _ in range(build.layout.beside))]

    return leaf


def _joined(lists: Sequence[Sequence[int]], flat: bool) -> list[int]:
    return [n for each in lists for n in (each if flat else (len(each), *each))]


# Choices made in play


@dataclass(frozen=True)
class Route:
    """Finds the row of a table of directions: `leaf` makes the table, `site` is where one stands.

    `whose` way of looking counts: the player's whose move it is, the `piece`'s that stands there,
    or that from one site to the next (`step`, by the two sites in `turned`).
    """

    build: Build
    form: Form
    scope: Scope
    site: str
    leaf: Leaf
    default: str = "Adjacent"
    whose: str = "player"
    turned: tuple[str, str] = ("", "")

    def address(self, node: Node | None, path: tuple[object, ...] = ()) -> str:
        """An expression for the address of the row, by what decides it: a condition in play,
        the last move or two sites, a step just looked at, or only the player.
        """
        if isinstance(node, Form) and node.keyword in ("if", "union", "difference"):
            refuse_extras(self.build, node)
            refuse_consequences(self.build, node)
        choice = _split(node)
        if choice is not None:
            test, *branches = choice
            yes, no = (self.address(each, (*path, n)) for n, each in enumerate(branches))
            return f"({yes} if {condition(self.build, test, self.scope)} else {no})"
        ends = _ends(node)
        if ends is not None:
            return self._row(self._between(*ends), self._winds, (*path, "winds"))
        relative = _is_relative(node) or (node is None and self.default in RELATIVE_WORDS)
        if relative and self.whose == "step":
            rows = lambda: [*self._players(node), *self._facings(node)]  # noqa: E731
            return self._row(self._turned(*self.turned), rows, (*path, "turned"))
        if relative and self.whose == "piece":
            standing = f"ld8(WHAT + {self.site})"
            return self._row(standing, lambda: self._pieces(node), (*path, "pieces"))
        return self._row(self.scope.me, lambda: self._players(node), path)

    def _row(self, row: str, rows: Callable[[], Rows], path: tuple[object, ...]) -> str:
        return f"{self.leaf(rows, path)} + ({row} * SITES + {self.site}) * 4"

    def _players(self, node: Node | None) -> Rows:
        players = range(1, self.build.equipment.players + 1)
        return [(), *(self._directions(node, Facing(player)) for player in players)]

    def _facings(self, node: Node | None) -> Rows:
        return [self._directions(node, Facing(1, wind)) for wind in WINDS]

    def _pieces(self, node: Node | None) -> Rows:
        equipment = self.build.equipment
        faced = [(c.owner, c.facing or equipment.facing.get(c.owner)) for c in equipment.components]
        meant = {each: self._directions(node, Facing(*each)) for each in dict.fromkeys(faced)}
        return [(), *(meant[each] for each in faced)]

    def _directions(self, node: Node | None, facing: Facing) -> tuple[str, ...]:
        return directions(self.build, self.form, node, self.default, facing)

    def _winds(self) -> Rows:
        board = self.build.equipment.board
        return [(), *(board.directions(w) if w in board.rose else () for w in WINDS)]

    def _between(self, frm: Node | None, to: Node | None, backwards: bool) -> str:
        here = number(self.build, frm, self.scope) if frm is not None else "ld32(LAST_FROM)"
        there = number(self.build, to, self.scope) if to is not None else "ld32(LAST_TO)"
        ends = f"{there}, {here}" if backwards else f"{here}, {there}"
        return f"{_wind_between(self.build)}({ends})"

    def _turned(self, frm: str, to: str) -> str:
        return f"{_row_turned(self.build)}({self.scope.me}, {frm}, {to})"


def _split(node: Node | None) -> tuple[Node, Node, Node] | None:
    """The first choice in a node that is made in play: its test, and the node with each branch."""
    if not isinstance(node, Form):
        return None
    if node.keyword == "if":
        test, yes, no = parts_of(node, 3, 3, SHAPE)
        settled = _player_asked(test) is not None and not _split(yes) and not _split(no)
        return None if settled else (test, yes, no)
    if node.keyword not in ("union", "difference"):
        return None
    for place, item in enumerate(node.items):
        if (choice := _split(item.node)) is not None:
            test, yes, no = choice
            return test, _with(node, place, yes), _with(node, place, no)
    return None


def settled(node: Node | None) -> bool:
    """Whether directions are known before play for each player."""
    return _split(node) is None and _ends(node) is None


def _with(form: Form, place: int, node: Node) -> Form:
    items = (*form.items[:place], Item(form.items[place].name, node), *form.items[place + 1 :])
    return replace(form, items=items)


def _is_relative(node: Node | None) -> bool:
    """Whether any word in a node depends on which way one looks."""
    words = (each for each in walk(node) if isinstance(each, Word)) if node else ()
    return any(word.name in RELATIVE_WORDS for word in words)


def _ends(node: Node | None) -> tuple[Node | None, Node | None, bool] | None:
    """The ends of `(directions Cell from:site to:site)`, or of the last move, perhaps backwards."""
    if isinstance(node, Form) and node.keyword == "directions":
        frm, to = node.named("from"), node.named("to")
        if frm is not None and to is not None:
            return frm, to, False
        node = node.arguments()[0] if len(node.arguments()) == 1 else None
    if is_word(node, *OF_THE_LAST_MOVE):
        return None, None, is_word(node, "OppositeDirection")
    return None


def _wind_between(build: Build) -> str:
    """The helper for the wind in which one site lies from another on a line: 1 to 16, or 0."""
    if "wind_between" not in build.known_functions:
        table = build.table(_winds(build, None), "winds between")
        code = Code()
        with code.block("if (frm < 0) or (frm >= SITES) or (to < 0) or (to >= SITES)"):
            code.add("return 0")
        code.add(f"return ld8({table} + frm * SITES + to)")
        name = build.function("wind_between", ["frm", "to"], code)
        build.known_functions["wind_between"] = name
    return build.known_functions["wind_between"]


def _row_turned(build: Build) -> str:
    """The helper for the row of who looks from one site to the next; else of the player."""
    if "row_turned" not in build.known_functions:
        table = build.table(_winds(build, 1), "winds of steps")
        code = Code()
        code.add(f"wind = ld8({table} + frm * SITES + to)")
        code.add("return (PLAYERS + wind) if wind else me")
        name = build.function("row_turned", ["me", "frm", "to"], code)
        build.known_functions["row_turned"] = name
    return build.known_functions["row_turned"]


def _winds(build: Build, longest: int | None) -> bytes:
    """For every two sites the number of the wind from one to the other; 0 for none."""
    board = build.equipment.board
    count = build.layout.sites
    found = bytearray(count * count)
    for number_, wind in enumerate(WINDS, start=1):
        for direction in board.directions(wind) if wind in board.rose else ():
            for site in range(len(board)):
                for other in board.ray(site, direction)[:longest]:
                    found[site * count + other] = found[site * count + other] or number_
    return bytes(found)
