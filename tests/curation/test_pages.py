"""The pages of curation: who sees what, what the form keeps, how versions are compared."""

from __future__ import annotations

import json
import re

import pytest
from django.conf import settings

from curation import life, published
from curation.models import Proposal
from evidence.models import Evidence, RecordVersion, Source
from tests.curation.conftest import MURRAY
from tests.curation.test_life import accepted, in_review

pytestmark = pytest.mark.django_db
PORTAL = settings.BASE_DIR / "tests" / "samples" / "portal" / "good"


def words(answer):
    body = re.sub(r"<(script|style|template)\b.*?</\1>", " ", answer.content.decode(), flags=re.S)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", body))


def fields(answer):
    """What the page's form would send if nobody typed anything."""
    sent = {}
    html = re.sub(r"<template\b.*?</template>", "", answer.content.decode(), flags=re.S)
    form = answer.context["form"]
    rows = [form.main, *(row for kind in form.rows.values() for row in kind)]
    for each in rows:
        for bound in each:
            value = bound.value()
            if value not in (None, "", False, []):
                sent[bound.html_name] = "on" if value is True else value
    for name in ("number", "seen", "bring_up", "base"):
        if re.search(f'name="{name}"', html):
            sent[name] = answer.context.get(name, "")
    sent["base"] = answer.context["base"]
    sent["number"] = answer.context["number"]
    if answer.context["begun"].seen:
        sent["seen"] = answer.context["begun"].seen
    if answer.context["page"].bring_up:
        sent["bring_up"] = answer.context["page"].bring_up
    return sent


# The form


def test_a_record_is_written_sent_published_and_read(client, ada, bede):
    client.force_login(ada)
    blank = fields(client.get("/curate/new/"))
    answer = client.post(
        "/curate/new/",
        blank
        | {
            "game_name": "Round chess",
            "type": "historical-text",
            "date": "about 1140",
            "rules": "The board is round.",
            "places-0-name": "Constantinople",
            "places-0-point": "41°0'36\"N, 28°58'48\"E",
            "citations-0-citation": MURRAY,
            "citations-0-locator": "p. 342",
            "quotations-0-text": "a round board",
            "quotations-0-citation": "1",
            "status": "Nobility, Royalty",
            "uncertainty": ["Incomplete"],
            "why": "read in Murray",
            "deed": "send",
        },
    )
    proposal = Proposal.objects.get()
    assert answer["Location"] == f"/curate/{proposal.pk}/"
    assert (proposal.state, proposal.why) == ("review", "read in Murray")
    assert proposal.content == {
        "game_name": "Round chess",
        "type": "historical-text",
        "date": "1140~",
        "rules": "The board is round.",
        "places": [
            {
                "name": "Constantinople",
                "as_given": "41°0'36\"N, 28°58'48\"E",
                "lat_u": 41_010_000,
                "lon_u": 28_980_000,
            }
        ],
        "citations": [{"citation": MURRAY, "locator": "p. 342"}],
        "quotations": [{"text": "a round board", "citation": 0}],
        "terms": {"status": ["Nobility", "Royalty"], "uncertainty": ["Incomplete"]},
    }
    client.force_login(bede)
    page = client.get(f"/curate/{proposal.pk}/")
    assert "about 1140 (1140~)" in words(page)
    step = {"step": "accept", "number": proposal.number, "why": "good"}
    client.post(f"/curate/{proposal.pk}/step/", step)
    shown = words(client.get(f"/evidence/{proposal.identifier}/"))
    assert "The board is round." in shown
    assert "Nobility" in shown


def test_a_form_that_nobody_changes_changes_nothing(client, ada, bede, content):
    content |= {"external_ids": {"wikidata": "Q1"}, "checked_against": ["https://example.org/a"]}
    content["places"].append({"name": "Anatolia", "certainty": "disputed", "note": "perhaps"})
    record = accepted(ada, bede, content).identifier
    client.force_login(bede)
    sent = fields(client.get(f"/evidence/{record}/edit/"))
    client.post(f"/evidence/{record}/edit/", sent | {"deed": "save"})
    change = Proposal.objects.get(base=1)
    assert change.content | {"identifier": record} == RecordVersion.objects.get().content


