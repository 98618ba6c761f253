"""Loops over all pieces of which only those matter that may reach a site, turned round.

Such a loop looks at each site, at the piece there, and calls the piece's function. Where it is
known which kinds of piece may go from where to the site aimed at, only those sites are looked at.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.ir import nodes as ir
from games.engine.ir.program import Program, Reaches

BITS, BLOCK_SIZE = 8, 16
LARGEST, MOST_KINDS = 1 << 16, 256


@dataclass(frozen=True)
class PieceLoop:
    """A loop over occupied sites from 0 up to `end`: its variables, the table called, its body.

    `step` goes to the next site, or leaves the loop; `body` is done there.
    """

    site: str
    what: str
    table: str
    sets: frozenset[str]
    end: int
    marks: ir.Expression
    step: tuple[ir.Statement, ...]
    body: tuple[ir.Statement, ...]


def piece_loop(before: ir.Statement, node: ir.Statement) -> PieceLoop | None:
    """The loop that two statements are, or None."""
    match before, node:
        case (
            ir.Assign(site, ir.Const(-1)),
            ir.While(
                ir.Const(1),
                (
                    ir.Assign(step, ir.Call("next_marked", (following, ir.Const(end), marks))),
                    ir.If(_, (ir.Break(),), ()),
                    ir.Assign(what, ir.Load("what")),
                    ir.If(_, then, ()),
                ) as body,
            ),
        ) if site == step and following == ir.Local(site) + 1:
            sets = frozenset(each.name for each in then if isinstance(each, ir.SetContext))
            match then:
                case (*others, ir.Run(ir.Dispatch(table, ir.Local(index), ()))) if index == what:
                    if all(isinstance(each, ir.SetContext) for each in others):
                        found = (site, what, table, sets, end, marks, body[:2], body[2:])
                        return PieceLoop(*found)
    return None


def puts_back(rest: tuple[ir.Statement, ...], names: frozenset[str]) -> bool:
    """Whether variables of the context get their former values before anything reads them."""
    left = set(names)
    for each in rest:
        match each:
            case ir.SetContext(name, ir.Local()):
                left.discard(name)
            case ir.Store(_, _, ir.Const() | ir.Symbol(), _, ir.Local()):
                continue
            case _:
                break
    return not left


class Origins:
    """For each site aimed at, a byte for each site: which classes of pieces may come from there.

    Kinds of piece that go to the same sites are one class; where there are more than a byte has
    bits, several share one.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.data: dict[int, bytes] = {}
        self.memory = program.memory
        self._known: dict[Reaches, tuple[int, int]] = {}

    def fit(self, reaches: Reaches) -> bool:
        """Whether the bytes are few enough."""
        return reaches.sites * reaches.board <= LARGEST and self._kinds(reaches) <= MOST_KINDS

    def loop(self, loop: PieceLoop, reaches: Reaches, aim: ir.Expression) -> ir.Statement:
        """The loop over those sites."""
        if reaches not in self._known:
            self._known[reaches] = self._listed(reaches)
        classes, origins = self._known[reaches]
        among = aim * reaches.board + origins
        arguments = (ir.Local(loop.site) + 1, ir.Const(loop.end), loop.marks, ir.Const(classes))
        step = ir.Assign(loop.site, ir.Call("next_meeting", (*arguments, among)))
        return ir.While(ir.Const(1), (step, *loop.step[1:], *loop.body))

    def _kinds(self, reaches: Reaches) -> int:
        return len(self.program.data[reaches.base]) // (reaches.sites * reaches.width)

    def _listed(self, reaches: Reaches) -> tuple[int, int]:
        """Where the tables of classes, by kind, and of origins are."""
        board, size = reaches.board, reaches.sites * reaches.width
        data = self.program.data[reaches.base]
        rows = [data[kind * size : (kind + 1) * size] for kind in range(self._kinds(reaches))]
        numbers: dict[bytes, int] = {}
        for row in rows[1:]:
            numbers.setdefault(row, len(numbers) % BITS)
        classes = bytearray(-len(rows) % BLOCK_SIZE + len(rows))
        for kind, row in enumerate(rows[1:], 1):
            classes[kind] = 1 << numbers[row]
        origins = bytearray(reaches.sites * board + BLOCK_SIZE)
        for row, number in numbers.items():
            for site in range(board):
                bits = int.from_bytes(
                    row[site * reaches.width : (site + 1) * reaches.width], "little"
                )
                while bits:
                    low = bits & -bits
                    origins[(low.bit_length() - 1) * board + site] |= 1 << number
                    bits ^= low
        return self._room(classes), self._room(origins)

    def _room(self, data: bytearray) -> int:
        base = self.memory
        self.data[base] = bytes(data)
        self.memory = base + len(data)
        return base
