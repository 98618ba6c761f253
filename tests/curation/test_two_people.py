"""The form saves itself, and two people who save at once lose nothing."""

from __future__ import annotations

import json

import pytest

from evidence.editing.curation import life
from evidence.editing.curation.models import Proposal
from evidence.editing.curation.published import withdraw
from evidence.editing.curation.steps import take
from evidence.models import Evidence, RecordVersion, Source
from tests.curation.pages import fields, words
from tests.curation.test_life import accepted, in_review

pytestmark = pytest.mark.django_db


def test_saving_by_itself_makes_a_draft_and_goes_on_with_it(client, ada):
    client.force_login(ada)
    sent = {"title": "A", "date": "332-331 BCE", "autosave": "1"}
    first = client.post("/curate/new/", sent).json()
    assert first["readings"]["date"] == {"said": "332–331 BCE (-0331/-0330)"}
    assert "Type: say what kind of evidence it is" in first["missing"]
    more = sent | {"title": "B", "number": first["number"], "base": json.dumps(first["base"])}
    assert client.post(first["address"], more).json()["number"] == 2
    assert Proposal.objects.get().content["title"] == "B"
    old = client.post(first["address"], more | {"title": "C"})
    assert (old.status_code, old.json()["refused"]) == (409, "outdated")
    assert Proposal.objects.get().content["title"] == "B"


def test_two_people_save_at_once_and_neither_loses_a_word(client, ada, bede, content):
    draft = life.begin(ada, content)
    address = f"/curate/{draft.pk}/edit/"
    client.force_login(ada)
    hers = fields(client.get(address))
    client.force_login(bede)
    page = client.get(address)
    assert "ada has this record open, too." in words(page)
    his = fields(page)
    client.post(address, his | {"rules": "The wooden board is round.", "deed": "save"})
    client.force_login(ada)
    mine = {"rules": "The board is round and painted.", "title": "Painted", "deed": "save"}
    joined = client.post(address, hers | mine)
    assert joined.status_code == 409
    text = words(joined)
    assert "bede has saved this while you were writing." in text
    draft.refresh_from_db()
    assert draft.content["rules"] == "The wooden board is round."
    sent = fields(joined)
    for word in ("wooden", "painted", "round"):
        assert word in sent["rules"]
    assert sent["title"] == "Painted"
    assert client.post(address, sent | {"deed": "save"}).status_code == 302
    draft.refresh_from_db()
    assert draft.content["rules"] == sent["rules"]
    assert draft.content["confidence"] == 80
    kept = [event.content["rules"] for event in draft.events.all() if event.deed == "edited"]
    assert kept[-1] == "The wooden board is round."


def test_a_proposal_is_joined_with_a_newer_published_version(client, ada, bede, cato, content):
    record = accepted(ada, bede, content).identifier
    mine = life.begin(bede, record=record)
    mine = life.save(mine, mine.content | {"confidence": 5}, number=1, person=bede)
    theirs = in_review(cato, None, record=record)
    theirs = life.save(theirs, theirs.content | {"title": "Ring"}, number=1, person=cato)
    take("accept", theirs, number=2, person=bede)
    client.force_login(bede)
    page = client.get(f"/curate/{mine.pk}/")
    assert "The published record has changed since this was begun." in words(page)
    form = client.get(f"/curate/{mine.pk}/edit/")
    assert "Version 2 of the record has been published since (by cato)." in words(form)
    sent = fields(form) | {"deed": "save", "why": "both are right"}
    client.post(f"/curate/{mine.pk}/edit/", sent)
    mine.refresh_from_db()
    assert (mine.base, mine.content["title"], mine.content["confidence"]) == (2, "Ring", 5)
    assert mine.why == "both are right"


def publish(record, author, reviewer, **change):
    theirs = in_review(author, None, record=record)
    theirs = life.save(theirs, theirs.content | change, number=1, person=author)
    take("accept", theirs, number=2, person=reviewer)


@pytest.fixture
def joining(client, ada, bede, cato, content):
    """Bede's change of a record, its address, and his form, which joins it with version 2."""
    record = accepted(ada, bede, content).identifier
    mine = life.begin(bede, record=record)
    mine = life.save(mine, mine.content | {"confidence": 5}, number=1, person=bede)
    publish(record, cato, bede, title="Ring")
    client.force_login(bede)
    address = f"/curate/{mine.pk}/edit/"
    return mine, address, fields(client.get(address)) | {"content": "A ring.", "deed": "save"}