def test_what_cannot_be_read_is_told_beside_its_field_and_stays(client, ada):
    client.force_login(ada)
    sent = {"confidence": "300", "title": "x" * 301, "places-0-region": "n\0"}
    answer = client.post("/curate/new/", sent)
    assert answer.status_code == 400
    assert not Proposal.objects.exists()
    html = answer.content.decode()
    assert 'value="300"' in html
    assert "Ensure this value is less than or equal to 100." in html
    assert "x" * 301 in html


def test_one_more_row_keeps_what_is_typed(client, ada):
    client.force_login(ada)
    sent = {"title": "Typed", "places-0-name": "Thebes", "deed": "add-places"}
    html = client.post("/curate/new/", sent).content.decode()
    assert 'value="Typed"' in html
    assert 'value="Thebes"' in html
    assert 'name="places-1-name"' in html
    assert not Proposal.objects.exists()


BIBTEX = "@book{m, author={Murray, H. J. R.}, title={A History of Chess}, year={1913}}"
RIS = "TY  - BOOK\nAU  - Bell, R. C.\nTI  - Board and Table Games\nPY  - 1960\nER  - \n"
CSL = '[{"type": "book", "title": "Dice", "issued": {"date-parts": [[1999]]}}]'


@pytest.mark.parametrize(
    ("pasted", "citation"),
    [
        (BIBTEX, "Murray, H. J. R. (1913). A History of Chess."),
        (RIS, "Bell, R. C. (1960). Board and Table Games."),
        (CSL, "(1999). Dice."),
        ("https://doi.org/10.1000/182", "https://doi.org/10.1000/182"),
    ],
)
def test_sources_are_pasted(client, ada, bede, content, pasted, citation):
    client.force_login(ada)
    answer = client.post("/curate/new/", {"paste": pasted, "deed": "paste"})
    sent = fields(answer)
    assert sent["citations-0-citation"] == citation
    client.post("/curate/new/", sent | {"citations-0-locator": "p. 1", "deed": "save"})
    (row,) = Proposal.objects.get().content["citations"]
    assert (row["citation"], row["locator"]) == (citation, "p. 1")
    assert row["csl"]["type"] in ("book", "document")


def test_a_source_that_may_be_stored_is_offered_and_one_that_is_is_taken(client, ada):
    stored = Source.objects.create(
        slug="murray", citation="Murray 1913", title="A History of Chess", year=1913
    )
    client.force_login(ada)
    answer = client.post("/curate/new/", {"paste": BIBTEX, "deed": "paste"})
    assert "It is the same: use the stored one" in words(answer)
    client.post("/curate/new/", fields(answer) | {"deed": "save"})
    assert Proposal.objects.get().content["citations"] == [{"citation": "Murray 1913"}]
    stored.csl = {"DOI": "10.1000/182"}
    stored.title = ""
    stored.save()
    again = client.post("/curate/new/", {"paste": "doi:10.1000/182", "deed": "paste"})
    assert "citations-0-alike" in fields(again) or fields(again)["citations-0-citation"]


@pytest.mark.parametrize("pasted", ["", "hello", "@book{", "{", "[" * 5000, "TY  - X", "[3]"])
def test_what_is_pasted_and_is_no_source_is_refused(client, ada, pasted):
    client.force_login(ada)
    answer = client.post("/curate/new/", {"paste": pasted, "deed": "paste", "title": "Kept"})
    assert answer.status_code == 400
    assert 'value="Kept"' in answer.content.decode()
    assert "errorlist" in answer.content.decode()


