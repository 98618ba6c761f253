"""Sentences of a proposal, published: passages of the record, and the claims that rest on them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count

from django.utils import timezone
from django.utils.translation import gettext as _

from evidence.drafts import Draft, PassageDraft
from evidence.editing.curation.rights import Person
from evidence.editing.curation.rulesets.history import note_before, publishing
from evidence.editing.curation.sentences import (
    CLAIM,
    CLAIMS,
    HAD,
    NAME,
    PASSAGE,
    WITHDRAWN,
    parts_of,
    said_of,
    sentences_of,
)
from evidence.history import note_version
from evidence.history.contents import Content, content_of
from evidence.models import Claim, ClausePart, Evidence, Passage, RecordVersion
from evidence.passages import store_passages
from evidence.records.stored import as_draft, drafts_of
from evidence.sources import source_of
from games.models import Ruleset
from games.stored_concepts import clauses_stored


def store_sentences(identifier: str, content: Content, by: Person, reviewer: Person) -> None:
    """Store the passages of a record that is stored, and the claims that rest on them."""
    if not content.get(NAME):
        return
    record = Evidence.objects.get(identifier=identifier)
    rows, slugs = _changed(record, content[NAME])
    if not rows:
        return
    rulesets = Ruleset.objects.select_for_update(of=("self",)).filter(slug__in=slugs)
    noted = list(rulesets.order_by("pk"))
    for each in noted:
        note_before(each)
    rows = _numbered(record, rows)
    withdrawn = {row["number"] for row in rows if WITHDRAWN in row}
    gone = Claim.objects.filter(passage__evidence=record, passage__number__in=withdrawn)
    left = set(gone.values_list("part", flat=True))
    gone.delete()
    _make(record, {row["number"]: _draft(row, rows) for row in rows}, withdrawn)
    passages = {each.number: each for each in record.passages.all()}
    for row in rows:
        if row["number"] not in withdrawn:
            left |= _state(row, passages[row["number"]], by)
    _infer(left, by)
    why = _("changed what record %(name)s states of the clauses") % {"name": identifier}
    with publishing(by, reviewer, why):
        for each in noted:
            clauses_stored.send(Ruleset, ruleset=each)


def bring_back(identifier: str, draft: Draft) -> None:
    """Give a record the passages of a version again; those that came later stay."""
    record = Evidence.objects.get(identifier=identifier)
    _make(record, {each.number: each for each in draft.passages}, set())


def _changed(record: Evidence, rows: list[Content]) -> tuple[list[Content], set[str]]:
    """The rows, unless all say what is stored; the rulesets of which those that differ claim."""
    passages = content_of(as_draft(record)).get("passages", [])
    stored = {row["number"]: row for row in sentences_of(record.identifier, passages)}
    slugs, differ = set[str](), False
    for row in rows:
        before = stored.get(row.get("number", 0), {})
        if {**row, HAD: ()} != {**before, HAD: ()}:
            differ = True
            claims = [*row.get(CLAIMS, ()), *before.get(CLAIMS, ())]
            slugs |= {each.get("ruleset", "") for each in claims}
    return (rows if differ else []), slugs


def _numbered(record: Evidence, rows: list[Content]) -> list[Content]:
    """The rows by number; a new one gets one that no passage of the record has ever had."""
    versions = RecordVersion.objects.filter(identifier=record.identifier)
    past = [row["number"] for each in versions.values_list("content", flat=True)
            for row in (each or {}).get("passages", ())]  # fmt: skip
    last = max([*past, *record.passages.values_list("number", flat=True)], default=0)
    last = max([last, *(row.get("number", 0) for row in rows)])
    new = count(last + 1)
    return [row if "number" in row else row | {"number": next(new)} for row in rows]


def _make(record: Evidence, wanted: dict[int, PassageDraft], withdrawn: set[int]) -> None:
    """Correct and add passages, and take out those that are withdrawn."""
    kept = {each.number: each for each in drafts_of(record.passages.select_related("source"))}
    kept |= wanted
    store_passages(record, [kept[number] for number in sorted(kept) if number not in withdrawn])
    note_version(record)


def _draft(row: Content, rows: list[Content]) -> PassageDraft:
    source = source_of(row.get("source", ""))
    said = {name: row[name] for name in PASSAGE if name in row}
    if "original" in row:
        said["original"] = rows[row["original"]]["number"]
    said |= {"source": source.citation} if source else {}
    return PassageDraft(number=row["number"], **{"text": "", **said})


def _state(row: Content, passage: Passage, by: Person) -> set[int]:
    """Make what a row claims differently so; gives the parts of which something was claimed."""
    had, wanted = ([_whole(each) for each in row.get(name, ())] for name in (HAD, CLAIMS))
    stored = [(claim, _whole(said)) for claim, said in said_of(passage.claims.all())]
    gone = [claim for claim, said in stored if said in had and said not in wanted]
    left = {claim.part_id for claim in gone}
    known = [*had, *(said for _each, said in stored)]
    for said in wanted:
        if said not in known:
            _claim(gone.pop(0) if gone else Claim(passage=passage), said, passage.voice, by)
    for claim in gone:
        claim.delete()
    return left


def _whole(said: Content) -> Content:
    return {"part": 1, **said}


def _claim(claim: Claim, said: Content, voice: str, by: Person) -> None:
    """Let a claim, perhaps about another part until now, say this."""
    part = _part(said)
    if claim.part_id != part.pk:
        claim.part, claim.position, claim.citation = part, part.claims.count(), None
    for name in CLAIM:
        setattr(claim, name, said.get(name, ""))
    claim.voice = said.get("claimed_by", voice)
    claim.author, claim.made_on = by, timezone.localdate()
    claim.save()


def _part(said: Content) -> ClausePart:
    """The part that a claim is about, from now on one that somebody entered; perhaps a new one."""
    parts = parts_of(said)
    ClausePart.objects.filter(pk__in=[each.pk for each in parts]).update(derived=False)
    number: int = said["part"]
    statement = said.get("statement")
    if statement is None:
        return parts[number - 1]
    for each in parts:
        if each.text == statement:
            return each
    last = parts[-1]
    made = ClausePart(clause=last.clause, position=last.position + 1, text=statement)
    made.save()
    return made


def _infer(parts: Iterable[int], by: Person) -> None:
    """A part of which nothing is claimed any more is an inference of ours."""
    for part in ClausePart.objects.filter(pk__in=parts, claims=None):
        Claim.objects.create(
            part=part, stance=Claim.Stance.IMPLIES, voice=Claim.Voice.CURATOR, author=by,
            made_on=timezone.localdate(), reason=_("the sentence it rested on was withdrawn"),
        )  # fmt: skip
