"""The schema of a program's memory: named fields with scope, width and length.

A field of scope `game` is one number; `player`, `site`, `level` and `component` say what its index
counts (a level is numbered `site * LEVELS + level`). What lies between `state_start` and
`state_end` is the position: it can be copied, compared and stored whole. Scratch and tables are
not part of it. No address is written anywhere else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from struct import pack

from games.engine.ir import nodes as ir

BEGIN = 64
ALIGN = 8
# Columns of one table are read together. Where they lie a multiple of a page apart, they share
# the few places of one set of the processor's cache: a line between them keeps them apart.
CACHE_PAGE, CACHE_LINE = 4096, 64
CODES = {1: "B", 2: "H", 4: "I"}


@dataclass(frozen=True, slots=True)
class Field:
    """Numbers of `width` bytes, `length` of them, from the address `base`.

    What has a name in a program is read by it: the base is then a symbol in the intermediate form.
    Loads and stores raise ValueError for an empty field, unless it is a constant table.
    """

    name: str
    scope: str
    width: int
    signed: bool
    length: int
    base: int
    named: bool = True

    @property
    def address(self) -> ir.Operand:
        """Where it begins, for the intermediate form."""
        return ir.Symbol(self.name) if self.named else self.base

    def load(self, index: ir.Operand = 0) -> ir.Expression:
        address, offset = self._place(index)
        return ir.Load(self.name, self.width, self.signed, address, offset)

    def store(self, index: ir.Operand, value: ir.Operand) -> ir.Statement:
        address, offset = self._place(index)
        return ir.Store(self.name, self.width, address, offset, ir.const(value))

    def _place(self, index: ir.Operand) -> tuple[ir.Expression, int]:
        """The address wraps round, so that an index of -1 stays inside the memory."""
        if not self.length and self.scope != "table":
            raise ValueError(f"the field {self.name} is read or written, but has no room")
        scaled = ir.binary("*", index, self.width)
        return ir.binary("+", scaled, self.address), 0

    def describe(self) -> dict[str, object]:
        """The field as the manifest states it."""
        return {
            "name": self.name, "scope": self.scope, "width": self.width, "signed": self.signed,
            "length": self.length, "base": self.base,
        }  # fmt: skip


@dataclass
class Layout:
    """Fields and data by address, from low to high; the state comes first and is closed."""

    fields: dict[str, Field] = field(default_factory=dict)
    data: dict[int, bytes] = field(default_factory=dict)
    size: int = BEGIN
    state_start: int = BEGIN
    state_end: int = BEGIN
    _tables: dict[tuple[int, bool, tuple[int, ...]], Field] = field(default_factory=dict)

    def add(
        self, name: str, scope: str, width: int = 1, length: int = 1, *, signed: bool = False
    ) -> Field:
        """A field behind those that are there. Raises ValueError for a name that is taken."""
        if name in self.fields:
            raise ValueError(f"there is a field {name} already")
        made = Field(name, scope, width, signed, length, self._room(width * length, width))
        self.fields[name] = made
        return made

    def close_state(self) -> None:
        """What was added so far is the position."""
        self.size += -self.size % ALIGN
        self.state_end = self.size

    def table(self, values: Sequence[int], width: int | None = None) -> Field:
        """Constant numbers; equal ones are stored once. The width is what the values need."""
        low, high = min(values, default=0), max(values, default=0)
        signed = low < 0
        if width is None:
            width = 1 if low >= -128 and high < (128 if signed else 256) else 2
            width = 4 if low < -32768 or high >= (32768 if signed else 65536) else width
        key = (width, signed, tuple(values))
        if key not in self._tables:
            base = self._room(width * max(1, len(values)), width)
            code = CODES[width].lower() if signed else CODES[width]
            self.data[base] = pack(f"<{len(values)}{code}", *values)
            name = f"table{len(self._tables)}"
            self._tables[key] = Field(name, "table", width, signed, len(values), base, named=False)
        return self._tables[key]

    def named_table(self, name: str, values: Sequence[int], width: int | None = None) -> Field:
        """A table that kernels read by its name."""
        self.fields[name] = replace(self.table(values, width), name=name, named=True)
        return self.fields[name]

    def bytes(self, data: bytes) -> int:
        """The address of constant bytes."""
        base = self._room(len(data), 1)
        self.data[base] = data
        return base

    def _room(self, size: int, alignment: int) -> int:
        self.size += -self.size % alignment
        base = self.size
        self.size += size
        if size >= CACHE_PAGE:
            self.size += CACHE_LINE
        return base
