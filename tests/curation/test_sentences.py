"""Sentences in the form of a record become passages, and what they state claims about clauses."""

from __future__ import annotations

import pytest

from curation.labels import in_words
from curation.models import Proposal, RulesetVersion
from curation.steps import take
from evidence.claims import settle
from evidence.models import Claim, Evidence, RecordVersion
from tests.curation.conftest import MURRAY
from tests.curation.pages import fields
from tests.curation.test_life import accepted
from tests.pages.conftest import stored

pytestmark = pytest.mark.django_db

ROWS = {
    "sentences-0-text": "The merze steps to all sides.",
    "sentences-0-kind": "paraphrase",
    "sentences-0-source": MURRAY,
    "sentences-0-locator": "p. 372",
    "sentences-0-voice": "report",
    "sentences-0-clause": "shodra/MerzeSteps",
    "sentences-0-stance": "contradicts",
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
        "sentences-1-text": "Words", "sentences-1-clause": "shodra/None",
        "sentences-1-source": "Nobody", "sentences-1-part": "9",
    }  # fmt: skip
    client.post("/curate/new/", wrong | {"title": "Typed", "deed": "save"})
    answer = client.get(f"/curate/{Proposal.objects.get().pk}/edit/")
    assert list(map(in_words, answer.context["missing"]))[-4:] == [
        "Sentences, 1: say whether these are the words of the source",
        "Sentences, 1: the source “Nobody” is not stored: add it to the record’s sources",
        "Sentences, 1: say what it does to the clause",
        "Sentences, 1: choose the clause that the sentence is about",
    ]
