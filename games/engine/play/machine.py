"""A module at work in wasmtime: its memory read by the manifest."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from struct import pack_into, unpack_from
from typing import NamedTuple, Protocol, cast

import wasmtime

from games.engine.manifest import Clause, Manifest
from games.engine.play.calls import Functions

COLUMNS = ("from", "to", "label", "flags", "level", "mover")


class Playable(Protocol):
    """A module with its manifest: what a compiler gives, or what was stored."""

    @property
    def module(self) -> bytes:
        """A WebAssembly module."""

    @property
    def manifest(self) -> Manifest:
        """What it is and how its memory is read."""


@dataclass(frozen=True)
class Move:
    """A legal move: its number in the list, its sites, the component placed, its flags."""

    number: int
    frm: int
    to: int
    label: int
    flags: int
    level: int
    mover: int
    is_pass: bool


class Position(NamedTuple):
    """A position as bytes, and those of the positions before that rules look back at."""

    state: bytes
    seen: bytes


@lru_cache(maxsize=4)
def _engine(bounded: bool, optimised: bool) -> wasmtime.Engine:
    config = wasmtime.Config()
    config.consume_fuel = bounded
    config.cranelift_opt_level = "speed" if optimised else "none"
    if not optimised:
        config.cranelift_flag_set("regalloc_algorithm", "single_pass")
    return wasmtime.Engine(config)


class Code:
    """A module as machine code, from which any number of machines are made.

    `fuel` bounds the instructions of a call; None for modules that are trusted. What is not
    `optimised` compiles sooner and runs slower.
    """

    def __init__(self, module: bytes, fuel: int | None = None, *, optimised: bool = True) -> None:
        self.fuel, self.optimised = fuel, optimised
        self.engine = _engine(fuel is not None, optimised)
        self.made = wasmtime.Module(self.engine, module)

    def __getstate__(self) -> tuple[int | None, bool, bytes]:
        return self.fuel, self.optimised, bytes(self.made.serialize())

    def __setstate__(self, state: tuple[int | None, bool, bytes]) -> None:
        """Raises wasmtime.WasmtimeError for machine code of another machine or version."""
        self.fuel, self.optimised, code = state
        self.engine = _engine(self.fuel is not None, self.optimised)
        self.made = wasmtime.Module.deserialize(self.engine, code)


@lru_cache(maxsize=4)
def _code(module: bytes) -> Code:
    """The machine code of a module that several machines may be made of, one after another."""
    return Code(module)


class Machine:
    """One game in progress. Raises wasmtime.Trap where the rules reach a bound."""

    def __init__(self, playable: Playable, code: Code | None = None) -> None:
        self.manifest = playable.manifest
        self._code = code or _code(playable.module)
        self._store = wasmtime.Store(self._code.engine)
        self._refuel()
        made = wasmtime.Instance(self._store, self._code.made, [])
        exports = made.exports(self._store)
        self._functions = Functions(exports, self._store)
        memory = cast(wasmtime.Memory, exports["memory"])
        # Modules never grow their memory, so that one view of it lasts.
        whole = memory.get_buffer_ptr(self._store, memory.data_len(self._store))
        self._memory = memoryview(whole).cast("B")

    def _refuel(self) -> None:
        if self._code.fuel is not None:
            self._store.set_fuel(self._code.fuel)

    def call(self, name: str, *arguments: int) -> int:
        """Call an exported function."""
        self._refuel()
        return self._functions.call(name, *arguments)

    def start(self) -> None:
        """Set up the position that a game begins from."""
        self.call("start")

    def label(self, piece: int) -> str:
        """What a piece is written as; a number that no piece has shows as such."""
        labels = self.manifest.labels
        return labels[piece] if 0 <= piece < len(labels) else f"?{piece}"

    def owner(self, piece: int) -> int:
        """Whose a piece is; 0 is nobody."""
        pieces = self.manifest.pieces
        return pieces[piece - 1].owner if 0 < piece <= len(pieces) else 0

    def has(self, field: str) -> bool:
        """Whether the memory has any number of that field."""
        found = self.manifest.fields.get(field)
        return found is not None and found.length > 0

    def get(self, field: str, index: int = 0) -> int:
        """A number of the memory, by the manifest."""
        return self.numbers(field, index, 1)[0]

    def numbers(self, field: str, first: int = 0, count: int | None = None) -> list[int]:
        """Numbers of a field, from one index on."""
        here = self.manifest.fields[field]
        amount = here.length - first if count is None else count
        begin = here.offset + first * here.width
        return list(unpack_from(f"<{amount}{here.code}", self._memory, begin))

    def set(self, field: str, value: int, index: int = 0) -> None:
        """Write a number of the memory, by the manifest."""
        here = self.manifest.fields[field]
        masked = value & ((1 << 8 * here.width) - 1)
        at = here.offset + index * here.width
        pack_into(f"<{here.code.upper()}", self._memory, at, masked)

    @property
    def state(self) -> bytes:
        """The bytes of the state, without the positions before that rules look back at."""
        at = self.manifest.state
        return bytes(self._memory[at.offset : at.offset + at.size])

    @property
    def position(self) -> Position:
        """The position; set to an earlier one, the game stands there again."""
        seen = self.manifest.fields["seen"]
        length = self.get("seen_count") * 2 * seen.width
        return Position(self.state, bytes(self._memory[seen.offset : seen.offset + length]))

    @position.setter
    def position(self, position: Position) -> None:
        for at, data in (
            (self.manifest.state.offset, position.state),
            (self.manifest.fields["seen"].offset, position.seen),
        ):
            self._memory[at : at + len(data)] = data

    def throw(self, faces: list[int] | None) -> None:
        """The throw for this ply: the number of the face of each die, or None for none yet."""
        self.set("throw_needed", 0)
        self.set("throw_ready", int(faces is not None))
        for n, face in enumerate(faces or ()):
            self.set("thrown", face, n)

    @property
    def waits_for_throw(self) -> bool:
        """Whether the rules asked for a throw that was not supplied."""
        return bool(self.get("throw_needed"))

    def legal_moves(self) -> list[Move]:
        """All moves of the player to move, a pass where there is none else."""
        count = self.call("generate")
        coding = self.manifest.moves
        columns = (self.numbers(coding.columns[name], 0, count) for name in COLUMNS)
        passing = coding.flags["pass"]
        return [
            Move(n, frm, to, label, flags, level, mover, bool(flags & passing))
            for n, (frm, to, label, flags, level, mover) in enumerate(zip(*columns, strict=True))
        ]

    def clause_of(self, move: Move) -> Clause | None:
        """The innermost clause that made a move last generated; None where rules made none.

        Raises KeyError where the module was compiled without tracing.
        """
        number = self.get(self.manifest.moves.columns["clause"], move.number)
        return None if number < 0 else self.manifest.clauses[number]

    def fired(self) -> list[Clause]:
        """The clauses that did something in the move last played, in the order of their first act.

        Raises KeyError where the module was compiled without tracing.
        """
        numbers = dict.fromkeys(self.numbers("fired", 0, self.get("fired_count")))
        return [self.manifest.clauses[number] for number in numbers]

    def play(self, move: Move) -> None:
        """Play one of the moves last generated."""
        self.call("play", move.number)

    @property
    def mover(self) -> int:
        """Whose turn it is."""
        return self.get("mover")

    @property
    def over(self) -> bool:
        """Whether nobody is left in the game."""
        return self.get("active_count") == 0
