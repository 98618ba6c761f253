"""Run the compiler's restricted Python under CPython: slow, plain, and the measure of the rest."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

PAGE = 65_536


def _signed(value: int) -> int:
    value &= 0xFFFFFFFF
    return value - 0x1_0000_0000 if value & 0x8000_0000 else value


class Trap(RuntimeError):
    """The program stopped itself, as the WebAssembly instruction `unreachable` does."""


class Machine:
    """A memory and the functions of a source, callable as attributes of `call`."""

    def __init__(self, source: str, data: Mapping[int, bytes], pages: int) -> None:
        self.memory = bytearray(pages * PAGE)
        for address, content in data.items():
            self.memory[address : address + len(content)] = content
        self.names: dict[str, Any] = self._intrinsics()
        exec(compile(source, "<rules>", "exec"), self.names)  # noqa: S102 - the compiler's output

    def call(self, name: str, *arguments: int) -> int:
        """Call a function of the source; what returns nothing returns 0."""
        result: int | None = self.names[name](*arguments)
        return int(result or 0)

    def _load(self, width: int, signed: bool = False) -> Callable[[int], int]:
        """Reads `width` bytes, least first."""

        def load(address: int) -> int:
            if not 0 <= address <= len(self.memory) - width:
                raise Trap(f"no memory at {address}")
            return int.from_bytes(self.memory[address : address + width], "little", signed=signed)

        return load

    def _store(self, width: int) -> Callable[[int, int], None]:
        mask = (1 << 8 * width) - 1

        def store(address: int, value: int) -> None:
            if not 0 <= address <= len(self.memory) - width:
                raise Trap(f"no memory at {address}")
            self.memory[address : address + width] = (value & mask).to_bytes(width, "little")

        return store

    def _bits(self, address: int, test: Callable[[int], bool]) -> int:
        """A bit for each of sixteen bytes, set where the test holds."""
        if not 0 <= address <= len(self.memory) - 16:
            raise Trap(f"no memory at {address}")
        return sum(1 << i for i, b in enumerate(self.memory[address : address + 16]) if test(b))

    def _marked(self, blocks: int) -> Callable[[int, int], int]:
        def marked(address: int, table: int) -> int:
            size = 16 * blocks
            return self._bits(address, lambda b: b < size and self.memory[table + b] > 127)

        return marked

    def _copy(self, target: int, origin: int, length: int) -> None:
        if not 0 <= max(target, origin) <= len(self.memory) - length or min(target, origin) < 0:
            raise Trap(f"no memory for {length} bytes from {origin} to {target}")
        self.memory[target : target + length] = self.memory[origin : origin + length]

    def _fill(self, target: int, value: int, length: int) -> None:
        if not 0 <= target <= len(self.memory) - length:
            raise Trap(f"no memory for {length} bytes at {target}")
        self.memory[target : target + length] = bytes([value & 255]) * length

    def _intrinsics(self) -> dict[str, Any]:
        return {
            "__builtins__": {},
            "ld8": self._load(1), "ld16": self._load(2), "ld32": self._load(4, signed=True),
            "ld16s": self._load(2, signed=True),
            "st8": self._store(1), "st16": self._store(2), "st32": self._store(4),
            "shr": lambda a, b: _signed((a & 0xFFFFFFFF) >> (b & 31)),
            "urem": lambda a, b: _signed((a & 0xFFFFFFFF) % _divisor(b & 0xFFFFFFFF)),
            "udiv": lambda a, b: _signed((a & 0xFFFFFFFF) // _divisor(b & 0xFFFFFFFF)),
            "div": _div, "rem": lambda a, b: a - b * int(a / _divisor(b)),
            "ctz": lambda a: (a & -a).bit_length() - 1 if a else 32,
            "ones": lambda a: (a & 0xFFFFFFFF).bit_count(),
            **{f"marked_{n}": self._marked(n) for n in range(1, 17)},
            "held": lambda a: self._bits(a, lambda byte: byte != 0),
            "equal": lambda a, value: self._bits(a, lambda byte: byte == value & 255),
            "copy": self._copy, "fill": self._fill, "wrap": _signed, "trap": _trap,
        }  # fmt: skip


def _divisor(value: int) -> int:
    if value == 0:
        raise Trap("division by zero")
    return value


def _div(a: int, b: int) -> int:
    quotient = int(a / _divisor(b))
    if quotient != _signed(quotient):
        raise Trap("the quotient is too large")
    return quotient


def _trap() -> int:
    raise Trap("the rules stopped themselves")
