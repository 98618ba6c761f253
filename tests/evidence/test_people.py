"""People, holdings and names of a record: stored, shown, searched, and told to machines."""

from __future__ import annotations

import json

import pytest
from django.contrib.auth.models import User

from api.records import Writer
from evidence.claims.identifiers import IdentifierError, canonical, told
from evidence.drafts import Draft, GameDraft, HoldingDraft, NameDraft, PassageDraft, PersonDraft
from evidence.editing.curation.contents import missing, read
from evidence.exporters.linked import describe
from evidence.history import revision
from evidence.models import Evidence, Person, RecordVersion
from evidence.records.stored import as_draft
from evidence.search import Query, search
from evidence.search.lookup.things import things
from evidence.sources import StoreError
from evidence.storing import store
from evidence.storing.undoing import undo
from people.groups import give_role
from people.matrix import Role

pytestmark = pytest.mark.django_db

TOLD = PersonDraft("certain", "report", name="Haji Othman", role="informant",
                   identifiers="https://www.wikidata.org/entity/Q42")  # fmt: skip
BOARD = HoldingDraft(museum="Raffles Museum", collection="Boards", number="A 1", folio="3r")
CALLED = NameDraft(text="جوڠکق", of="game", language="ms", script="Arab",
                   transliteration="jongkak", meaning="boat", passage=1)  # fmt: skip


def jongkak(**more):
    said = {"people": (TOLD,), "holdings": (BOARD,), "names": (CALLED,)} | more
    return Draft("jongkak", GameDraft("Congklak"), title="Hellier on jongkak", **said)


@pytest.fixture
def record(db):
    sentence = PassageDraft(1, "The game is called jongkak, a boat.")
    store(jongkak(passages=(sentence,)))
    return Evidence.objects.get()


def test_the_page_of_the_record_names_people_holdings_and_names(record, client):
    page = client.get("/evidence/jongkak/").content.decode()
    assert '<a href="/evidence/?person=Haji%20Othman">Haji Othman</a> (informant)' in page
    assert 'href="https://www.wikidata.org/entity/Q42">Wikidata</a>' in page
    assert '<a href="/evidence/?museum=Raffles%20Museum">Raffles Museum</a>, Boards' in page
    assert '<bdi lang="ms-Arab">جوڠکق</bdi> <em>jongkak</em> “boat” (the game)' in page
    assert "The game is called jongkak, a boat." in page


def test_the_page_of_the_game_says_what_records_call_it(record, client):
    page = client.get("/games/congklak/").content.decode()
    assert 'جوڠکق</bdi> <em>jongkak</em> “boat” · <a href="/evidence/jongkak/">' in page
    found = [thing for row, thing in things({}).items() if row[1] == "congklak"]
    assert {"جوڠکق", "jongkak"} <= set(found[0].names)


def test_search_finds_them_by_person_role_and_museum(record):
    store(Draft("other", GameDraft("Congklak")))
    for asked in (("person", "haji othman"), ("museum", "raffles museum")):
        assert search(Query(mentions=(asked,))).count == 1
    assert search(Query(aspects=(("person_role", "informant"),))).count == 1
    assert search(Query(aspects=(("person_role", "author"),))).count == 0


def test_the_api_has_them_beside_the_fields_that_it_had(record, client):
    shape = client.get("/api/v1/evidence/jongkak/").json()
    blank = {"voice": "", "certainty": "", "who": "", "source": None, "locator": "", "reason": ""}
    assert shape["people"] == [blank | {
        "name": "Haji Othman", "role": "informant", "certainty": "certain", "voice": "report",
        "identifiers": ["https://www.wikidata.org/entity/Q42"],
    }]  # fmt: skip
    assert shape["holdings"] == [
        blank | {"museum": "Raffles Museum", "collection": "Boards", "number": "A 1", "folio": "3r"}
    ]
    assert shape["names"][0]["passage"] == 1 and shape["names"][0]["script"] == "Arab"
    written = Writer("http://testserver").shapes([record.pk])[record.pk]
    assert {name: written[name] for name in ("people", "holdings", "names")} == {
        name: shape[name] for name in ("people", "holdings", "names")
    }
    assert [*written, "version"] == list(shape)


def test_linked_data_have_people_in_their_roles_and_where_the_thing_is_kept(record):
    person, holding = describe(record, "")["mentions"]
    assert (person["roleName"], person["mentions"]["sameAs"]) == ("informant", [TOLD.identifiers])
    assert holding["holdingArchive"]["name"] == "Raffles Museum"
    assert holding["itemLocation"] == "A 1, 3r"


