"""Loops over all pieces of which only those matter that may reach a site, turned round.

Such a loop looks at each site, at the piece there, and calls the piece's function. Where it is
known which kinds of piece may go from where to the site aimed at, only those sites are looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.engine.ir import nodes as ir
from games.engine.ir.program import Program, Reaches

MOST_KINDS = 31


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
                    ir.Assign(step, ir.Call("next_marked", (following, ir.Const(end), _))),
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
                        return PieceLoop(site, what, table, sets, end, body[:2], body[2:])
    return None


def puts_back(rest: tuple[ir.Statement, ...], names: frozenset[str]) -> bool:
    """Whether variables of the context get their former values before anything reads them."""
    left = set(names)
    for each in rest:
        match each:
            case ir.SetContext(name, ir.Local()):
                left.discard(name)
            case ir.Store(_, _, ir.Const(), _, ir.Local()):
                continue
            case _:
                break
    return not left


class Origins:
    """Lists of the sites from which some kind of piece may reach a site, with those kinds."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.data: dict[int, bytes] = {}
        self.memory = program.memory
        self._known: dict[Reaches, tuple[int, int]] = {}

    def fit(self, reaches: Reaches) -> bool:
        """Whether the kinds of piece fit into the bits of a number."""
        return self._kinds(reaches) <= MOST_KINDS

    def loop(self, loop: PieceLoop, reaches: Reaches, aim: ir.Expression) -> Iterator[ir.Statement]:
        """The loop over those sites; `loop.body` begins by reading what stands on the site."""
        if reaches not in self._known:
            self._known[reaches] = self._listed(reaches)
        starts, entries = self._known[reaches]
        at, end = ir.Local(f"at_{loop.site}"), ir.Local(f"end_{loop.site}")
        kinds = ir.Load("origins", 4, True, at, entries + 4)
        read, asked = loop.body
        may = ((kinds >> ir.Local(loop.what)) & 1).differs(0)
        yield ir.Assign(at.name, ir.Load("origins", 4, True, aim << 2, starts))
        yield ir.Assign(end.name, ir.Load("origins", 4, True, aim << 2, starts + 4))
        yield ir.While(
            at < end,
            (
                ir.Assign(loop.site, ir.Load("origins", 4, True, at, entries)),
                read,
                ir.If(may, (asked,)),
                ir.Assign(at.name, at + 8),
            ),
        )

    def _kinds(self, reaches: Reaches) -> int:
        return len(self.program.data[reaches.base]) // (reaches.sites * reaches.width)

    def _listed(self, reaches: Reaches) -> tuple[int, int]:
        """Where the lists begin, by the site aimed at, and their entries: site and kinds."""
        sites, width = reaches.sites, reaches.width
        data = self.program.data[reaches.base]
        found: list[dict[int, int]] = [{} for _ in range(sites)]
        for row in range(self._kinds(reaches) * sites):
            bits = int.from_bytes(data[row * width : (row + 1) * width], "little")
            kind, site = divmod(row, sites)
            while bits:
                low = bits & -bits
                into = found[low.bit_length() - 1]
                into[site] = into.get(site, 0) | 1 << kind
                bits ^= low
        words, starts = [], [0]
        for each in found:
            for site in sorted(each):
                words += [site, each[site]]
            starts.append(len(words) * 4)
        return self._room(starts), self._room(words)

    def _room(self, words: list[int]) -> int:
        base = self.memory + -self.memory % 4
        self.data[base] = b"".join(word.to_bytes(4, "little") for word in words)
        self.memory = base + 4 * len(words)
        return base
