"""/api/v1/evidence/ and /api/v1/evidence/<identifier>/."""

import pytest

from evidence.history import last_noted, note_version
from evidence.models import Citation, Evidence, Place, Quotation
from evidence.records.licence import LICENCE
from evidence.search.index import index_records


def identifiers(answer):
    return [record["identifier"] for record in answer["results"]]


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("", ["demo-3", "demo-2", "dlp-1408", "demo-1"]),
        ("bbox=30,20,35,30", ["demo-1"]),
        ("bbox=100,52,180,60", ["dlp-1408"]),
        ("bbox=170,-20,-70,45", ["demo-1"]),
        ("region=soyot", ["dlp-1408"]),
        ("year_to=-1350", ["demo-1"]),
        ("year_from=1900&year_to=1950", ["demo-3", "dlp-1408"]),
        ("year_from=1900&undated=include", ["demo-3", "demo-2", "dlp-1408"]),
        ("undated=only", ["demo-2"]),
        ("unlocated=only", ["demo-3"]),
        ("region=soyot&unlocated=include", ["demo-3", "dlp-1408"]),
        ("type=artifact", ["demo-3", "demo-1"]),
        ("type=artifact&type=ethnography&confidence_min=95", ["dlp-1408"]),
        ("game=senet&game=dice", ["demo-3", "demo-1"]),
        ("ruleset=shodra", ["dlp-1408"]),
        ("q=thirty+SQUARES", ["demo-1"]),
        ("q=mur*&bbox=&type=", ["demo-1"]),
    ],
)
def test_each_filter_finds_its_records(ask, asked, found):
    status, answer = ask(f"evidence/?{asked}")
    assert (status, identifiers(answer), answer["count"]) == (200, found, len(found))


def test_what_a_filter_leaves_out_is_stated(ask):
    _, answer = ask("evidence/?year_from=1900&bbox=-180,-90,180,90")
    assert identifiers(answer) == ["dlp-1408"]
    assert (answer["undated_left_out"], answer["unlocated_left_out"]) == (1, 1)


def test_a_record_says_all_that_is_known(ask):
    status, record = ask("evidence/demo-1/")
    assert status == 200
    assert record["url"] == "http://testserver/api/v1/evidence/demo-1/"
    assert record["page"] == "http://testserver/evidence/demo-1/"
    assert record["game"]["url"] == "http://testserver/api/v1/games/senet/"
    assert record["date"] == {
        "edtf": "-1400~/-1300",
        "text": record["date"]["text"],
        "as_given": "about 1400 BC",
        "year_from": -1400,
        "year_to": -1300,
    }
    assert "BCE" in record["date"]["text"]
    assert [place["name"] for place in record["places"]] == ["Thebes", "New York"]
    assert (record["places"][0]["latitude"], record["places"][0]["longitude"]) == (25.7, 32.639167)
    assert (record["ages"], record["uncertainty"], record["genders"]) == (
        ["Adult"],
        ["Graffiti"],
        [],
    )
    cited = record["sources"][0]
    assert (cited["locator"], cited["source"]["slug"]) == ("p. 30", "murray-1913")
    assert cited["source"]["csl"] == {"type": "book", "title": "A History of Chess"}
    assert record["licence"]["name"] == LICENCE


def test_quotations_stand_apart_with_their_own_rights(ask):
    _, record = ask("evidence/demo-1/")
    assert "hab" not in record["rules"] + record["content"]
    assert record["quotations"] == [
        {
            "text": "hab",
            "language": "egy",
            "translator": "",
            "source": "murray-1913",
            "locator": "p. 30",
            "as_cited": "",
            "rights": "public domain",
        }
    ]


def test_a_list_holds_the_same_shape_as_a_record(ask):
    _, answer = ask("evidence/?game=senet")
    _, record = ask("evidence/demo-1/")
    assert record.pop("version") == 1
    assert answer["results"] == [record]


def test_a_record_says_its_version(ask):
    record = Evidence.objects.get(identifier="demo-1")
    for number in (1, 2):
        record.title = f"Title {number}"
        record.save()
        note_version(record)
    assert ask("evidence/demo-1/")[1]["version"] == last_noted(record)[0] == 2


def test_the_portals_id_leads_to_the_same_record(ask):
    assert ask("evidence/DLP.Evidence.1408/") == ask("evidence/dlp-1408/")
    _, record = ask("evidence/dlp-1408/")
    assert record["places"][0]["region"] == "soyot"
    assert record["places"][0]["latitude"] is None
    assert record["rulesets"][0]["relation"] == "describes"
    assert record["regions"] == ["soyot"]


def test_an_unknown_record_is_named(ask):
    status, answer = ask("evidence/nothing/")
    assert status == 404
    assert answer["error"]["message"] == "There is no piece of evidence “nothing”."


def test_geojson_by_parameter_or_by_header(ask, client):
    by_parameter = ask("evidence/?format=geojson")
    assert (
        by_parameter[1]["features"]
        == ask("evidence/", accept="application/geo+json")[1]["features"]
    )
    response = client.get("/api/v1/evidence/?format=geojson")
    assert response["Content-Type"] == "application/geo+json"


def test_each_record_is_one_feature_whatever_its_places(ask):
    _, answer = ask("evidence/?format=geojson")
    assert (answer["type"], answer["count"]) == ("FeatureCollection", 4)
    shapes = {feature["id"]: feature["geometry"] for feature in answer["features"]}
    assert shapes["demo-3"] is None
    assert shapes["demo-2"] == {"type": "Point", "coordinates": [2.35, 48.85]}
    assert shapes["dlp-1408"]["type"] == "Polygon"
    assert shapes["demo-1"] == {
        "type": "MultiPoint",
        "coordinates": [[32.639167, 25.7], [-73.96344, 40.779447]],
    }


def test_points_and_areas_together_make_a_collection(ask, cast):
    Place.objects.create(evidence=cast["shodra"], lat_u=1_000_000, lon_u=2_000_000)
    _, feature = ask("evidence/dlp-1408/?format=geojson")
    shape = feature["geometry"]
    assert shape["type"] == "GeometryCollection"
    assert {part["type"] for part in shape["geometries"]} == {"Polygon", "Point"}


def test_a_features_properties_are_the_record(ask):
    _, feature = ask("evidence/demo-1/?format=geojson")
    _, record = ask("evidence/demo-1/")
    assert feature["properties"] == record


def test_more_records_take_no_more_queries(ask, cast, django_assert_max_num_queries):
    for number in range(30):
        record = Evidence.objects.create(identifier=f"more-{number}", game=cast["senet"].game)
        cited = Citation.objects.create(evidence=record, source=cast["murray"])
        Quotation.objects.create(evidence=record, text="x", citation=cited)
        Place.objects.create(evidence=record, region=cast["shodra"].places.get().region)
    index_records()
    assert ask("evidence/")[1]["count"] == 34
    for address in ("evidence/", "evidence/?format=geojson"):
        with django_assert_max_num_queries(14):
            assert len(ask(address)[1].get("results", [])) in (0, 34)
