"""What a game is to others, proposed with a record of it, reviewed, edited and taken away."""

from __future__ import annotations

import json

import pytest

from evidence.claims.game_relations import contents_of
from evidence.editing.curation.contents import missing, read
from evidence.editing.curation.models import Proposal
from evidence.editing.curation.steps import take
from evidence.editing.curation.telling import tell
from evidence.models import SharedVersion
from games.models import Game
from tests.curation.pages import fields
from tests.curation.test_life import accepted

pytestmark = pytest.mark.django_db
VARIANT = {"relation": "variant-of", "target": "shatranj", "certainty": "probable", "who": "Murray"}
ROW = {f"game_relations-0-{name}": value for name, value in VARIANT.items()}


@pytest.fixture
def record(client, ada, bede, content):
    """A published record, whose reviewer is logged in; another game to relate its own to."""
    Game.objects.create(slug="shatranj", name="Shatranj")
    client.force_login(bede)
    return accepted(ada, bede, content | {"judged_by": "Murray"}).identifier


def propose(client, record, person, **more):
    """The change that the form makes with these fields, published by somebody else."""
    sent = fields(client.get(f"/evidence/{record}/edit/"))
    answer = client.post(f"/evidence/{record}/edit/", sent | more | {"deed": "send"})
    assert answer.status_code == 302, answer.context["page"].refusal
    change = Proposal.objects.order_by("-pk")[0]
    said = change.content.get("game_relations", [])
    page = client.get(f"/curate/{change.pk}/").content.decode()
    take("accept", change, number=change.number, person=person)
    return said, page


def relations():
    return contents_of(Game.objects.get(name="Shatranj ar-Rumiya"))


def test_a_relation_is_proposed_edited_and_taken_away_each_after_review(client, record, cato):
    said, page = propose(client, record, cato, **ROW | {"game_relations-0-target": "Shatranj"})
    assert said == relations() == [VARIANT]
    assert "is a variant of Shatranj · probable · Murray" in page
    assert "Is a variant of" in client.get("/games/shatranj-ar-rumiya/").content.decode()
    noted = SharedVersion.objects.get()
    assert (noted.slug, noted.after["relations"]) == ("shatranj-ar-rumiya", [VARIANT])
    assert noted.revision.reviewed_by == cato

    said, _page = propose(client, record, cato, title="Nothing else")
    assert said == []
    said, _page = propose(client, record, cato, **{"game_relations-0-certainty": "doubtful"})
    assert said == relations() == [VARIANT | {"certainty": "doubtful"}]
    said, _page = propose(client, record, cato, **{"game_relations-0-relation": "derived-from"})
    gone = {"relation": "variant-of", "target": "shatranj", "withdrawn": True}
    derived = VARIANT | {"certainty": "doubtful", "relation": "derived-from"}
    assert (said, relations()) == ([derived, gone], [derived])
    said, page = propose(client, record, cato, **{"game_relations-0-remove": "on"})
    assert (said, relations()) == ([gone | {"relation": "derived-from"}], [])
    assert "not any more: is derived from Shatranj" in page


def test_what_others_published_meanwhile_stays(client, record, cato):
    form = fields(client.get(f"/evidence/{record}/edit/"))
    propose(client, record, cato, **ROW)
    chess = Game.objects.create(slug="chess", name="Chess")
    other = {"game_relations-0-relation": "same-as", "game_relations-0-target": chess.name}
    client.post(f"/evidence/{record}/edit/", form | other | {"deed": "save"})
    change = Proposal.objects.order_by("-pk")[0]
    edited = fields(client.get(f"/curate/{change.pk}/edit/"))
    client.post(f"/curate/{change.pk}/edit/", edited | {"deed": "send"})
    change.refresh_from_db()
    take("accept", change, number=change.number, person=cato)
    assert [row["target"] for row in relations()] == ["shatranj", "chess"]


def test_another_game_of_the_record_does_not_take_over_the_relations(client, record, cato):
    propose(client, record, cato, **ROW)
    said, _page = propose(client, record, cato, game_name="Ring chess")
    assert (said, relations()) == ([], [VARIANT])


def test_what_is_wrong_is_told(content):
    row = {"target": "nowhere", "source": "Nobody 1900"}
    told = read(content | {"game_relations": [row, {"relation": "same-as", "target": "x"}]})
    faults = [fault.field for fault in missing(told)]
    assert faults == [
        "game_relations.0.relation", "game_relations.0.target", "game_relations.0.source",
        "game_relations.1.target",
    ]  # fmt: skip
    assert next(each.label for each in tell(told) if each.field == "game_relations")


def test_a_forged_row_of_what_was_is_no_fault(client, record):
    sent = fields(client.get(f"/evidence/{record}/edit/")) | ROW
    for was in ("[", "[1]", "[" * 9000, json.dumps({"target": {"a": 1}})):
        answer = client.post(f"/evidence/{record}/edit/", sent | {"game_relations-0-was": was})
        assert answer.status_code in (302, 400), was
