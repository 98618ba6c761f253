"""What the form tells while a record is written: what still lacks, and what was taken over."""

from __future__ import annotations

import re

import pytest

from evidence.editing.curation import life
from evidence.editing.curation.contents import asked, missing, read
from evidence.editing.curation.models import Proposal
from evidence.editing.curation.steps import take
from evidence.models import Evidence
from games.models import Game
from tests.curation.pages import fields, refusal, words
from tests.curation.test_life import accepted, in_review
from tests.pages.conftest import stored

pytestmark = pytest.mark.django_db
ELSEWHERE = {"portal_id", "checked_against"}


def told(content, identifier=""):
    faults = missing(read(content), identifier)
    return [(each.field, each.said) for each in faults if each.field in ELSEWHERE]


def hints(page):
    """The hints at fields, by the ids of these."""
    found = r'data-of="([^"]+)"><strong>[^<]*</strong> <span>([^<]*)'
    return dict(re.findall(found, page.content.decode()))


@pytest.mark.parametrize("portal_id", ["foo", "DLP.Evidence.", "1408", "DLP.Evidence.x"])
def test_what_is_no_id_of_the_portal_is_told_with_what_is_one(content, portal_id):
    ((field, said),) = told(content | {"portal_id": portal_id})
    assert field == "portal_id"
    assert f"“{portal_id}” is not an id of the portal" in said and "DLP.Evidence.1408" in said


def test_pages_that_are_no_addresses_are_told_one_by_one(content):
    pages = ["https://example.org/a", "the museum", "javascript:alert(1)", "x" * 200]
    found = told(content | {"portal_id": "DLP.Evidence.7", "checked_against": pages})
    assert [said.partition("”")[0] for _field, said in found] == [
        "“the museum", "“javascript:alert(1)", f"“{'x' * 79}…",
    ]  # fmt: skip
    assert all("https://" in said for _field, said in found)


def test_another_records_id_of_the_portal_is_told_before_publishing(client, ada, bede, content):
    first = accepted(ada, bede, content | {"portal_id": "DLP.Evidence.7"})
    second = in_review(ada, content | {"portal_id": "DLP.Evidence.7"})
    client.force_login(bede)
    page = client.get(second.get_absolute_url())
    assert f"it belongs to {first.identifier}: propose a change of that record" in words(page)
    assert 'value="accept"' not in page.content.decode()
    assert told(first.content, first.identifier) == []


def test_what_a_published_record_says_of_other_sites_does_not_stop_its_change(
    ada, bede, cato, content
):
    """Tables bring such words, and who changes something else cannot always mend them."""
    name = accepted(ada, bede, content).identifier
    Evidence.objects.filter(identifier=name).update(portal_id="foo", checked_against=["a book"])
    change = life.begin(bede, record=name)
    assert (change.content["portal_id"], told(change.content, name)) == ("foo", [])
    more = change.content | {"title": "Another", "checked_against": ["a book", "a shelf"]}
    assert [field for field, _said in told(more, name)] == ["checked_against"]
    change = life.save(change, change.content | {"title": "Another"}, number=1, person=bede)
    change = take("send", change, number=2, person=bede)
    take("accept", change, number=2, person=cato)
    assert Evidence.objects.get().title == "Another"


def test_a_ruleset_of_another_game_is_warned_of_and_may_be_published(client, ada, bede, content):
    stored("shodra")
    Game.objects.create(slug="rumiya", name=content["game_name"])
    linked = content | {"rulesets": {"shodra": "describes"}}
    draft = life.begin(ada, linked)
    client.force_login(ada)
    page = client.get(f"{draft.get_absolute_url()}edit/")
    warned = hints(page)["id_rulesets-0-ruleset"]
    assert "has the rules of Shodra, and the record is of Shatranj ar-Rumiya" in warned
    assert 'href="#id_rulesets-0-ruleset"' in page.content.decode()
    assert missing(draft.content) == []
    sent = take("send", draft, number=1, person=ada)
    client.force_login(bede)
    page = client.get(sent.get_absolute_url())
    assert "check that this is meant; it can be published so" in words(page)
    assert 'value="accept"' in page.content.decode()


def test_no_ruleset_of_a_game_that_the_record_is_of_is_warned_of(content):
    stored("shodra")
    linked = content | {"rulesets": {"shodra": "describes"}, "judged_by": "Murray"}
    perhaps = {"identifications": [{"game": "shodra", "certainty": "probable"}]}
    for said in (linked | {"game_name": "Shodra"}, linked | perhaps):
        assert [each for each in asked(read(said)) if not each.stops] == []
    assert [each.field for each in asked(read(linked))] == ["rulesets.shodra"]