def test_a_version_published_while_another_one_is_joined_is_joined_too(client, joining, bede, cato):
    mine, address, sent = joining
    publish(mine.identifier, cato, bede, rules="The board is a ring.")
    page = client.post(address, sent)
    assert page.status_code == 409
    assert "Version 3 of the record has been published since (by cato)." in words(page)
    told = fields(page)
    assert (told["title"], told["rules"]) == ("Ring", "The board is a ring.")
    assert (told["confidence"], told["content"]) == (5, "A ring.")
    assert client.post(address, told | {"deed": "save"}).status_code == 302
    mine.refresh_from_db()
    assert (mine.base, mine.content["title"], mine.content["content"]) == (3, "Ring", "A ring.")


def test_a_save_while_a_version_is_joined_takes_nothing_of_it_away(client, joining, cato):
    mine, address, sent = joining
    life.save(mine, mine.content | {"judged_by": "Cato"}, number=2, person=cato)
    page = client.post(address, sent)
    assert page.status_code == 409
    assert "cato has saved this while you were writing." in words(page)
    told = fields(page)
    assert (told["title"], told["content"], told["judged_by"]) == ("Ring", "A ring.", "Cato")
    assert client.post(address, told | {"deed": "save"}).status_code == 302
    mine.refresh_from_db()
    assert (mine.base, mine.content["title"], mine.content["judged_by"]) == (2, "Ring", "Cato")


def test_a_record_withdrawn_while_it_is_joined_leaves_the_form_as_it_was(client, joining, cato):
    mine, address, sent = joining
    withdraw(mine.identifier, number=2, person=cato, why="forged")
    page = client.post(address, sent)
    assert page.status_code == 409
    assert "it has to be published again first" in words(page)
    assert fields(page)["content"] == "A ring."


def test_what_cannot_be_kept_is_told_before_what_somebody_else_has_saved(client, joining, cato):
    mine, address, sent = joining
    life.save(mine, mine.content | {"judged_by": "Cato"}, number=2, person=cato)
    page = client.post(address, sent | {"status": "w" * 100})
    assert page.status_code == 400
    assert fields(page)["content"] == "A ring."
    assert client.post(address, fields(page) | {"status": "", "deed": "save"}).status_code == 409


def test_a_proposal_is_joined_with_a_source_that_was_corrected(client, ada, bede, cato, content):
    record = accepted(ada, bede, content).identifier
    client.force_login(bede)
    sent = fields(client.get(f"/evidence/{record}/edit/")) | {"title": "Ring", "deed": "send"}
    address = client.post(f"/evidence/{record}/edit/", sent).headers["Location"]
    Source.objects.update(citation="Murray 1913")
    assert "The published record has changed since this was begun." in words(client.get(address))
    form = client.get(f"{address}edit/")
    assert "names of its game or sources were changed" in words(form)
    client.post(f"{address}edit/", fields(form) | {"deed": "save"})
    take("accept", Proposal.objects.latest("pk"), number=2, person=cato)
    assert Source.objects.get().citation == "Murray 1913"
    assert Evidence.objects.get().title == "Ring"
    whys = RecordVersion.objects.order_by("number").values_list("revision__why", flat=True)
    assert list(whys) == ["", "names of its game or sources were changed", "read again"]


def test_a_record_that_shows_another_name_is_changed_at_once(client, ada, bede, cato, content):
    record = accepted(ada, bede, content).identifier
    Source.objects.update(citation="Murray 1913")
    client.force_login(bede)
    sent = fields(client.get(f"/evidence/{record}/edit/")) | {"title": "Ring", "deed": "send"}
    client.post(f"/evidence/{record}/edit/", sent)
    change = Proposal.objects.latest("pk")
    assert not life.is_outdated(change)
    take("accept", change, number=1, person=cato)
    assert (Evidence.objects.get().title, Source.objects.count()) == ("Ring", 1)


def test_what_is_saved_and_cannot_be_sent_is_not_saved_as_a_second_number(client, ada, content):
    proposal = in_review(ada, content)
    client.force_login(ada)
    sent = fields(client.get(f"/curate/{proposal.pk}/edit/")) | {"title": "Ring"}
    refused = client.post(f"/curate/{proposal.pk}/edit/", sent | {"deed": "send"})
    assert refused.status_code == 409
    assert fields(refused)["title"] == "Ring"
    again = client.post(f"/curate/{proposal.pk}/edit/", fields(refused) | {"deed": "save"})
    assert again.status_code == 302
    proposal.refresh_from_db()
    assert (proposal.number, proposal.content["title"]) == (2, "Ring")


def test_an_open_form_is_told_who_else_is_there(client, ada, bede, content):
    draft = life.begin(ada, content)
    client.force_login(bede)
    client.get(f"/curate/{draft.pk}/edit/")
    client.force_login(ada)
    told = client.post(f"/curate/{draft.pk}/present/").json()
    assert told == {
        "others": ["bede"], "number": 1, "by": "ada", "yours": True, "outdated": False,
        "open": True,
    }  # fmt: skip
