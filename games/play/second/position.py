"""Positions of the engine's second design."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate
from struct import unpack_from

from games.drawing.standing import Standing, standing_of
from games.engine.manifest import Clause, Die
from games.engine.play import machine as engine
from games.engine.play.game import Game, Ply, PlyError, ThrowNeeded
from games.engine.play.machine import Machine
from games.engine.play.perft import perft
from games.engine.play.record import RecordError, read_ply, written_ply, written_throw
from games.notation.hands import dropped
from games.play.interface import Position
from games.play.moves import (
    Effect,
    IllegalMove,
    LegalMoves,
    Move,
    NeedsThrow,
    Outcome,
    UnreadableMove,
    ranking_of,
)
from games.play.second.core import Core

Throw = tuple[int, ...]
ENDS = "end"  # how the forms of end rules begin
NUMBER = 4  # bytes of a clause's number in Move.record


class Plies(LegalMoves):
    """The legal moves of a position, found by what is written of a ply, throw and all."""

    def __init__(self, moves: tuple[Move, ...], of: SecondPosition) -> None:
        self.moves, self.of = moves, of
        self.hands = ()

    @property
    def position(self) -> str:  # type: ignore[override]
        """The position in words."""
        return str(self.of)

    def find(self, text: str) -> Move:
        """The move with that label, or the ply that is written so: `[3 5] c1-f1`.

        Raises UnreadableMove or IllegalMove; both quote text and position.
        """
        exact = next((move for move in self.moves if move.label == text), None)
        return exact or self.of.find(text)


@dataclass(frozen=True)
class SecondPosition(Position):
    """`content` is the engine's position, `number` how many plies led to it.

    `throw` is what was thrown for the next ply: the number of the face of each die. `ended` is the
    clause that ended the game, if a clause did.
    """

    rules: Core
    content: engine.Position
    number: int = 0
    effects: tuple[Effect, ...] = ()
    ended: str = ""
    throw: Throw = ()

    def field(self, name: str) -> tuple[int, ...]:
        """The numbers of a field of the state."""
        manifest = self.rules.manifest
        here = manifest.fields[name]
        offset = here.offset - manifest.state.offset
        return unpack_from(f"<{here.length}{here.code}", self.content.state, offset)

    @property
    def mover(self) -> int:
        """The player whose turn it is, from 1."""
        return self.field("mover")[0]

    @property
    def ply(self) -> int:
        """How many moves have been played."""
        return self.number

    @property
    def players(self) -> int:
        """How many take part."""
        return self.rules.players

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        if self.field("active_count")[0]:
            return None
        winner = self.field("winner")[0]
        winner = winner if 1 <= winner <= self.players else 0  # one more: all of them
        ranks = tuple(rank / 2 for rank in self.field("rank")[1 : self.players + 1])
        ranking = ranks if any(ranks) else ranking_of(winner, self.players)
        reason = "an end rule" if self.ended else "the end rules, or the limit of turns"
        return Outcome(winner, self.ended, reason, ranking)

    @property
    def scores(self) -> tuple[int, ...]:
        """The score of each player, from the first; empty where nobody has scored."""
        scores = self.field("score")[1 : self.players + 1]
        return scores if any(scores) else ()

    @cached_property
    def standing(self) -> list[Standing | None]:
        """What stands on each site, by its number; None for nothing."""
        return standing_of(self._machine())

    def pieces(self) -> Iterator[tuple[str, str, int]]:
        """Label of the site, name and owner of every piece on the board."""
        names, kinds = self.rules.board_names, self.rules.kinds
        for site, here in enumerate(self.standing):
            if here is not None and site in names:
                for piece in here.levels or (here.piece,):
                    yield names[site], kinds[piece - 1].name, kinds[piece - 1].owner

    def _machine(self) -> Machine:
        machine = self.rules.machines.machine()
        machine.position = self.content
        return machine

    def _game(self) -> Game:
        return Game(self.rules.compiled, self._machine())

    @cached_property
    def needs_throw(self) -> bool:
        """Whether dice must be thrown before there are moves to choose from."""
        return not self.throw and self.outcome is None and self._game().waits_for_throw()

    def thrown(self, below: Callable[[int], int]) -> str:
        """A throw of the dice, as it stands before a move.

        `below(n)` draws a number from 0 to n - 1.
        """
        dice = self.rules.manifest.dice
        return written_throw(self.rules.manifest, (_face(die, below) for die in dice))

    def with_throw(self, throw: Throw) -> SecondPosition:
        """The same, with the dice thrown for the next ply. Raises IllegalMove for another throw."""
        if not self.needs_throw:
            raise IllegalMove(str(throw), f"no throw is asked for in the position {self}")
        thrown = replace(self, throw=throw)
        try:
            Game.check(self.rules.manifest, throw)
        except PlyError as error:
            raise IllegalMove(str(throw), f"{error} in the position {self}") from error
        return thrown

    @cached_property
    def legal_moves(self) -> Plies:
        """The legal moves, each with the clause that allows it.

        There are none once the game is over, and none before dice are thrown that they need.
        """
        if self.outcome is not None or self.needs_throw:
            return Plies((), self)
        return Plies(tuple(self._moves(self.throw)), self)

    def _moves(self, throw: Throw) -> Iterator[Move]:
        game = self._game()
        for name, move in game.moves(throw).items():
            yield self._move(game.machine, Ply(name, throw), move)

    def _move(self, machine: Machine, ply: Ply, move: engine.Move) -> Move:
        clause = machine.clause_of(move)
        number = -1 if clause is None else clause.number
        return Move(
            written_ply(machine.manifest, ply),
            move.frm,
            move.to,
            machine.label(move.label) if move.label else None,
            self.rules.clause_of[number] if number >= 0 else "",
            number.to_bytes(NUMBER, "little", signed=True),
        )

    def all_moves(self) -> Iterator[Move]:
        """The legal moves over all throws that may still be thrown, each written with its throw."""
        if self.throw:
            yield from self.legal_moves
            return
        game = self._game()
        for ply, move in game.all_plies():
            yield self._move(game.machine, ply, move)

    def find(self, text: str) -> Move:
        """The legal move that a text means. Raises UnreadableMove, IllegalMove."""
        ply = self._read(text)
        if self.throw and ply.throw not in ((), self.throw):
            raise IllegalMove(text, f"{text} has another throw than the position {self}")
        throw = ply.throw or self.throw
        game = self._game()
        try:
            named, move = self._found(game, ply.move, throw)
        except PlyError as error:
            raise self._refused(text, error) from error
        return self._move(game.machine, named, move)

    def _found(self, game: Game, name: str, throw: Throw) -> tuple[Ply, engine.Move]:
        """The ply that is meant, with its move among those generated last. Raises PlyError."""
        asked = game.waits_for_throw()
        if asked and not throw:
            raise ThrowNeeded
        found = game.moves(throw if asked else ())
        ply = Ply(_named(found, name, self.rules.points), throw)
        if asked:
            Game.check(self.rules.manifest, throw)
        if ply.move in found and not game.machine.over and (asked or not self._may_throw(throw)):
            return ply, found[ply.move]
        game.play(ply)  # it says what is wrong, or plays what a throw is asked for meanwhile
        game.machine.position = self.content
        return ply, game.moves(throw)[ply.move]

    def _may_throw(self, throw: Throw) -> bool:
        return bool(throw or self.rules.manifest.dice)

    def _refused(self, text: str, error: PlyError) -> IllegalMove:
        kind = NeedsThrow if isinstance(error, ThrowNeeded) else IllegalMove
        reason, legal, listed = str(error).partition("legal are ")
        said = f"{reason}{legal}{dropped(listed, self.rules.points)}"
        told = said if said.startswith(text) else f"{text}: {said}"
        return kind(text, f"{told} in the position {self}")

    def _read(self, text: str) -> Ply:
        try:
            return read_ply(self.rules.manifest, text.strip())
        except RecordError as error:
            message = f"{text!r} is no move in the position {self}: {error.reason}"
            raise UnreadableMove(text, message) from error

    def _after(self, move: Move) -> SecondPosition:
        game = self._game()
        try:
            game.play(self._read(move.label))
        except PlyError as error:
            raise self._refused(move.label, error) from error
        after = SecondPosition(self.rules, game.machine.position, self.number + 1)
        made = int.from_bytes(move.record, "little", signed=True)
        fired = [each for each in game.machine.fired() if each.number != made]
        ends = [self.rules.clause_of[each.number] for each in fired if each.form.startswith(ENDS)]
        over = after.outcome is not None
        effects = tuple(self._effects(fired, after, move))
        return replace(after, effects=effects, ended=ends[0] if over and ends else "")

    def _effects(
        self, fired: Iterable[Clause], after: SecondPosition, move: Move
    ) -> Iterator[Effect]:
        """What clauses did in a move beside allowing it.

        Where one clause alone had an effect, it is seen on the sites that changed, other than those
        that the move goes from and to.
        """
        clause_of = self.rules.clause_of
        acted = (clause_of[each.number] for each in fired if not each.form.startswith(ENDS))
        names = [name for name in dict.fromkeys(acted) if name]
        sites = _changed(self, after) - {move.frm, move.to} if len(names) == 1 else set()
        for name in names:
            yield from (Effect("change", site, "", name) for site in sorted(sites))
            if not sites:
                yield Effect("effect", -1, "", name)

    def perft(self, depth: int) -> int:
        """How many sequences of `depth` legal moves there are from here, over all throws."""
        machine = self.rules.fast.machine()
        machine.position = self.content
        return perft(machine, depth)

    def __str__(self) -> str:
        names, labels = self.rules.manifest.names, self.rules.manifest.labels
        words = (
            f"{names[site]}:{'/'.join(labels[piece] for piece in here.levels or (here.piece,))}"
            f"{f'x{here.count}' if here.count > 1 else ''}"
            for site, here in enumerate(self.standing)
            if here is not None and here.face is None
        )
        return f"[{' '.join(words)}] with player {self.mover} to move"


def _face(die: Die, below: Callable[[int], int]) -> int:
    """The number of a face, by the weights of the faces."""
    left = below(sum(die.weights))
    return next(n for n, reach in enumerate(accumulate(die.weights)) if left < reach)


def _changed(before: SecondPosition, after: SecondPosition) -> set[int]:
    """The sites of the board on which something else stands."""
    was, stands = before.standing, after.standing
    board = before.rules.board_names
    return {n for n in board if was[n] != stands[n]}


def _named(found: dict[str, engine.Move], name: str, points: Mapping[str, str]) -> str:
    """The name of the move that is meant, capital letters or not, or as readers see it: `d4` or
    `Stone@d4` for what happens on one site, `@d4` from the hand; the name itself where none is.
    """
    if name in found:
        return name
    wanted = name.casefold()
    alike = [each for each in found if each.casefold() == wanted]
    alike = alike or [each for each in found if wanted in _as_seen(each, points)]
    return alike[0] if len(alike) == 1 else name


def _as_seen(name: str, points: Mapping[str, str]) -> tuple[str, ...]:
    seen = dropped(name, points).casefold()
    return seen, seen.rpartition("@")[2]
