"""The Reconciliation API, asked over HTTP as OpenRefine asks it."""

import json
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import pytest

from evidence.models import Place
from evidence.search import names
from evidence.search.index import index_records
from evidence.search.names import Entity, NameTable
from games.models import Game, GameAlias


@pytest.fixture
def service(live_server, transactional_db, request):
    """The addresses of the services on a server of its own."""
    request.getfixturevalue("cast")
    Game.objects.create(name="Šaṭranj", slug="shatranj", native_name="شطرنج", category="war")
    Place.objects.create(evidence_id=Place.objects.get(name="Paris").evidence_id, name="Thèbes")
    index_records()
    return f"{live_server.url}/api/v1/reconcile"


def fetch(address, form=None, **headers):
    """Status, headers and text of an answer, as any HTTP client sees them."""
    body = None if form is None else urlencode(form).encode()
    try:
        with urlopen(Request(address, data=body, headers=headers)) as answer:
            return answer.status, answer.headers, answer.read().decode()
    except HTTPError as error:
        return error.code, error.headers, error.read().decode()


def ask(address, form=None):
    status, _headers, text = fetch(address, form)
    assert status == 200, text
    return json.loads(text)


def test_the_manifest_says_what_openrefine_needs(service):
    for name, kinds in (("games", ["game"]), ("places", ["place", "region"])):
        manifest = ask(f"{service}/{name}/")
        assert manifest["versions"] == ["0.2"]
        assert [kind["id"] for kind in manifest["defaultTypes"]] == kinds
        assert manifest["identifierSpace"] == f"{service}/{name}/"
        assert "{{id}}" in manifest["view"]["url"]
        assert {"url", "width", "height"} == set(manifest["preview"])


def test_a_column_of_names_is_reconciled_in_one_request(service):
    """The form that OpenRefine 3 posts for a batch of cells."""
    queries = {
        "q0": {"query": "SENET", "type": "game", "type_strict": "should", "limit": 3},
        "q1": {"query": "game of thirty squares", "limit": 3, "properties": []},
        "q2": {"query": "Satranj"},
        "q3": {"query": "Shatranj"},
        "q4": {"query": "no such game at all"},
        "q5": {"query": "شطرنج"},
    }
    answer = ask(f"{service}/games/", {"queries": json.dumps(queries)})
    assert set(answer) == set(queries)
    best = {
        key: [(each["id"], each["score"], each["match"]) for each in found["result"][:1]]
        for key, found in answer.items()
    }
    assert best["q0"] == [("senet", 100.0, True)]
    assert best["q1"] == [("senet", 100.0, True)]
    assert best["q2"] == [("shatranj", 100.0, True)]
    assert best["q3"] == [("shatranj", 93.3, False)]
    assert best["q4"] == []
    assert best["q5"] == [("shatranj", 100.0, True)]
    first = answer["q0"]["result"][0]
    assert first["type"] == [{"id": "game", "name": "Traditional game"}]
    assert first["name"] == "Senet"


def test_an_address_asks_the_same_as_a_form(service):
    queries = json.dumps({"q0": {"query": "senet"}})
    by_address = ask(f"{service}/games/?{urlencode({'queries': queries})}")
    assert by_address == ask(f"{service}/games/", {"queries": queries})


def test_places_and_regions_are_told_apart(service):
    queries = {
        "a": {"query": "soyot"},
        "b": {"query": "thebes"},
        "c": {"query": "soyot", "type": "place"},
        "d": {"query": "soyot", "type": [{"id": "region", "name": "Region"}]},
        "e": {"query": "soyot", "type": "Q515"},
    }
    answer = ask(f"{service}/places/", {"queries": json.dumps(queries)})
    found = {key: [each["id"] for each in value["result"]] for key, value in answer.items()}
    assert found["a"][0] == found["d"][0] == "region-soyot"
    assert found["b"] == ["place-thebes"]
    assert found["c"] == found["e"] == []
    assert "25.70, 32.64" in answer["b"]["result"][0]["description"]


