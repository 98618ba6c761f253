"""What pages and commands ask of rules and positions, whichever design of the engine runs them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from games.ludemes import Expansion, LudemeError, Option
from games.notation.family import Family
from games.play.moves import Effect, Forbidden, LegalMoves, Move, Outcome

FIRST, SECOND = 1, 2


@dataclass(frozen=True)
class Playouts:
    """Totals of random games. `wins[0]` counts draws, `wins[p]` the games that player p won.

    `checksum` depends on every final position: the same on any machine for the same seed.
    """

    count: int
    plies: int
    wins: tuple[int, ...]
    checksum: int


@dataclass(frozen=True)
class Kind:
    """A kind of piece of one owner; 0 is nobody. `label` tells it from those of other owners."""

    name: str
    owner: int
    label: str


class Position(ABC):
    """A position is a value: looking at it changes nothing, playing a move gives another."""

    effects: tuple[Effect, ...]

    @property
    @abstractmethod
    def mover(self) -> int:
        """The player whose turn it is, from 1."""

    @property
    @abstractmethod
    def ply(self) -> int:
        """How many moves have been played."""

    @property
    @abstractmethod
    def players(self) -> int:
        """How many take part."""

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""

    @property
    @abstractmethod
    def legal_moves(self) -> LegalMoves:
        """The legal moves, each with the clause that allows it; none once the game is over."""

    def all_moves(self) -> Iterator[Move]:
        """The legal moves over all throws that may still be thrown, each written with its throw."""
        return iter(self.legal_moves)

    @property
    def forbidden(self) -> tuple[Forbidden, ...]:
        """The moves that would be legal but for a clause, each with that clause."""
        return ()

    @property
    def needs_throw(self) -> bool:
        """Whether dice must be thrown before there are moves to choose from."""
        return False

    def thrown(self, below: Callable[[int], int]) -> str:
        """A throw of the dice, as it stands before a move: `[3 5]`; "" where there are no dice.

        `below(n)` draws a number from 0 to n - 1.
        """
        return ""

    @property
    def counts(self) -> dict[str, int]:
        """What the rules count now, by name, where above 0."""
        return {}

    @property
    def scores(self) -> tuple[int, ...]:
        """The score of each player, from the first; empty where nobody has scored."""
        return ()

    @abstractmethod
    def pieces(self) -> Iterator[tuple[str, str, int]]:
        """Label of the site, name and owner of every piece on the board."""

    @abstractmethod
    def perft(self, depth: int) -> int:
        """How many sequences of `depth` legal moves there are from here."""

    def play(self, move: Move | str) -> Self:
        """The position after a move, or after the legal move with that label.

        Raises games.play.MoveError: unreadable, illegal or ambiguous.
        """
        chosen = self.legal_moves.find(move) if isinstance(move, str) else move
        return self._after(chosen)

    @abstractmethod
    def _after(self, move: Move) -> Self:
        """The position after a move that was found among the legal ones."""


class Rules(ABC):
    """A compiled ruleset. `expansion` is its text with nothing left to replace."""

    design: ClassVar[int]
    expansion: Expansion
    opening: Position | None = None  # the one set up by hand, if any

    @property
    def options(self) -> tuple[Option, ...]:
        """The options that the text offers."""
        return self.expansion.options

    @property
    def chosen(self) -> tuple[str, ...]:
        """The items in force, as "Heading/Item"."""
        return self.expansion.chosen

    @property
    def others(self) -> list[str]:
        """The items that are not in force, likewise, in the order of the text."""
        items = [f"{each.heading}/{one.label}" for each in self.options for one in each.choices]
        return [item for item in items if item not in self.chosen]

    @property
    @abstractmethod
    def players(self) -> int:
        """How many play."""

    @property
    @abstractmethod
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of pieces, those of each owner."""

    @property
    @abstractmethod
    def site_names(self) -> tuple[str, ...]:
        """The names of the sites of the board."""

    @property
    def family(self) -> Family | None:
        """How games of this family are usually written, where that is not by coordinates."""
        return None

    @property
    def points(self) -> Mapping[str, str]:
        """What players call the sites of the board, by their labels, where that is not so."""
        return {}

    @property
    @abstractmethod
    def clauses(self) -> tuple[str, ...]:
        """The clauses that these rules have; 0 is "", no clause."""

    @property
    @abstractmethod
    def clause_of(self) -> tuple[str, ...]:
        """By the number that the module gives a clause, the clause of the ruleset, "" for none."""

    @property
    @abstractmethod
    def placed(self) -> dict[str, list[int]]:
        """The clauses that make the opening, each with the sites on which it puts men."""

    @property
    @abstractmethod
    def doubts(self) -> tuple[LudemeError, ...]:
        """What means something but hardly what its author meant."""

    @property
    @abstractmethod
    def module(self) -> bytes:
        """The WebAssembly module that pages run: the one that traces its moves."""

    @abstractmethod
    def manifest(self) -> dict[str, Any]:
        """All that a page needs beside the module, as JSON."""

    @abstractmethod
    def start(self) -> Position:
        """The position before the first move."""

    @abstractmethod
    def position(self, pieces: Mapping[str, str], mover: int = 1) -> Position:
        """A position set up by hand: label of a site → piece with owner.

        Raises RulesError naming what is not there.
        """

    def begun_from(self, opening: Position | None) -> Self:
        """The same rules with another position before the first move; None is the usual opening."""
        begun = copy(self)
        begun.opening = opening
        return begun

    @abstractmethod
    def perft(self, depth: int) -> int:
        """How many sequences of `depth` legal moves there are from the usual opening."""

    @abstractmethod
    def playouts(self, count: int, seed: int = 0) -> Playouts:
        """Play `count` games at random from the usual opening.

        Game i has seed `seed + i`, whoever plays it.
        """


def offered(options: Iterable[Option]) -> list[dict[str, Any]]:
    """Options with their choices, as JSON."""
    return [
        {
            "name": option.heading,
            "items": [
                {"label": c.label, "description": c.description, "default": c is option.default}
                for c in option.choices
            ],
        }
        for option in options
    ]
