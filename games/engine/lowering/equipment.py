"""The equipment of a game: players, pieces, containers, regions, maps, tracks and dice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from games.boards import Board
from games.engine.boards.reading import read_board
from games.engine.boards.tracks import END, track_sites, with_bumps
from games.engine.language import Typed, walk
from games.engine.lowering.draws import drawn_numbers, draws, set_up_rules
from games.engine.lowering.registry import NotImplementedLudeme, failing_at
from games.engine.manifest import DRAW
from games.ludemes import LudemeError

NEUTRAL, SHARED = "Neutral", "Shared"
# How many dice, faces and players there may be, and how many sites a hand may have.
MOST_DICE, MOST_FACES, LARGEST_HAND = 64, 1000, 1000
MOST_PLAYERS = 16
MOST_KINDS = 255  # of pieces, by owner: the number of one is a byte


@dataclass
class Component:
    """A kind of piece of one owner; `label` is its name as it is written with its owner."""

    index: int
    name: str
    owner: int
    facing: str | None = None
    generator: Typed | None = None
    faces: tuple[int, ...] = ()
    weights: tuple[int, ...] = ()
    value: int = 0
    numbered: bool = True
    flips: tuple[int, int] | None = None
    walk: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        return f"{self.name}{self.owner}" if self.numbered else self.name


@dataclass
class Container:
    """Sites from `first` on. `kind` is board, hand or dice; a hand has an owner."""

    kind: str
    first: int
    size: int
    owner: int = 0
    name: str = ""


@dataclass
class Region:
    """A named region; `owner` is 0 where it is nobody's."""

    name: str
    owner: int
    body: Typed


@dataclass
class Track:
    """The sites along a track, in order. `ends` is set where the last step leads off the board.

    A site that follows itself in the text stands once in `sites`; `bumps` says how often it does.
    """

    name: str
    owner: int
    sites: tuple[int, ...]
    loop: bool = False
    ends: bool = False
    bumps: tuple[int, ...] = ()


@dataclass
class Equipment:
    """What a game is played with, read from its typed text."""

    game: Typed
    players: int = 2
    directions: dict[int, str] = field(default_factory=dict)
    board: Board | None = None
    components: list[Component] = field(default_factory=list)
    containers: list[Container] = field(default_factory=list)
    regions: list[Region] = field(default_factory=list)
    maps: list[Typed] = field(default_factory=list)
    tracks: list[Track] = field(default_factory=list)
    hints: list[Typed] = field(default_factory=list)
    mancala: bool = False
    drawn: range | None = None  # the numbers of the only die, which nothing shows

    @property
    def sites(self) -> int:
        """The number of sites on the board."""
        return self.containers[0].size

    @property
    def total(self) -> int:
        return self.containers[-1].first + self.containers[-1].size

    def dice(self) -> Iterator[Container]:
        return (each for each in self.containers if each.kind == "dice")

    @cached_property
    def arranged(self) -> bool:
        """Whether the set-up is drawn."""
        return any(map(draws, set_up_rules(self.game)))

    def hand(self, owner: int) -> Container | None:
        """The first hand of a player, else the shared one."""
        for wanted in (owner, self.players + 1):
            for each in self.containers:
                if each.kind == "hand" and each.owner == wanted:
                    return each
        return None

    def named(self, text: str, owner: int | None = None) -> list[Component]:
        """The components that a name means: `Pawn1`, or `Pawn` of one owner or of all."""
        components = self.components if self.drawn is None else self.components[:-1]
        exact = [each for each in components if each.label == text]
        if exact and owner is None:
            return exact
        plain = [each for each in components if each.name == text]
        if owner is not None:
            return [each for each in (plain or exact) if each.owner == owner]
        return plain

    @cached_property
    def nodes(self) -> tuple[Typed, ...]:
        """All typed nodes of the text."""
        return tuple(walk(self.game))

    @cached_property
    def keys(self) -> frozenset[str]:
        """The keys of the rows that the text uses."""
        return frozenset(each.key for each in self.nodes)

    def uses(self, *keys: str) -> bool:
        """Whether the text uses a row with one of these keys."""
        return not self.keys.isdisjoint(keys)


