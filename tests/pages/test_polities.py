"""A site imports dated polygons; the map and the filters follow the years."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client


def feature(name: Any, first: Any, last: Any, size: float = 10) -> dict[str, Any]:
    ring = [[90, 45], [90 + size, 45], [90 + size, 60], [90, 60], [90, 45]]
    told = {"Name": name, "FromYear": first, "ToYear": last}
    geometry = {"type": "Polygon", "coordinates": [ring]}
    return {"type": "Feature", "properties": told, "geometry": geometry}


@pytest.fixture
def imported(tmp_path: Path, settings: Any, cast: Any) -> Path:
    settings.VAR_DIR = tmp_path
    file = tmp_path / "some.geojson"
    features = [feature("Uriankhai", 1758, 1914, 20), feature("Long before", -500, -400)]
    file.write_text(json.dumps({"type": "FeatureCollection", "features": features}))
    call_command("import_polities", file)
    return file


def test_the_map_shows_those_of_a_year(client: Client, imported: Path) -> None:
    def names(year: str) -> list[str]:
        found = client.get("/polities/", {"year": year}).json()["features"]
        return [each["properties"]["name"] for each in found]

    assert names("1900") == ["Uriankhai"]
    assert names("-450") == ["Long before"]
    assert names("1950") == []
    assert client.get("/polities/?year=banana").status_code == 400


def test_explore_narrows_a_search_to_a_polity(client: Client, imported: Path) -> None:
    html = client.get("/evidence/?year_from=1901&year_to=1913").content.decode()
    assert 'data-polities="/polities/"' in html
    assert 'name="polity" value="Uriankhai"> Uriankhai <span class="count">1<' in html
    assert 'name="polity"' not in client.get("/evidence/").content.decode()
    html = client.get("/evidence/?polity=Uriankhai").content.decode()
    assert 'value="Uriankhai" checked' in html
    assert "Chess of the Soyot" in html
    assert "Board from a Theban tomb" not in html


def test_a_polity_finds_what_was_in_its_land_while_it_was_there(
    client: Client, imported: Path
) -> None:
    def found(address: str) -> list[str]:
        return [
            each["identifier"]
            for each in client.get(f"/api/v1/evidence/{address}").json()["results"]
        ]

    assert found("?polity=Uriankhai") == ["soyot-shodra"]
    assert found("?polity=Long before") == []
    assert found("?polity=Long before&polity=Uriankhai&year_to=1913") == ["soyot-shodra"]
    assert found("?polity=Uriankhai&year_to=1800") == []
    refused = client.get("/api/v1/evidence/?polity=Atlantis")
    assert (refused.status_code, "no polity “Atlantis”" in refused.content.decode()) == (400, True)
    assert "no polity “Atlantis”" in client.get("/evidence/?polity=Atlantis").content.decode()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[]", "no GeoJSON FeatureCollection"),
        ('{"features": {"a": 1}}', "must be a list"),
        ('{"features": [1, {"properties": [2]}]}', "Feature 1 needs a name and"),
        (json.dumps({"features": [feature("Siam", 1851, 1782)]}), "before it begins in 1851"),
        (json.dumps({"features": [feature("Siam", "1782", 1851)]}), "Feature 1 needs a name and"),
        (
            json.dumps({"features": [{"properties": feature("A", 1, 2)["properties"]}]}),
            "Feature 1:",
        ),
    ],
)
def test_a_file_that_is_not_understood_is_refused(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "file"
    file.write_text(text)
    with pytest.raises(CommandError, match=said):
        call_command("import_polities", file)
