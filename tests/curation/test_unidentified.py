"""A board of no known game: published, found, exported and identified later."""

from __future__ import annotations

import csv
import io
import json

import pytest

from evidence.editing.curation import life
from evidence.editing.curation.contents import missing
from evidence.editing.curation.models import Proposal
from evidence.exporters import table
from evidence.exporters.linked import describe
from evidence.exporters.selection import Selection
from evidence.models import Evidence, RecordVersion
from evidence.search import Query, search
from games.models import Game
from tests.curation.pages import fields, words
from tests.curation.test_life import accepted

pytestmark = pytest.mark.django_db


@pytest.fixture
def nameless(content):
    rest = {name: value for name, value in content.items() if name != "game_name"}
    return rest | {"title": "A scratched board", "unknown": ["game"]}


def test_a_record_of_no_game_is_asked_for_in_the_form_and_published(client, ada, bede, nameless):
    client.force_login(ada)
    blank = fields(client.get("/curate/new/"))
    client.post("/curate/new/", blank | {"title": "A board", "unidentified": "on", "deed": "save"})
    assert Proposal.objects.get().content["unknown"] == ["game"]
    record = accepted(ada, bede, nameless).identifier
    page = words(client.get(f"/evidence/{record}/"))
    assert "not identified" in page and "Unidentified game" in page
    found = client.get(f"/api/v1/evidence/{record}/").json()
    assert found["game"]["slug"] == "unidentified-game"
    assert found["identifications"] == []
    assert search(Query(games=("unidentified-game",))).count == 1
    (row,) = csv.DictReader(io.StringIO("".join(table.write(Selection(Query(), site="http://x")))))
    assert (row["game"], row["game_name"]) == ("unidentified-game", "Unidentified game")
    assert not json.loads(json.dumps(describe(Evidence.objects.get(), "http://x"))).get("about")


def test_it_stays_unidentified_where_nobody_changes_that(client, ada, bede, nameless):
    record = accepted(ada, bede, nameless).identifier
    client.force_login(bede)
    sent = fields(client.get(f"/evidence/{record}/edit/"))
    assert sent["unidentified"] == "on" and "game_name" not in sent
    client.post(f"/evidence/{record}/edit/", sent | {"deed": "save"})
    change = Proposal.objects.get(base=1)
    assert "game" in change.content["unknown"] and "game_name" not in change.content
    kept = life.save(change, change.content, number=change.number, person=bede)
    assert missing(kept.content) == []


def test_what_it_may_be_is_said_without_a_game_of_its_own(ada, bede, nameless, client):
    Game.objects.create(slug="senet", name="Senet")
    nameless["identifications"] = [{"game": "Senet", "certainty": "doubtful"}]
    record = accepted(ada, bede, nameless).identifier
    (said,) = client.get(f"/api/v1/evidence/{record}/").json()["identifications"]
    assert (said["game"]["slug"], said["certainty"]) == ("senet", "doubtful")


def test_it_is_identified_later(ada, bede, cato, nameless):
    record = accepted(ada, bede, nameless).identifier
    content = life.begin(bede, record=record).content
    rest = {name: value for name, value in content.items() if name != "unknown"}
    Proposal.objects.filter(base=1).delete()
    accepted(bede, cato, rest | {"game_name": "Mill"}, record=record)
    assert Evidence.objects.get().game.name == "Mill"
    assert [row.content["game"] for row in RecordVersion.objects.order_by("number")] == [
        "unidentified-game", "mill",
    ]  # fmt: skip


def test_a_game_and_that_none_is_known_are_not_both_said(nameless):
    faults = missing(nameless | {"game_name": "Mill"})
    assert [each.field for each in faults] == ["game"]
    assert "game" in [each.field for each in missing({"title": "x"})]


def test_relations_of_a_game_need_a_game(nameless):
    related = {"relation": "variant-of", "target": "senet"}
    Game.objects.create(slug="senet", name="Senet")
    faults = missing(nameless | {"game_relations": [related]})
    assert "game_relations" in [each.field for each in faults]
