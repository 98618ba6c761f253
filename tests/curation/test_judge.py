"""Whose a rating is: asked when a draft is sent, named or said to be not known."""

from __future__ import annotations

import pytest

from evidence.editing.curation import life
from evidence.editing.curation.contents import begun_from, missing, read
from evidence.editing.curation.models import Proposal, State
from evidence.editing.curation.telling import tell
from evidence.models import Evidence
from tests.curation.pages import fields, refusal
from tests.curation.test_life import accepted

pytestmark = pytest.mark.django_db
ASKED = "say who rated the confidence, or that this is not known"


@pytest.fixture
def draft(client, ada, content):
    """A draft with a rating that says nothing of a judge, in the browser of its author."""
    client.force_login(ada)
    return life.begin(ada, content)


def send(client, draft, **more):
    address = f"/curate/{draft.pk}/edit/"
    answer = client.post(address, fields(client.get(address)) | more | {"deed": "send"})
    draft.refresh_from_db()
    return answer


def test_it_is_asked_before_the_draft_is_sent(client, draft):
    page = client.get(f"/curate/{draft.pk}/edit/").content.decode()
    assert ASKED in page and 'data-suggest="people"' in page
    answer = send(client, draft)
    assert answer.status_code >= 400
    assert answer.context["form"].main.errors["judged_by"] == [ASKED]
    assert draft.state == State.DRAFT


@pytest.mark.parametrize(
    "said, kept", [({"judged_by": "Murray"}, "Murray"), ({"unjudged": "on"}, "")]
)
def test_a_name_or_that_none_is_known_is_enough(client, draft, said, kept):
    assert send(client, draft, **said).status_code == 302
    assert draft.state == State.REVIEW
    assert draft.content.get("judged_by", "") == kept
    assert draft.content.get("unknown", []) == ([] if kept else ["judge"])


def test_the_page_of_the_draft_asks_it_too_and_refuses_the_same(client, draft):
    address = f"/curate/{draft.pk}/"
    assert ASKED in client.get(address).content.decode()
    answer = client.post(f"{address}step/", {"step": "send", "number": "1"})
    assert answer.status_code == 409
    assert ASKED in refusal(answer)[0]
    draft.refresh_from_db()
    assert draft.state == State.DRAFT


def test_both_are_refused_and_a_draft_is_saved_without_either(client, draft):
    assert send(client, draft, judged_by="Murray", unjudged="on").status_code == 302
    assert [fault.field for fault in missing(draft.content)] == ["judged_by"]
    content = dict(draft.content, unknown=[], judged_by="")
    saved = life.save(draft, content, number=draft.number, person=draft.author)
    assert missing(saved.content) == []


def test_that_none_is_known_stays_said(client, ada, bede, content):
    published = accepted(ada, bede, content)  # as programs may
    assert Evidence.objects.get().judged_by == ""
    client.force_login(bede)
    sent = fields(client.get(f"/evidence/{published.identifier}/edit/"))
    assert sent["unjudged"] == "on"
    client.post(f"/evidence/{published.identifier}/edit/", sent | {"deed": "send"})
    change = Proposal.objects.get(base=1)
    assert (change.state, change.content["unknown"]) == (State.REVIEW, ["judge"])
    assert "who rated it" in [line for told in tell(change.content) for line in told.lines]


def test_it_is_not_asked_where_nothing_is_rated(content):
    del content["confidence"]
    assert "unknown" not in begun_from(read(content))
