"""What is said of a ruleset, stored: rows that stay as they are keep their ids."""

from __future__ import annotations

from evidence.claims import settle
from evidence.claims.contents import store_parts
from evidence.editing.curation.rulesets.contents import CLAUSE, FIELDS, Cited, Content
from evidence.models import ClauseCitation
from games.models import Clause, Ruleset
from games.stored_concepts import store_concepts


def name_as(ruleset: Ruleset, content: Content) -> None:
    """Give a ruleset that is going to be saved its name, kind, summary and pieces."""
    for field in FIELDS:
        setattr(ruleset, field, content[field])
    ruleset.pieces = content["pieces"]


def store_clauses(ruleset: Ruleset, content: Content) -> None:
    """Make the clauses of a ruleset those of a content without faults, and work out its concepts.

    Moments that show a clause which is taken out go with it.
    """
    cited = Cited(content)
    stored = {clause.name: clause for clause in ruleset.clauses.all()}
    for position, row in enumerate(content["clauses"]):
        clause = stored.pop(row["name"], None) or Clause(ruleset=ruleset, name=row["name"])
        for field in CLAUSE:
            setattr(clause, field, row[field])
        clause.position = position
        clause.save()
        _store_citations(clause, [cited.citation(each) for each in row["citations"]])
        if "parts" in row:
            store_parts(clause, row["parts"])
    for clause in stored.values():
        clause.delete()
    settle(ruleset)
    store_concepts(ruleset)


def _store_citations(clause: Clause, wanted: list[ClauseCitation]) -> None:
    """Rows are kept up to the first that is of another source: their order is that of their ids."""
    stored = list(clause.citations.order_by("pk"))
    same = 0
    while same < min(len(stored), len(wanted)) and _is_same(stored[same], wanted[same]):
        same += 1
    for row in stored[same:]:
        row.delete()
    for row, said in zip(stored[:same], wanted, strict=False):
        row.locator, row.evidence, row.relation = said.locator, said.evidence, said.relation
        row.save()
    for said in wanted[same:]:
        said.clause = clause
        said.save()


def _is_same(stored: ClauseCitation, wanted: ClauseCitation) -> bool:
    return stored.source_id == wanted.source_id
