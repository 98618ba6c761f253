"""/api/v1/export/: every record of a query in one file."""

import csv
import io
import json

import pytest
from csvw import TableGroup
from django.db import connection
from django.test.utils import CaptureQueriesContext

from evidence.exporters import table as csv_table
from evidence.exporters.selection import Counts, Selection
from evidence.history import note_version
from evidence.models import (
    Citation,
    Evidence,
    Place,
    Quotation,
    RecordVersion,
    Region,
    Source,
    Term,
)
from evidence.records.licence import LICENCE
from evidence.search import Query, search
from evidence.search.index import index_records
from games.models import Game


@pytest.fixture
def take(client, cast):
    """GET an export; gives the response and its text."""

    def get(query):
        response = client.get(f"/api/v1/export/?{query}")
        return response, b"".join(response).decode()

    return get


def table(text):
    return {row["identifier"]: row for row in csv.DictReader(io.StringIO(text, newline=""))}


def test_a_row_of_the_table_holds_all_that_is_known(take):
    response, text = take("format=csv")
    assert response["Content-Type"] == "text/csv; charset=utf-8; header=present"
    assert response["Content-Disposition"] == 'attachment; filename="ashtapada-evidence.csv"'
    senet = table(text)["demo-1"]
    assert {name: value for name, value in senet.items() if value} == {
        "identifier": "demo-1",
        "address": "http://testserver/evidence/demo-1/",
        "title": "Board from a tomb",
        "game": "senet",
        "game_name": "Senet",
        "type": "artifact",
        "date_edtf": "-1400~/-1300",
        "date_text": "about 1401 to 1301 BCE",
        "date_as_given": "about 1400 BC",
        "year_from_astronomical": "-1400",
        "year_to_astronomical": "-1300",
        "rules": "Thirty squares.",
        "confidence": "90",
        "place_name": "Thebes | New York",
        "place_as_given": " | ",
        "place_latitude": "25.7 | 40.779447",
        "place_longitude": "32.639167 | -73.96344",
        "place_region": " | ",
        "place_precision": "site | ",
        "place_certainty": " | ",
        "place_role": " | ",
        "uncertainty": "Graffiti",
        "ages": "Adult",
        "source": "murray-1913",
        "source_citation": "Murray, H. J. R. (1913). A History of Chess.",
        "source_locator": "p. 30",
        "quotation_text": "hab",
        "quotation_language": "egy",
        "quotation_rights": "public domain",
        "version": "1",
        "licence": LICENCE,
        "licence_address": "https://creativecommons.org/licenses/by/4.0/",
    }


@pytest.mark.parametrize("query", ["format=csv", "format=csv&game=senet"])
def test_a_row_has_museum_pages_checked_and_version(take, cast, query):
    pages = ["https://example.org/a", "https://example.org/b|c"]
    cast["senet"].external_ids = {"museum": "Cairo, JE 62059", "wikidata": None}
    cast["senet"].checked_against = pages
    cast["senet"].save()
    note_version(cast["senet"])
    cast["senet"].title = "Another title"
    cast["senet"].save()
    note_version(cast["senet"])
    row = table(take(query)[1])["demo-1"]
    assert row["museum"] == "Cairo, JE 62059"
    assert row["checked_against"] == "https://example.org/a | https://example.org/b||c"
    assert row["version"] == str(RecordVersion.objects.filter(identifier="demo-1").count())


def test_an_area_is_named_and_a_ruleset_linked(take):
    row = table(take("format=csv")[1])["dlp-1408"]
    assert (row["portal_id"], row["place_region"]) == ("DLP.Evidence.1408", "soyot")
    assert (row["place_latitude"], row["regions"]) == ("", "soyot")
    assert (row["ruleset"], row["ruleset_relation"]) == ("shodra", "describes")


def test_every_row_has_its_licence_and_the_newest_comes_first(take):
    text = take("format=csv")[1]
    assert list(table(text)) == ["demo-3", "demo-2", "dlp-1408", "demo-1"]
    assert all(row["licence"] == LICENCE for row in table(text).values())


def test_a_row_for_each_place(take):
    text = take("format=csv&rows=places")[1]
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    assert [(row["identifier"], row["place_number"], row["place_name"]) for row in rows] == [
        ("demo-3", "", ""),
        ("demo-2", "1", "Paris"),
        ("dlp-1408", "1", ""),
        ("demo-1", "1", "Thebes"),
        ("demo-1", "2", "New York"),
    ]
    assert rows[-1]["place_longitude"] == "-73.96344"
    assert rows[-1]["source"] == "murray-1913"


