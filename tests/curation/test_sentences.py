"""Sentences in the form of a record become passages, and what they state claims about clauses."""

from __future__ import annotations

import pytest

from evidence.claims import settle
from evidence.editing.curation.contents import begun_from
from evidence.editing.curation.labels import in_words
from evidence.editing.curation.life import begin
from evidence.editing.curation.merging import merge
from evidence.editing.curation.models import Proposal
from evidence.editing.curation.published import restore
from evidence.editing.curation.ruleset_models import RulesetVersion
from evidence.editing.curation.steps import take
from evidence.history.contents import content_of
from evidence.models import Claim, ClausePart, Evidence, RecordVersion
from evidence.records.stored import as_draft
from tests.curation.conftest import MURRAY
from tests.curation.pages import fields, words
from tests.curation.test_life import accepted
from tests.pages.conftest import stored

pytestmark = pytest.mark.django_db

ROWS = {
    "sentences-0-text": "The merze steps to all sides.",
    "sentences-0-kind": "paraphrase",
    "sentences-0-source": MURRAY,
    "sentences-0-locator": "p. 372",
    "sentences-0-voice": "report",
    "claims-0-sentence": 1,
    "claims-0-clause": "shodra/MerzeSteps",
    "claims-0-stance": "contradicts",
    "sentences-1-text": "The pieces are kept in a bag.",
    "sentences-1-kind": "quotation",
    "sentences-1-source": MURRAY,
    "sentences-1-bearing": "none",
}


def test_a_sentence_is_published_as_a_passage_with_its_claim(client, ada, bede, cato, content):
    ruleset = stored("shodra")
    settle(ruleset)
    identifier = accepted(ada, bede, content).identifier
    client.force_login(bede)
    address = f"/evidence/{identifier}/edit/"
    client.post(address, fields(client.get(address)) | ROWS | {"deed": "send"})
    change = Proposal.objects.get(base=1)
    shown = fields(client.get(f"/curate/{change.pk}/edit/"))
    assert {name: shown[name] for name in ROWS} == ROWS
    assert "contradicts it" in client.get(f"/curate/{change.pk}/").content.decode()
    take("accept", change, number=1, person=cato)
    one, two = Evidence.objects.get().passages.all()
    assert (one.number, one.source.citation, one.locator) == (1, MURRAY, "p. 372")
    assert (two.kind, two.bearing) == ("quotation", "none")
    claim = Claim.objects.get(passage=one)
    assert (claim.stance, claim.voice, claim.author) == ("contradicts", "report", bede)
    assert ruleset.clauses.get(name="MerzeSteps").status == "disputed"
    page = words(client.get(f"/evidence/{identifier}/"))
    assert "The merze steps to all sides. Paraphrase" in page
    assert "contradicts it" in page
    assert "The pieces are kept in a bag." in page
    version = RecordVersion.objects.order_by("-number")[0]
    assert (version.number, len(version.content["passages"])) == (2, 2)
    noted = RulesetVersion.objects.order_by("-number")[0]
    assert (noted.by, noted.published_by) == (bede, cato)
    again = accepted(ada, cato, {**content, "sentences": [
        {"text": "So it is.", "kind": "paraphrase", "source": MURRAY}]})  # fmt: skip
    assert Evidence.objects.get(identifier=again.identifier).passages.count() == 1


def test_what_a_sentence_lacks_is_said_at_its_row(client, ada):
    client.force_login(ada)
    wrong = {
        "sentences-1-text": "Words", "sentences-1-source": "Nobody",
        "claims-4-clause": "shodra/None", "claims-4-sentence": "1",
    }  # fmt: skip
    client.post("/curate/new/", wrong | {"title": "Typed", "deed": "save"})
    answer = client.get(f"/curate/{Proposal.objects.get().pk}/edit/")
    assert list(map(in_words, answer.context["missing"]))[-4:] == [
        "Sentences, 1: say whether these are the words of the source",
        "Sentences, 1: the source “Nobody” is not stored: add it to the record’s sources",
        "Sentences, 1: say what it does to the clause",
        "Sentences, 1: choose the clause that the sentence is about",
    ]


STEPS = {
    "ruleset": "shodra", "clause": "MerzeSteps", "stance": "states", "statement": "It steps far."
}  # fmt: skip