def test_two_games_of_one_name_are_left_to_people(service):
    dice = Game.objects.get(slug="dice")
    GameAlias.objects.create(game=dice, name="Senet")
    index_records()
    dice.save()
    found = ask(f"{service}/games/", {"queries": json.dumps({"q": {"query": "senet"}})})
    assert [(each["score"], each["match"]) for each in found["q"]["result"][:2]] == [
        (100.0, False),
        (100.0, False),
    ]


def test_a_new_game_is_found_at_once(service):
    asked = {"queries": json.dumps({"q": {"query": "Mehen"}})}
    assert ask(f"{service}/games/", asked)["q"]["result"] == []
    Game.objects.create(name="Mehen", slug="mehen")
    assert ask(f"{service}/games/", asked)["q"]["result"][0]["id"] == "mehen"


def test_suggestions_come_as_somebody_types(service):
    found = ask(f"{service}/games/suggest/?prefix=thir")["result"]
    assert [(each["id"], each["notable"][0]["id"]) for each in found] == [("senet", "game")]
    assert ask(f"{service}/games/suggest/?prefix=")["result"] == []
    assert ask(f"{service}/games/suggest/?prefix=s&cursor=10")["result"] == []
    assert ask(f"{service}/places/suggest/?prefix=the&type=region")["result"] == []


@pytest.mark.parametrize("callback", ["jQuery1.x_2", "alert(1)//"])
@pytest.mark.parametrize("address", ["?", "suggest/?prefix=sen&", "properties/?"])
def test_no_script_that_a_stranger_words_is_served(service, address, callback):
    status, headers, text = fetch(f"{service}/games/{address}callback={callback}")
    assert (status, headers["Content-Type"]) == (400, "application/json")
    assert headers["X-Content-Type-Options"] == "nosniff"
    error = json.loads(text)["error"]
    assert error["parameter"] == "callback" and "CORS" in error["message"]


def test_pages_of_other_sites_read_the_json(service):
    asked = f"{service}/games/suggest/?prefix=sen&callback="
    _status, headers, text = fetch(asked, Origin="https://elsewhere.example")
    assert headers["Access-Control-Allow-Origin"] == "*"
    assert headers["Content-Type"].startswith("application/json") and json.loads(text)["result"]


def test_columns_are_filled_with_data(service):
    asked = {
        "ids": ["senet", "shatranj", "none"],
        "properties": [{"id": "aliases"}, {"id": "earliest_year"}, {"id": "category"}],
    }
    answer = ask(f"{service}/games/", {"extend": json.dumps(asked)})
    assert [each["id"] for each in answer["meta"]] == ["aliases", "earliest_year", "category"]
    assert answer["rows"]["senet"] == {
        "aliases": [{"str": "Game of Thirty Squares"}],
        "earliest_year": [{"float": -1400}],
        "category": [],
    }
    assert answer["rows"]["shatranj"]["category"] == [{"str": "war"}]
    assert answer["rows"]["none"] == {"aliases": [], "earliest_year": [], "category": []}
    places = ask(
        f"{service}/places/",
        {"extend": json.dumps({"ids": ["place-thebes", "region-soyot"],
                               "properties": [{"id": "latitude"}, {"id": "records"}]})},
    )  # fmt: skip
    assert places["rows"]["place-thebes"]["latitude"] == [{"float": 25.7}]
    assert places["rows"]["region-soyot"] == {"latitude": [], "records": [{"float": 1}]}
    listed = ask(f"{service}/games/properties/?type=game")["properties"]
    assert "earliest_year" in {each["id"] for each in listed}


