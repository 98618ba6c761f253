"""/api/v1/regions/."""

from tests.api.conftest import SAYAN


def test_regions_without_their_outlines(ask):
    status, answer = ask("regions/")
    assert (status, answer["count"]) == (200, 1)
    soyot = answer["results"][0]
    assert "shape" not in soyot
    assert (soyot["kind"], soyot["parent"], soyot["evidence_count"]) == ("cultural", None, 1)
    assert soyot["evidence"] == "http://testserver/api/v1/evidence/?region=soyot"


def test_one_region_with_its_outline(ask):
    assert ask("regions/soyot/")[1]["shape"] == SAYAN


def test_regions_as_features(ask):
    _, answer = ask("regions/?format=geojson")
    _, feature = ask("regions/soyot/?format=geojson")
    assert answer["features"] == [feature]
    assert (feature["geometry"], feature["properties"]["name"]) == (SAYAN, "Soyot")


def test_an_unknown_region_is_named(ask):
    status, answer = ask("regions/atlantis/")
    assert (status, answer["error"]["message"]) == (404, "There is no region “atlantis”.")