@pytest.fixture
def published(ada, bede, content):
    """A record with two sentences, of which one states a rule."""
    settle(stored("shodra"))
    rows = [{"text": "It steps.", "kind": "paraphrase", "source": MURRAY, "claims": [STEPS]},
            {"text": "It is old.", "kind": "paraphrase", "source": MURRAY}]  # fmt: skip
    identifier = accepted(ada, bede, {**content, "sentences": rows}).identifier
    return Evidence.objects.get(identifier=identifier)


def change(client, record, bede, cato, wanted):
    """Send the record's form with other values, and publish it; gives the change."""
    client.force_login(bede)
    address = f"/evidence/{record.identifier}/edit/"
    client.post(address, fields(client.get(address)) | wanted | {"deed": "send"})
    sent = Proposal.objects.get(state="review")
    page = words(client.get(f"/curate/{sent.pk}/"))
    take("accept", sent, number=1, person=cato)
    return page


def claimed(record):
    return [
        (claim.passage.number, claim.part.clause.name, claim.part.text, claim.stance)
        for claim in Claim.objects.filter(passage__evidence=record).order_by("pk")
    ]


def test_a_sentence_is_corrected_and_linked_to_a_new_part_by_the_form(
    client, bede, cato, published
):
    page = change(client, published, bede, cato, {
        "sentences-0-text": "It steps to all sides.", "sentences-1-voice": "report",
        "claims-0-clause": "shodra/OiCaptures", "claims-0-statement": "It takes as it steps.",
        "sentences-2-text": "He goes one step.", "sentences-2-kind": "translation",
        "sentences-2-by": "A. Reader", "sentences-2-original": "1",
    })  # fmt: skip
    assert "to all sides." in page
    assert "It takes as it steps." in page
    one, two, three = published.passages.all()
    assert (one.number, one.text, two.voice) == (1, "It steps to all sides.", "report")
    assert (three.number, three.original, three.by) == (3, one, "A. Reader")
    part = "It takes as it steps."
    assert claimed(published) == [(1, "OiCaptures", part, "states")]
    captures = one.claims.get().part.clause
    assert [each.derived for each in captures.parts.all()] == [False, False]
    version = RecordVersion.objects.filter(identifier=published.identifier).latest("number")
    assert version.content["passages"][0]["text"] == "It steps to all sides."


def test_a_sentence_is_withdrawn_and_a_version_brings_it_back(client, bede, cato, published):
    page = change(client, published, bede, cato, {"sentences-0-remove": "on"})
    assert "withdrawn" in page
    assert [each.number for each in published.passages.all()] == [2]
    assert ClausePart.objects.get(text="It steps far.").status == "inferred"
    change(client, published, bede, cato, {"sentences-1-text": "A third.",
        "sentences-1-kind": "quotation", "sentences-1-source": MURRAY})  # fmt: skip
    assert [each.number for each in published.passages.all()] == [2, 3]
    first = RecordVersion.objects.filter(identifier=published.identifier).earliest("number")
    restore(published.identifier, first.number, number=3, person=cato, why="it was right")
    assert [each.text for each in published.passages.all()] == [
        "It steps.", "It is old.", "A third."
    ]  # fmt: skip


def test_claims_of_others_meanwhile_stay(client, bede, cato, published):
    client.force_login(bede)
    address = f"/evidence/{published.identifier}/edit/"
    form = fields(client.get(address)) | {"claims-0-reason": "as shown", "deed": "send"}
    client.post(address, form)
    passage = published.passages.get(number=1)
    part = passage.claims.get().part
    Claim.objects.create(part=part, passage=passage, stance="implies", voice="witness")
    take("accept", Proposal.objects.get(state="review"), number=1, person=cato)
    assert sorted(each.reason for each in passage.claims.all()) == ["", "as shown"]


def test_two_changes_of_one_sentence_are_joined(published):
    base = begun_from(content_of(as_draft(published)))
    one, two = base["sentences"]
    theirs = base | {"sentences": [one | {"text": "It steps far."}]}
    yours = base | {"sentences": [one | {"locator": "p. 9"}, two, {"text": "New", "original": 1}]}
    joined = merge(base, theirs, yours).content["sentences"]
    assert joined == [
        one | {"text": "It steps far.", "locator": "p. 9"}, {"text": "New"}]  # fmt: skip


def test_what_an_older_draft_does_not_name_stays(bede, cato, published):
    content = begun_from(content_of(as_draft(published))) | {"title": "New"}
    del content["sentences"]
    draft = begin(bede, content, record=published.identifier)
    take("send", draft, number=1, person=bede)
    take("accept", draft, number=1, person=cato)
    assert published.passages.count() == 2
