"""Which games a record is evidence of: its primary game, and what others take it for."""

import pytest
from django.contrib.auth.models import User

from api.records import Writer
from evidence.claims.assertions import identifications_of
from evidence.drafts import CitationDraft, Draft, GameDraft, IdentificationDraft
from evidence.editing.curation.contents import missing, read
from evidence.editing.curation.telling import compare
from evidence.history import difference, revision
from evidence.history.contents import content_of, draft_of
from evidence.models import Evidence, Identification, RecordVersion, Source
from evidence.records.stored import as_draft
from evidence.sources import StoreError, complete_game
from evidence.storing import store
from evidence.storing.joining import join
from evidence.storing.undoing import undo

pytestmark = pytest.mark.django_db

PICCIONE = "Piccione, P. 1980. In Search of the Meaning of Senet."
TWENTY = IdentificationDraft(
    "certain", game="twenty-squares", about="the board with twenty squares"
)
SENET = IdentificationDraft(
    "probable", "scholar", "", PICCIONE, "55", "the other side is bare", "senet", "the other side"
)


def box(*said, **more):
    cited = (CitationDraft(PICCIONE, "55"),)
    return Draft("box", GameDraft("Twenty Squares"), citations=cited, identifications=said, **more)


@pytest.fixture
def record(db):
    complete_game(GameDraft("Senet"))
    store(box())
    return Evidence.objects.get()


def games(record):
    return [(row.game.slug, row.certainty) for row in identifications_of(record)]


def test_a_records_game_is_its_first_identification_until_somebody_says_more(record):
    assert games(record) == [("twenty-squares", "")]
    store(box(SENET, TWENTY))
    assert games(record) == [("twenty-squares", "certain"), ("senet", "probable")]
    assert as_draft(record).identifications == (SENET, TWENTY)
    store(box(SENET))
    assert games(record) == [("twenty-squares", ""), ("senet", "probable")]
    assert Evidence.objects.get().game.slug == "twenty-squares"


def test_identifications_are_part_of_the_history_and_undone_with_it(record):
    by = User.objects.create_user("asha")
    with revision("read Piccione", by) as act:
        store(box(SENET))
    old, new = RecordVersion.objects.order_by("number")
    assert difference(old, new) == {"identifications": (None, (SENET,))}
    assert content_of(draft_of(new.content)) == new.content
    told = compare(old.content, new.content)
    (line,) = [each for each in told if each.changed]
    assert str(line.label) == "Identified as"
    undo(act.row, by=by, why="no")
    assert not Identification.objects.exists()


def test_what_says_nothing_of_identifications_leaves_them(record):
    store(box(SENET))
    change = store(Draft("box", GameDraft("Twenty Squares"), title="A box"))
    assert list(change.fields) == ["title"]
    assert as_draft(record).identifications == (SENET,)
    assert store(box(SENET)).action == "unchanged"


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (IdentificationDraft(game="no such game"), "“no such game” is not stored"),
        (IdentificationDraft(), "no game"),
        (IdentificationDraft(game="senet", source="Nobody 1900"), "Nobody 1900"),
        (IdentificationDraft("perhaps", game="senet"), "certainty"),
    ],
)
def test_an_identification_that_cannot_be_stored_is_refused_whole(record, row, said):
    with pytest.raises(StoreError, match=said):
        store(box(row, title="New"))
    assert not Identification.objects.exists()
    assert Evidence.objects.get().title == ""


def test_a_game_may_be_named_by_its_name_and_storing_again_changes_nothing(record):
    named = IdentificationDraft(game="Senet")
    assert store(box(named)).action == "changed"
    assert store(box(named)).action == "unchanged"
    assert as_draft(record).identifications[0].game == "senet"


def test_identifications_follow_their_source_when_it_is_joined_and_come_back(record):
    store(box(SENET))
    other = Source.objects.create(slug="other", citation="Piccione, Senet")
    by = User.objects.create_user("bede")
    act = join(Source.objects.get(citation=PICCIONE), other, by=by)
    assert Identification.objects.get().source == other
    undo(act, by=by, why="no")
    assert Identification.objects.get().source.citation == PICCIONE


def test_the_api_gives_the_primary_game_first_and_keeps_game_as_it_was(record, client):
    before = Writer("").shapes([record.pk])[record.pk]
    ref = {name: before["game"][name] for name in ("slug", "name", "url")}
    nothing = dict.fromkeys(("about", "certainty", "voice", "who", "locator", "reason"), "")
    assert before["identifications"] == [{"game": ref, "source": None} | nothing]
    store(box(SENET, TWENTY))
    after = client.get("/api/v1/evidence/box/").json()
    assert after["game"] == before["game"] | {"url": f"http://testserver{ref['url']}"}
    first, second = after["identifications"]
    assert (first["game"]["slug"], first["about"]) == ("twenty-squares", TWENTY.about)
    source = Source.objects.get().slug
    assert (second["source"], second["locator"], second["voice"]) == (source, "55", "scholar")
    assert client.get("/api/v1/evidence/?game=senet").json()["count"] == 0
    assert client.get("/api/v1/evidence/?game=twenty-squares").json()["count"] == 1


def test_the_pages_say_which_games_and_who_says_so(record, client):
    store(box(SENET, TWENTY))
    page = client.get("/evidence/box/").content.decode()
    assert "The board with twenty squares: <a" in page
    assert "the other side is bare" in page
    other = client.get("/games/senet/").content.decode()
    assert "Perhaps or partly this game" in other
    assert "/evidence/box/" in other
    assert "Perhaps" not in client.get("/games/twenty-squares/").content.decode()


def test_a_proposal_carries_identifications_and_names_what_is_wrong_in_them(record):
    sent = {"game_name": "Twenty Squares", "citations": [{"citation": PICCIONE, "locator": "55"}],
            "identifications": [{"game": "Senet", "certainty": "probable", "source": PICCIONE}, {},
                                {"game": "Moksha", "source": "Nobody"}]}  # fmt: skip
    content = read(sent)
    assert [row["game"] for row in content["identifications"]] == ["senet", "Moksha"]
    faults = [fault.field for fault in missing(content) if fault.field.startswith("ident")]
    assert faults == ["identifications.1.game", "identifications.1.source"]


def test_an_administrator_edits_identifications_and_the_history_says_so(record, admin_client):
    address = "/admin/evidence/identification/add/"
    said = {"evidence": record.pk, "position": 0, "game": record.game_id, "certainty": "doubtful"}
    assert admin_client.post(address, said).status_code == 302
    version = RecordVersion.objects.order_by("number").last()
    assert version.content["identifications"] == [
        {"certainty": "doubtful", "game": "twenty-squares"}
    ]
    assert version.revision.by.username == "admin"