def test_a_refused_save_also_tells_what_is_still_needed_of_what_was_typed(client, ada):
    """In the list and at the fields, beside what is refused; each of it once."""
    draft = life.begin(ada, {"title": "Board"})
    client.force_login(ada)
    address = f"{draft.get_absolute_url()}edit/"
    typed = {
        "confidence": "999", "type": "artifact", "places-0-point": "abc", "portal_id": "foo",
        "citations-0-citation": "",
    }  # fmt: skip
    page = client.post(address, fields(client.get(address)) | typed | {"deed": "save"})
    assert page.status_code == 400
    assert refusal(page)[1] == ["id_confidence"]
    listed = ["id_game_name", "id_date", "id_citations-0-citation", "id_places-0-point"]
    assert {*hints(page)} == {*listed, "id_portal_id"}
    new = client.post("/curate/new/", typed | {"deed": "save"})
    assert "id_places-0-point" in hints(new) and "id_confidence" not in hints(new)


def test_hints_follow_what_is_typed_where_only_a_row_is_added(client, ada):
    draft = life.begin(ada, {"title": "Board", "date": "long ago"})
    client.force_login(ada)
    address = f"{draft.get_absolute_url()}edit/"
    opened = client.get(address)
    assert "“long ago” is not a date" in hints(opened)["id_date"]
    sent = fields(opened) | {"date": "1140", "portal_id": "foo", "deed": "add-places"}
    page = client.post(address, sent)
    assert "id_date" not in hints(page) and "id_portal_id" in hints(page)


def test_words_taken_over_as_given_are_called_so(client, ada):
    client.force_login(ada)
    typed = {
        "title": "Board", "date": "late 19th century", "other_dates-0-role": "made",
        "other_dates-0-date": "late 18th century", "places-0-point": "37.4N, 6.0W",
        "places-1-name": "Thebes", "places-1-as_given": "Thebes, says the label",
    }  # fmt: skip
    answer = client.post("/curate/new/", typed | {"deed": "save"}, follow=True)
    page = words(answer)
    for said in ("late 19th century", "late 18th century", "37.4N, 6.0W"):
        assert f"{said} (copied by the form from what was typed)" in page
    assert page.count("(copied by the form") == 3
    form = client.get(f"{Proposal.objects.get().get_absolute_url()}edit/")
    found = re.findall(r'id="id_([^"]+)_typed" data-typed[^>]*>([^<]*)<', form.content.decode())
    noted = [name for name, said in found if said.startswith("The form has copied this")]
    assert noted == ["date_as_given", "other_dates-0-as_given", "places-0-as_given"]
    typed = fields(form) | {"autosave": "1", "places-0-as_given": "by the wall"}
    told = client.post(f"{Proposal.objects.get().get_absolute_url()}edit/", typed).json()["typed"]
    assert told == {
        "id_date_as_given": "late 19th century",
        "id_other_dates-0-as_given": "late 18th century",
    }


def test_fields_of_dates_and_places_say_what_is_taken_over(client, ada):
    client.force_login(ada)
    html = client.get("/curate/new/").content.decode()
    for name in ("date", "places-0-point", "other_dates-__-date"):
        (hint,) = re.findall(f'id="id_{name}_helptext">([^<]*)', html)
        assert "as the source does: your words are kept" in hint


@pytest.mark.parametrize("content", [{}, {"date": "1140"}, {"unknown": ["game"]}])
def test_a_draft_without_a_title_has_a_heading_in_words(client, ada, content):
    draft = life.begin(ada, content)
    client.force_login(ada)
    html = client.get(draft.get_absolute_url()).content.decode()
    assert "<h1>Untitled record</h1>" in html and draft.identifier in html
    assert "Untitled record</a>" in client.get("/curate/").content.decode()
    form = client.get(f"{draft.get_absolute_url()}edit/").content.decode()
    assert re.search(r"<title>Untitled record · Add a record ·", form)


def test_clauses_offered_are_those_of_the_rulesets_that_are_asked_for(client, ada):
    stored("shodra")
    stored("kar-ouk")
    client.force_login(ada)
    for query, wanted in (
        ("?ruleset=shodra", ["shodra"]),
        ("?ruleset=shodra&ruleset=kar-ouk", ["kar-ouk", "shodra"]),
        ("?game=Shodra", ["shodra"]),
    ):
        groups = client.get(f"/curate/clauses/{query}").json()["groups"]
        assert [rows[0][0].partition("/")[0] for _name, rows in groups] == wanted
    client.logout()
    assert client.get("/curate/clauses/").status_code in (302, 403)


def test_a_mark_keeps_its_clause_when_the_ruleset_is_no_longer_linked(client, ada, content):
    """Else the next save would drop it without a word."""
    stored("shodra")
    stored("kar-ouk")
    mark = {"ruleset": "shodra", "clause": "OiCaptures", "words": "round", "start": 13}
    draft = life.begin(ada, content | {"phrases": [mark], "rulesets": {"kar-ouk": "mentions"}})
    client.force_login(ada)
    address = f"{draft.get_absolute_url()}edit/"
    page = client.get(address)
    assert '<option value="shodra/OiCaptures" selected>' in page.content.decode()
    client.post(address, fields(page) | {"title": "Another", "deed": "save"})
    draft.refresh_from_db()
    assert draft.content["phrases"][0]["clause"] == "OiCaptures"
