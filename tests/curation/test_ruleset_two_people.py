"""Two people who save a draft of rules at once: neither loses a word."""

from __future__ import annotations

import pytest

from evidence.editing.curation.ruleset_models import RulesetDraft
from tests.curation.pages import beside, named, words
from tests.curation.test_ruleset_clauses import WHY, change_of, drafted
from tests.pages.conftest import make_shodra

pytestmark = pytest.mark.django_db


@pytest.fixture
def rules(db):
    return make_shodra()


def test_two_people_who_change_clauses_at_once_are_told(client, rules, bede, cato):
    draft = drafted(client, bede)
    address = f"/curate/rulesets/{draft.pk}/edit/"
    mine = beside(client.get(address)) | {"do": "save"}
    drafted(client, cato, change_of("OiSteps", text="Theirs."))
    client.force_login(bede)
    mine[f"{named(mine, 'OiCaptures')}-text"] = "Mine."
    answer = client.post(address, mine)
    assert answer.status_code == 409
    body = answer.content.decode()
    assert "Theirs</del>" in body
    assert "Mine</ins>" in body
    assert beside(answer)[f"{named(mine, 'OiCaptures')}-text"] == "Mine."
    again = beside(answer) | {"do": "save"}
    assert client.post(address, again).status_code == 302
    saved = draft.saves.values_list("content", flat=True)
    assert ["Theirs." in str(each) for each in saved] == [False, True, False]


def test_two_people_who_change_name_and_summary_at_once_are_told(client, rules, bede, cato):
    draft = drafted(client, bede)
    edit = f"/curate/rulesets/{draft.pk}/edit/"
    mine = beside(client.get(edit)) | {"do": "save", "why": "mine"}
    theirs = {"name": "Shodra of 1913", "kind": "described", "summary": "On a board\r\nof cloth."}
    client.force_login(cato)
    assert client.post(edit, mine | theirs | {"why": "theirs"}).status_code == 302
    client.force_login(bede)
    page = client.post(edit, mine)
    assert page.status_code == 409
    fields = {each.label: each.lines for each in page.context["their_fields"]}
    assert list(fields) == ["Name", "Summary", "Reason"]
    gone = [
        piece.text for line in fields["Summary"] for piece in line.pieces if piece.kind == "out"
    ]
    assert gone == ["On a board", "of cloth."]
    assert "theirs" in words(page)


def test_two_people_who_name_new_rules_at_once_are_told(client, rules, bede):
    client.force_login(bede)
    about = {"game": rules.game_id, "name": "New", "slug": "new-1", "kind": "suggested"}
    sent = about | {"do": "save", "text": rules.text, "why": WHY, "number": "1"}
    client.post("/rulesets/new/", sent)
    edit = f"/curate/rulesets/{RulesetDraft.objects.get().pk}/edit/"
    client.post(edit, sent | {"slug": "new-2"})
    page = client.post(edit, sent)
    assert page.status_code == 409
    (field,) = page.context["their_fields"]
    theirs = [piece.text for piece in field.lines[0].pieces if piece.kind != "in"]
    assert (field.label, "".join(theirs)) == ("Name in addresses", "new-2")
