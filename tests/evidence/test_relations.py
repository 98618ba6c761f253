"""What records are to each other, shown on both pages."""

import pytest

from api.records import Writer
from evidence.claims.assertions import related_to
from evidence.drafts import Draft, GameDraft, RelationDraft
from evidence.editing.curation.contents import missing, read
from evidence.editing.curation.published import restore, withdraw
from evidence.editing.curation.telling import tell
from evidence.history import last_numbers
from evidence.models import Evidence, RecordRelation, RecordVersion
from evidence.records.stored import as_draft
from evidence.sources import StoreError
from evidence.storing import store
from evidence.vocabulary import INVERSE_LINKS, Link
from people.groups import give_role
from people.matrix import Role

pytestmark = pytest.mark.django_db

COPY = RelationDraft("probable", "scholar", "Murray", relation="copy-of", target="old")
SENET, URS = "senet-side", "twenty-squares-side"


def leaf(*said, **more):
    return Draft("new", GameDraft("Chess"), title="A copy", relations=said, **more)


@pytest.fixture
def records(db):
    store(Draft("old", GameDraft("Chess"), title="The original"))
    store(leaf(COPY))
    return {record.identifier: record for record in Evidence.objects.all()}


def words(record):
    return [(each.words, each.identifier) for each in related_to(record)]


def test_each_of_two_records_says_what_it_is_to_the_other(records, client):
    assert words(records["new"]) == [("is a copy of", "old")]
    assert words(records["old"]) == [("has the copy", "new")]
    page = client.get("/evidence/old/").content.decode()
    assert 'Has the copy <a href="/evidence/new/">A copy</a>' in page
    assert "Murray" in page
    assert 'Is a copy of <a href="/evidence/old/">' in client.get("/evidence/new/").content.decode()


def test_two_games_on_one_box_are_linked_once_on_each_page_whoever_says_it(db):
    for one, other, game in ((SENET, URS, "Senet"), (URS, SENET, "Twenty Squares")):
        same = RelationDraft(relation="same-object", target=other)
        store(Draft(one, GameDraft(game), relations=(same,)))
    for record in Evidence.objects.all():
        assert len(related_to(record)) == 1
    store(Draft(URS, GameDraft("Twenty Squares")), whole=True)
    assert words(Evidence.objects.get(identifier=URS)) == [("is about the same object as", SENET)]


def test_every_relation_has_words_for_either_side():
    for link in Link:
        row = RecordRelation(relation=link, target="old")
        assert row.is_symmetric == (link.value.startswith("same-"))
        assert bool(row.inverse) and row.is_symmetric == (row.inverse == str(link.label))
    assert not any(link.value.startswith("same-") for link in INVERSE_LINKS)


def test_relations_are_part_of_the_history_and_no_importer_loses_them(records):
    assert as_draft(records["new"]).relations == (COPY,)
    store(Draft("new", GameDraft("Chess"), title="Another title"))
    last = RecordVersion.objects.filter(identifier="new").order_by("number").last()
    assert last.content["relations"][0]["target"] == "old"
    assert store(leaf(COPY, date="1300")).action == "changed"
    assert store(leaf(COPY)).action == "unchanged"


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (RelationDraft(target="old"), "has to be named"),
        (RelationDraft(relation="cites"), "another record"),
        (RelationDraft(relation="cites", target="new"), "another record"),
        (RelationDraft(relation="loves", target="old"), "relation"),
    ],
)
def test_a_relation_that_cannot_be_stored_is_refused_whole(records, row, said):
    with pytest.raises(StoreError, match=said):
        store(leaf(row, date="1300"))
    assert as_draft(records["new"]).relations == (COPY,)
    assert Evidence.objects.get(identifier="new").date == ""


def test_a_withdrawn_record_is_named_and_its_relation_waits_for_it(
    records, client, django_user_model
):
    editor = django_user_model.objects.create_user("asha")
    give_role(editor, Role.CURATOR)
    editor = django_user_model.objects.get(pk=editor.pk)
    for identifier in ("old", "new"):
        number = last_numbers([identifier])[identifier]
        withdraw(identifier, number=number, person=editor, why="a mistake")
        if identifier == "old":
            assert "not published" in client.get("/evidence/new/").content.decode()
    for identifier, at in (("new", 1), ("old", 1)):
        number = last_numbers([identifier])[identifier]
        restore(identifier, at, number=number, person=editor, why="no mistake")
    assert words(Evidence.objects.get(identifier="old")) == [("has the copy", "new")]


def test_the_api_gives_relations_beside_what_it_gave(records, client):
    (row,) = client.get("/api/v1/evidence/new/").json()["relations"]
    assert (row["relation"], row["certainty"], row["who"]) == ("copy-of", "probable", "Murray")
    assert row["record"]["url"] == "http://testserver/api/v1/evidence/old/"
    assert client.get(row["record"]["page"]).status_code == 200
    old = records["old"].pk
    assert Writer("").shapes([old])[old]["relations"] == []


def test_a_proposal_carries_relations_and_names_what_is_wrong_in_them(records):
    rows = [{"relation": "cites", "target": "old"}, {"target": "old"},
            {"relation": "cites", "target": "nowhere"}]  # fmt: skip
    content = read({"game_name": "Chess", "relations": rows})
    faults = [each.field for each in missing(content) if each.field.startswith("relations")]
    assert faults == ["relations.1.relation", "relations.2.target"]
    told = {each.field: each.lines for each in tell(content)}
    assert told["relations"][0] == "cites “The original” (old)"


def test_an_administrator_relates_records_that_are_there(records, admin_client):
    address = "/admin/evidence/recordrelation/add/"
    said = {"evidence": records["old"].pk, "position": 0, "relation": "same-find"}
    for wrong in ("nowhere", "old"):
        page = admin_client.post(address, said | {"target": wrong})
        assert "no other record" in page.context["errors"][0][0]
    assert admin_client.post(address, said | {"target": "new"}).status_code == 302
    last = RecordVersion.objects.filter(identifier="old").order_by("number").last()
    assert last.content["relations"] == [{"relation": "same-find", "target": "new"}]