@pytest.mark.parametrize("rows", ["records", "places"])
@pytest.mark.parametrize("quotations", ["include", "exclude"])
def test_a_csvw_reader_follows_the_description(take, tmp_path, rows, quotations):
    query = f"rows={rows}&quotations={quotations}"
    response, text = take(f"format=csv&{query}")
    assert 'rel="describedby"; type="application/csvm+json"' in response["Link"]
    described = json.loads(take(f"format=csvw&{query}")[1])
    assert described["url"].startswith("http://testserver/api/v1/export/?")
    (tmp_path / "evidence.csv").write_text(text, newline="")
    metadata = tmp_path / "metadata.json"
    metadata.write_text(json.dumps({**described, "url": "evidence.csv"}))
    group = {
        "@context": described.pop("@context"),
        "tables": [{**described, "url": "evidence.csv"}],
    }
    metadata.write_text(json.dumps(group))
    found = list(TableGroup.from_file(metadata).tables[0])
    senet = [row for row in found if row["identifier"] == "demo-1"]
    assert senet[0]["year_from_astronomical"] == -1400
    if rows == "records":
        assert [str(value) for value in senet[0]["place_longitude"]] == ["32.639167", "-73.96344"]
        assert senet[0]["place_precision"] == ["site", None]
        assert senet[0]["source_locator"] == ["p. 30"]
    else:
        assert [row["place_name"] for row in senet] == ["Thebes", "New York"]
    assert ("quotation_text" in senet[0]) == (quotations == "include")


def test_a_vertical_line_in_a_value_does_not_part_it(take, cast):
    other = Source.objects.create(slug="a", citation="One | two; three")
    Citation.objects.create(evidence=cast["senet"], source=other, position=1, locator="1|2")
    row = table(take("format=csv")[1])["demo-1"]
    assert row["source_citation"].split(" | ")[1:] == ["One || two; three"]
    assert row["source_locator"] == "p. 30 | 1||2"


def test_line_breaks_quotes_and_other_scripts_survive(take, cast):
    said = 'One "two",\nthree\r\n象棋; =1+1'
    Evidence.objects.filter(pk=cast["dice"].pk).update(content=said)
    assert table(take("format=csv")[1])["demo-3"]["content"] == said


@pytest.mark.parametrize("name", ["csv", "jsonl", "geojson", "geojsonl", "geojsonseq"])
def test_quotations_can_be_left_out_of_any_format(take, name):
    assert "hab" in take(f"format={name}")[1]
    assert "hab" not in take(f"format={name}&quotations=exclude")[1]


def test_json_lines_are_the_records_of_the_api(take, ask):
    lines = take("format=jsonl")[1].splitlines()
    assert [json.loads(line) for line in lines] == ask("evidence/")[1]["results"]


def test_geojson_is_one_collection_that_states_its_counts(take, ask):
    _, text = take("format=geojson&year_from=-2000&year_to=2000")
    found = json.loads(text)
    features = found.pop("features")
    assert [feature["id"] for feature in features] == ["demo-3", "dlp-1408", "demo-1"]
    assert features == ask("evidence/?format=geojson&year_from=-2000&year_to=2000")[1]["features"]
    assert (found["type"], found["count"], found["undated_left_out"]) == ("FeatureCollection", 3, 1)
    assert "0 is 1 BCE" in found["years"]


def test_an_empty_collection_is_still_one(take):
    found = json.loads(take("format=geojson&q=nothing-at-all")[1])
    assert (found["count"], found["features"]) == (0, [])


def test_features_in_lines_and_in_a_text_sequence(take):
    whole = json.loads(take("format=geojson")[1])["features"]
    lines = take("format=geojsonl")[1]
    assert [json.loads(line) for line in lines.splitlines()] == whole
    sequence = take("format=geojsonseq")[1]
    texts = sequence.split("\x1e")
    assert texts[0] == ""
    assert [json.loads(text) for text in texts[1:]] == whole
    assert all(text.endswith("\n") for text in texts[1:])


def test_the_headers_count_what_is_sent_and_what_is_left_out(take):
    response, text = take("format=csv&year_from=-2000&bbox=-180,-90,180,90")
    sent = (response["X-Count"], response["X-Undated-Left-Out"], response["X-Unlocated-Left-Out"])
    assert sent == ("2", "1", "1")
    assert len(table(text)) == 2


