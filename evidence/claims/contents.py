"""Entered parts of clauses and their claims as JSON, in files of a corpus and in the history.

A part has `text` and `claims`; a claim has `stance`, `voice`, and where they are known `who`,
`passage` (a record's identifier and the passage's number), `citation` (a position in the citations
of the clause), `certainty`, `reason` and `made_on`.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from typing import Any

from evidence.claims import entered, weakest
from evidence.models import Claim, ClausePart, Passage
from evidence.models.claims import status_of

Content = dict[str, Any]
PART_KEYS = frozenset({"text", "claims"})
CLAIM_KEYS = frozenset(
    {"stance", "voice", "who", "passage", "citation", "certainty", "reason", "made_on"}
)
CHOICES = {"stance": Claim.Stance, "voice": Claim.Voice, "certainty": Claim.Certainty}
PREFETCH = ("parts__claims__passage__evidence", "parts__claims__author")
LONGEST_WHO = 200


class ClaimError(ValueError):
    """What is wrong in a part or a claim; `key` says where, as in "parts[0].text"."""

    def __init__(self, key: str, message: str) -> None:
        super().__init__(f"{key}: {message}")
        self.key, self.message = key, message


def parts_of(clause: Any) -> list[Content]:
    """The entered parts of a clause; none where its part is derived."""
    order = {row.pk: at for at, row in enumerate(sorted(clause.citations.all(), key=_pk))}
    return [
        {"text": part.text, "claims": [_claim(each, order) for each in part.claims.all()]}
        for part in entered(clause)
    ]


def _pk(row: Any) -> int:
    return int(row.pk)


def _claim(claim: Claim, order: Mapping[int, int]) -> Content:
    passage = claim.passage and [claim.passage.evidence.identifier, claim.passage.number]
    said = {
        "stance": claim.stance,
        "voice": claim.voice,
        "who": claim.who,
        "passage": passage,
        "citation": order.get(claim.citation_id or 0),
        "certainty": claim.certainty,
        "reason": claim.reason,
        "made_on": claim.made_on and claim.made_on.isoformat(),
    }
    return {name: value for name, value in said.items() if value not in (None, "")}


def status_said(parts: Iterable[Content]) -> str:
    """The status that follows from the JSON of one part or more."""
    return weakest(
        status_of(
            Claim(**{name: claim.get(name, "") for name in CHOICES}) for claim in part["claims"]
        )
        for part in parts
    )


def store_parts(clause: Any, parts: list[Content]) -> bool:
    """Make the entered parts of a clause these; whether any changed. Raises ClaimError.

    Call `evidence.claims.settle` after all clauses of the ruleset are stored.
    """
    if parts_of(clause) == parts:
        return False
    citations = sorted(clause.citations.all(), key=_pk)
    made = [
        (
            ClausePart(clause=clause, position=at, text=_text(part, f"parts[{at}].")),
            [
                _made(row, f"parts[{at}].claims[{number}].", citations)
                for number, row in enumerate(part["claims"])
            ],
        )
        for at, part in enumerate(parts)
    ]
    authors = {
        _key(each): each.author_id for part in clause.parts.all() for each in part.claims.all()
    }
    clause.parts.all().delete()
    for part, claims in made:
        part.save()
        for position, claim in enumerate(claims):
            claim.part, claim.position = part, position
            claim.author_id = authors.get(_key(claim))
        Claim.objects.bulk_create(claims)
    return True


def _key(claim: Claim) -> tuple[str, ...]:
    """What a claim says, by which it is found again with who entered it."""
    return (claim.part.text, claim.stance, claim.voice, claim.who, claim.reason)


def _text(part: Content, within: str) -> str:
    _only(part, PART_KEYS, within)
    if not isinstance(part.get("text"), str) or not part["text"].strip():
        raise ClaimError(f"{within}text", "a short statement is needed")
    if not part.get("claims"):
        raise ClaimError(f"{within}claims", "at least one claim is needed")
    return str(part["text"])


def _made(row: Content, within: str, citations: list[Any]) -> Claim:
    _only(row, CLAIM_KEYS, within)
    for name, choices in CHOICES.items():
        value = row.get(name, "")
        if value not in choices.values and (value or name != "certainty"):
            raise ClaimError(f"{within}{name}", f"{value!r} is not one of {_among(choices)}")
    passage = _passage(row.get("passage"), within)
    if passage and row["voice"] in Passage.Voice.values and row["voice"] != passage.voice:
        raise ClaimError(f"{within}voice", f"is {row['voice']}, but the passage is {passage.voice}")
    return Claim(
        **{name: row.get(name, "") for name in (*CHOICES, "reason")},
        who=_who(row, within),
        passage=passage,
        citation=_citation(row.get("citation"), within, citations),
        made_on=_day(row.get("made_on"), within),
    )


def _only(row: Content, keys: frozenset[str], within: str) -> None:
    for key in row:
        if key not in keys:
            raise ClaimError(f"{within}{key}", f"unknown; the keys are {', '.join(sorted(keys))}")


def _among(choices: Any) -> str:
    return ", ".join(choices.values)


def _who(row: Content, within: str) -> str:
    who = str(row.get("who", ""))
    if len(who) > LONGEST_WHO:
        raise ClaimError(f"{within}who", f"longer than {LONGEST_WHO} characters")
    return who


def _passage(said: Any, within: str) -> Passage | None:
    if said is None:
        return None
    try:
        identifier, number = said
        return Passage.objects.get(evidence__identifier=identifier, number=int(number))
    except (TypeError, ValueError, Passage.DoesNotExist):
        message = f"{said!r} names no passage: give a record’s identifier and a number"
        raise ClaimError(f"{within}passage", message) from None


def _citation(position: Any, within: str, citations: list[Any]) -> Any:
    if position is None:
        return None
    if not isinstance(position, int) or not 0 <= position < len(citations):
        raise ClaimError(f"{within}citation", f"{position!r} is no citation of the clause, from 0")
    return citations[position]


def _day(said: Any, within: str) -> datetime.date | None:
    try:
        return datetime.date.fromisoformat(said) if said else None
    except (TypeError, ValueError):
        raise ClaimError(f"{within}made_on", f"{said!r} is no day, as in 2026-11-23") from None
