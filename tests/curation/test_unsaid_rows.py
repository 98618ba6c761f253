"""Rows that no content can have are refused at their fields: nothing goes without a word."""

from __future__ import annotations

import pytest

from evidence.editing.curation.models import Proposal
from tests.curation.pages import refusal

pytestmark = pytest.mark.django_db

SENTENCE = {"sentences-0-text": "The merze steps to all sides.", "sentences-0-kind": "paraphrase"}
CLAIM = {"claims-0-stance": "states", "claims-0-statement": "It steps to all sides"}
MARK = {"marks-0-picture": "1", "marks-0-x": "10", "marks-0-note": "the rim"}
NOTE = {"rulesets-0-note": "as Murray has it"}


@pytest.mark.parametrize(
    ("sent", "place", "said"),
    [
        (SENTENCE | CLAIM | {"claims-0-sentence": "9"}, "claims-0-sentence", "no sentence 9"),
        (CLAIM, "claims-0-sentence", "first add the sentence"),
        ({"quotations-0-text": "mots", "quotations-0-citation": "7"},
         "quotations-0-citation", "no source 7"),
        ({"quotations-0-citation": "1", "citations-0-citation": "Murray"},
         "quotations-0-text", "write the words of the quotation"),
        (SENTENCE | {"sentences-0-original": "4"}, "sentences-0-original", "no sentence 4"),
        (MARK, "marks-0-picture", "first add the picture"),
        ({"phrases-0-clause": "a/b", "phrases-0-text": "rules"}, "phrases-0-words", "write the wo"),
        (NOTE, "rulesets-0-ruleset", "choose the ruleset"),
        ({"rulesets-0-ruleset": "a", "rulesets-1-ruleset": "a"}, "rulesets-1-ruleset", "another"),
    ],
)  # fmt: skip
def test_a_row_that_would_be_lost_is_refused_at_its_field(client, ada, sent, place, said):
    client.force_login(ada)
    answer = client.post("/curate/new/", {"title": "Board"} | sent)
    assert answer.status_code == 400
    told, places = refusal(answer)
    assert said in told
    assert places == [f"id_{place}"]
    (name, value), *_others = sent.items()
    assert value in str(answer.context["form"].main.data[name])
    assert not Proposal.objects.exists()
    saved = client.post("/curate/new/", {"title": "Board", "autosave": "1"} | sent)
    assert said in " ".join(saved.json()["faults"])


def test_blank_and_removed_rows_are_not_asked_about(client, ada):
    client.force_login(ada)
    blank = {"marks-0-picture": "1", "claims-0-sentence": "3", "phrases-0-text": "rules"}
    gone = {"quotations-0-text": "mots", "quotations-0-citation": "1", "citations-0-remove": "on"}
    gone |= {"citations-0-citation": "Murray", "rulesets-0-note": "x", "rulesets-0-remove": "on"}
    answer = client.post("/curate/new/", {"title": "Board"} | blank | gone)
    assert answer.status_code == 302
    assert Proposal.objects.get().content["quotations"] == [{"text": "mots"}]


def test_a_paste_that_is_refused_is_told_with_a_link_to_its_field(client, ada):
    client.force_login(ada)
    answer = client.post("/curate/new/", {"paste": "[3]", "deed": "paste", "title": "Kept"})
    told, places = refusal(answer)
    assert told.startswith("No source was read:")
    assert places == ["id_paste"]
