"""Search by museum, person, language, and who identified the game."""

from __future__ import annotations

import pytest
from django.http import QueryDict
from django.utils.http import urlencode

from evidence.drafts import (
    CitationDraft,
    Draft,
    GameDraft,
    IdentificationDraft,
    PassageDraft,
    PlaceDraft,
    QuotationDraft,
)
from evidence.models import Source
from evidence.records.museums import museums_in
from evidence.search import Query
from evidence.storing import store

CITED = "Piccione, P. 1980. In Search of the Meaning of Senet."
PICCIONE = CitationDraft(
    CITED, csl={"author": [{"family": "Piccione", "given": "Peter A."}],
                "issued": {"date-parts": [[1980]]}},
)  # fmt: skip
BY_PICCIONE = IdentificationDraft(game="senet", voice="scholar", source=CITED)


@pytest.mark.parametrize(
    ("text", "museums"),
    [
        ("British Museum, 1872,0601.1", ["British Museum"]),
        ("British Library Add MS 7515", ["British Library"]),
        ("Egyptian Museum, Cairo, JE 62058 (Carter 345)", ["Egyptian Museum, Cairo"]),
        ("BM 33333B; Museo Egizio, Turin, S. 8451", ["BM", "Museo Egizio, Turin"]),
        ("Museo Archeologico Nazionale, Naples", ["Museo Archeologico Nazionale, Naples"]),
        ("1872,0601.1", []),
    ],
)
def test_a_museum_is_told_from_its_inventory_number(text: str, museums: list[str]) -> None:
    assert list(museums_in(text)) == museums


@pytest.fixture
def records(db):
    store(Draft("bare", GameDraft("Senet")))
    store(
        Draft(
            "box", GameDraft("Senet"), external_ids={"museum": "Egyptian Museum, Cairo, JE 62058"},
            citations=(PICCIONE,), identifications=(BY_PICCIONE,),
            passages=(PassageDraft(1, "Jeu de l’oie", language="fr", by="A. Mariette"),),
        )
    )  # fmt: skip
    by_hand = IdentificationDraft(game="senet", who="Gustave Jéquier")
    words = QuotationDraft("sn.t", language="egy", translator="Peter A. Piccione")
    kept = (PlaceDraft("Egyptian museum, Cairo", role="kept"),
            PlaceDraft("Cairo", role="kept", precision="town"))  # fmt: skip
    store(Draft("board", GameDraft("Senet"), identifications=(by_hand,), quotations=(words,),
                places=kept))  # fmt: skip


def found(client, **params):
    answer = client.get("/api/v1/evidence/", params | {"fields": "identifier"}).json()
    return sorted(each["identifier"] for each in answer["results"])


def test_records_are_found_by_names_and_counted(records, client):
    assert found(client, museum="egyptian museum Cairo") == ["board", "box"]
    assert found(client, person="Peter A. Piccione") == ["board", "box"]
    assert found(client, person=["A. Mariette", "gustave jequier"]) == ["board", "box"]
    assert found(client, language="egy", person="Peter A. Piccione") == ["board"]
    assert found(client, identified_by="Piccione 1980") == ["box"]
    assert found(client, museum="Louvre") == []
    assert client.get("/api/v1/evidence/?person=…").status_code == 400
    names = "museum,person,language,identified_by"
    assert client.get(f"/api/v1/evidence/?facets={names}").json()["facets"] == {
        "museum": {"Egyptian Museum, Cairo": 2},
        "person": {"Peter A. Piccione": 2, "A. Mariette": 1, "Gustave Jéquier": 1},
        "language": {"egy": 1, "fr": 1},
        "identified_by": {"Gustave Jéquier": 1, "Piccione 1980": 1},
    }
    page = client.get("/evidence/?person=peter a piccione").content.decode()
    assert 'name="person" value="peter a piccione" checked' in page
    assert 'name="person" value="Peter A. Piccione"' not in page
    assert 'href="/evidence/?museum=Egyptian%20Museum%2C%20Cairo"' in (
        client.get("/evidence/box/").content.decode()
    )
    assert 'href="/evidence/?identified_by=Gustave%20J%C3%A9quier"' in (
        client.get("/evidence/board/").content.decode()
    )


def test_changes_of_records_and_of_sources_are_searched(records, client):
    assert found(client, language="fr") == ["box"]
    store(Draft("bare", GameDraft("Senet"), external_ids={"museum": "Louvre, E 2710"}))
    assert found(client, museum="Louvre") == ["bare"]
    source = Source.objects.get()
    source.csl = {"author": [{"literal": "Society of Games"}]}
    source.save()
    assert found(client, person="Society of Games") == ["box"]
    assert found(client, person="Peter A. Piccione") == ["board"]
    assert "person=Society%20of%20Games" in client.get(source.get_absolute_url()).content.decode()
    query = Query(mentions=(("museum", "Louvre"), ("person", "A. Mariette")))
    assert Query.from_params(QueryDict(urlencode(query.params()))) == query