def test_a_page_of_the_portal_becomes_drafts(client, ada):
    client.force_login(ada)
    text = (PORTAL / "two_records.txt").read_text()
    answer = client.post("/curate/portal/", {"text": text})
    assert answer["Location"] == "/curate/"
    assert Proposal.objects.count() == 2
    assert not Evidence.objects.exists()
    assert {each.identifier for each in Proposal.objects.all()} == {"dlp-900101", "dlp-900102"} or (
        Proposal.objects.filter(identifier__startswith="dlp-").count() == 2
    )
    wrong = client.post("/curate/portal/", {"text": "nonsense"})
    assert wrong.status_code == 400
    assert "nonsense" in words(wrong)


# Saving by itself, and two people


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
    life.accept(theirs, number=2, person=bede)
    client.force_login(bede)
    page = client.get(f"/curate/{mine.pk}/")
    assert "The published record has changed since this was begun." in words(page)
    form = client.get(f"/curate/{mine.pk}/edit/")
    assert "Version 2 of the record has been published since (by cato)." in words(form)
    client.post(f"/curate/{mine.pk}/edit/", fields(form) | {"deed": "save"})
    mine.refresh_from_db()
    assert (mine.base, mine.content["title"], mine.content["confidence"]) == (2, "Ring", 5)


def test_an_open_form_is_told_who_else_is_there(client, ada, bede, content):
    draft = life.begin(ada, content)
    client.force_login(bede)
    client.get(f"/curate/{draft.pk}/edit/")
    client.force_login(ada)
    told = client.post(f"/curate/{draft.pk}/present/").json()
    assert told == {
        "others": ["bede"], "number": 1, "by": "ada", "outdated": False, "open": True,
    }  # fmt: skip


# Who sees what


def test_drafts_of_others_are_not_there_for_contributors_and_readers(
    client, ada, bede, dodo, content
):
    draft = life.begin(bede, content)
    before = Proposal.objects.values().get()
    addresses = [f"/curate/{draft.pk}/", f"/curate/{draft.pk}/edit/"]
    posts = ["step/", "remarks/", "present/", "edit/"]
    assert client.get(addresses[0])["Location"].startswith("/accounts/login/")
    for who, status in ((ada, 404), (dodo, 403)):
        client.force_login(who)
        for address in addresses:
            assert client.get(address).status_code == status
        for name in posts:
            sent = {"step": "take_back", "text": "x", "title": "Mine", "number": 1}
            assert client.post(f"/curate/{draft.pk}/{name}", sent).status_code == status
    assert Proposal.objects.values().get() == before
    client.force_login(bede)
    assert client.get("/curate/99999999999999999999999/").status_code == 404


def test_the_queue_shows_what_waits_for_whom(client, ada, bede, cato, content):
    waiting = in_review(ada, content | {"title": "Waits"})
    given = in_review(ada, content | {"title": "Given"})
    life.begin(ada, content | {"title": "Unsent"})
    life.assign(given, bede, person=cato)
    client.force_login(bede)
    page = client.get("/curate/")
    assert [row.pk for row in page.context["assigned"]["rows"]] == [given.pk]
    assert [row.pk for row in page.context["waiting"]["rows"]] == [waiting.pk]
    client.force_login(ada)
    text = words(client.get("/curate/"))
    for title in ("Waits", "Given", "Unsent"):
        assert title in text


def test_a_step_that_is_refused_says_why_and_keeps_the_words(client, ada, bede, content):
    proposal = in_review(ada, {"title": "Half"})
    client.force_login(bede)
    sent = {"step": "accept", "number": 1, "why": "looks good"}
    answer = client.post(f"/curate/{proposal.pk}/step/", sent)
    assert answer.status_code == 409
    assert "Type: say what kind of evidence it is" in words(answer)
    assert "looks good" in words(answer)
    assert not Evidence.objects.exists()
    assert client.post(f"/curate/{proposal.pk}/step/", {"step": "explode"}).status_code == 400