def test_a_preview_may_stand_in_a_frame_of_another_site(service):
    status, headers, html = fetch(f"{service}/games/preview/?id=senet")
    assert (status, headers["X-Frame-Options"]) == (200, None)
    assert "frame-ancestors *" in headers["Content-Security-Policy"]
    assert "Game of Thirty Squares" in html
    _, headers, _ = fetch(f"{service}/games/")
    assert "frame-ancestors 'self'" in headers["Content-Security-Policy"]


def test_an_id_leads_to_its_page(client, service):
    for name, thing, page in (
        ("games", "senet", "/games/senet/"),
        ("places", "region-soyot", "/regions/soyot/"),
        ("places", "place-thebes", "/evidence/?q=Thebes"),
    ):
        answer = client.get(f"/api/v1/reconcile/{name}/view/?id={thing}")
        assert (answer.status_code, answer["Location"]) == (302, page)
        assert client.get(page).status_code == 200


def test_pages_of_other_sites_may_ask(service):
    _, headers, _ = fetch(f"{service}/games/", Origin="http://127.0.0.1:3333")
    assert headers["Access-Control-Allow-Origin"] == "*"


@pytest.mark.parametrize(
    ("address", "form", "status", "said"),
    [
        ("games/", {"queries": "{"}, 400, "This is not JSON"),
        ("games/", {"queries": "[1]"}, 400, "JSON object"),
        ("games/", {"queries": '{"q": 5}'}, 400, "“q” is no query"),
        ("games/", {"queries": '{"q": {"query": 5}}'}, 400, "“q” is no query"),
        ("games/", {"extend": '{"ids": ["senet"], "properties": [{"id": "x"}]}'}, 400, "aliases"),
        ("games/", {"extend": '{"ids": 5, "properties": 6}'}, 400, "aliases"),
        ("people/", None, 404, "There is no reconciliation service “people”"),
        ("games/preview/?id=none", None, 404, "“none”"),
        ("games/suggest/?prefx=a", None, 400, "There is no parameter “prefx”"),
    ],
)
def test_what_cannot_be_followed_is_refused(service, address, form, status, said):
    answered, _headers, text = fetch(f"{service}/{address}", form)
    assert answered == status
    assert said in json.loads(text)["error"]["message"]


@pytest.mark.parametrize(
    ("body", "said"),
    [(b"[" * 100_000, "nested too deeply"), (b"[1]", "form, or an object"), (b"{", "JSON parse")],
)
def test_a_body_of_json_that_is_no_object_is_refused(client, body, said):
    answer = client.post("/api/v1/reconcile/games/", body, content_type="application/json")

    assert answer.status_code == 400
    assert said in answer.content.decode()


def test_of_ten_thousand_names_a_few_hundred_are_compared_letter_by_letter(monkeypatch):
    compared = []
    likeness = names._likeness
    monkeypatch.setattr(names, "_likeness", lambda *each: compared.append(each) or likeness(*each))
    table = NameTable(
        Entity(str(number), "game", (f"Game of the {number} stones", f"Alias {number * 7}"))
        for number in range(10_000)
    )
    found = table.like("game of the 4242 stone", 3)
    assert found[0].entity.id == "4242"
    assert 0 < len(compared) <= names.NEAR < 1000


def test_names_alike():
    table = NameTable(
        [
            Entity("a", "game", ("Hounds and Jackals", "Fifty-Eight Holes")),
            Entity("b", "game", ("Hounds",)),
            Entity("c", "place", ("Jackals",)),
        ]
    )
    found = [(each.entity.id, each.score) for each in table.like("hounds & jackals", 5)]
    assert found[0][0] == "a"
    assert table.like("hounds", 5)[0].entity.id == "b"
    assert table.like("hounds", 5)[0].score == 100
    assert table.like("58 holes", 5)[0].entity.id == "a"
    assert [each.entity.id for each in table.like("jackals", 5, ["place"])] == ["c"]
    assert table.like("", 5) == table.like("!!!", 5) == []
    assert [each.id for each in table.beginning("jack", 5)] == ["c", "a"]