def read_equipment(game: Typed) -> Equipment:
    """Read everything but moves. Raises LudemeError where a board cannot be built."""
    made = Equipment(game)
    _players(made, game.args["players"])
    items = game.args["equipment"].args["items"].items
    kinds = (BOARDS, HANDS, COMPONENTS, OTHERS, DICE)
    for item in items:
        if not any(item.key in kind for kind in kinds):
            raise NotImplementedLudeme(item.key, item.node)
    for kind in kinds:
        for item in items:
            if item.key in kind:
                if kind is not BOARDS:
                    _check_board(made)
                with failing_at(item):
                    kind[item.key](made, item)
                _check_kinds(made, item)
    _covering(made)
    _check_board(made)
    _draw(made)
    return made


def _check_kinds(made: Equipment, item: Typed) -> None:
    if len(made.components) > MOST_KINDS:
        message = f"there are over {MOST_KINDS} kinds of piece, counting those of each player"
        raise LudemeError(message, item.node.span, item.node.origin)


def _check_board(made: Equipment) -> None:
    if made.board is None:
        raise NotImplementedLudeme("a game without a (board …)", made.game.node)


def _players(made: Equipment, players: Typed) -> None:
    listed = players.get("players")
    if listed is None:
        made.players = int(str(players.args["numPlayers"].value))
    else:
        made.players = len(listed.items)
        for number, each in enumerate(listed.items, 1):
            direction = each.get("dirn")
            if direction is not None:
                made.directions[number] = direction.word
    if not 0 < made.players <= MOST_PLAYERS:
        node = players.node
        message = f"there are {made.players} players: at most {MOST_PLAYERS} can play"
        raise LudemeError(message, node.span, node.origin)


def roles(made: Equipment, word: str) -> list[int]:
    """The owners that a role of equipment means: 0 for Neutral, players + 1 for Shared."""
    if word in ("", NEUTRAL):
        return [0]
    if word == SHARED:
        return [made.players + 1]
    if word == "All":
        return [made.players + 1]
    if word == "Each":
        return list(range(1, made.players + 1))
    if word.startswith("P") and word[1:].isdigit():
        return [int(word[1:])]
    return [0]


def _next_site(made: Equipment) -> int:
    """Hands and dice are numbered after the cells of a board, too, that is played on its points."""
    if len(made.containers) > 1:
        return made.total
    return max(made.sites, made.board.cells if made.board is not None else 0)


def _board(made: Equipment, item: Typed) -> None:
    made.board, made.mancala = read_board(item), item.key == "containers mancalaBoard"
    made.containers.append(Container("board", 0, len(made.board), name="Board"))
    for track in _listed(item, "track", "tracks"):
        made.tracks += list(read_tracks(made, track))
    for name, written in made.board.tracks.items():
        sites, bumps = with_bumps(written)
        made.tracks.append(Track(name, 0, sites, loop=True, bumps=bumps))


def _listed(item: Typed, one: str, several: str) -> tuple[Typed, ...]:
    found = item.get(several)
    if found is not None:
        return found.items
    single = item.get(one)
    return (single,) if single is not None else ()


def read_tracks(made: Equipment, track: Typed) -> Iterator[Track]:
    """The tracks of a `(track …)`: one for each owner."""

    written = track_sites(made.board, track)
    sites, bumps = with_bumps(written)
    role = track.get("role")
    owner = track.get("owner")
    owners = [0]
    if role is not None:
        owners = roles(made, role.word)
    elif owner is not None:
        owners = [int(str(owner.value))]
    loop = track.get("loop")
    closed = loop is not None and loop.value in (True, "True")
    for each in owners:
        yield Track(
            str(track.args["name"].value), each, sites, closed,
            ends=written[-1:] == [END], bumps=bumps,
        )  # fmt: skip


def _hand(made: Equipment, item: Typed) -> None:
    size = item.get("size")
    length = 1 if size is None else int(str(size.value))
    if not 0 < length <= LARGEST_HAND:
        raise NotImplementedLudeme(f"{item.key}: of {length} sites", item.node)
    for owner in roles(made, item.args["role"].word):
        name = f"Hand{owner}" if owner <= made.players else "HandShared"
        made.containers.append(Container("hand", _next_site(made), length, owner, name))


