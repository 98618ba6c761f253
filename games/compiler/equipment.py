"""Read `(players …)` and `(equipment …)`: the board, the pieces, the named regions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from games.boards import Board
from games.boards.compass import WINDS
from games.compiler.boards import BOARD_KEYWORDS, read_board
from games.ludemes.source import LudemeError
from games.ludemes.tree import (
    Braces,
    Form,
    Node,
    Number,
    Sequence,
    Text,
    Word,
    opened,
    walk,
    written,
)

MAX_PLAYERS = 16
ROLES = {f"P{number}": number for number in range(1, MAX_PLAYERS + 1)}
MAX_COMPONENTS = 255

# Limits on a piece's state and value, for Ludii's memory: here both hold a byte.
PIECE_LIMITS = ("maxState", "maxValue")


@dataclass(frozen=True)
class Component:
    """A piece of one player, or of none (owner 0). `number` is how it is written on the board.

    0 is an empty site.
    """

    number: int
    name: str
    owner: int
    form: Form
    facing: str | None = None

    @property
    def moves(self) -> Node | None:
        """The ludeme that generates its moves, or None for a piece that never moves."""
        forms = [node for node in self.form.arguments() if isinstance(node, Form)]
        return forms[0] if forms else None


@dataclass(frozen=True)
class Hand:
    """Places beside the board for a player's pieces: `size` sites, numbered from `first`."""

    owner: int
    first: int
    size: int

    def labels(self) -> list[str]:
        """How its sites are written: hand1, or hand1.1, hand1.2, … where there are several."""
        if self.size == 1:
            return [f"hand{self.owner}"]
        return [f"hand{self.owner}.{number}" for number in range(1, self.size + 1)]


@dataclass
class Equipment:
    """All that stands on the table. `facing[player]` is the direction that Forward means.

    `counted` says whether several pieces may stand on a site, `stacked` whether the top one of them
    is moved and taken by itself.
    """

    board: Board
    board_form: Form
    players: int
    facing: dict[int, str | None]
    components: list[Component] = field(default_factory=list)
    regions: dict[tuple[str, int], Form] = field(default_factory=dict)
    maps: dict[str, list[tuple[Node, Node]]] = field(default_factory=dict)
    hands: list[Hand] = field(default_factory=list)
    counted: bool = False
    stacked: bool = False

    @property
    def sites(self) -> int:
        """How many sites there are: those of the board, then those of the hands."""
        return len(self.board) + sum(hand.size for hand in self.hands)

    def hand(self, owner: int) -> Hand | None:
        """The hand of a player."""
        return next((hand for hand in self.hands if hand.owner == owner), None)

    @property
    def roles(self) -> dict[str, int]:
        """The numbers of the players by their roles: P1, P2, …"""
        return {role: number for role, number in ROLES.items() if number <= self.players}

    def component(self, name: str, owner: int) -> Component | None:
        """The piece of that name and owner; `"Oi1"` names player 1's without an owner."""
        for component in self.components:
            if component.name == name and component.owner == owner:
                return component
        return None

    def called(self, text: str, owner: int) -> Component | None:
        """The player's first piece whose name, with the owner's number, holds a text."""
        mine = (c for c in self.components if c.owner == owner)
        return next((c for c in mine if text in f"{c.name}{c.owner}"), None)

    def by_form(self) -> list[list[Component]]:
        """The pieces that one `(piece …)` makes, together."""
        found: dict[int, list[Component]] = {}
        for component in self.components:
            found.setdefault(id(component.form), []).append(component)
        return list(found.values())

    def named(self, text: str) -> Component | None:
        """The piece called by name and player's number, as in `"Oi1"`."""
        return next((c for c in self.components if f"{c.name}{c.owner}" == text), None)


