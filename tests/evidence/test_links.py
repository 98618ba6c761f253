"""How a record leads to a board: kinds of links, what they say, and records that have none."""

import io

import pytest
from django.core.management import CommandError, call_command

from evidence.drafts import Draft, GameDraft
from evidence.editing.curation.contents import missing
from evidence.editing.curation.forms.record import RecordForm
from evidence.history.contents import content_of, draft_of
from evidence.models import Evidence, RulesetLink
from evidence.records.stored import as_draft
from evidence.sources import StoreError
from evidence.storing import store
from games.models import Ruleset

pytestmark = pytest.mark.django_db

NOTES = {"certainty": "probable", "proposed_by": "Kendall 1978", "note": "Three rows of ten."}


def board(**more):
    said = {"rulesets": {"senet-kendall": "shows-board"}, "ruleset_notes": {"senet-kendall": NOTES}}
    return Draft("box", GameDraft("Senet", category="race"), title="A box", **(said | more))


@pytest.fixture
def box(db):
    first = store(board(rulesets={}, ruleset_notes={})).identifier
    game = Evidence.objects.get(identifier=first).game
    Ruleset.objects.create(game=game, slug="senet-kendall", name="Senet by Kendall", text="(game)")
    store(board(), update=True)
    return Evidence.objects.get(identifier="box")


def test_a_link_says_who_proposed_the_rules_and_how_surely(box, client):
    link = box.ruleset_links.get()
    assert (link.relation, link.certainty, link.proposed_by) == (
        "shows-board", "probable", "Kendall 1978",
    )  # fmt: skip
    page = client.get("/evidence/box/").content.decode()
    assert "This record shows the board of" in page
    assert "these were proposed by Kendall 1978" in page
    assert "Three rows of ten." in page
    assert "/rulesets/senet-kendall/board.svg" in page
    shape = client.get("/api/v1/evidence/box/").json()
    assert shape["rulesets"][0].items() >= {"relation": "shows-board", **NOTES}.items()
    listed = client.get("/api/v1/evidence/").json()["results"][0]
    assert (listed["rulesets"], listed["no_ruleset"]) == (shape["rulesets"], "")


def test_notes_come_back_as_they_were_and_go_with_their_link(box):
    draft = as_draft(box)
    assert draft_of(content_of(draft)).ruleset_notes == {"senet-kendall": NOTES}
    assert store(draft, whole=True).action == "unchanged"
    store(board(ruleset_notes={}), whole=True)
    assert (box.ruleset_links.get().note, box.ruleset_links.get().certainty) == ("", "")
    store(board(rulesets={}, ruleset_notes={}, no_ruleset="Only a box."), whole=True)
    assert not RulesetLink.objects.exists()


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        ({"rulesets": {"senet-kendall": "proves"}}, "relation “proves”"),
        ({"ruleset_notes": {"other": NOTES}}, "a note on other, which the record is not linked to"),
        ({"ruleset_notes": {"senet-kendall": {"sure": "yes"}}}, "“sure” of senet-kendall"),
        ({"ruleset_notes": {"senet-kendall": {"certainty": "yes"}}}, "certainty “yes”"),
    ],
)
def test_a_wrong_note_is_refused_and_changes_nothing(box, said, fault):
    with pytest.raises(StoreError, match=fault):
        store(board(**said), update=True)
    assert as_draft(box).ruleset_notes == {"senet-kendall": NOTES}


def test_the_form_keeps_what_a_link_says(box):
    content = content_of(as_draft(box))
    row = RecordForm.of(content).rows["rulesets"][0]
    assert row.initial.items() >= NOTES.items()
    faults = [fault.field for fault in missing(content | {"rulesets": {}})]
    assert faults.count("ruleset_notes") == 1


def test_a_record_without_rules_says_why_and_shows_rules_of_its_game(box, client):
    store(Draft("text", GameDraft("Senet"), title="A name", no_ruleset="The text only names it."))
    page = client.get("/evidence/text/").content.decode()
    assert "The text only names it." in page
    assert "Rules of the same game from other records:" in page
    assert 'href="/rulesets/senet-kendall/"' in page


def test_a_game_without_rules_leads_to_the_nearest_of_its_kind(box, client):
    box.ruleset_links.update(relation="describes")
    store(Draft("track", GameDraft("Mehen", category="race"), title="A snake"))
    store(Draft("war", GameDraft("Polis", category="war"), title="A city"))
    near = client.get("/evidence/track/").content.decode()
    assert "Nobody has written out rules for this record yet." in near
    assert "Related games that can be played:" in near
    assert 'href="/rulesets/senet-kendall/"' in near
    assert "senet-kendall" not in client.get("/evidence/war/").content.decode()


def test_records_are_counted_by_kind_of_link_and_those_without_are_named(box):
    store(Draft("name", GameDraft("Senet"), title="A name", no_ruleset="The text only names it."))
    said = io.StringIO()
    call_command("check_links", stdout=said)
    assert said.getvalue().splitlines() == [
        "1 of 2 records lead to a board",
        "  describes: 0",
        "  supports: 0",
        "  contradicts: 0",
        "  mentions: 0",
        "  shows the board of: 1",
        "name  A name: The text only names it.",
    ]
    Evidence.objects.filter(identifier="name").update(no_ruleset="")
    with pytest.raises(CommandError, match="no ruleset and no reason: name"):
        call_command("check_links", stdout=said)


def test_a_rejected_link_leads_nowhere(box):
    box.ruleset_links.update(certainty="rejected")
    said = io.StringIO()
    with pytest.raises(CommandError):
        call_command("check_links", stdout=said)
    assert said.getvalue().startswith("0 of 1 records")
