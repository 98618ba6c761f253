"""The parts of a rules' text that tracing tells apart, with their places."""

from __future__ import annotations

from dataclasses import dataclass, field

from games.engine.language import Typed
from games.engine.manifest import Clause

KINDS = ("moves", "end")
NEXT_PHASE = "phase nextPhase"


@dataclass
class Clauses:
    """Clauses in reading order; `numbers` finds that of a typed node by its identity."""

    entries: list[Clause] = field(default_factory=list)
    numbers: dict[int, int] = field(default_factory=dict)

    def number(self, typed: Typed) -> int | None:
        """The number of a node's clause, or None where it is none."""
        return self.numbers.get(id(typed))


def clauses_of(game: Typed) -> Clauses:
    """All moves, effects, ends and changes of phase of a game."""
    found = Clauses()
    waiting: list[tuple[Typed, int | None]] = [(game, None)]
    while waiting:
        typed, parent = waiting.pop()
        if typed.row is not None and (typed.kind in KINDS or typed.key == NEXT_PHASE):
            number = len(found.entries)
            found.numbers[id(typed)] = number
            found.entries.append(_clause(typed, number, parent))
            parent = number
        waiting += [(each, parent) for each in reversed(list(typed.children()))]
    return found


def _clause(typed: Typed, number: int, parent: int | None) -> Clause:
    span, origin = typed.node.span, typed.node.origin
    line, column = span.source.line_and_column(span.start)
    definitions = () if origin is None else origin.chain()
    return Clause(
        number, parent, typed.key, span.source.name, span.start, span.end, line, column, definitions
    )
