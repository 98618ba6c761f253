"""A compiled program at work in wasmtime: its memory read by the schema."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import cast

import wasmtime

from games.engine.backends.wasm import module
from games.engine.lowering.compile import Compiled

FLAG_PASS, FLAG_SWAP = 1, 2


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

    @property
    def is_pass(self) -> bool:
        """Whether the move is a pass."""
        return bool(self.flags & FLAG_PASS)


@lru_cache(maxsize=1)
def _engine() -> wasmtime.Engine:
    config = wasmtime.Config()
    config.cranelift_opt_level = "speed"
    return wasmtime.Engine(config)


class Machine:
    """One game in progress. Raises wasmtime.Trap where the rules reach a bound."""

    def __init__(self, compiled: Compiled) -> None:
        self.compiled = compiled
        self.layout = compiled.layout
        self._store = wasmtime.Store(_engine())
        made = wasmtime.Module(_engine(), module(compiled.program))
        self._exports = wasmtime.Instance(self._store, made, []).exports(self._store)
        self._memory = cast(wasmtime.Memory, self._exports["memory"])

    @property
    def state_size(self) -> int:
        """The size of a position in bytes."""
        return self.layout.state_end - self.layout.state_start

    def call(self, name: str, *arguments: int) -> int:
        """Call an exported function."""
        return int(cast(wasmtime.Func, self._exports[name])(self._store, *arguments))

    def start(self) -> None:
        """Set up the position that a game begins from."""
        self.call("start")

    def get(self, field: str, index: int = 0) -> int:
        """A number of the memory, by the schema."""
        return self.numbers(field, index, 1)[0]

    def numbers(self, field: str, first: int = 0, count: int | None = None) -> list[int]:
        """Numbers of a field, from one index on."""
        here = self.layout.fields[field]
        amount = here.length - first if count is None else count
        begin = here.base + first * here.width
        data = self._memory.read(self._store, begin, begin + amount * here.width)
        return [
            int.from_bytes(data[n : n + here.width], "little", signed=here.signed)
            for n in range(0, len(data), here.width)
        ]

    def set(self, field: str, value: int, index: int = 0) -> None:
        """Write a number of the memory, by the schema."""
        here = self.layout.fields[field]
        data = (value & ((1 << 8 * here.width) - 1)).to_bytes(here.width, "little")
        self._memory.write(self._store, data, here.base + index * here.width)

    def throw(self, faces: list[int] | None) -> None:
        """The throw for this ply: the number of the face of each die, or None for none yet."""
        self.set("throw_ready", int(faces is not None))
        for n, face in enumerate(faces or ()):
            self.set("thrown", face, n)

    def legal_moves(self) -> list[Move]:
        """All moves of the player to move, a pass where there is none else."""
        count = self.call("generate")
        columns = [
            self.numbers(f"mv_{name}", 0, count)
            for name in ("from", "to", "label", "flags", "level", "mover")
        ]
        return [Move(n, *row) for n, row in enumerate(zip(*columns, strict=True))]

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
