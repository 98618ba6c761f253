"""What is said of a ruleset beside its text: its name and summary, its pieces, and its clauses.

A content is JSON: `name`, `kind`, `summary`, `pieces` (name in the text → symbol, name, letter) and
`clauses` in reading order, each with `name`, `title`, `text`, `status`, `reason` and `citations`,
each with `source` (slug), `locator`, `evidence` (identifier or null) and `relation`, and `parts`
(see `evidence.claims.contents`) where some were entered. In a draft, `source` and `evidence` may be
what somebody typed that is none, and `let_go` names the clauses that are taken out with the moments
of recorded games that show them.
"""

from __future__ import annotations

from typing import Any

from django.db.models import Prefetch

from config.databases.held import prefetch_held
from evidence.claims.contents import PREFETCH, parts_of
from evidence.editing.curation.ruleset_models import RulesetDraft
from evidence.models import ClauseCitation, Evidence, Source
from games.models import Clause, Ruleset

Content = dict[str, Any]
FIELDS = ("name", "kind", "summary")
CLAUSE = ("name", "title", "text", "status", "reason")


def content_of(ruleset: Ruleset | None) -> Content:
    """What is published, in two queries and those for the kinds of things that are cited."""
    if ruleset is None:
        return dict.fromkeys(FIELDS, "") | rows_of({})
    clauses = ruleset.clauses.order_by("position", "pk")
    cited = Prefetch("citations", ClauseCitation.objects.select_related("source", "evidence"))
    rows = prefetch_held(clauses, cited, *PREFETCH)
    return {
        **{name: getattr(ruleset, name) for name in FIELDS},
        "pieces": ruleset.pieces,
        "clauses": [_clause(row) for row in rows],
    }


def _clause(row: Any) -> Content:
    citations = sorted(row.citations.all(), key=lambda each: each.pk)
    cited = [
        {
            "source": each.source.slug,
            "locator": each.locator,
            "evidence": each.evidence.identifier if each.evidence else None,
            "relation": each.relation,
        }
        for each in citations
    ]
    parts = parts_of(row)
    said = {name: getattr(row, name) for name in CLAUSE} | {"citations": cited}
    return said | {"parts": parts} if parts else said


def draft_content(draft: RulesetDraft) -> Content:
    """What a draft says, in the same shape; where it has no word, what is published."""
    if draft.content is None and draft.ruleset:
        return content_of(draft.ruleset)
    return whole(draft, draft.content or {})


def rows_of(content: Content) -> Content:
    """What a draft keeps of a content; names and summary are fields of its own."""
    rows: Content = {"pieces": {}, "clauses": []}
    return rows | {key: content[key] for key in (*rows, "let_go") if key in content}


def with_parts(content: Content, published: Content | None) -> Content:
    """A content with the parts that published clauses have: its form does not show them.

    Claims keep their citations, wherever the form has put them, unless it has taken them out.
    """
    said = {row["name"]: row for row in (published or {}).get("clauses", ()) if "parts" in row}
    clauses = [
        row | {"parts": _parts_after(said[row["name"]], row)} if row["name"] in said else row
        for row in content.get("clauses", ())
    ]
    return content | {"clauses": clauses} if said else content


def _parts_after(published: Content, row: Content) -> list[Content]:
    """The parts of a clause, whose citations may stand elsewhere than in what is published."""
    if "parts" in row:
        return list(row["parts"])
    places: dict[Any, int] = {}
    for at, each in reversed(list(enumerate(row["citations"]))):
        places |= {each["source"]: at, (each["source"], each["locator"]): at}
    moved = [
        places.get((each["source"], each["locator"]), places.get(each["source"]))
        for each in published["citations"]
    ]
    return [
        part | {"claims": [_claim_after(claim, moved) for claim in part["claims"]]}
        for part in published["parts"]
    ]


def _claim_after(claim: Content, moved: list[int | None]) -> Content:
    if "citation" not in claim:
        return claim
    at = moved[claim["citation"]]
    rest = {name: value for name, value in claim.items() if name != "citation"}
    return rest if at is None else rest | {"citation": at}


def whole(named: Any, content: Content) -> Content:
    """A content with the name, the kind and the summary of a draft or a ruleset."""
    return {name: getattr(named, name) for name in FIELDS} | rows_of(content)


def names_in(content: Content) -> list[str]:
    """The names of its clauses, in order."""
    return [row["name"] for row in content["clauses"]]


def taken_out(ruleset: Ruleset | None, content: Content | None) -> list[Content]:
    """The published clauses that the content of a draft has not."""
    if content is None:
        return []
    kept = set(names_in(content))
    return [row for row in content_of(ruleset)["clauses"] if row["name"] not in kept]


class Cited:
    """The sources and records that contents cite, each kind fetched by one query."""

    def __init__(self, *contents: Content) -> None:
        rows = [
            cited
            for content in contents
            for clause in content["clauses"]
            for cited in clause["citations"]
        ]
        slugs = {row["source"] for row in rows}
        named = {row["evidence"] for row in rows if row["evidence"]}
        sources = Source.objects.filter(slug__in=slugs)
        records = Evidence.objects.filter(identifier__in=named).select_related("game")
        self.sources = {source.slug: source for source in sources}
        self.records = {record.identifier: record for record in records}

    def citation(self, row: Content) -> ClauseCitation:
        """The citation, not stored; of a source that is none it has the words alone."""
        source = self.sources.get(row["source"])
        return ClauseCitation(
            source=source or Source(citation=row["source"], title=row["source"]),
            evidence=self.records.get(row["evidence"] or ""),
            locator=row["locator"],
            relation=row["relation"],
        )


def clause_of(row: Content, position: int = 0) -> Clause:
    """The clause of a content, not stored."""
    return Clause(position=position, **{name: row[name] for name in CLAUSE})
