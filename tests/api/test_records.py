"""What records look like as JSON, in every order, with facets or some fields alone."""

import json
from itertools import product

import pytest
from django.db.models.functions import Lower
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.test import APIRequestFactory

from api.facets import facets_of, facets_text
from api.fragments import Fragments
from api.records import Writer
from api.shapes_evidence import EvidenceSerializer, with_all
from api.text import json_text
from evidence.drafts import Draft, GameDraft
from evidence.models import Evidence
from evidence.search import FACETS, Query, search
from evidence.search.index import index_records
from evidence.search.versions import current_version
from evidence.storing import store
from games.models import Clause
from tests.evidence import search_corpus as corpus

pytestmark = pytest.mark.django_db
SITE = "http://testserver"


@pytest.fixture
def cases(db):
    made = corpus.generated()
    corpus.store(made)
    return made


@pytest.fixture
def ask(client):
    """Asks for an address of the API; gives status and answer."""

    def get(address):
        answer = client.get(address if address.startswith("http") else f"/api/v1/{address}")
        return answer.status_code, answer.json()

    return get


def declared(record):
    request = Request(APIRequestFactory().get("/"))
    shape = EvidenceSerializer(record, context={"request": request}).data
    return json.loads(JSONRenderer().render(shape))


def test_what_is_written_is_what_the_serializer_declares(cases):
    pks = search(Query()).pks()
    shapes = Writer(SITE).shapes(pks)
    for record in with_all(Evidence.objects.all()):
        written = json.loads(json.dumps(shapes[record.pk]))
        assert written == declared(record)
        assert list(written) == list(EvidenceSerializer.Meta.fields)


def test_a_page_takes_few_questions_however_many_records(cases, django_assert_max_num_queries):
    pks = search(Query()).pks()
    with django_assert_max_num_queries(9):
        assert len(Writer(SITE).shapes(pks)) == len(cases)


def test_pieces_follow_every_change(cast):
    pieces = Fragments(lambda site, pks: Writer(site).shapes(pks))
    senet = cast["senet"]

    def titles():
        texts = pieces.of(SITE, search(Query()).pks(), current_version())
        return [json.loads(text)["title"] for text in texts]

    before = titles()
    Evidence.objects.filter(pk=senet.pk).update(title="Senet of Petosiris")
    assert titles() == before
    index_records([senet.pk])
    assert "Senet of Petosiris" in titles()
    game = senet.game
    game.name = "Thirty squares"
    game.save()
    texts = pieces.of(SITE, [senet.pk], current_version())
    assert json.loads(texts[0])["game"]["name"] == "Thirty squares"


def test_facets_are_counted_where_they_are_asked_for(ask, cases):
    _status, page = ask("evidence/?facets=type,game,century&confidence_min=50")
    found = search(Query(confidence_min=50))
    assert page["facets"] == {
        name: {key or "none": count for key, count in found.facets[name].items()}
        for name in ("type", "game", "century")
    }
    assert "facets" not in ask("evidence/")[1]
    assert set(ask(f"evidence/?facets={','.join(FACETS)}")[1]["facets"]) == set(FACETS)


@pytest.mark.parametrize("query", [Query(), Query(confidence_min=90), Query(q="nowhere")])
def test_facets_are_written_as_they_are_counted(cases, query):
    """In their order, with what is not known; names of people are written as JSON needs it."""
    results = search(query)
    text = facets_text(results, FACETS)
    assert text == json_text(facets_of(results, FACETS))
    assert ('"none"' in text) == bool(results.count)


def test_facets_follow_a_game_that_comes(cases):
    facets_text(search(Query()), ["game"])
    store(Draft("new", GameDraft("Draughts “of” the\\moon")))
    found = search(Query())
    assert facets_text(found, ["game"]) == json_text(facets_of(found, ["game"]))


def test_some_fields_alone_are_sent(ask, cases):
    (row, *_) = ask("evidence/?fields=title,identifier&limit=3")[1]["results"]
    assert list(row) == ["title", "identifier"]
    (feature, *_) = ask("evidence/?fields=title&format=geojson")[1]["features"]
    assert list(feature["properties"]) == ["title"]


