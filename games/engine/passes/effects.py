"""What functions read, and what is different after them, of the position and the context.

A variable of the context is named with `@` before it. The list of moves, and what else holds
nothing from one question to the next, does not count.
"""

from __future__ import annotations

from collections.abc import Iterable

from games.engine.ir import nodes as ir
from games.engine.ir.program import Program
from games.engine.ir.walking import facts, notes

Block = tuple[ir.Statement, ...]
Names = frozenset[str]
Place = tuple[str, str]
NOTHING: Names = frozenset()
SCRATCH = frozenset({"scratch", "move", "action", "stack", "table"})
# What notes about statements call reading sixteen bytes at once.
BLOCKS = ""
# Reading at an address that may be that of any field of the sites.
ON_ANY_SITE = frozenset({"memory", BLOCKS})
PUSH = ir.Run(ir.Call("push_state"))
POPS = (ir.Run(ir.Call("pop_state")), ir.Run(ir.Call("pop_state_keeping_moves")))


class Effects:
    """Facts about the functions of a program that need those of the functions they call."""

    def __init__(self, program: Program) -> None:
        self.functions = {each.name: each for each in program.functions}
        self.tables = program.tables
        fields = program.fields.values()
        self.state = frozenset(each.name for each in fields if each.scope not in SCRATCH)
        self.on_sites = frozenset(each.name for each in fields if each.scope == "site")
        self._single = frozenset(each.name for each in fields if each.length == 1)
        self._own_reads: dict[str, Names] = {}
        self._after: dict[str, Names] = {}
        self._calls: dict[str, Names] = {}
        self._reached: dict[str, Names] = {}

    def reached(self, name: str) -> Names:
        """The functions that one calls, itself or through others, and itself."""
        if name not in self._reached:
            found, waiting = {name}, [name]
            while waiting:
                new = self._called(waiting.pop()) - found
                found |= new
                waiting += new
            self._reached[name] = frozenset(found)
        return self._reached[name]

    def _called(self, name: str) -> Names:
        if name not in self._calls:
            known = facts(self.functions[name])
            self._calls[name] = known.calls.union(*(self.tables[each] for each in known.tables))
        return self._calls[name]

    def reads(self, name: str) -> Names:
        """What the answer of a function may depend on."""
        return NOTHING.union(*(self._read_by(each) for each in self.reached(name)))

    def _read_by(self, name: str) -> Names:
        if name not in self._own_reads:
            known = facts(self.functions[name])
            found = known.loads & self.state | {f"@{each}" for each in known.contexts}
            on_sites = self.on_sites if known.loads & ON_ANY_SITE else NOTHING
            self._own_reads[name] = found | on_sites
        return self._own_reads[name]

    def after(self, name: str) -> Names:
        """What may be different after a function."""
        if name not in self._after:
            self._settle(self.reached(name) - self._after.keys())
        return self._after[name]

    def of(self, node: ir.Statement) -> Names:
        """What may be different after a statement."""
        match node:
            case ir.If(condition, then, otherwise):
                asked = self.of(ir.Run(condition))
                return asked | self._different(then) | self._different(otherwise)
            case ir.While(condition, body):
                return self.of(ir.Run(condition)) | self._different(body)
        found: set[str] = set()
        for kind, name in notes(node):
            if kind == "stores" and name in self.state:
                found.add(name)
            elif kind == "sets":
                found.add(f"@{name}")
            elif kind == "copies":
                found |= self.state
            elif kind == "calls":
                found |= self.after(name)
            elif kind == "tables":
                found = found.union(*map(self.after, self.tables[name]))
        return frozenset(found)

    def _settle(self, names: Iterable[str]) -> None:
        """Functions may call each other: they are looked at until nothing is added."""
        settling = waiting = [name for name in names if name != "push_state"]
        self._after.update(dict.fromkeys(names, NOTHING))
        while waiting:
            grown: set[str] = set()
            for name in waiting:
                found = self._different(self.functions[name].body) if self._acts(name) else NOTHING
                if found != self._after[name]:
                    self._after[name] = found
                    grown.add(name)
            waiting = [name for name in settling if grown & self._called(name)]

    def _acts(self, name: str) -> bool:
        """Whether a function changes anything, for a while at least."""
        known = facts(self.functions[name])
        if known.sets or known.copies or known.stores & self.state:
            return True
        return any(self._after[each] for each in self._called(name))

    def _different(self, body: Block) -> Names:
        """What is neither as it was at the end of a body, nor wherever it is left before."""
        now, left = set[str](), set[str]()
        saved: dict[str, str] = {}
        pushed: set[str] | None = None
        for node in body:
            back = self._put_back(node)
            if back is not None and saved.get(back[1]) == back[0]:
                now.discard(back[0])
                continue
            runs = isinstance(node, ir.Run)
            if runs and pushed is not None and node in POPS:
                now, pushed = now - self.state | pushed, None
                continue
            now |= self.of(node)
            left |= now if _leaves(node) else NOTHING
            if saved:
                noted = notes(node)
                for local in [each for each in saved if ("assigns", each) in noted]:
                    del saved[local]
            former = self._former(node)
            if former is not None and former[0] not in now:
                saved[former[1]] = former[0]
            if runs and node == PUSH:
                pushed = now & self.state
        return frozenset(now | left)

    def _former(self, node: object) -> Place | None:
        """A place, and the variable of a function that its value is kept in."""
        match node:
            case ir.Assign(local, ir.Context(name)):
                return f"@{name}", local
            case ir.Assign(local, ir.Load(field)) if field in self._single:
                return field, local
        return None

    def _put_back(self, node: object) -> Place | None:
        """A place, and the variable of a function whose value it is given."""
        match node:
            case ir.SetContext(name, ir.Local(local)):
                return f"@{name}", local
            case ir.Store(field, _, _, _, ir.Local(local)) if field in self._single:
                return field, local
        return None


def _leaves(node: ir.Statement) -> bool:
    """Whether a statement may leave the block that it is part of."""
    noted = notes(node)
    return ("ends", "") in noted or (("breaks", "") in noted and _breaks(node))


def _breaks(node: ir.Statement) -> bool:
    match node:
        case ir.If(_, then, otherwise):
            return any(map(_breaks, (*then, *otherwise)))
    return isinstance(node, ir.Break | ir.Continue)
