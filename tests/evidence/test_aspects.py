"""Search by roles, certainties, relations and pictures."""

from __future__ import annotations

import pytest
from django.http import QueryDict
from django.utils.http import urlencode

from evidence.drafts import (
    DateDraft,
    Draft,
    GameDraft,
    IdentificationDraft,
    PictureDraft,
    PlaceDraft,
    RelationDraft,
)
from evidence.models import Evidence
from evidence.search import Query, search
from evidence.storing import store

pytestmark = pytest.mark.django_db

PICTURE = PictureDraft(
    address="https://museum.example/iiif/1", alt="A board", holder="Museum", credit="Museum",
    licence="https://creativecommons.org/publicdomain/zero/1.0/",
)  # fmt: skip


def draft(name, **more):
    return Draft(name, GameDraft("Senet"), **more)


@pytest.fixture
def records(db):
    store(
        draft(
            "box", date="-1400", date_role="made", pictures=(PICTURE,),
            places=(PlaceDraft("Thebes", role="found"), PlaceDraft("Cairo", role="kept")),
            other_dates=(DateDraft(role="found", date="1910"),),
        )
    )  # fmt: skip
    doubtful = IdentificationDraft("doubtful", game="senet")
    same = RelationDraft(relation="same-find", target="box")
    store(draft("board", date="-1300", date_role="used", identifications=(doubtful,),
                relations=(same,)))  # fmt: skip
    store(draft("bare"))


def found(client, **params):
    answer = client.get("/api/v1/evidence/", params | {"fields": "identifier"}).json()
    return sorted(each["identifier"] for each in answer["results"])


def test_records_are_found_by_aspects_and_counted(records, client):
    assert found(client, date_role="found") == ["box"]
    assert found(client, date_role=["made", "used"]) == ["board", "box"]
    assert found(client, place_role="kept", picture="yes") == ["box"]
    assert found(client, identified="doubtful", related="same-find") == ["board"]
    assert found(client, identified="certain") == []
    assert client.get("/api/v1/evidence/?identified=sure").status_code == 400
    names = "date_role,place_role,identified,related,picture"
    counted = client.get(f"/api/v1/evidence/?facets={names}").json()["facets"]
    assert counted == {
        "date_role": {"found": 1, "made": 1, "used": 1},
        "place_role": {"found": 1, "kept": 1},
        "identified": {"doubtful": 1},
        "related": {"same-find": 1},
        "picture": {"yes": 1},
    }
    page = client.get("/evidence/?identified=doubtful").content.decode()
    assert 'name="identified" value="doubtful" checked' in page
    assert "with a picture" in client.get("/evidence/").content.decode()


def test_a_change_of_a_record_is_searched_as_if_all_were_read_again(records):
    assert search(Query(aspects=(("picture", "yes"),))).count == 1
    store(draft("bare", pictures=(PICTURE,), date_role="copy"))
    assert search(Query(aspects=(("picture", "yes"),))).count == 2
    Evidence.objects.get(identifier="box").delete()
    assert search(Query(aspects=(("picture", "yes"), ("date_role", "copy")))).count == 1
    query = Query(aspects=(("date_role", "made"), ("related", "copy-of")))
    assert Query.from_params(QueryDict(urlencode(query.params()))) == query