def test_they_are_part_of_the_history_and_undone_with_their_act(record):
    version = RecordVersion.objects.order_by("number").last()
    assert version.content["names"][0]["passage"] == 1
    with revision("read again") as act:
        store(jongkak(people=(), names=(NameDraft(text="Congkak", of="game"),)), whole=True)
    assert as_draft(record).people == ()
    undo(act.row, by=None, why="no")
    draft = as_draft(record)
    assert (draft.people, draft.holdings, draft.names) == ((TOLD,), (BOARD,), (CALLED,))
    store(Draft("jongkak", GameDraft("Congklak"), title="Another title"))
    assert as_draft(record).people == (TOLD,)


@pytest.mark.parametrize(
    "more",
    [
        {"people": (PersonDraft(name="Ann"),)},
        {"people": (PersonDraft(name="Ann", role="cousin"),)},
        {"people": (PersonDraft(name="Ann", role="author", identifiers="Ann"),)},
        {"holdings": (HoldingDraft(number="A 1"),)},
        {"names": (NameDraft(text="Chess"),)},
        {"names": (NameDraft(text="Chess", of="game", script="arabic"),)},
        {"names": (NameDraft(text="Chess", of="game", passage=0),)},
    ],
)
def test_what_says_nothing_or_something_unknown_is_refused(record, more):
    with pytest.raises(StoreError):
        store(jongkak(**more))
    assert as_draft(record).people == (TOLD,)


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("Q42", "https://www.wikidata.org/entity/Q42"),
        ("http://www.wikidata.org/wiki/Q42", "https://www.wikidata.org/entity/Q42"),
        ("viaf:113230702", "https://viaf.org/viaf/113230702"),
        ("https://viaf.org/viaf/113230702/", "https://viaf.org/viaf/113230702"),
        ("orcid:0000000218250097", "https://orcid.org/0000-0002-1825-0097"),
        ("isni:0000-0001-2103-2683", "https://isni.org/isni/0000000121032683"),
        ("gnd:119033364", "https://d-nb.info/gnd/119033364"),
        ("Q1 viaf:1 Q1", "https://www.wikidata.org/entity/Q1 https://viaf.org/viaf/1"),
        ("", ""),
    ],
)
def test_identifiers_have_one_form(typed, address):
    assert canonical(typed) == address
    assert canonical(address) == address


@pytest.mark.parametrize(
    "typed",
    ["Q", "Ann", "viaf:x", "https://example.org/Q42", "orcid:0000-0002-1825-0098", "Q42,Q43",
     "isni:1", "javascript:alert(1)"],
)  # fmt: skip
def test_what_is_no_identifier_is_refused_by_name(typed):
    with pytest.raises(IdentifierError, match="is no identifier of a person"):
        canonical(typed)


def test_each_identifier_is_told_with_its_register():
    assert told("https://viaf.org/viaf/1 https://orcid.org/0000-0002-1825-0097") == [
        ("VIAF", "https://viaf.org/viaf/1"), ("ORCID", "https://orcid.org/0000-0002-1825-0097"),
    ]  # fmt: skip


def test_an_administrator_adds_somebody_and_the_record_has_a_version(record, client):
    asha = User.objects.create_user("asha")
    give_role(asha, Role.ADMINISTRATOR)
    client.force_login(User.objects.get(pk=asha.pk))
    form = {"evidence": record.pk, "position": 1, "name": "M. Hellier", "role": "author"}
    address = "/admin/evidence/person/add/"
    refused = client.post(address, form | {"identifiers": "nobody"})
    assert "is no identifier of a person" in refused.content.decode()
    assert client.post(address, form | {"identifiers": "Q1"}).status_code == 302
    added = Person.objects.get(name="M. Hellier")
    assert added.identifiers == "https://www.wikidata.org/entity/Q1"
    assert [
        row["name"] for row in RecordVersion.objects.order_by("-number")[0].content["people"]
    ] == ["Haji Othman", "M. Hellier"]


def test_programs_propose_them_and_what_is_wrong_is_named_by_its_row(record):
    content = read({
        "people": [{"name": "Ann", "identifiers": "Q1"}, {"role": "author"}],
        "holdings": [{"number": "1"}], "names": [{"of": "game", "script": "x"}],
    })  # fmt: skip
    assert content["people"][0]["identifiers"] == "https://www.wikidata.org/entity/Q1"
    wrong = {fault.field for fault in missing(content)}
    assert {"people.0.role", "people.1.name", "holdings.0.museum", "names.0.text",
            "names.0.script"} <= wrong  # fmt: skip
    assert json.dumps(content)
