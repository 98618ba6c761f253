"""What one ruleset allows and the other does not, after a line of play: by which clauses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from games.compare.sides import Side
from games.notation.apart import CLAUSE
from games.play import Outcome, Position


@dataclass(frozen=True)
class Step:
    """A move of the line: its text under either ruleset, and the clause that allows it there."""

    a: str
    b: str
    clause_a: str
    clause_b: str


@dataclass(frozen=True)
class Lone:
    """A legal move of one side: the clause that allows it, and why the other does not have it.

    `how` is "forbidden" (by the clause `refused`), "over" (that clause has ended the game there;
    "" where no end rule did), "otherwise" (there are moves between the same sites, but in another
    number of ways), or "unknown": no clause of the other makes such a move.
    """

    move: str
    allowed: str
    how: str
    refused: str = ""


@dataclass(frozen=True)
class End:
    """What is left of a position elsewhere."""

    outcome: Outcome | None
    players: int


@dataclass(frozen=True)
class Difference:
    """Two positions that the same line leads to, and the moves that only one of them has.

    `kind` is "moves", or "results" where both games are over.
    """

    kind: str
    line: tuple[Step, ...]
    a: Position
    b: Position
    only_a: tuple[Lone, ...]
    only_b: tuple[Lone, ...]

    def __getstate__(self) -> dict[str, object]:
        """What another process may know: of the positions, which stay in this one, the outcomes."""
        return {**self.__dict__, "a": _end(self.a), "b": _end(self.b)}


def _end(position: Position) -> End:
    return End(position.outcome, position.players)


def difference(kind: str, a: Side, b: Side, line: Sequence[str]) -> Difference:
    """Play a line under both rulesets and see what is legal where it ends."""
    at_a, at_b = a.rules.start(), b.rules.start()
    steps: list[Step] = []
    for text in line:
        move_a, move_b = a.written(at_a)[text], b.written(at_b)[text]
        steps.append(Step(move_a.label, move_b.label, move_a.clause, move_b.clause))
        at_a, at_b = at_a.play(move_a), at_b.play(move_b)
    only_a, only_b = tuple(_lone(a, at_a, b, at_b)), tuple(_lone(b, at_b, a, at_a))
    return Difference(kind, tuple(steps), at_a, at_b, only_a, only_b)


def _lone(side: Side, here: Position, other: Side, there: Position) -> Iterator[Lone]:
    """The moves that only the first position has."""
    legal = other.written(there)
    alike = {CLAUSE.sub("", text) for text in legal}
    refused = {other.called(each.move): each.clause for each in there.forbidden}
    for text, move in side.written(here).items():
        if text in legal:
            continue
        if there.outcome is not None:
            yield Lone(move.label, move.clause, "over", there.outcome.clause)
        elif text in refused:
            yield Lone(move.label, move.clause, "forbidden", refused[text])
        else:
            how = "otherwise" if CLAUSE.sub("", text) in alike else "unknown"
            yield Lone(move.label, move.clause, how)


def grouped(moves: Sequence[Lone]) -> list[tuple[Lone, list[str]]]:
    """Moves that the same clauses allow and refuse: the first of them, and the texts of all."""
    key = lambda each: (each.allowed, each.how, each.refused)  # noqa: E731
    groups = (list(group) for _, group in groupby(sorted(moves, key=key), key))
    return [(group[0], [each.move for each in group]) for group in groups]
