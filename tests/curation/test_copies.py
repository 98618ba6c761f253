"""What may be stored already is said in the form and in the review: sources, copies of records."""

from __future__ import annotations

import pytest
from django.conf import settings

from evidence.editing.curation import life
from evidence.editing.curation.copies import copies
from evidence.editing.curation.models import Proposal
from evidence.editing.curation.steps import take
from evidence.models import Source
from tests.curation.conftest import MURRAY
from tests.curation.pages import fields, words

pytestmark = pytest.mark.django_db

PORTAL = settings.BASE_DIR / "tests" / "samples" / "portal" / "good"


@pytest.fixture
def murray():
    csl = {"title": "A History of Chess", "author": [{"family": "Murray"}]}
    return Source.objects.create(
        slug="murray", citation=MURRAY, title="A History of Chess", year=1913, csl=csl
    )


def test_a_typed_source_that_is_stored_otherwise_is_said_in_review_and_offered_in_the_form(
    client, bede, content, murray
):
    client.force_login(bede)
    content["citations"][0]["citation"] = "Murray A History of Chess"
    proposal = life.begin(bede, content)
    assert "is stored already" in words(client.get(proposal.get_absolute_url()))
    form = client.get(f"/curate/{proposal.pk}/edit/")
    assert "A source that is stored may be the same" in words(form)
    sent = fields(form)
    assert sent["citations-0-alike"] == "murray"
    assert "citations-0-same" not in sent  # nothing is replaced before somebody says so
    client.post(f"/curate/{proposal.pk}/edit/", sent | {"deed": "save"})
    proposal.refresh_from_db()
    assert proposal.content["citations"][0]["citation"] == "Murray A History of Chess"
    again = fields(client.get(f"/curate/{proposal.pk}/edit/")) | {"citations-0-same": "on"}
    client.post(f"/curate/{proposal.pk}/edit/", again | {"deed": "save"})
    proposal.refresh_from_db()
    assert proposal.content["citations"][0]["citation"] == MURRAY
    assert "is stored already" not in words(client.get(proposal.get_absolute_url()))


def test_a_portal_page_cites_the_stored_source(client, ada):
    csl = {"title": "A Board Under the Road", "author": [{"family": "Rossi"}]}
    Source.objects.create(
        slug="rossi", citation="Rossi 1950, A Board Under the Road", year=1950, csl=csl,
        title="A Board Under the Road",
    )  # fmt: skip
    client.force_login(ada)
    client.post("/curate/portal/", {"text": (PORTAL / "two_records.txt").read_text()})
    cited = {
        row["citation"] for each in Proposal.objects.all() for row in each.content["citations"]
    }
    assert "Rossi 1950, A Board Under the Road" in cited
    assert not any(citation.startswith("Rossi, M.") for citation in cited)


def test_a_copy_of_a_record_is_said_in_the_form_and_in_the_review(
    client, ada, bede, cato, content, murray
):
    first = life.begin(ada, content)
    take("send", first, number=1, person=ada)
    take("accept", first, number=1, person=bede)
    content["quotations"][0]["citation"] = 0
    content["citations"][0] = {"citation": "Murray History of Chess", "locator": "342–343"}
    second = life.begin(ada, content)
    take("send", second, number=1, person=ada)
    client.force_login(cato)
    for page in (second.get_absolute_url(), f"/curate/{second.pk}/edit/"):
        said = client.get(page)
        assert "The same words from the same place in the same source" in words(said)
        assert f'href="/evidence/{first.identifier}/"' in said.content.decode()


@pytest.mark.parametrize(
    "change",
    [
        {"citations": [{"citation": MURRAY, "locator": "p. 344"}]},
        {"citations": [{"citation": "Another book.", "locator": "pp. 342-343"}]},
        {"quotations": [{"text": "another board", "citation": 0}]},
    ],
)
def test_other_words_another_page_or_another_source_are_no_copy(ada, bede, content, change, murray):
    first = life.begin(ada, content)
    take("send", first, number=1, person=ada)
    take("accept", first, number=1, person=bede)
    second = life.begin(ada, content | change)
    assert copies(second.identifier, second.content, bede) == []


def test_a_copy_among_proposals_is_told_to_those_who_may_see_it(ada, bede, dodo, content):
    first = life.begin(bede, content)
    second = life.begin(ada, content)
    assert copies(second.identifier, second.content, ada) == []
    assert [each.address for each in copies(second.identifier, second.content, bede)] == [
        first.get_absolute_url()
    ]
