"""Read `(players …)` and `(equipment …)`: the board, the pieces, the named regions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from games.boards import Board, BoardError, concentric, rectangle
from games.ludemes.source import LudemeError
from games.ludemes.tree import Braces, Form, Item, Node, Number, Sequence, Text, Word

ROLES = {"P1": 1, "P2": 2}
COMPASS_OF_PLAYER = {1: "N", 2: "S"}


@dataclass(frozen=True)
class Component:
    """A piece of one player. `number` is how it is written on the board; 0 is an empty site."""

    number: int
    name: str
    owner: int
    form: Form

    @property
    def moves(self) -> Node | None:
        """The ludeme that generates its moves, or None for a piece that never moves."""
        forms = [node for node in self.form.arguments() if isinstance(node, Form)]
        return forms[0] if forms else None


@dataclass
class Equipment:
    """All that stands on the table. `facing[player]` is the direction that Forward means."""

    board: Board
    board_form: Form
    players: int
    facing: dict[int, str | None]
    components: list[Component] = field(default_factory=list)
    regions: dict[tuple[str, int], Form] = field(default_factory=dict)

    def component(self, name: str, owner: int) -> Component | None:
        """The piece of that name and owner; `"Oi1"` names player 1's without an owner."""
        for component in self.components:
            if component.name == name and component.owner == owner:
                return component
        return None

    def named(self, text: str) -> Component | None:
        """The piece called by name and player's number, as in `"Oi1"`."""
        return next((c for c in self.components if f"{c.name}{c.owner}" == text), None)


def read_equipment(game: Form) -> Equipment:
    """The equipment of a game. Raises LudemeError at the ludeme that is missing or wrong."""
    players_form = _child(game, "players")
    players, facing = _players(players_form)
    listed = _child(game, "equipment")
    forms = _forms_in(listed)
    boards = [form for form in forms if form.keyword == "board"]
    if len(boards) != 1:
        raise LudemeError("the equipment needs one (board …)", listed.span)
    equipment = Equipment(_board(boards[0]), boards[0], players, facing)
    for form in forms:
        reader = READERS.get(form.keyword)
        if reader is None:
            message = f"({form.keyword} …) is not implemented in the equipment"
            raise LudemeError(message, form.span, form.origin)
        reader(equipment, form)
    return equipment


def _child(game: Form, keyword: str) -> Form:
    for node in game.nodes():
        if isinstance(node, Form) and node.keyword == keyword:
            return node
    raise LudemeError(f"the game has no ({keyword} …): add one", game.span)


def _forms_in(form: Form) -> list[Form]:
    nodes = form.listed()
    for node in nodes:
        if not isinstance(node, Form):
            raise LudemeError("a ludeme in round brackets belongs here", node.span, node.origin)
    return [node for node in nodes if isinstance(node, Form)]


def _players(form: Form) -> tuple[int, dict[int, str | None]]:
    arguments = form.listed()
    if len(arguments) == 1 and isinstance(arguments[0], Number):
        count, directions = int(arguments[0].value), {}
    else:
        count, directions = len(arguments), _directions(arguments)
    if count != 2:
        message = f"games for {count} players are not implemented: write two players"
        raise LudemeError(message, form.span, form.origin)
    return count, {player: directions.get(player) for player in range(1, count + 1)}


def _directions(arguments: list[Node]) -> dict[int, str | None]:
    found: dict[int, str | None] = {}
    for number, node in enumerate(arguments, start=1):
        if not isinstance(node, Form) or node.keyword != "player":
            raise LudemeError("(player N) belongs here", node.span, node.origin)
        words = [each.name for each in node.arguments() if isinstance(each, Word)]
        found[number] = words[0] if words else None
    return found


def _board(form: Form) -> Board:
    arguments = form.arguments()
    shape = arguments[0] if arguments else None
    if not isinstance(shape, Form):
        raise LudemeError("the board needs a shape, such as (square 8)", form.span, form.origin)
    if len(form.items) > 2:
        extra = form.items[2]
        message = "only the shape of a board is implemented: remove what follows it"
        raise LudemeError(message, extra.node.span, extra.node.origin)
    builder = BOARDS.get(shape.keyword)
    if builder is None:
        known = ", ".join(BOARDS)
        message = f"boards of the shape {shape.keyword!r} are not implemented; these are: {known}"
        raise LudemeError(message, shape.span, shape.origin)
    try:
        return builder(shape)
    except BoardError as error:
        raise LudemeError(str(error), shape.span, shape.origin) from error


def _integers(form: Form) -> list[int]:
    """All arguments as integers, lists opened. Raises LudemeError at the first that is not."""
    found = []
    for node in form.listed():
        if not isinstance(node, Number) or not isinstance(node.value, int):
            raise LudemeError("a whole number belongs here", node.span, node.origin)
        found.append(node.value)
    if not found or any(item.name for item in form.items):
        message = f"({form.keyword} …) is implemented with whole numbers only"
        raise LudemeError(message, form.span, form.origin)
    return found


def _square(form: Form) -> Board:
    sides = _integers(form)
    if len(sides) != 1:
        raise LudemeError("(square side) takes one number", form.span, form.origin)
    return rectangle(sides[0], sides[0])


def _rectangle(form: Form) -> Board:
    sides = _integers(form)
    if len(sides) > 2:
        raise LudemeError("(rectangle rows columns) takes two numbers", form.span, form.origin)
    return rectangle(sides[0], sides[-1])


def _concentric(form: Form) -> Board:
    return concentric(tuple(_integers(form)))


# To add a shape: a module in games.boards that makes a Board, and a reader of its form here.
BOARDS: dict[str, Callable[[Form], Board]] = {
    "square": _square,
    "rectangle": _rectangle,
    "concentric": _concentric,
}


def _piece(equipment: Equipment, form: Form) -> None:
    arguments = form.arguments()
    if not arguments or not isinstance(arguments[0], Text):
        raise LudemeError('a piece needs a name: (piece "Name" Each …)', form.span, form.origin)
    role = next((n.name for n in arguments if isinstance(n, Word) and _is_role(n.name)), "Each")
    owners = list(range(1, equipment.players + 1)) if role == "Each" else [ROLES[role]]
    for owner in owners:
        if equipment.component(arguments[0].value, owner):
            message = f'the piece "{arguments[0].value}" is there already'
            raise LudemeError(message, form.span, form.origin)
        number = len(equipment.components) + 1
        equipment.components.append(Component(number, arguments[0].value, owner, form))


def _is_role(word: str) -> bool:
    return word == "Each" or word in ROLES


def _regions(equipment: Equipment, form: Form) -> None:
    arguments = form.arguments()
    name = arguments[0].value if arguments and isinstance(arguments[0], Text) else ""
    role = next((ROLES[n.name] for n in arguments if isinstance(n, Word) and n.name in ROLES), 0)
    if (name, role) in equipment.regions:
        raise LudemeError(f'the region "{name}" is there already', form.span, form.origin)
    equipment.regions[name, role] = form


def _nothing(equipment: Equipment, form: Form) -> None:
    """The board is read before everything else."""


READERS: dict[str, Callable[[Equipment, Form], None]] = {
    "board": _nothing,
    "piece": _piece,
    "regions": _regions,
}


def region_body(form: Form) -> Sequence:
    """What a `(regions "name" role body …)` holds, as a list of regions."""
    skipped = 2 if isinstance(form.items[1].node, Text) else 1
    items = [
        i for i in form.items[skipped:] if not (isinstance(i.node, Word) and i.node.name in ROLES)
    ]
    return Braces(form.span, tuple(Item(None, i.node) for i in items), origin=form.origin)