def test_remarks_stand_on_their_line(client, ada, bede, content):
    proposal = in_review(ada, content)
    client.force_login(bede)
    address = f"/curate/{proposal.pk}/remarks/"
    client.post(address, {"field": "rules", "line": 2, "text": "<b>both?</b>"})
    said = proposal.comments.get()
    assert said.quoted == "The kings stand side by side."
    html = client.get(f"/curate/{proposal.pk}/").content.decode()
    assert "&lt;b&gt;both?&lt;/b&gt;" in html
    assert "<b>both?</b>" not in html
    client.post(address, {"resolve": said.pk})
    said.refresh_from_db()
    assert said.resolved_by == bede
    assert client.post(address, {"field": "nothing", "text": "x"}).status_code == 400


# Versions


def test_versions_are_compared_and_gone_back_to(client, ada, bede, cato, content):
    record = accepted(ada, bede, content, why="first").identifier
    change = in_review(bede, None, record=record, why="a better word")
    rules = "The board is round.\nThe kings stand near each other."
    change = life.save(change, change.content | {"rules": rules}, number=1, person=bede)
    life.accept(change, number=2, person=cato)
    text = words(client.get(f"/evidence/{record}/versions/"))
    assert "Version 2" in text
    assert "a better word What it shows" in text
    html = client.get(f"/evidence/{record}/versions/2/").content.decode()
    assert "near each other" in html
    assert "<del>" in html
    back = client.get(f"/evidence/{record}/versions/1/?with=2").content.decode()
    assert "side by side" in back
    assert client.get(f"/evidence/{record}/versions/3/").status_code == 404
    assert client.get(f"/evidence/{record}/versions/2/?with=99").status_code == 404
    assert client.get("/evidence/none/versions/").status_code == 404
    address = f"/evidence/{record}/versions/1/restore/"
    client.force_login(ada)
    assert client.post(address, {"last": 2, "why": "x"}).status_code == 403
    client.force_login(cato)
    assert client.post(address, {"last": 1, "why": "x"}).status_code == 409
    assert client.post(address, {"last": 2, "why": ""}).status_code == 400
    assert client.post(address, {"last": 2, "why": "as Murray has it"}).status_code == 302
    assert Evidence.objects.get().rules == content["rules"]
    client.post(f"/evidence/{record}/versions/2/propose/")
    assert Proposal.objects.get(base=3).content["rules"] == rules


def test_a_withdrawn_record_says_so_at_its_address(client, ada, bede, cato, content):
    record = accepted(ada, bede, content).identifier
    client.force_login(cato)
    assert client.get(f"/evidence/{record}/withdraw/").status_code == 200
    client.post(f"/evidence/{record}/withdraw/", {"last": 1, "why": "a forgery of 1890"})
    client.logout()
    answer = client.get(f"/evidence/{record}/")
    assert answer.status_code == 410
    assert "The reason: a forgery of 1890" in words(answer)
    assert "withdrawn" in words(client.get(f"/evidence/{record}/versions/"))
    assert client.get(f"/evidence/{record}/versions/2/").status_code == 200
    client.force_login(cato)
    client.post(f"/evidence/{record}/versions/1/restore/", {"last": 2, "why": "genuine"})
    assert client.get(f"/evidence/{record}/").status_code == 200


def test_a_record_older_than_its_history_has_one_version(client, ada, bede, content):
    record = accepted(ada, bede, content).identifier
    RecordVersion.objects.all().delete()
    assert "Version 1" in words(client.get(f"/evidence/{record}/versions/"))
    assert client.get(f"/evidence/{record}/versions/1/").status_code == 200


def test_what_a_record_of_another_has_of_the_portal_is_not_taken(ada, bede, content):
    accepted(ada, bede, content | {"portal_id": "DLP.Evidence.7"})
    second = in_review(ada, content | {"portal_id": "DLP.Evidence.7"})
    with pytest.raises(Exception, match="it belongs to"):
        life.accept(second, number=1, person=bede)
    assert Evidence.objects.count() == 1


def test_withdrawing_twice_keeps_what_it_had(ada, bede, cato, content):
    record = accepted(ada, bede, content).identifier
    for number in (1, 3):
        published.withdraw(record, number=number, person=cato, why="x")
        published.restore(record, 1, number=number + 1, person=cato, why="y")
    assert Evidence.objects.get().added_by == ada
