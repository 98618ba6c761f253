"""The tiles of the base map: what is chosen, how it is kept, and that what is shipped is that."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from django.core.management import CommandError, call_command
from shapely.geometry import box

from evidence.places.atlas import making
from evidence.places.atlas.archive import SHIPPED, Atlas, Key, shipped, write
from evidence.places.atlas.layers import INPUTS, MissingError, features, path_of
from evidence.places.atlas.naming import place_of
from tests.machine import SOURCES

NATURAL_EARTH = SOURCES.parent / "data" / "natural-earth"
SQUARE = {"type": "Polygon", "coordinates": [[[0, 0], [10, 0], [10, 2], [0, 2], [0, 0]]]}
USUAL: dict[str, Any] = {
    "featurecla": "Land", "name": "NAME OF IT", "NAME_LONG": "Name", "min_zoom": 2, "scalerank": 5,
    "min_label": 3, "max_label": 7, "adm0cap": 1, "rank_max": 9,
}  # fmt: skip


def natural_earth(folder: Path, **more: list[dict[str, Any]]) -> Path:
    """A folder with each file that is read, of one feature unless others are given."""
    for name in INPUTS:
        found = more.get(name, [{}])
        whole = [{"properties": {**USUAL, **each}, "geometry": SQUARE} for each in found]
        path_of(folder, name).write_bytes(gzip.compress(json.dumps({"features": whole}).encode()))
    return folder


def layer(folder: Path, name: str) -> list[dict[str, Any]]:
    return [each for each in features(folder) if each["tippecanoe"]["layer"] == name]


def test_coarse_land_is_in_the_upper_levels_and_fine_land_below(tmp_path: Path) -> None:
    levels = [each["tippecanoe"] for each in layer(natural_earth(tmp_path), "land")]
    assert [(each["minzoom"], each["maxzoom"]) for each in levels] == [(1, 3), (4, 5)]


def test_reservoirs_of_today_are_left_out_and_rivers_run_through_them(tmp_path: Path) -> None:
    lakes = [{"featurecla": "Reservoir"}, {"featurecla": "Lake"}]
    rivers = [{"featurecla": "Lake Centerline"}, {"featurecla": "River"}]
    folder = natural_earth(tmp_path, ne_10m_lakes=lakes, ne_10m_rivers_lake_centerlines=rivers)
    assert len([each for each in layer(folder, "lakes") if each["tippecanoe"]["minzoom"] == 4]) == 1
    assert (
        len([each for each in layer(folder, "rivers") if each["tippecanoe"]["minzoom"] == 4]) == 2
    )


def test_names_stand_inside_along_the_area_in_small_letters(tmp_path: Path) -> None:
    names = layer(natural_earth(tmp_path), "labels")
    said = [each["properties"] for each in names if each["properties"]["k"] == "sea"]
    assert said == [{"k": "sea", "n": "Name of It", "m": 3, "x": 7, "a": 0, "s": 10.0}]
    spot = place_of(box(0, 0, 2, 10))
    assert spot is not None
    assert (abs(spot.tilt), spot.slimness > 2, box(0, 0, 2, 10).contains(spot.point)) == (
        90,
        True,
        True,
    )


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    natural_earth(tmp_path)
    path_of(tmp_path, INPUTS[0]).unlink()
    with pytest.raises(MissingError, match=INPUTS[0]):
        list(features(tmp_path))
    with pytest.raises(MissingError, match=INPUTS[0]):
        making.digests(tmp_path)


def test_without_tippecanoe_the_command_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("sys.executable", str(tmp_path / "python"))
    with pytest.raises(CommandError, match=r"requirements-atlas\.txt"):
        call_command("build_atlas", str(tmp_path), into=tmp_path / "atlas.zip")


def test_the_same_tiles_make_the_same_file(tmp_path: Path) -> None:
    tiles = {Key(1, 0, 1): b"south", Key(0, 0, 0): b"all"}
    for name in ("one", "two"):
        write(tmp_path / name, dict(sorted(tiles.items(), reverse=name == "two")), {"made": "here"})
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    atlas = Atlas(tmp_path / "one")
    assert gzip.decompress(atlas.tile(Key(1, 0, 1)) or b"") == b"south"
    assert atlas.tile(Key(1, 1, 1)) is None
    assert atlas.notes == {"made": "here"}


def test_what_is_shipped_is_small_and_has_each_level() -> None:
    assert SHIPPED.stat().st_size < 3_000_000
    with ZipFile(SHIPPED) as file:
        assert max(each.file_size for each in file.infolist()) < 20_000
    atlas = shipped()
    assert {int(name.split("/")[0]) for name in atlas.tiles} == set(range(6))
    assert {name for name in atlas.tiles if name[0] in "01"} == {
        "0/0/0.pbf", "1/0/0.pbf", "1/0/1.pbf", "1/1/0.pbf", "1/1/1.pbf"
    }  # fmt: skip
    assert "Natural Earth" in atlas.notes["attribution"]
    assert sorted(atlas.notes["inputs"]) == list(INPUTS)


@pytest.mark.parametrize(
    ("key", "name"),
    [(Key(0, 0, 0), "Indian Ocean"), (Key(4, 12, 5), "Lake Baikal"), (Key(5, 15, 10), "London")],
)
def test_a_tile_names_what_is_there(key: Key, name: str) -> None:
    assert name.encode() in gzip.decompress(shipped().tile(key) or b"")


@pytest.mark.sources
def test_what_is_shipped_was_made_from_these_files() -> None:
    assert shipped().notes["inputs"] == making.digests(NATURAL_EARTH)


@pytest.mark.sources
@pytest.mark.long  # and needs requirements-atlas.txt
def test_the_program_makes_what_is_shipped(tmp_path: Path) -> None:
    call_command("build_atlas", str(NATURAL_EARTH), into=tmp_path / "atlas.zip")
    made = Atlas(tmp_path / "atlas.zip")
    assert made.notes == shipped().notes
    assert made.tiles == shipped().tiles
