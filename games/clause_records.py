"""From a clause back to the records: which attest it, which contradict it, which are silent."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.models import Ruleset


@dataclass(frozen=True)
class Told:
    """Records that say the same of a clause: "attested by", the records."""

    label: str
    records: list[Any]


def records_by_clause(ruleset: Ruleset) -> dict[str, list[Told]]:
    """For each clause by name, the records linked with the ruleset or cited for the clause.

    A record attests, contradicts or mentions a clause by a marked phrase or a citation; one that
    does none of it is silent about the clause. Reads what `whole_rulesets` has fetched.
    """
    linked = [link.evidence for link in ruleset.evidence_links.all()]
    return {clause.name: _told(clause, linked) for clause in ruleset.clauses.all()}


def _told(clause: Any, linked: Iterable[Any]) -> list[Told]:
    says: dict[str, dict[int, Any]] = {"attested": {}, "contradicted": {}, "mentioned": {}}
    for row in (*clause.phrases.all(), *clause.citations.all()):
        if row.evidence is not None:
            says[_kind(row.relation)][row.evidence.pk] = row.evidence
    heard = {pk for records in says.values() for pk in records}
    silent = [record for record in linked if record.pk not in heard]
    told = [
        Told(_("attested by"), list(says["attested"].values())),
        Told(_("contradicted by"), list(says["contradicted"].values())),
        Told(_("mentioned by"), list(says["mentioned"].values())),
        Told(_("nothing about it in"), silent),
    ]
    return [each for each in told if each.records]


def _kind(relation: str) -> str:
    return {"contradicts": "contradicted", "mentions": "mentioned"}.get(relation, "attested")