def read_equipment(game: Form) -> Equipment:
    """The equipment of a game. Raises LudemeError at the ludeme that is missing or wrong."""
    players_form = _child(game, "players")
    for each in (players_form, _child(game, "equipment")):
        _refuse_named(each)
    players, facing = _players(players_form)
    listed = _child(game, "equipment")
    forms = _forms_in(listed)
    boards = [form for form in forms if form.keyword in BOARD_KEYWORDS]
    if len(boards) != 1:
        place = boards[1] if boards else listed
        message = f"the equipment needs one (board …), not {len(boards)}"
        raise LudemeError(message, place.span, place.origin)
    equipment = Equipment(read_board(boards[0]), boards[0], players, facing)
    for form in forms:
        reader = READERS.get(form.keyword)
        if reader is None:
            known = ", ".join(f"({each} …)" for each in READERS)
            message = f"({form.keyword} …) is not implemented in the equipment; these are: {known}"
            raise LudemeError(message, form.span, form.origin)
        reader(equipment, form)
    forms = [node for node in walk(game) if isinstance(node, Form)]
    equipment.stacked = any(_stacks(form) for form in forms)
    counts = any(form.keyword == "place" and form.named("count") is not None for form in forms)
    equipment.counted = bool(equipment.hands) or counts or equipment.stacked
    return equipment


def _stacks(form: Form) -> bool:
    """Whether a ludeme makes a game one of stacks: `(place Stack …)`, `stack:` or `top:`."""
    if any(item.name in ("stack", "top") for item in form.items):
        return True
    return form.keyword in ("place", "size") and _first_word(form) == "Stack"


def _first_word(form: Form) -> str:
    first = form.arguments()[:1]
    return first[0].name if first and isinstance(first[0], Word) else ""


def _child(game: Form, keyword: str) -> Form:
    for node in game.nodes():
        if isinstance(node, Form) and node.keyword == keyword:
            return node
    raise LudemeError(f"the game has no ({keyword} …): add one", game.span)


def _forms_in(form: Form) -> list[Form]:
    nodes = form.listed()
    for node in nodes:
        if not isinstance(node, Form):
            message = f"a piece, the board or a region belongs here, not {written(node)}"
            raise LudemeError(message, node.span, node.origin)
    return [node for node in nodes if isinstance(node, Form)]


def _players(form: Form) -> tuple[int, dict[int, str | None]]:
    arguments = form.listed()
    if len(arguments) == 1 and isinstance(arguments[0], Number):
        count, directions = arguments[0].value, {}
    else:
        count, directions = len(arguments), _directions(arguments)
    if not isinstance(count, int) or not 2 <= count <= MAX_PLAYERS:
        message = f"games of 2 to {MAX_PLAYERS} players are implemented, not of {count}"
        raise LudemeError(message, form.span, form.origin)
    return count, {player: directions.get(player) for player in range(1, count + 1)}


def _directions(arguments: list[Node]) -> dict[int, str | None]:
    found: dict[int, str | None] = {}
    for number, node in enumerate(arguments, start=1):
        if not isinstance(node, Form) or node.keyword != "player":
            message = f"(player N) belongs here, not {written(node)}"
            raise LudemeError(message, node.span, node.origin)
        words = [each.name for each in node.arguments() if isinstance(each, Word)]
        if len(node.items) > 2 or len(words) < len(node.arguments()) or _unknown(words):
            message = f"a player is written (player N) here, not {written(node)}"
            raise LudemeError(message, node.span, node.origin)
        found[number] = words[0] if words else None
    return found


def _unknown(words: list[str]) -> bool:
    return any(word not in WINDS for word in words)


def _piece(equipment: Equipment, form: Form) -> None:
    """A piece of a player or of each, with the ludeme of its moves."""
    arguments = form.arguments()
    if not arguments or not isinstance(arguments[0], Text):
        raise LudemeError('a piece needs a name: (piece "Name" Each …)', form.span, form.origin)
    roles = {**equipment.roles, "Neutral": 0}
    one_of = " or ".join([", ".join([*equipment.roles]), "Neutral"])
    shape = f'a piece is written (piece "Name" Each moves), for all players, or with {one_of}'
    words = [node for node in arguments if isinstance(node, Word)]
    facing = next((w.name for w in words if w.name in (*WINDS, *equipment.board.rose)), None)
    role = _role(form, {"Each", *roles}, shape, facing) or "Each"
    forms = [node for node in arguments if isinstance(node, Form)]
    strange = [node for node in arguments[1:] if not isinstance(node, Form | Word)]
    if (extra := [*strange, *forms[1:], *_named(form, *PIECE_LIMITS)]) != []:
        raise LudemeError(f"this is too much here: {shape}", extra[0].span, extra[0].origin)
    owners = list(range(1, equipment.players + 1)) if role == "Each" else [roles[role]]
    for owner in owners:
        if equipment.component(arguments[0].value, owner):
            message = f'the piece "{arguments[0].value}" is there already'
            raise LudemeError(message, form.span, form.origin)
        number = len(equipment.components) + 1
        if number > MAX_COMPONENTS:
            message = f"over {MAX_COMPONENTS} kinds of piece: a piece of both players counts twice"
            raise LudemeError(message, form.span, form.origin)
        equipment.components.append(Component(number, arguments[0].value, owner, form, facing))


