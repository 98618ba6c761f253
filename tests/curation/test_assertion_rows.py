"""Assertions in the form of a record: games identified, further dates, related records."""

from __future__ import annotations

import pytest

from evidence.drafts import Draft, GameDraft, PlaceDraft
from evidence.editing.curation.labels import in_words
from evidence.editing.curation.models import Proposal
from evidence.models import Source
from evidence.storing import store
from tests.curation.conftest import MURRAY
from tests.curation.pages import fields
from tests.curation.test_life import accepted

pytestmark = pytest.mark.django_db

ROWS = {
    "identifications-0-game": "Chess",
    "identifications-0-about": "the other side",
    "identifications-0-certainty": "doubtful",
    "identifications-0-voice": "scholar",
    "identifications-0-source": MURRAY,
    "other_dates-0-date": "about 1500",
    "other_dates-0-role": "copy",
    "relations-0-relation": "copy-of",
    "relations-0-target": "old",
    "relations-0-reason": "the same diagrams",
}
SAID = {
    "identifications": [
        {"certainty": "doubtful", "voice": "scholar", "source": MURRAY, "game": "chess",
         "about": "the other side"}
    ],
    "other_dates": [{"role": "copy", "date": "1500~"}],
    "relations": [{"relation": "copy-of", "target": "old", "reason": "the same diagrams"}],
}  # fmt: skip


@pytest.fixture
def old(db):
    kept = PlaceDraft("British Museum", role="kept")
    said = {"title": "The original", "date": "1400", "places": (kept,)}
    return store(Draft("old", GameDraft("Chess"), **said))


def test_rows_are_written_published_and_shown_again_unchanged(client, ada, bede, content, old):
    draft = accepted(ada, bede, content)
    client.force_login(bede)
    address = f"/evidence/{draft.identifier}/edit/"
    client.post(address, fields(client.get(address)) | ROWS | {"deed": "send"})
    change = Proposal.objects.get(base=1)
    assert {name: change.content[name] for name in SAID} == SAID
    form = fields(client.get(f"/curate/{change.pk}/edit/"))
    assert form["identifications-0-game"] == "Chess"
    client.post(f"/curate/{change.pk}/edit/", form | {"deed": "save"})
    change.refresh_from_db()
    assert {name: change.content[name] for name in SAID} == SAID


def test_what_is_wrong_is_named_by_its_row_and_stays_as_typed(client, ada, content, old):
    client.force_login(ada)
    wrong = ROWS | {
        "identifications-0-game": "Chss",
        "other_dates-0-remove": "on",
        "other_dates-1-date": "the other day",
        "other_dates-1-role": "made",
        "relations-0-target": "older",
        "relations-1-target": "old",
    }
    client.post("/curate/new/", wrong | {"title": "Typed", "deed": "save"})
    answer = client.get(f"/curate/{Proposal.objects.get().pk}/edit/")
    html = answer.content.decode()
    assert all(f'value="{typed}"' in html for typed in ("Chss", "the other day", "older", "Typed"))
    told = list(map(in_words, answer.context["missing"]))
    assert told[-5:-3] == [
        "Identified as, 1: there is no game “Chss”",
        f"Identified as, 1: the source “{MURRAY}” is not stored: add it to the record’s sources",
    ]
    assert told[-3].startswith("Other dates, 1: ")
    assert told[-2:] == [
        "Related records, 1: there is no record “older”",
        "Related records, 2: say what it is to the other record",
    ]


def test_what_cannot_be_kept_is_told_at_its_field(client, ada, old):
    client.force_login(ada)
    wrong = ROWS | {"other_dates-0-role": "moon", "relations-0-target": "x" * 61}
    answer = client.post("/curate/new/", wrong | {"deed": "save"})
    assert answer.status_code == 400
    rows = answer.context["form"].rows
    assert list(rows["other_dates"][0].errors) == ["role"]
    assert list(rows["relations"][0].errors) == ["target"]
    assert 'value="about 1500"' in answer.content.decode()
    assert not Proposal.objects.exists()


@pytest.mark.parametrize(
    ("asked", "names"),
    [
        ("games/?q=che", ["Chess"]),
        ("records/?q=orig", ["old"]),
        ("records/?q=ol", ["old"]),
        ("sources/?q=murr", [MURRAY]),
        ("games/", []),
        ("places/?q=luxo", ["Luxor"]),
        ("museums/?q=brit", ["British Museum"]),
    ],
)
def test_names_go_on_from_what_is_typed(client, old, asked, names):
    Source.objects.create(slug="murray", citation=MURRAY)
    found = client.get(f"/curate/names/{asked}").json()["names"]
    assert [each["name"] for each in found] == names
    assert client.get("/curate/names/moons/?q=a").status_code == 404


def test_a_town_is_placed_by_its_name_offline(client, ada):
    client.force_login(ada)
    found = client.get("/curate/names/places/?q=alexandria").json()["names"]
    assert {"name": "Alexandria, Al Iskandariyah, Egypt", "about": "Al Iskandariyah, Egypt",
            "point": "31.2, 29.95"} in found  # fmt: skip
    sent = {
        "places-0-name": "Luxor",
        "places-1-name": "Alexandria",
        "places-2-name": "Luxor",
        "places-2-point": "1, 2",
        "places-3-name": "Nowhere at all",
        "title": "Typed",
        "deed": "locate",
    }
    answer = client.post("/curate/new/", sent)
    form = fields(answer)
    assert (form["places-0-point"], form["places-0-precision"]) == ("25.7, 32.65", "town")
    assert "places-1-point" not in form and form["places-2-point"] == "1, 2"
    assert form["title"] == "Typed"
    told = [str(each) for each in answer.context["messages"]]
    assert told[0].startswith("Several towns are called “Alexandria”: ")
    assert told[1] == "No town is called “Nowhere at all”: write its coordinates."
    assert not Proposal.objects.exists()