def _dice(made: Equipment, item: Typed) -> None:
    number = int(str(item.args["num"].value))
    if not 0 < number <= MOST_DICE:
        raise NotImplementedLudeme(f"{item.key}: {number} dice", item.node)
    sides = item.get("d")
    count = int(str(sides.value)) if sides is not None else 6
    start = item.get("from")
    first = int(str(start.value)) if start is not None else 1
    if count > MOST_FACES:
        raise NotImplementedLudeme(f"{item.key}: over {MOST_FACES} faces", item.node)
    faces = [tuple(range(first, first + count))] * number
    if item.has("faces"):
        faces = [tuple(int(str(each.value)) for each in item.args["faces"].items)] * number
    if item.has("facesByDie"):
        faces = [
            tuple(int(str(each.value)) for each in die.items)
            for die in item.args["facesByDie"].items
        ]
        if len(faces) == 1:
            faces = faces * number
    if len(faces) < number or not all(faces):
        raise NotImplementedLudeme(f"{item.key}: faces of fewer dice", item.node)
    biased = item.get("biased")
    weights = () if biased is None else tuple(int(str(each.value)) for each in biased.items)
    role = item.get("role")
    owner = roles(made, role.word)[0] if role is not None else made.players + 1
    container = Container("dice", _next_site(made), number, owner, f"Dice{len(made.containers)}")
    made.containers.append(container)
    for n in range(number):
        name = f"Die{n + 1}"
        more = {"faces": faces[n], "weights": weights or (1,) * len(faces[n])}
        _component(made, name, made.players + 1, numbered=False, **more)


def _draw(made: Equipment) -> None:
    """The die, without a piece on its site, that shows a number drawn at random."""
    numbers = drawn_numbers(made.game, dice=any(made.dice()))
    if numbers:
        made.drawn = numbers
        made.containers.append(Container("dice", _next_site(made), 1, made.players + 1, DRAW))
        more = {"faces": tuple(numbers), "weights": (1,) * len(numbers)}
        _component(made, DRAW, made.players + 1, numbered=False, **more)


def _component(made: Equipment, name: str, owner: int, **more: object) -> None:
    made.components.append(Component(len(made.components) + 1, name, owner, **more))  # type: ignore[arg-type]


def _piece(made: Equipment, item: Typed) -> None:
    role = item.get("role")
    word = role.word if role is not None else "Each"
    facing = item.get("dirn")
    flips = item.get("flips")
    pair = None
    if flips is not None:
        pair = (int(str(flips.args["flipA"].value)), int(str(flips.args["flipB"].value)))
    for owner in roles(made, word):
        alone = made.players == 1 and word != NEUTRAL
        own = made.directions.get(owner)
        _component(
            made, str(item.args["name"].value), owner,
            facing=own or (facing.word if facing is not None else None),
            generator=item.get("generator"), numbered=not alone and owner <= made.players,
            flips=pair,
        )  # fmt: skip


def _tile(made: Equipment, item: Typed) -> None:
    """A tile of one site plays as a piece; one of several, made by a walk, can only be added.

    Raises NotImplementedLudeme for other tiles.
    """
    for name in ("walks", "slots", "slotsPerSide", "paths"):
        if item.has(name):
            raise NotImplementedLudeme(f"components tile: {name}", item.node)
    if not item.has("role"):
        raise NotImplementedLudeme("components tile: without an owner", item.node)
    first = len(made.components)
    _piece(made, item)
    if item.has("walk"):
        for each in made.components[first:]:
            each.walk = tuple(step.word for step in item.args["walk"].items)


def _covering(made: Equipment) -> None:
    """The piece without a label that lies on the other sites that tiles cover."""
    if not any(each.walk for each in made.components):
        return
    moving = [each for each in walk(made.game) if each.type == "Moves" and _moves_tiles(each.key)]
    if moving:
        raise NotImplementedLudeme(f"{moving[0].key}: with tiles of several sites", moving[0].node)
    _component(made, "", 0, numbered=False)


def _moves_tiles(key: str) -> bool:
    still = ("moves move Add", "moves add", "moves move Pass", "moves pass")
    return key.startswith("moves move") and key not in still


def _regions(made: Equipment, item: Typed) -> None:
    name = item.get("name")
    role = item.get("role")
    owners = roles(made, role.word) if role is not None else [0]
    for owner in owners:
        made.regions.append(Region(str(name.value) if name is not None else "", owner, item))


def _map(made: Equipment, item: Typed) -> None:
    made.maps.append(item)


def _hints(made: Equipment, item: Typed) -> None:
    made.hints.append(item)


# In the order in which they get their sites and numbers.
BOARDS = {
    "containers board": _board,
    "containers mancalaBoard": _board,
    "containers surakartaBoard": _board,
    "containers boardless Square": _board,
    "containers boardless Hexagonal": _board,
    "containers boardless Triangular": _board,
}
HANDS = {"containers hand": _hand}
DICE = {"containers dice": _dice}
COMPONENTS = {"components piece": _piece, "components tile": _tile}
OTHERS = {"items regions": _regions, "items map": _map, "items map/2": _map, "items hints": _hints}
