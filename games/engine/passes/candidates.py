"""Random games choose among moves that are not collected, and test only the one chosen.

Moves are counted; one of them, by its number, is then made. Where it does not pass the tests that
legal moves must pass, another is chosen, so that each legal move comes as often as any other.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from games.engine.ir import nodes as ir
from games.engine.ir.program import Program
from games.engine.ir.walking import walk
from games.engine.passes.generators import (
    BEGIN,
    MARKING,
    Block,
    Copies,
    Rest,
    Unsuitable,
    generating,
    guarded,
    leftovers,
)
from games.engine.passes.origins import piece_loop

WORD = 4
GENERATOR = "generate_phase"
TALLY = ir.Local("tally")
SKIP = ir.Context("skip")
CHOSEN, FAILED = ir.Const(1), ir.Const(2)


def candidates(program: Program) -> Program:
    """The program in which the kernels about candidates give more than nothing."""
    makers = generating(program)
    tallies = Tallies(program)
    counted, chosen = _Counted(program, makers, tallies), _Chosen(program, makers, tallies)
    if counted.of(GENERATOR) is None or chosen.of(GENERATOR) is None:
        return program
    fields = program.fields
    phase = fields["phase"].load(fields["mover"].load())
    count = ir.Call(f"{counted.prefix}_{GENERATOR}", (phase,))
    choice = ir.Call(f"{chosen.prefix}_{GENERATOR}", (phase,))
    answers = {
        "candidates": ir.Function("candidates", (), (ir.Return(count),)),
        "chooses_candidates": _yes("chooses_candidates"),
        "candidate": guarded(program, "candidate", ("number",), choice, chosen.made, ()),
    }
    if not counted.tests:
        answers["candidates_are_legal"] = _yes("candidates_are_legal")
    number = ir.SetContext(SKIP.name, ir.Local("number"))
    answers["candidate"] = replace(answers["candidate"], body=(number, *answers["candidate"].body))
    functions = [answers.get(each.name, each) for each in program.functions]
    return replace(
        program,
        functions=[*functions, *counted.made, *chosen.made],
        tables={**program.tables, **counted.tables, **chosen.tables},
        memory=tallies.memory,
    )


def _yes(name: str) -> ir.Function:
    return ir.Function(name, (), (ir.Return(ir.Const(1)),))


class Tallies:
    """How many candidates each piece has, by its site, for each loop over pieces."""

    def __init__(self, program: Program) -> None:
        self.memory = program.memory + -program.memory % WORD
        self.width = WORD * program.fields["what"].length
        self._bases: dict[int, int] = {}

    def place(self, node: ir.Statement, site: str) -> tuple[ir.Expression, int]:
        """Where the number for a site stands: an address and an offset."""
        if id(node) not in self._bases:
            self._bases[id(node)] = self.memory
            self.memory += self.width
        return ir.Local(site) * WORD, self._bases[id(node)]


class _ByPiece(Copies):
    """Copies that know a loop over pieces when the generator itself consists of it."""

    def __init__(self, program: Program, makers: frozenset[str], tallies: Tallies) -> None:
        super().__init__(program, makers)
        self.tallies = tallies
        self._plain = True

    def block(self, body: Block, rest: Rest) -> Block:
        found: list[ir.Statement] = []
        for n, each in enumerate(body):
            following = (body[n + 1 :], *rest)
            loop = piece_loop(body[n - 1], each) if n and self._plain else None
            alike = alike_sites(body[n - 1], each) if n else None
            if alike is not None:
                found += self.on_alike(alike, following)
            elif loop is None:
                found += self._within(each, following)
            else:
                copied = self._of_piece(loop.body, following)
                place = self.tallies.place(each, loop.site)
                found.append(ir.While(ir.Const(1), (*loop.step, *self.by_piece(copied, place))))
        return tuple(found)

    def _within(self, node: ir.Statement, rest: Rest) -> Block:
        """In a loop, or in another function, a piece may come more than once."""
        plain, self._plain = self._plain, self._plain and isinstance(node, ir.If)
        copied = self.statement(node, rest)
        self._plain = plain
        return copied

    def _of_piece(self, body: Block, rest: Rest) -> Block:
        self._plain = False
        copied = super().block(body, rest)
        self._plain = True
        return copied

    def by_piece(self, body: Block, place: tuple[ir.Expression, int]) -> Block:
        """What is done with the piece on a site, whose number of candidates has a place."""
        raise NotImplementedError

    def on_alike(self, loop: AlikeSites, rest: Rest) -> Block:
        """What takes the place of a loop over sites with a candidate each."""
        raise NotImplementedError


class AlikeSites(NamedTuple):
    """A loop over the sites where one piece stands, or none, with one move on each.

    `sites` are the arguments of the kernels that find such sites.
    """

    site: str
    sites: tuple[ir.Expression, ...]
    body: Block


def alike_sites(before: ir.Statement, node: ir.Statement) -> AlikeSites | None:
    """The loop that two statements are, or None."""
    match before, node:
        case (
            ir.Assign(site, ir.Const(first)),
            ir.While(
                ir.Const(1),
                (
                    ir.Assign(step, ir.Call("next_with", (following, *more))),
                    ir.If(_, (ir.Break(),), ()),
                    *body,
                ),
            ),
        ) if site == step and following == ir.Local(site) + 1:
            proposed = sum(isinstance(each, ir.Propose) for each in body)
            plain = all(isinstance(each, ir.Propose | ir.Assign | ir.SetContext) for each in body)
            if proposed == 1 and plain and all(isinstance(each, ir.Const) for each in more):
                return AlikeSites(site, (ir.Const(first + 1), *more), tuple(body))
    return None


class _Counted(_ByPiece):
    """Copies give the number of moves, whether they pass tests or not."""

    prefix = "counted"
    result = TALLY
    tests = 0

    def proposed(self, node: ir.Propose, rest: Rest) -> Block:
        return *leftovers(node.body), _more(ir.Const(1))

    def kept(self, node: ir.KeepMoves) -> Block:
        self.tests += 1
        return ()

    def called(self, value: ir.Expression, rest: Rest) -> Block:
        return (_more(value),)

    def collected(self, node: ir.Run, rest: Rest) -> Block:
        return node, _more(self.count.load() - BEGIN), self.count.store(0, BEGIN)

    def by_piece(self, body: Block, place: tuple[ir.Expression, int]) -> Block:
        before = ir.Local("before")
        noted = ir.Store("tallies", WORD, *place, TALLY - before)
        return ir.Assign(before.name, TALLY), *body, noted

    def on_alike(self, loop: AlikeSites, rest: Rest) -> Block:
        self.block(loop.body, rest)
        return (_more(ir.Call("number_with", loop.sites)),)


def _more(number: ir.Expression) -> ir.Statement:
    return ir.Assign(TALLY.name, TALLY + number)


class _Chosen(_ByPiece):
    """Copies make the move before which `skip` others come; 2 where it fails a test."""

    prefix = "chosen"

    def proposed(self, node: ir.Propose, rest: Rest) -> Block:
        made = ir.Propose(node.frm, node.to, node.body)
        chosen = ir.If(SKIP.same(0), (made, *self._completed(rest), ir.Return(CHOSEN)))
        return chosen, *leftovers(node.body), ir.SetContext(SKIP.name, SKIP - 1)

    def kept(self, node: ir.KeepMoves) -> Block:
        return ()

    def called(self, value: ir.Expression, rest: Rest) -> Block:
        found = ir.Local("found")
        completed = ir.If(found.same(CHOSEN), self._completed(rest))
        return ir.Assign("found", value), ir.If(found, (completed, ir.Return(found)))

    def collected(self, node: ir.Run, rest: Rest) -> Block:
        number = ir.Local("number_here")
        move = ir.Run(ir.Call("move_header", (BEGIN, BEGIN + SKIP)))
        one = self.count.store(0, BEGIN + 1)
        chosen = (move, one, *self._completed(rest), ir.Return(CHOSEN))
        return (
            node,
            ir.Assign(number.name, self.count.load() - BEGIN),
            ir.If(number > SKIP, chosen),
            ir.SetContext(SKIP.name, SKIP - number),
            self.count.store(0, BEGIN),
        )

    def by_piece(self, body: Block, place: tuple[ir.Expression, int]) -> Block:
        number = ir.Local("of_piece")
        passed = ir.SetContext(SKIP.name, SKIP - number)
        return (
            ir.Assign(number.name, ir.Load("tallies", WORD, True, *place)),
            ir.If(number > SKIP, body, (passed,)),
        )

    def on_alike(self, loop: AlikeSites, rest: Rest) -> Block:
        lacking = self.program.fields["lacking"].load()
        chosen = ir.SetContext(SKIP.name, ir.Const(0)), *self.block(loop.body, rest)
        return (
            ir.Assign(loop.site, ir.Call("nth_with", (*loop.sites, SKIP))),
            ir.If(ir.Local(loop.site) >= 0, chosen, (ir.SetContext(SKIP.name, lacking),)),
        )

    def _completed(self, rest: Rest) -> Block:
        """What the statements that follow do to a move that has been made, and whether it stays."""
        found: list[ir.Statement] = []
        later: set[str] = set()
        for block in rest:
            for node in block:
                found += self._completing(node, later)
                later |= {each.name for each in walk((node,)) if isinstance(each, ir.Assign)}
        return tuple(found)

    def _completing(self, node: ir.Statement, later: set[str]) -> Block:
        match node:
            case ir.Run(ir.Call(name, (ir.Local(start), *_))) if name in MARKING:
                return () if start in later else (node,)
            case ir.KeepMoves(ir.Local(start), test):
                newest = self.count.load() - 1
                passed = ir.Dispatch("FITS", ir.Const(test), (newest,))
                failed = ir.If(ir.negate(passed), (ir.Return(FAILED),))
                return () if start in later else (failed,)
            case ir.SetContext(_, ir.Local(name)) | ir.Store(_, _, _, _, ir.Local(name)):
                return () if name in later else (node,)
            case ir.If() | ir.While():
                self._unaffected(node, later)
        return ()

    def _unaffected(self, node: ir.Statement, later: set[str]) -> None:
        """Raise Unsuitable for tests and marks within, unless they are for moves made there."""
        own = later | {each.name for each in walk((node,)) if isinstance(each, ir.Assign)}
        for each in walk((node,)):
            match each:
                case ir.KeepMoves(ir.Local(start)) if start in own:
                    continue
                case ir.Call(name, (ir.Local(start), *_)) if name in MARKING and start in own:
                    continue
                case ir.KeepMoves():
                    raise Unsuitable
                case ir.Call(name) if name in MARKING:
                    raise Unsuitable
