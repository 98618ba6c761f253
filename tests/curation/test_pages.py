"""The pages of curation: who sees what, steps and remarks."""

from __future__ import annotations

import re

import pytest

from evidence.editing.curation import life, remarks
from evidence.editing.curation.models import Proposal
from evidence.editing.curation.steps import take
from evidence.models import Evidence
from tests.curation.pages import words
from tests.curation.test_life import in_review

pytestmark = pytest.mark.django_db


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


def test_drafts_of_one_game_are_told_apart_in_the_queue(client, ada):
    drafts = [life.begin(ada, {"game_name": "Lumaro"}) for _each in range(2)]
    client.force_login(ada)
    page = words(client.get("/curate/"))
    assert all(draft.identifier in page for draft in drafts)


def test_the_queue_shows_what_waits_for_whom(client, ada, bede, cato, content):
    waiting = in_review(ada, content | {"title": "Waits"})
    given = in_review(ada, content | {"title": "Given"})
    life.begin(ada, content | {"title": "Unsent"})
    take("assign", given, more=bede, person=cato)
    client.force_login(bede)
    page = client.get("/curate/")
    assert [row.pk for row in page.context["assigned"]["rows"]] == [given.pk]
    assert [row.pk for row in page.context["waiting"]["rows"]] == [waiting.pk]
    client.force_login(ada)
    text = words(client.get("/curate/"))
    for title in ("Waits", "Given", "Unsent"):
        assert title in text


def test_all_that_was_closed_is_found_page_by_page(client, ada, content):
    for n in range(21):
        take("take_back", life.begin(ada, content | {"title": f"Try {n}."}), person=ada)
    client.force_login(ada)
    first, second = words(client.get("/curate/")), words(client.get("/curate/?page=2"))
    assert "1 to 20 of 21" in first
    assert ("Try 20." in first, "Try 0." in first) == (True, False)
    assert ("Try 20." in second, "Try 0." in second) == (False, True)


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


def test_why_a_draft_was_sent_back_stands_first_until_it_is_sent_again(client, ada, bede, content):
    proposal = life.begin(ada, content | {"judged_by": "Murray"})
    proposal = take("send", proposal, number=1, person=ada)
    take("send_back", proposal, number=1, person=bede, why="Which page of Murray?")
    client.force_login(ada)
    pages = [f"/curate/{proposal.pk}/", f"/curate/{proposal.pk}/edit/"]
    for address in pages:
        html = client.get(address).content.decode()
        notice = html.index("Sent back by bede on ")
        assert notice < html.index("Which page of Murray?") < html.index('class="ruled"')
    assert "bede: Which page of Murray?" in words(client.get("/curate/"))
    client.post(f"/curate/{proposal.pk}/step/", {"step": "send", "number": "1"})
    assert "Sent back by bede on " not in words(client.get(pages[0]))
    assert "Which page of Murray?" not in words(client.get("/curate/"))


@pytest.mark.parametrize("step, said", [("send_back", "sent back"), ("decline", "declined")])
def test_a_reviewer_sees_what_has_changed_since_it_was_refused(
    client, ada, bede, content, step, said
):
    """Changes made before the refusal are not among them."""
    proposal = life.save(
        in_review(ada, content), content | {"title": "A board"}, number=1, person=ada
    )
    take(step, proposal, number=2, person=bede, why="Which kings?")
    if step == "decline":
        take("reopen", proposal, person=ada)
    rules = content["rules"].replace("kings", "white kings")
    life.save(proposal, content | {"title": "A board", "rules": rules}, number=2, person=ada)
    take("send", proposal, number=3, person=ada)
    client.force_login(bede)
    page = client.get(proposal.get_absolute_url())
    assert f"Changed since it was {said}" in words(page)
    (field,) = page.context["since"]
    assert (field.field, [line.changed for line in field.lines]) == ("rules", [False, True])
    assert page.content.decode().count("<ins><span") == 1


def test_an_older_refusal_is_compared_by_the_content_that_was_sent(ada, bede, content):
    proposal = in_review(ada, content)
    take("send_back", proposal, number=1, person=bede, why="which edition?")
    proposal.events.filter(deed="returned").update(content=None)
    assert Proposal.objects.get().refused.content["title"] == content["title"]
    proposal.events.filter(deed="returned").update(number=2)  # it had been saved since
    assert Proposal.objects.get().refused is None


def test_the_form_of_a_record_leads_to_its_buttons(client, ada):
    client.force_login(ada)
    html = client.get("/curate/new/").content.decode()
    assert html.index('href="#s-save"') < html.index("<form method") and ' id="s-save"' in html


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


def test_comments_stand_beside_the_form_with_links_to_its_fields(client, ada, bede, content):
    """Those that are done come last; no form stands in the form."""
    proposal = in_review(ada, content)
    for said in ({}, {"field": "rules", "line": 2}, {"field": "citations", "line": 1}):
        remarks.say(proposal, f"on {said.get('field', 'the whole')}", person=bede, **said)
    remarks.resolve(proposal.comments.first(), person=ada)
    gone = remarks.say(proposal, "on its age", person=bede, field="terms.age")
    life.save(proposal, content | {"terms": {}, "rules": "Round."}, number=1, person=ada)
    client.force_login(ada)
    page = client.get(f"/curate/{proposal.pk}/edit/")
    html = page.content.decode()
    said = html[html.index('class="remarks-beside"') :]
    assert re.findall(r'<a href="#([^"]+)">([^<]+)', said.split("</section>")[0]) == [
        ("id_rules", "What it shows"), ("id_citations-0-citation", "Sources"),
    ]  # fmt: skip
    assert [each.remark.text for each in page.context["remarks"]][-1] == "on the whole"
    assert page.context["remarks"][2].remark == gone
    assert "on “The kings stand side by side.”" in words(page)
    assert "on the whole" in said.split("</form>")[0] and "<form" not in said.split("</form>")[0]


@pytest.mark.parametrize("where", [{}, {"field": "rules", "line": "2"}])
def test_a_remark_that_is_too_long_is_still_there_to_be_shortened(
    client, ada, bede, content, where
):
    proposal = in_review(ada, content)
    client.force_login(bede)
    text = "tut " * 2000
    answer = client.post(f"/curate/{proposal.pk}/remarks/", where | {"text": text})
    assert answer.status_code == 400
    assert answer.content.decode().count(f">{text}</textarea>") == 1
    assert not proposal.comments.exists()