def _role(form: Form, known: set[str], shape: str, facing: str | None = None) -> str:
    """The only bare word of a form beside a direction, or "".

    Raises LudemeError for another word or a second one.
    """
    words = [n for n in form.arguments() if isinstance(n, Word) and n.name != facing]
    for number, word in enumerate(words):
        if number or word.name not in known:
            message = f"{word.name} has no meaning here: {shape}"
            raise LudemeError(message, word.span, word.origin)
    return words[0].name if words else ""


def _named(form: Form, *known: str) -> list[Node]:
    """The values of all named items but the known ones."""
    return [item.node for item in form.items if item.name not in (None, *known)]


def _refuse_named(form: Form, *known: str) -> None:
    """Raise LudemeError at a named item that is not known."""
    for item in form.items:
        if item.name not in (None, *known):
            message = f"{item.name}: in ({form.keyword} …) is not implemented"
            raise LudemeError(message, item.node.span, item.node.origin)


def _regions(equipment: Equipment, form: Form) -> None:
    """A region by name, for a player or for all."""
    arguments = form.arguments()
    one_of = ", ".join(equipment.roles)
    shape = f'write (regions "Name" sites), or (regions "Name" P1 sites) for one of {one_of}'
    role = ROLES.get(_role(form, set(equipment.roles), shape), 0)
    if not arguments or not isinstance(arguments[0], Text) or _named(form):
        raise LudemeError(shape, form.span, form.origin)
    name = arguments[0].value
    if (name, role) in equipment.regions:
        raise LudemeError(f'the region "{name}" is there already', form.span, form.origin)
    equipment.regions[name, role] = form


def _map(equipment: Equipment, form: Form) -> None:
    """`(map "name" {(pair key value) …})`."""
    name, *lists = form.arguments() or [form]
    if not isinstance(name, Text):
        raise LudemeError('a map needs a name: (map "Name" {…})', form.span, form.origin)
    _refuse_named(form)
    pairs = [pair for each in lists for pair in opened(each)]
    equipment.maps[name.value] = [_pair(pair) for pair in pairs]


MAX_HAND = 256


def _hand(equipment: Equipment, form: Form) -> None:
    """`(hand Each size:3)`: sites beside the board, for one player or for each."""
    shape = "a hand is written (hand Each), (hand P1) or (hand P2), with size:number for more sites"
    role = _role(form, {"Each", *equipment.roles}, shape)
    size = form.named("size") or Number(form.span, 1)
    if not role or len(form.arguments()) != 1 or _named(form, "size"):
        raise LudemeError(shape, form.span, form.origin)
    number = size.value if isinstance(size, Number) else 0
    if not isinstance(number, int) or not 1 <= number <= MAX_HAND:
        message = f"a hand has 1 to {MAX_HAND} sites, not {written(size)}"
        raise LudemeError(message, size.span, size.origin)
    owners = list(range(1, equipment.players + 1)) if role == "Each" else [ROLES[role]]
    for owner in owners:
        if equipment.hand(owner) is not None:
            message = f"player {owner} has a hand already: give it more sites with size:"
            raise LudemeError(message, form.span, form.origin)
        equipment.hands.append(Hand(owner, equipment.sites, number))


def _pair(node: Node) -> tuple[Node, Node]:
    if isinstance(node, Form) and node.keyword == "pair" and len(node.arguments()) == 2:
        _refuse_named(node)
        key, value = node.arguments()
        return key, value
    raise LudemeError("(pair key value) belongs here", node.span, node.origin)


def _nothing(equipment: Equipment, form: Form) -> None:
    """The board is read before everything else."""


READERS: dict[str, Callable[[Equipment, Form], None]] = {
    **dict.fromkeys(BOARD_KEYWORDS, _nothing),
    "piece": _piece,
    "regions": _regions,
    "map": _map,
    "hand": _hand,
}


def region_body(form: Form) -> Sequence:
    """What a `(regions "name" role body …)` holds, as a list of regions."""
    items = tuple(item for item in form.items[2:] if not isinstance(item.node, Word))
    return Braces(form.span, items, origin=form.origin)
