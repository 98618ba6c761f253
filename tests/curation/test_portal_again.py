"""A page of the portal pasted again: what curators wrote stays, and nothing goes without a word."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.core.management import call_command

from evidence.drafts import CitationDraft, PhraseDraft
from evidence.editing.curation.contents import missing
from evidence.editing.curation.models import Proposal
from evidence.editing.curation.steps import take
from evidence.editing.workflow.refusals import Refusal
from evidence.importers.portal_store import import_page
from evidence.models import Evidence
from evidence.records.stored import as_draft
from evidence.sources import StoreError
from evidence.storing import store
from games.models import Clause, Game, Ruleset
from tests.curation.pages import fields, words

pytestmark = pytest.mark.django_db

RULES = "The oi goes one forward and takes aslant. The king goes one anywhere."
PAGE = """Evidence for Stonecast

1 piece of evidence found.

Id DLP.Evidence.900700
Type Artifact
Location 60.5, 25.0
Date 1300-01-01 - 1399-12-31
Rules {rules}
Confidence 90
Ages Adult
Source Rossi, M. 1950. "A Board Under the Road." Rivista di Prova 4: 10-12.

Contact Us
"""
MARKS = ("The oi goes one forward", "takes aslant", "The king goes one anywhere")
CLAUSES = ("OiSteps", "OiCaptures", "KingSteps")


@pytest.fixture
def corrected(db):
    """A record of the portal that curators have corrected and marked."""
    game = Game.objects.create(slug="stonecast", name="Stonecast")
    ruleset = Ruleset.objects.create(slug="rules", game=game, name="Rules", kind="described")
    for position, name in enumerate(CLAUSES):
        Clause.objects.create(
            ruleset=ruleset, name=name, position=position, title=name, text="-", status="attested"
        )
    import_page(PAGE.format(rules=RULES))
    draft = as_draft(Evidence.objects.get())
    place = replace(
        draft.places[0], name="Skatudden", certainty="probable", note="after Rossi’s map"
    )
    phrases = tuple(
        PhraseDraft("rules", clause, RULES.index(mark), RULES.index(mark) + len(mark))
        for clause, mark in zip(CLAUSES, MARKS, strict=True)
    )
    changed = replace(
        draft, date="1335/1353", places=(place,), phrases=phrases, confidence=60,
        terms={"age": ("Adult", "Child")},
        citations=(replace(draft.citations[0], locator="p. 11"),),
    )  # fmt: skip
    store(changed, whole=True, why="corrected")
    return Evidence.objects.get()


def paste(client, rules=RULES):
    return client.post("/curate/portal/", {"text": PAGE.format(rules=rules)})


def choose(client, answer, *taken):
    """Send the page of choices; of `taken` the portal's."""
    sent = {"text": answer.context["text"], "chosen": "1"}
    for record in answer.context["differing"]:
        for offer in record.offers:
            wanted = "portal" if offer.field in taken else "stored"
            sent[f"take-{record.identifier}-{offer.field}"] = wanted
    return client.post("/curate/portal/", sent)


def publish(proposal, author, reviewer):
    take("send", proposal, number=proposal.number, person=author)
    take("accept", proposal, number=proposal.number, person=reviewer)
    return Evidence.objects.get()


def marked(record):
    return [record.rules[row.start : row.end] for row in record.phrases.all()]


def test_what_curators_corrected_stays_when_the_page_is_pasted_again(client, bede, corrected):
    client.force_login(bede)
    before = as_draft(corrected)
    answer = paste(client)
    said = words(answer)
    assert not Proposal.objects.exists()
    for each in ("You have", "The portal says", "1335–1353 (1335/1353)", "60", "90", "Child"):
        assert each in said
    fields_shown = [offer.field for offer in answer.context["differing"][0].offers]
    assert sorted(fields_shown) == ["confidence", "date", "terms.age"]  # of the place nothing else
    assert choose(client, answer).status_code == 302
    assert not Proposal.objects.exists()  # all is kept, so nothing would change
    assert as_draft(Evidence.objects.get()) == before


def test_only_the_fields_that_were_chosen_become_the_portals(client, bede, cato, corrected):
    client.force_login(bede)
    choose(client, paste(client), "confidence")
    record = publish(Proposal.objects.get(), bede, cato)
    assert (record.confidence, record.date) == (90, "1335/1353")
    assert record.places.get().note == "after Rossi’s map"
    assert marked(record) == list(MARKS)


def test_marked_phrases_are_found_by_their_words_in_the_portals_new_text(
    client, bede, cato, corrected
):
    client.force_login(bede)
    text = f"Played on stone. {MARKS[2]}. {MARKS[0]} and {MARKS[1]}."
    answer = paste(client, rules=text)
    assert answer.context["differing"][0].lost == []
    choose(client, answer, "rules")
    record = publish(Proposal.objects.get(), bede, cato)
    assert record.rules == text
    assert sorted(marked(record)) == sorted(MARKS)


def test_marked_phrases_that_are_not_in_the_new_text_stay_until_somebody_decides(
    client, bede, cato, corrected
):
    client.force_login(bede)
    answer = paste(client, rules="The oi goes one forward and captures diagonally.")
    assert "these marked words are not in them" in words(answer)
    assert answer.context["differing"][0].lost == list(MARKS[1:])
    choose(client, answer, "rules")
    proposal = Proposal.objects.get()
    told = " ".join(str(fault) for fault in missing(proposal.content))
    assert [mark for mark in MARKS if mark in told] == list(MARKS[1:])
    with pytest.raises(Refusal, match="are not in the text: mark them again"):
        publish(proposal, bede, cato)
    assert marked(Evidence.objects.get()) == list(MARKS)
    sent = fields(client.get(f"/curate/{proposal.pk}/edit/"))
    marks = {name: value for name, value in sent.items() if name.endswith("-words")}
    assert sorted(marks.values()) == sorted(MARKS)
    sent |= {name[:-5] + "remove": "on" for name, value in marks.items() if value != MARKS[0]}
    assert client.post(f"/curate/{proposal.pk}/edit/", sent | {"deed": "save"}).status_code == 302
    proposal.refresh_from_db()
    take("accept", proposal, number=proposal.number, person=cato)
    assert marked(Evidence.objects.get()) == [MARKS[0]]


def test_a_whole_record_whose_marked_words_are_gone_is_refused(corrected):
    before = as_draft(corrected)
    with pytest.raises(StoreError, match="marked words “takes aslant”"):
        store(replace(before, rules=f"{MARKS[0]}. {MARKS[2]}."), whole=True)
    assert as_draft(Evidence.objects.get()) == before


def test_blank_fields_are_filled_and_citations_keep_their_notes(client, bede, corrected):
    draft = as_draft(corrected)
    noted = CitationDraft(draft.citations[0].citation, "p. 11", "plate missing")
    store(replace(draft, citations=(noted,), confidence=None, terms={}), whole=True, why="changed")
    client.force_login(bede)
    answer = paste(client)
    shown = [offer.field for offer in answer.context["differing"][0].offers]
    assert shown == ["date"]
    choose(client, answer)
    content = Proposal.objects.get().content
    assert (content["confidence"], content["terms"]) == (90, {"age": ["Adult"]})
    assert content["citations"][0]["note"] == "plate missing"


def test_the_command_names_marked_phrases_that_the_new_text_lacks(corrected, tmp_path, capsys):
    path = tmp_path / "page.txt"
    path.write_text(PAGE.format(rules="The oi goes one forward."))
    call_command("import_portal", "--update", str(path))
    out = capsys.readouterr().out
    assert "marked phrase lost, its words are not in the new text: “takes aslant”" in out
