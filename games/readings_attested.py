"""How well readings are attested: what claims say of the clauses that an option changes.

The usual choice of an option is what its clauses say; another choice is what contradicts them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import prefetch_related_objects

from games.ludemes import Option
from games.models import Clause, Ruleset

BEARS_OUT, CONTRADICTS, DOUBTFUL = ("states", "implies"), "contradicts", "doubtful"
OF_RECORDS = ("describes", "supports")
DEFINITION = re.compile(r'\(define\s+"(\w+)"')


@dataclass(frozen=True)
class Heard:
    """The claims and records for and against the clauses of an option."""

    claims: int = 0
    records: int = 0
    against: int = 0
    records_against: int = 0


@dataclass(frozen=True)
class Attestation:
    """How well a reading is attested, from 0 to 1, with the evidence for each of its choices."""

    share: float
    claims: int
    records: int


class Attested:
    """The claims about a ruleset, by the options that change their clauses."""

    def __init__(self, ruleset: Ruleset, options: Iterable[Option]) -> None:
        clauses = list(ruleset.clauses.all())
        prefetch_related_objects(clauses, "parts__claims", "citations", "phrases")
        by_name = {clause.name: clause for clause in clauses}
        self.options = tuple(options)
        self.heard = {
            option.heading: _heard(
                [by_name[name] for name in changed(ruleset.text, option) if name in by_name]
            )
            for option in self.options
        }

    def of(self, chosen: Iterable[str]) -> Attestation | None:
        """How well a reading is attested; None where there is nothing to choose."""
        items = dict(each.split("/", 1) for each in chosen)
        shares, claims, records = [], 0, 0
        for option in self.options:
            heard = self.heard[option.heading]
            usual = items.get(option.heading, option.default.label) == option.default.label
            shares.append(_share(heard, usual, len(option.choices)))
            claims += heard.claims if usual else heard.against
            records += heard.records if usual else heard.records_against
        if not shares:
            return None
        return Attestation(sum(shares) / len(shares), claims, records)


def _share(heard: Heard, usual: bool, choices: int) -> float:
    """Of what is said, the part that bears a choice out. Half a claim more for either side keeps
    silence from deciding; what contradicts the usual choice is shared by all others."""
    whole = heard.claims + heard.against + 1
    if usual or choices < 2:
        return (heard.claims + 0.5) / whole
    return (heard.against + 0.5) / whole / (choices - 1)


def changed(text: str, option: Option) -> list[str]:
    """The definitions in which an argument of the option stands."""
    starts = [(found.start(), found.group(1)) for found in DEFINITION.finditer(text)]
    ends = [start for start, _ in starts[1:]] + [len(text)]
    return [
        name
        for (start, name), end in zip(starts, ends, strict=True)
        if re.search(rf"<{re.escape(option.tag)}[:>]", _body(text[start:end]))
    ]


def _body(text: str) -> str:
    """A definition without what comes after its closing bracket."""
    depth = 0
    for at, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth == 0 and letter == ")":
            return text[: at + 1]
    return text


def _heard(clauses: Iterable[Clause]) -> Heard:
    claims = against = 0
    records: set[int] = set()
    records_against: set[int] = set()
    for clause in clauses:
        told: Any = clause
        for claim in (claim for part in told.parts.all() for claim in part.claims.all()):
            claims += claim.stance in BEARS_OUT and claim.certainty != DOUBTFUL
            against += claim.stance == CONTRADICTS
        for row in (*told.citations.all(), *told.phrases.all()):
            if row.evidence_id is not None:
                which = records if row.relation in OF_RECORDS else None
                which = records_against if row.relation == CONTRADICTS else which
                if which is not None:
                    which.add(row.evidence_id)
    return Heard(claims, len(records), against, len(records_against))
