"""A whole program in the intermediate form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from games.engine.ir import nodes as ir
from games.engine.ir.schema import Field


@dataclass(frozen=True)
class Reaches:
    """Where the functions of a table may lead: a row of bits for each of them and each site.

    A bit is set for every site to which the function may propose a move from the site `from_`,
    which is one of the first `board` sites.
    """

    base: int
    sites: int
    board: int

    @property
    def width(self) -> int:
        """The bytes of a row."""
        return (self.sites + 7) // 8

    def has(self, row: ir.Expression, frm: ir.Expression, to: ir.Expression) -> ir.Expression:
        """Whether a move of that function from one site may lead to another."""
        at = (row * self.sites + frm) * self.width + (to >> 3)
        return (ir.Load("reaches", 1, False, at, self.base) >> (to & 7)) & 1


@dataclass(frozen=True)
class Program:
    """What a back end prints: functions, variables of the context, tables and data by address.

    `symbols` are numbers by name: addresses and sizes of what lies in memory.
    """

    functions: Sequence[ir.Function]
    context: Sequence[str]
    tables: Mapping[str, Sequence[str]]
    data: Mapping[int, bytes]
    memory: int
    exports: Sequence[str]
    fields: Mapping[str, Field] = field(default_factory=dict)
    reaches: Mapping[str, Reaches] = field(default_factory=dict)
    symbols: Mapping[str, int] = field(default_factory=dict)
