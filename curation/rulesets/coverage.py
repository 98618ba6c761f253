"""The clauses of a ruleset beside the definitions of a text: what each rests on, what shows it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Prefetch

from games.models import Clause, Match, Moment, Ruleset
from games.ruleset_page import SHOWING


@dataclass(frozen=True)
class Covered:
    """A clause: `line` of its definition (None: the text has none), citations, an example."""

    clause: Clause
    line: int | None
    citations: list[Any] = field(default_factory=list)
    examples: int = 0
    example: Match | None = None


@dataclass(frozen=True)
class Coverage:
    """All clauses in order, and the definitions that are none."""

    clauses: list[Covered]
    others: list[dict[str, Any]]

    @property
    def cited(self) -> int:
        """How many clauses have a citation."""
        return sum(bool(each.citations) for each in self.clauses)

    @property
    def shown(self) -> int:
        """How many clauses show up in a game made or found to show the rules."""
        return sum(bool(each.examples) for each in self.clauses)

    @property
    def missing(self) -> list[str]:
        """The names of clauses without a definition."""
        return [each.clause.name for each in self.clauses if each.line is None]

    def told(self) -> list[dict[str, Any]]:
        """The clauses as JSON."""
        return [
            {
                "name": each.clause.name,
                "title": each.clause.title,
                "status": each.clause.status,
                "line": each.line,
                "citations": len(each.citations),
                "examples": each.examples,
            }
            for each in self.clauses
        ]


def coverage(ruleset: Ruleset | None, definitions: Iterable[dict[str, Any]]) -> Coverage:
    """What is there for each clause, in a fixed number of queries."""
    lines = {each["name"]: each["line"] for each in definitions}
    clauses = _clauses(ruleset) if ruleset is not None else []
    named = {clause.name for clause in clauses}
    others = [{"name": name, "line": line} for name, line in lines.items() if name not in named]
    return Coverage([_covered(clause, lines.get(clause.name)) for clause in clauses], others)


def _covered(clause: Any, line: int | None) -> Covered:
    moments = list(clause.moments.all())
    citations = list(clause.citations.all())
    match = min(moments, key=lambda each: each.pk).match if moments else None
    return Covered(clause, line, citations, len({each.match_id for each in moments}), match)


def _clauses(ruleset: Ruleset) -> list[Clause]:
    moments = Moment.objects.filter(match__origin__in=SHOWING).select_related("match__ruleset")
    clauses = ruleset.clauses.prefetch_related(
        Prefetch("moments", moments), "citations__source", "citations__evidence"
    )
    return list(clauses)
