"""Directions as rules name them, and the ways of the board that they mean."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from games.boards import BoardError
from games.engine.ir import nodes as ir
from games.engine.language import Typed
from games.engine.lowering.builder import Builder

RELATIVE = {
    "Forward", "Backward", "Rightward", "Leftward", "Forwards", "Backwards", "Rightwards",
    "Leftwards", "FL", "FLL", "FLLL", "BL", "BLL", "BLLL", "FR", "FRR", "FRRR", "BR", "BRR",
    "BRRR",
}  # fmt: skip
OF_THE_LAST_MOVE = ("SameDirection", "OppositeDirection")


@dataclass(frozen=True)
class Directions:
    """Words with the relation that relative ones choose from; `without` are taken away.

    With `by_site` relative words choose from the directions of the site, not of the board.
    """

    words: tuple[tuple[str, str], ...]
    without: tuple[tuple[str, str], ...] = ()
    by_site: bool = False

    @property
    def relative(self) -> bool:
        return any(word in RELATIVE for word, _ in self.words + self.without)

    def ways(self, b: Builder, facing: str) -> tuple[str, ...]:
        """The board's directions for a piece that faces one way, each once."""
        board = b.equipment.board
        assert board is not None
        return board.remember(("ways", self, facing), lambda: self._ways(b, facing))

    def _ways(self, b: Builder, facing: str) -> tuple[str, ...]:
        gone = {way for word in self.without for way in _ways(b, word, facing)}
        found = [way for word in self.words for way in _ways(b, word, facing) if way not in gone]
        return tuple(dict.fromkeys(found))

    def ways_from(self, b: Builder, facing: str, site: int) -> tuple[str, ...]:
        """The directions for a piece on one site.

        Where relations bend, what is taken away are the winds in which they go from this site.
        """
        ways = self.ways(b, facing)
        if self.without and any(
            "#" in way for word in self.without for way in _ways(b, word, facing)
        ):
            gone = {wind for word in self.without for wind in _winds(b, word, facing, site)}
            found = [wind for word in self.words for wind in _winds(b, word, facing, site)]
            return tuple(dict.fromkeys(wind for wind in found if wind not in gone))
        if not self.by_site:
            return ways
        board = b.equipment.board
        assert board is not None
        near = {to for _, relation in self.words for to in board.near(site, relation)}
        return tuple(way for way in ways if board.following[way][site] in near)


@dataclass(frozen=True)
class ChosenDirections:
    condition: Typed
    yes: AnyDirections
    no: AnyDirections


@dataclass(frozen=True)
class TowardsDirections:
    """The directions in which the line from one site passes another, or the first of them."""

    origin: Callable[[Builder], ir.Expression]
    target: Callable[[Builder], ir.Expression]
    only_first: bool = False


@dataclass(frozen=True)
class ExceptDirections:
    """Directions but for those in which a line from one site passes another."""

    directions: Directions
    without: tuple[TowardsDirections, ...]


AnyDirections = Directions | ChosenDirections | TowardsDirections | ExceptDirections


def _ways(b: Builder, word: tuple[str, str], facing: str) -> tuple[str, ...]:
    board = b.equipment.board
    assert board is not None
    try:
        return board.directions(word[0], facing, word[1])
    except BoardError:
        return ()


def _winds(b: Builder, word: tuple[str, str], facing: str, site: int) -> tuple[str, ...]:
    """The winds that a word means for a piece on one site: of a relation, those of its steps."""
    board = b.equipment.board
    assert board is not None
    if word[0] not in board.winds:
        return _ways(b, word, facing)
    near = board.near(site, word[0])
    return tuple(wind for wind in board.winds[word[0]] if board.following[wind][site] in near)


