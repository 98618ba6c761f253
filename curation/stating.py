"""Sentences of a proposal, published.

A sentence becomes a passage behind those that the record has; one that names a clause becomes a
claim about it, too. What is stored already stays as it is, and is edited beside the record.
"""

from __future__ import annotations

from collections import defaultdict

from django.utils import timezone
from django.utils.translation import gettext as _

from curation.rights import Person
from curation.rulesets.history import note_before, publishing
from curation.sentences import CLAIM, NAME, PASSAGE, parts_of
from evidence.contents import Content
from evidence.drafts import PassageDraft
from evidence.history import note_version
from evidence.models import Claim, ClausePart, Evidence, Passage
from evidence.passages import store_passages
from evidence.sources import source_of
from evidence.stored import drafts_of
from games.models import Ruleset
from games.stored_concepts import clauses_stored


def store_sentences(identifier: str, content: Content, by: Person, reviewer: Person) -> None:
    """Store the passages of a record that is stored, and the claims that rest on them."""
    rows = content.get(NAME, ())
    if not rows:
        return
    record = Evidence.objects.get(identifier=identifier)
    kept = drafts_of(record.passages.select_related("source"))
    first = max((each.number for each in kept), default=0) + 1
    store_passages(record, [*kept, *map(_draft, rows, range(first, first + len(rows)))])
    note_version(record)
    claims: dict[str, list[tuple[Content, int]]] = defaultdict(list)
    for number, row in enumerate(rows, first):
        if "clause" in row:
            claims[row["ruleset"]].append((row, number))
    passages = {each.number: each for each in record.passages.all()}
    for slug, said in claims.items():
        ruleset = Ruleset.objects.select_for_update(of=("self",)).get(slug=slug)
        note_before(ruleset)
        with publishing(by, reviewer, _("claims of record %(name)s") % {"name": identifier}):
            for row, number in said:
                _claim(row, passages[number], by)
            clauses_stored.send(Ruleset, ruleset=ruleset)


def _draft(row: Content, number: int) -> PassageDraft:
    source = source_of(row["source"])
    said = {name: row[name] for name in PASSAGE if name in row}
    return PassageDraft(number=number, source=source.citation if source else "", **said)


def _claim(row: Content, passage: Passage, by: Person) -> None:
    """A claim about a part, which from now on is one that somebody entered."""
    part = parts_of(row)[row.get("part", 1) - 1]
    ClausePart.objects.filter(pk=part.pk, derived=True).update(derived=False)
    said = {name: row[name] for name in CLAIM if name in row}
    Claim.objects.create(
        part=part, passage=passage, position=part.claims.count(), author=by,
        voice=row.get("claimed_by") or passage.voice, made_on=timezone.localdate(), **said,
    )  # fmt: skip
