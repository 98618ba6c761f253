"""A game played by the names of moves, with the throws that its rules ask for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from games.engine.manifest import Manifest
from games.engine.play.machine import Machine, Move, Playable, Position
from games.engine.play.traces import board_words

MOST_NAMED = 8


@dataclass(frozen=True)
class Ply:
    """A move by its name, and the number of the face of each die where dice were thrown for it."""

    move: str
    throw: tuple[int, ...] = ()


class PlyError(ValueError):
    """A ply that the rules do not allow; nothing was played."""


class ThrowNeeded(PlyError):
    """A ply that the rules ask a throw for."""

    def __init__(self) -> None:
        super().__init__("the rules ask for a throw")


class Game:
    """A game from the opening on, or from where a `machine` stands that reads the position."""

    def __init__(self, playable: Playable, machine: Machine | None = None) -> None:
        self.machine = machine or Machine(playable)
        self.machine.throw(None)
        if machine is None:
            self.machine.start()
        self.plies: list[Ply] = []

    def waits_for_throw(self) -> bool:
        """Whether the moves can only be listed with a throw."""
        self.machine.throw(None)
        if not self.machine.manifest.dice:
            return False
        self.machine.call("generate")
        return self.machine.waits_for_throw

    def moves(self, throw: Iterable[int] = ()) -> dict[str, Move]:
        """The legal moves by name, generated last. Raises PlyError where rules ask for a throw."""
        thrown = list(throw) or None
        self.machine.throw(thrown)
        moves = self.machine.legal_moves()
        if self.machine.waits_for_throw:
            raise ThrowNeeded
        alike = _alike(self.machine, moves)
        found = _named(self.machine, alike)
        if len(alike) < len(moves):  # some were played, to tell them apart
            self.machine.throw(thrown)
            self.machine.call("generate")
        return found

    def all_plies(self) -> Iterator[tuple[Ply, Move]]:
        """Every legal ply under every throw, with its move.

        While a ply is yielded, its move is one of those that were generated last.
        """
        if self.machine.over:
            return
        before = self.machine.position
        late: set[str] = set()
        if not self.waits_for_throw():
            late = self._thrown_for_later(before)
            for name, move in self.moves().items():
                if name not in late:
                    yield Ply(name), move
            if not late:
                return
        for throw in self.machine.manifest.throws():
            self.machine.position = before
            for name, move in self.moves(throw).items():
                if not late or name in late:
                    yield Ply(name, throw), move

    def _thrown_for_later(self, before: Position) -> set[str]:
        """The moves that can be listed without a throw but not played without one."""
        late: set[str] = set()
        if self.machine.manifest.dice:
            for name, move in self.moves().items():
                self._make(before, Ply(name), move)
                if self.machine.waits_for_throw:
                    late.add(name)
            self.machine.position = before
        return late

    def after_each(self) -> Iterator[tuple[Ply, Position]]:
        """Every legal ply under every throw, with the position after it."""
        before = self.machine.position
        for ply, move in list(self.all_plies()):
            self._make(before, ply, move)
            yield ply, self.machine.position

    def _make(self, before: Position, ply: Ply, move: Move) -> None:
        """Play a move that was listed earlier, from the position in which it was listed."""
        self.machine.position = before
        self.machine.throw(list(ply.throw) or None)
        self.machine.call("generate")
        self.machine.play(move)

    def play(self, ply: Ply) -> None:
        """Play a move with the throw for it. Raises PlyError."""
        if self.machine.over:
            raise PlyError("the game is over")
        before = self.machine.position
        try:
            self._play(ply)
        except PlyError:
            self.machine.position = before
            raise
        self.plies.append(ply)

    def _play(self, ply: Ply) -> None:
        before = self.machine.position
        asked = self.waits_for_throw()
        if not asked:
            self._choose(Ply(ply.move))
            asked = self.machine.waits_for_throw
        if asked:
            self.check(self.machine.manifest, ply.throw)
            self.machine.position = before
            self._choose(ply)
        elif ply.throw:
            raise PlyError("the rules ask for no throw")

    def _choose(self, ply: Ply) -> None:
        found = self.moves(ply.throw)
        if ply.move not in found:
            names = ", ".join(list(found)[:MOST_NAMED])
            more = f" and {len(found) - MOST_NAMED} more" if len(found) > MOST_NAMED else ""
            raise PlyError(f"{ply.move} is not legal; legal are {names}{more}")
        self.machine.play(found[ply.move])

    @staticmethod
    def check(manifest: Manifest, throw: tuple[int, ...]) -> None:
        """Raise PlyError where a throw is none of these dice."""
        dice = manifest.dice
        if not throw:
            raise ThrowNeeded
        if len(throw) != len(dice):
            raise PlyError(f"{len(throw)} dice were thrown, there are {len(dice)}")
        for face, die in zip(throw, dice, strict=True):
            if not 0 <= face < len(die.faces):
                raise PlyError(f"a die has no face {face}")


def _alike(machine: Machine, moves: Iterable[Move]) -> dict[str, list[Move]]:
    alike: dict[str, list[Move]] = {}
    for move in moves:
        alike.setdefault(move_name(machine, move), []).append(move)
    return alike


def _named(machine: Machine, alike: dict[str, list[Move]]) -> dict[str, Move]:
    """Each move by its name; those that lead to the same position are one."""
    found: dict[str, Move] = {}
    for name, those in alike.items():
        found |= {name: those[0]} if len(those) == 1 else _apart(machine, name, those)
    return found


def _apart(machine: Machine, name: str, moves: list[Move]) -> dict[str, Move]:
    before = machine.position
    results: dict[tuple[str, ...], Move] = {}
    for move in moves:
        machine.call("generate")
        machine.play(move)
        results.setdefault(_result(machine), move)
        machine.position = before
    if len(results) == 1:
        return {name: moves[0]}
    return {f"{name} ({n})": results[each] for n, each in enumerate(sorted(results), 1)}


def _result(machine: Machine) -> tuple[str, ...]:
    """What a position is to people, in words that no compiler changes."""
    turn = (machine.mover, machine.get("winner"), int(machine.over))
    scores = machine.numbers("score", 1, len(machine.manifest.players))
    return (*board_words(machine), *map(str, (*turn, *scores)))


def move_name(machine: Machine, move: Move) -> str:
    """A move by the names of its sites, and the piece that is placed or chosen."""
    if move.is_pass:
        return "pass"
    names, none = machine.manifest.names, machine.manifest.moves.none
    named = (names[site] if site != none else "" for site in (move.frm, move.to))
    return "-".join(named) + (f"={machine.label(move.label)}" if move.label else "")