def read_directions(b: Builder, typed: Typed | None, default: str = "Adjacent") -> AnyDirections:
    """The directions that a node means. Raises NotImplementedLudeme for others."""
    if typed is None:
        return Directions(((default, "Adjacent"),))
    if typed.row is None:
        if typed.items:
            return Directions(tuple((each.word, "Adjacent") for each in typed.items))
        if typed.word in OF_THE_LAST_MOVE:
            return _of_the_last_move(typed.word)
        return Directions(((typed.word, "Adjacent"),))
    if typed.key == "directions if":
        yes, no = (read_directions(b, typed.args[n]) for n in ("directionsOk", "directionsNotOk"))
        return ChosenDirections(typed.args["condition"], yes, no)
    if typed.has("from") and typed.has("to"):
        one, other = typed.args["from"], typed.args["to"]
        return TowardsDirections(lambda b: b.number(one), lambda b: b.number(other))
    if typed.key in ("directions difference", "directions union"):
        first = read_directions(b, typed.args["directions"])
        second = read_directions(b, typed.args["directionsToRemove"])
        return _joined(b, typed, first, second)
    return _listed(b, typed)


def _joined(b: Builder, typed: Typed, first: AnyDirections, second: AnyDirections) -> AnyDirections:
    """The union or the difference of two sets of directions, of which the first may be a choice."""
    if isinstance(first, ChosenDirections):
        yes, no = (_joined(b, typed, each, second) for each in (first.yes, first.no))
        return ChosenDirections(first.condition, yes, no)
    apart = typed.key == "directions difference"
    if isinstance(first, Directions) and isinstance(second, Directions):
        if apart:
            return Directions(first.words, first.without + second.words)
        return Directions(first.words + second.words, first.without)
    if apart and isinstance(second, TowardsDirections):
        if isinstance(first, ExceptDirections):
            return ExceptDirections(first.directions, (*first.without, second))
        if isinstance(first, Directions) and not first.relative:
            return ExceptDirections(first, (second,))
    raise b.missing(typed, "these directions")


def _of_the_last_move(word: str) -> TowardsDirections:
    ways = {
        "SameDirection": ("last_from", "last_to"),
        "OppositeDirection": ("last_to", "last_from"),
    }
    origin, target = ways[word]
    return TowardsDirections(lambda b: b.game(origin), lambda b: b.game(target), only_first=True)


def of_the_move_looked_at(directions: TowardsDirections) -> TowardsDirections:
    """The same of a move that is being generated, where one is: from `(from)` to `(to)`."""

    def looked_at(site: Callable[[Builder], ir.Expression]) -> Callable[[Builder], ir.Expression]:
        def read(b: Builder) -> ir.Expression:
            last = site(b)
            name = "from_" if last == b.game("last_from") else "to"
            both = ir.both(b.context("from_") >= 0, b.context("to") >= 0)
            return ir.choose(both, b.context(name), last)

        return read

    return TowardsDirections(looked_at(directions.origin), looked_at(directions.target), True)


def _listed(b: Builder, typed: Typed) -> AnyDirections:
    of = typed.get("of")
    relation = of.word if of is not None else "Adjacent"
    site = typed.get("bySite")
    by_site = site is not None and site.value in (True, "True")
    for name in ("relativeDirection", "absoluteDirection"):
        if typed.has(name):
            if typed.args[name].word in OF_THE_LAST_MOVE:
                return _of_the_last_move(typed.args[name].word)
            return Directions(((typed.args[name].word, relation),), by_site=by_site)
        if typed.has(name + "s"):
            words = tuple((each.word, relation) for each in typed.args[name + "s"].items)
            return Directions(words, by_site=by_site)
    if not typed.args or set(typed.args) <= {"of", "bySite"}:
        return Directions((("Adjacent", relation),))
    raise b.missing(typed, "these directions")


def with_ends_known(b: Builder, directions: AnyDirections) -> AnyDirections:
    """The same directions, between sites worked out here: before a move sets its own `(from)`."""
    if not isinstance(directions, TowardsDirections):
        return directions
    origin = b.temp(directions.origin(b), "origin")
    target = b.temp(directions.target(b), "target")
    return TowardsDirections(lambda b: origin, lambda b: target, directions.only_first)
