"""From a clause back to the records: which attest it, which contradict it, which are silent.

Of each the page tells the words that say so: a phrase marked in a quotation, else the quotation of
the source that the clause cites, else phrases marked in what curators wrote. Where there is none of
these: the record's only quotation, or what it shows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import prefetch_related_objects
from django.utils.translation import gettext as _

from games.models import Ruleset

IN_QUOTATION = "quotation"


@dataclass(frozen=True)
class Passage:
    """Words of a record; with the quotation that they are of, where they are a source's."""

    text: str
    quotation: Any = None


@dataclass(frozen=True)
class Heard:
    """A record, how it bears on a clause ("describes"), and by which words."""

    record: Any
    relation: str
    passages: list[Passage]


@dataclass(frozen=True)
class Told:
    """Records that say the same of a clause: "attested by", the records."""

    label: str
    records: list[Heard]


def records_by_clause(ruleset: Ruleset) -> dict[str, list[Told]]:
    """For each clause by name, the records linked with the ruleset or cited for the clause.

    A record attests, contradicts or mentions a clause by a marked phrase or a citation; one that
    does none of it is silent about the clause. Reads what `whole_rulesets` has fetched, and the
    quotations of the records that say something.
    """
    clauses = list(ruleset.clauses.all())
    rows = {clause.name: _rows(clause) for clause in clauses}
    heard = [row.evidence for each in rows.values() for row in each]
    prefetch_related_objects(heard, "quotations__citation__source")
    linked = [link.evidence for link in ruleset.evidence_links.all()]
    return {name: _told(each, linked) for name, each in rows.items()}


def _rows(clause: Any) -> list[Any]:
    """The phrases and citations of a clause that are of a record."""
    rows = (*clause.phrases.all(), *clause.citations.all())
    return [row for row in rows if row.evidence is not None]


def _told(rows: Iterable[Any], linked: Iterable[Any]) -> list[Told]:
    says: dict[str, dict[int, list[Any]]] = {"attested": {}, "contradicted": {}, "mentioned": {}}
    for row in rows:
        says[_kind(row.relation)].setdefault(row.evidence.pk, []).append(row)
    heard = {pk for records in says.values() for pk in records}
    silent = [Heard(record, "", []) for record in linked if record.pk not in heard]
    said = {kind: [_heard(each) for each in records.values()] for kind, records in says.items()}
    told = [
        Told(_("attested by"), said["attested"]),
        Told(_("contradicted by"), said["contradicted"]),
        Told(_("mentioned by"), said["mentioned"]),
        Told(_("nothing about it in"), silent),
    ]
    return [each for each in told if each.records]


def _kind(relation: str) -> str:
    return {"contradicts": "contradicted", "mentions": "mentioned"}.get(relation, "attested")


def _heard(rows: list[Any]) -> Heard:
    relations = dict.fromkeys(str(row.get_relation_display()) for row in rows)
    return Heard(rows[0].evidence, ", ".join(relations), _passages(rows))


def _passages(rows: list[Any]) -> list[Passage]:
    record = rows[0].evidence
    quotations = list(record.quotations.all())
    phrases = [row for row in rows if hasattr(row, "start")]
    texts = {"rules": record.rules, "content": record.content}
    cited = {row.source_id for row in rows if hasattr(row, "source_id")}
    return (
        list(_marked(phrases, quotations))
        or [Passage(each.text, each) for each in quotations if _source(each) in cited]
        or [Passage(texts[row.field][row.start : row.end]) for row in phrases if row.field in texts]
        or [Passage(each.text, each) for each in quotations if len(quotations) == 1]
        or [Passage(record.rules)] * bool(record.rules)
    )


def _marked(phrases: list[Any], quotations: list[Any]) -> Iterator[Passage]:
    """The phrases that stand in quotations."""
    for row in phrases:
        if row.field == IN_QUOTATION and row.quotation < len(quotations):
            quotation = quotations[row.quotation]
            yield Passage(quotation.text[row.start : row.end], quotation)


def _source(quotation: Any) -> int | None:
    return quotation.citation.source_id if quotation.citation else None
