"""The clauses of a ruleset beside the definitions of a text: what each rests on, what shows it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from evidence.editing.curation.rulesets.contents import (
    Cited,
    Content,
    clause_of,
    content_of,
    names_in,
)
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
            {name: getattr(each.clause, name) for name in ("name", "title", "status")}
            | {"line": each.line, "citations": len(each.citations), "examples": each.examples}
            for each in self.clauses
        ]


def coverage(
    ruleset: Ruleset | None,
    definitions: Iterable[dict[str, Any]],
    content: Content | None = None,
) -> Coverage:
    """What is there for each clause, in a fixed number of queries.

    The clauses are those of the content, or of the ruleset where there is none.
    """
    lines = {each["name"]: each["line"] for each in definitions}
    if content is None:
        content = content_of(ruleset)
    shown = _moments(ruleset)
    named = set(names_in(content))
    cited = Cited(content)
    clauses = [
        _covered(row, cited, lines.get(row["name"]), shown.get(row["name"], []))
        for row in content["clauses"]
    ]
    others = [{"name": name, "line": line} for name, line in lines.items() if name not in named]
    return Coverage(clauses, others)


def _covered(row: Content, cited: Cited, line: int | None, moments: list[Moment]) -> Covered:
    citations = [cited.citation(each) for each in row["citations"]]
    match = min(moments, key=lambda each: each.pk).match if moments else None
    games = len({each.match_id for each in moments})
    return Covered(clause_of(row), line, citations, games, match)


def _moments(ruleset: Ruleset | None) -> dict[str, list[Moment]]:
    """The moments that show what clauses do, by the names of these."""
    found: dict[str, list[Moment]] = defaultdict(list)
    if ruleset is not None:
        moments = Moment.objects.filter(match__origin__in=SHOWING, clause__ruleset=ruleset)
        for moment in moments.select_related("match__ruleset", "clause"):
            found[moment.clause.name].append(moment)
    return found