def test_filters_are_those_of_the_list(take, ask):
    for query in ("region=soyot", "game=senet&game=dice", "confidence_min=90", "q=murray"):
        listed = [row["identifier"] for row in ask(f"evidence/?{query}")[1]["results"]]
        assert list(table(take(f"format=csv&{query}")[1])) == listed


@pytest.mark.parametrize(
    ("query", "parameter", "said"),
    [
        ("format=xlsx", "format", "csv, csvw, jsonl"),
        ("format=csv&rows=all", "rows", "records, places"),
        ("format=csv&quotations=no", "quotations", "include, exclude"),
        ("format=csv&limit=5", "limit", "There is no parameter"),
        ("format=csv&year_from=x", "year_from", "not a whole number"),
    ],
)
def test_what_cannot_be_followed_is_refused_before_anything_is_sent(
    client, cast, query, parameter, said
):
    response = client.get(f"/api/v1/export/?{query}")
    error = response.json()["error"]
    assert (response.status_code, error["parameter"]) == (400, parameter)
    assert said in error["message"]


def test_accept_chooses_too(client, cast):
    response = client.get("/api/v1/export/", headers={"Accept": "application/jsonl"})
    assert response["Content-Type"] == "application/jsonl"


def queries(client, name):
    """How many queries an export takes, and its text."""
    with CaptureQueriesContext(connection) as captured:
        text = b"".join(client.get(f"/api/v1/export/?format={name}")).decode()
    return len(captured), text


def test_more_records_take_no_more_queries(client, cast):
    few = {name: queries(client, name)[0] for name in ("csv", "jsonl", "geojson")}
    for number in range(50):
        record = Evidence.objects.create(identifier=f"more-{number}", game=cast["senet"].game)
        cited = Citation.objects.create(evidence=record, source=cast["murray"])
        Quotation.objects.create(evidence=record, text="x", citation=cited)
        Place.objects.create(evidence=record, region=cast["shodra"].places.get().region)
    index_records()
    assert search(Query()).count == 54
    for name, wanted in few.items():
        taken, text = queries(client, name)
        assert text.count("more-") >= 50
        assert taken <= wanted


@pytest.mark.parametrize("query", [Query(), Query(undated="include")])
def test_chunks_meet_without_gap_or_overlap(cast, query):
    selection, newest = Selection(query), search(query).pks()
    chunks = [[pk for pk in ids if pk in newest] for ids in selection.chunks(3)]
    assert chunks == [newest[:3], newest[3:]]
    assert all(len(ids) <= 3 for ids in selection.chunks(3))
    assert [pk for ids in selection.chunks(4) for pk in ids] == newest
    assert selection.counts == Counts(4, 0, 0)
    assert len(list(csv_table.write(selection))) == 2


def test_ids_that_lie_far_apart_are_all_found(cast):
    far = Evidence.objects.create(pk=1_000_000, identifier="far", game=cast["dice"].game)
    chunks = list(Selection(Query()).chunks(3))
    assert far.pk in chunks[0]
    assert len(chunks) <= 4  # the gap is not read
    assert {pk for ids in chunks for pk in ids} >= set(
        Evidence.objects.values_list("pk", flat=True)
    )


def test_names_that_are_new_since_the_table_was_begun_are_read(cast):
    reader = csv_table.Reader(Selection(Query()), places=False)
    record = cast["dice"]
    record.game = Game.objects.create(slug="new-game", name="New game")
    record.save()
    record.regions.add(Region.objects.create(slug="new-region", name="New", shape={}))
    record.terms.add(Term.objects.create(vocabulary="space", name="New space"))
    (row,) = reader.rows([record.pk])
    assert all(f",{name}," in row for name in ("new-game", "new-region", "New space"))


@pytest.mark.parametrize("query", [Query(), Query(undated="include")])
def test_what_comes_while_records_are_read_is_not_among_them(cast, query):
    chunks = Selection(query).chunks(2)
    first = next(chunks)
    Evidence.objects.create(identifier="late", game=cast["dice"].game)
    cast["senet"].delete()
    rest = [pk for ids in chunks for pk in ids]
    assert not Evidence.objects.filter(pk__in=[*first, *rest], identifier="late").exists()
    assert cast["shodra"].pk in rest


def test_a_record_deleted_meanwhile_is_left_out(cast):
    selection = Selection(Query(undated="include"))
    assert selection.counts.count == 4
    cast["senet"].delete()
    text = "".join(csv_table.write(selection))
    assert list(table(text)) == ["demo-3", "demo-2", "dlp-1408"]
