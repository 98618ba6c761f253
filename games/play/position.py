"""Positions of the engine's first design."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from games.compiler import Program
from games.compiler.layout import ALL_PASSED, EFFECTS, TOO_LONG
from games.notation.apart import told_apart
from games.notation.coordinates import write_move
from games.play.interface import Kind, Position
from games.play.machine import Instance, Playable
from games.play.moves import Effect, Forbidden, LegalMoves, Move, Outcome, ranking_of

MOST_MOVES = 4096  # that are kept as they were read
WITHOUT_RULE = {
    ALL_PASSED: "no player can move",
    TOO_LONG: "the game went on for too long",
}


@dataclass(frozen=True)
class FirstPosition(Position):
    """`content` is the module's block of memory; `effects` what the move just played did."""

    rules: Playable
    content: bytes
    effects: tuple[Effect, ...] = ()

    @staticmethod
    def kept(rules: Playable, machine: Instance) -> FirstPosition:
        """The position that stands in a machine's memory."""
        at = rules.program.constants
        content = machine.read(at["POSITION"], at["POSITION_SIZE"])
        return FirstPosition(rules, content, tuple(_effects(rules, machine)))

    def _number(self, name: str) -> int:
        at = self.rules.program.constants
        offset = at[name] - at["POSITION"]
        return int.from_bytes(self.content[offset : offset + 4], "little", signed=True)

    @cached_property
    def board(self) -> tuple[int, ...]:
        """The number of the piece on each site, 0 where there is none."""
        at = self.rules.program.constants
        offset = at["WHAT"] - at["POSITION"]
        return tuple(self.content[offset : offset + len(self.rules.program.board)])

    @cached_property
    def hands(self) -> tuple[int, ...]:
        """The number of the piece on each site beside the board, 0 where there is none."""
        at = self.rules.program.constants
        offset = at["WHAT"] - at["POSITION"]
        return tuple(self.content[offset + at["BOARD_SITES"] : offset + at["SITES"]])

    def count_of(self, site: int) -> int:
        """How many pieces stand on a site."""
        at = self.rules.program.constants
        if not (*self.board, *self.hands)[site]:
            return 0
        return 1 + (self.content[at["SPARE"] - at["POSITION"] + site] if at["COUNTED"] else 0)

    def state_of(self, site: int) -> int:
        """The local state of what stands on a site: a number that its rules give it."""
        at = self.rules.program.constants
        return self.content[at["LOCAL"] - at["POSITION"] + site]

    def value_of(self, site: int) -> int:
        """The value of what stands on a site: another number that its rules give it."""
        at = self.rules.program.constants
        return self.content[at["VALUE"] - at["POSITION"] + site]

    def variable(self, name: str) -> int:
        """What `(var "Name")` is now, -1 until it is set. Raises ValueError for another name."""
        at, names = self.rules.program.constants, self.rules.program.variables
        if name not in names:
            raise ValueError(f"no variable {name!r}: the rules use {', '.join(names) or 'none'}")
        index = names.index(name)
        offset = at["VARIABLES"] - at["POSITION"] + 4 * index
        return int.from_bytes(self.content[offset : offset + 4], "little", signed=True) - 1

    @property
    def counts(self) -> dict[str, int]:
        """What the rules count now: the named variables that they set, where above 0."""
        counts = {name: self.variable(name) for name in self.rules.program.counters}
        return {name: value for name, value in counts.items() if value > 0}

    @property
    def mover(self) -> int:
        """The player whose turn it is, from 1."""
        return self._number("MOVER")

    @property
    def players(self) -> int:
        """How many take part."""
        return self.rules.program.players

    @property
    def ply(self) -> int:
        """How many moves have been played."""
        return self._number("PLIES")

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        if not self._number("OVER"):
            return None
        winner, ending = self._number("WINNER"), self._number("ENDING")
        ranking = ranking_of(winner, self.players)
        if ending in WITHOUT_RULE:
            return Outcome(winner, "", WITHOUT_RULE[ending], ranking)
        rule = self.rules.program.endings[ending]
        return Outcome(winner, rule.clause, rule.result, ranking)

    def _machine(self) -> Instance:
        machine = self.rules.module.instance()
        at = self.rules.program.constants
        machine.write(at["POSITION"], self.content)
        machine.write(at["TOP"], at["STACK"].to_bytes(4, "little"))
        return machine

    @cached_property
    def _generated(self) -> tuple[LegalMoves, tuple[Forbidden, ...]]:
        machine, program = self._machine(), self.rules.program
        count = machine.call("generate")
        at = program.constants
        records = machine.read(at["MOVES"], 8 * count)
        moves = [_move(program, machine, records[i : i + 8]) for i in range(0, len(records), 8)]
        refused = machine.word(at["FORBIDDEN_COUNT"])
        entries = machine.read(at["FORBIDDEN"], 12 * refused)
        forbidden = [self._forbidden(entries[i : i + 12]) for i in range(0, len(entries), 12)]
        here = FirstPosition(self.rules, self.content)  # which does not point back
        legal = LegalMoves(_apart(moves), program.board, here, program.hand_labels)
        return legal, tuple(dict.fromkeys(forbidden))

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves, each with the clause that allows it; none once the game is over."""
        return self._generated[0]

    @property
    def forbidden(self) -> tuple[Forbidden, ...]:
        """The moves that would be legal but for a clause, each with that clause."""
        return self._generated[1]

    def _forbidden(self, entry: bytes) -> Forbidden:
        clause = int.from_bytes(entry[8:], "little")
        program = self.rules.program
        return Forbidden(read_record(program, entry[:8]), program.clauses[clause])

    def _after(self, move: Move) -> FirstPosition:
        if move not in self.legal_moves.moves:
            move = self.legal_moves.find(move.label)
        machine = self._machine()
        machine.call("advance", *struct.unpack("<hhHH", move.record))
        return FirstPosition.kept(self.rules, machine)

    def perft(self, depth: int) -> int:
        """How many sequences of `depth` legal moves there are from here."""
        machine = self._machine()
        return 1 if depth < 1 else machine.call("perft", depth) & 0xFFFFFFFF

    def pieces(self) -> Iterator[tuple[str, str, int]]:
        """Label of the site, name and owner of every piece."""
        for site, number in zip(self.rules.program.board.sites, self.board, strict=True):
            if number:
                component = self.rules.program.components[number - 1]
                yield site.label, component.name, component.owner

    def with_board(self, board: Sequence[int], mover: int) -> FirstPosition:
        """The same with other pieces on the board (a number for each site) and another mover.

        What stands where it stood before keeps its state, value and number; other pieces have none
        and stand alone. The hands stay as they are.
        """
        at = self.rules.program.constants
        content = bytearray(self.content)
        offset = at["WHAT"] - at["POSITION"]
        content[offset : offset + len(board)] = bytes(board)
        for site, (old, new) in enumerate(zip(self.board, board, strict=False)):
            if old != new:
                content[at["LOCAL"] - at["POSITION"] + site] = 0
                content[at["VALUE"] - at["POSITION"] + site] = 0
                if at["COUNTED"]:
                    content[at["SPARE"] - at["POSITION"] + site] = 0
        following = mover % self.rules.program.players + 1
        for name, value in (("MOVER", mover), ("NEXT", following)):
            place = at[name] - at["POSITION"]
            content[place : place + 4] = value.to_bytes(4, "little")
        return replace(self, content=bytes(content), effects=())

    def _kept(self) -> Iterator[str]:
        """What the hands hold, as in hand1:Man1x2."""
        program = self.rules.program
        for place, (label, piece) in enumerate(zip(program.hand_labels, self.hands, strict=True)):
            if piece:
                component = program.components[piece - 1]
                count = self.count_of(len(program.board) + place)
                many = f"x{count}" if count > 1 else ""
                yield f"{label}:{component.name}{component.owner}{many}"

    def __str__(self) -> str:
        placed = [f"{label}:{name}{owner}" for label, name, owner in self.pieces()]
        return f"[{' '.join([*placed, *self._kept()])}] with player {self.mover} to move"


def kinds_of(program: Program) -> tuple[Kind, ...]:
    """The kinds of pieces by their number, which counts from 1."""
    return tuple(Kind(c.name, c.owner, f"{c.name}{c.owner}") for c in program.components)


def _move(program: Program, machine: Instance, record: bytes) -> Move:
    """A move as the module keeps it, read once."""
    if record not in machine.moves:
        if len(machine.moves) >= MOST_MOVES:
            machine.moves.clear()
        machine.moves[record] = read_record(program, record)
    return machine.moves[record]


def read_record(program: Program, record: bytes) -> Move:
    """A move as the module keeps it; its label does not tell it from others of the position."""
    frm, to, kind, extra = struct.unpack("<hhHH", record)
    promotes = kind in program.promotions
    promotion = program.components[extra - 1].name if promotes else None
    label = program.spoken.get(kind) or write_move(
        program.board, frm, to, promotion, program.hand_labels
    )
    if kind in program.bets:
        label = f"bet {extra}"
    return Move(label, frm, to, promotion, program.clauses[program.kinds[kind]], record)


def _effects(rules: Playable, machine: Instance) -> Iterator[Effect]:
    at = rules.program.constants
    count = machine.word(at["EVENT_COUNT"])
    for what, site, piece, clause in struct.iter_unpack(
        "<iiii", machine.read(at["EVENTS"], 16 * count)
    ):
        named = EFFECTS[what] in ("capture", "removal", "promotion")
        name = rules.program.components[piece - 1].name if named else ""
        yield Effect(EFFECTS[what], site, name, rules.program.clauses[clause], piece)


def _apart(moves: list[Move]) -> list[Move]:
    """Moves with the same label get the clause added, so that each label means one move."""
    labels = told_apart([move.label for move in moves], [move.clause for move in moves])
    return [
        move if move.label == label else replace(move, label=label)
        for move, label in zip(moves, labels, strict=True)
    ]