@pytest.mark.parametrize(
    ("address", "parameter"),
    [("facets=colour", "facets"), ("fields=title,colour", "fields"), ("ordering=x", "ordering")],
)
def test_unknown_names_are_refused(ask, cast, address, parameter):
    status, answer = ask(f"evidence/?{address}")
    assert (status, answer["error"]["parameter"]) == (400, parameter)


FILTERS = ["", "&confidence_min=100", "&type=artifact&undated=exclude"]
ORDERS = ["added", "-added", "year_from", "-year_from", "year_to", "-year_to", "-confidence"]


def key(case, ordering):
    name = ordering.removeprefix("-")
    value = case.pk if name == "added" else getattr(case, name)
    sign = -1 if ordering.startswith("-") else 1
    return (value is None, 0 if value is None else sign * value, -case.pk)


def test_every_order_pages_forth_and_back_without_gap(ask, cases):
    for ordering, filters in product(ORDERS, FILTERS):
        _page_forth_and_back(ask, cases, ordering, filters)


def _page_forth_and_back(ask, cases, ordering, filters):
    named = {f"case-{number}": case for number, case in enumerate(cases)}
    address = f"evidence/?ordering={ordering}&limit=19&fields=identifier{filters}&q=murray"
    pages = [ask(address)[1]]
    while pages[-1]["next"]:
        pages.append(ask(pages[-1]["next"])[1])
    rows = [row["identifier"] for page in pages for row in page["results"]]
    found = [named[identifier] for identifier in rows if identifier in named]
    assert found == sorted(found, key=lambda case: key(case, ordering))
    assert len(rows) == len(set(rows)) == pages[0]["count"]
    back = pages[-1]
    for page in reversed(pages[:-1]):
        back = ask(back["previous"])[1]
        assert back["results"] == page["results"]
    assert back["previous"] is None


def test_a_page_that_begins_with_a_record_that_is_gone_goes_on_or_says_so(ask, cases):
    by_age = ask("evidence/?limit=2&fields=identifier")[1]
    by_year = ask("evidence/?limit=2&ordering=year_to&fields=identifier")[1]
    whole = [row["identifier"] for row in ask("evidence/?fields=identifier")[1]["results"]]
    for page in (by_age, by_year):
        last = page["results"][-1]["identifier"]
        Evidence.objects.annotate(lower=Lower("identifier")).get(lower=last).delete()
    assert ask(by_age["next"])[1]["results"][0]["identifier"] == next(
        each for each in whole[2:] if each != by_year["results"][-1]["identifier"]
    )
    assert ask(by_year["next"])[0] == 400


def test_who_has_kept_a_version_is_told_that_it_still_holds(client, cast):
    for path in ("evidence/?bbox=0,0,90,90", "evidence/demo-1/", "games/", "export/?format=csv"):
        first = client.get(f"/api/v1/{path}")
        assert first.status_code == 200 and first["Cache-Control"] == "no-cache"
        kept = {"HTTP_IF_NONE_MATCH": first["ETag"]}
        again = client.get(f"/api/v1/{path}", **kept)
        assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
        assert "Accept" in again["Vary"]
        record = cast["senet"]
        index_records([record.pk])
        assert client.get(f"/api/v1/{path}", **kept).status_code == 200


def test_a_refusal_is_never_kept(client, cast):
    refused = client.get("/api/v1/evidence/?colour=red")
    assert refused.status_code == 400 and "ETag" not in refused


def test_rulesets_change_without_the_corpus(client, cast):
    tag = client.get("/api/v1/rulesets/")["ETag"]
    assert client.get("/api/v1/rulesets/", headers={"if-none-match": tag}).status_code == 304
    version = current_version()
    Clause.objects.update(title="Another title")
    assert current_version() == version
    assert client.get("/api/v1/rulesets/", headers={"if-none-match": tag}).status_code == 200


def test_sources_are_found_by_words(client, cast):
    found = client.get("/api/v1/sources/?q=MURRAY").json()
    assert found["count"] == 1
    assert "Murray" in found["results"][0]["citation"]
    assert client.get("/api/v1/sources/?q=nobody+has+this").json()["count"] == 0
    assert client.get("/api/v1/sources/?q=%21").json()["error"]["parameter"] == "q"
