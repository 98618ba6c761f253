"""People, holdings and names in the form of a record."""

from __future__ import annotations

import pytest

from evidence.editing.curation.models import Proposal
from evidence.editing.curation.telling import tell
from tests.curation.pages import fields
from tests.curation.test_life import accepted

pytestmark = pytest.mark.django_db

ROWS = {
    "people-0-name": "Haji Othman",
    "people-0-role": "informant",
    "people-0-identifiers": "Q42",
    "holdings-0-museum": "Raffles Museum",
    "holdings-0-number": "A 1",
    "names-0-text": "جوڠکق",
    "names-0-of": "game",
    "names-0-script": "Arab",
    "names-0-passage": "1",
}
SAID = {
    "people": [{"name": "Haji Othman", "role": "informant",
                "identifiers": "https://www.wikidata.org/entity/Q42"}],
    "holdings": [{"museum": "Raffles Museum", "number": "A 1"}],
    "names": [{"text": "جوڠکق", "of": "game", "script": "Arab", "passage": 1}],
}  # fmt: skip


def test_rows_are_written_published_and_shown_again_unchanged(client, ada, bede, content):
    draft = accepted(ada, bede, content)
    client.force_login(bede)
    address = f"/evidence/{draft.identifier}/edit/"
    client.post(address, fields(client.get(address)) | ROWS | {"deed": "send"})
    change = Proposal.objects.get(base=1)
    assert {name: change.content[name] for name in SAID} == SAID
    form = fields(client.get(f"/curate/{change.pk}/edit/"))
    assert form["names-0-passage"] == 1
    client.post(f"/curate/{change.pk}/edit/", form | {"deed": "save"})
    change.refresh_from_db()
    assert {name: change.content[name] for name in SAID} == SAID
    page = client.get(f"/curate/{change.pk}/").content.decode()
    assert "Haji Othman · informant" in page and "Raffles Museum · A 1" in page


def test_what_cannot_be_kept_is_told_at_its_field(client, ada):
    client.force_login(ada)
    wrong = ROWS | {
        "people-0-role": "cousin",
        "names-0-passage": "0",
        "holdings-0-folio": "x" * 101,
    }
    answer = client.post("/curate/new/", ROWS | wrong | {"deed": "save"})
    assert answer.status_code == 400
    rows = answer.context["form"].rows
    assert [list(rows[name][0].errors) for name in SAID] == [["role"], ["folio"], ["passage"]]
    assert not Proposal.objects.exists()


def test_they_are_told_in_words():
    said = {told.label: told.lines for told in tell(SAID)}
    assert said["People"] == ["Haji Othman · informant · https://www.wikidata.org/entity/Q42"]
    assert said["Names"] == ["جوڠکق · the game · Arab · sentence 1"]
