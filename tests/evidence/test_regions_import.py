"""Regions from KML: repaired and told, refused whole, the same when done again."""

import io
import json
import math
import shutil
import time
from collections import Counter
from pathlib import Path
from xml.sax.saxutils import escape

import pytest
import shapely
from django.core.management import CommandError, call_command
from hypothesis import given
from hypothesis import strategies as st
from shapely.geometry import Point, shape

from evidence.importers.kml import KmlError, KmlFile, KmlPolygon, read_kml
from evidence.importers.kml_shapes import whole_shape
from evidence.importers.regions import Options, import_regions
from evidence.models import Evidence, Region
from tests.demo import store_demo

SAMPLES = Path(__file__).parent.parent / "samples" / "kml"
GOOD, BAD = SAMPLES / "good", SAMPLES / "bad"
REAL = Path(__file__).resolve().parents[3] / "shared" / "data" / "dlp-regions"

pytestmark = pytest.mark.django_db


def run(folder: Path, *options: str) -> str:
    out = io.StringIO()
    call_command("import_regions", str(folder), *options, stdout=out)
    return out.getvalue()


def stored() -> list[tuple]:
    return list(Region.objects.order_by("slug").values_list("slug", "name", "kind", "note"))


def area(slug: str) -> float:
    return shape(Region.objects.get(slug=slug).shape).area


def test_each_file_is_a_region_with_its_name_its_kind_and_who_drew_it():
    said = run(GOOD)
    assert "11 shapes: 11 created, 0 changed, 0 unchanged" in said
    plain = Region.objects.get(slug="good-plain")
    assert (plain.name, plain.kind) == ("Plain", "historical")
    assert plain.note == (
        "From Plain.kml of good. CC0 1.0 Universal. Copyright (c) 2026 A Draughtswoman."
    )
    assert Region.objects.get(slug="good-peoples").kind == "cultural"
    assert Region.objects.get(slug="good-polynesia").kind == "world"
    assert "9 of 11 files do not tell: historical" in said


def test_what_was_repaired_is_named_with_its_file_and_stands_in_the_note():
    said = run(GOOD)
    assert "repaired (6):" in said
    assert "Bow Tie.kml: self-intersection at 1.0000, 1.0000" in said
    assert "Not Closed.kml: ring not closed at 50.0000, 0.0000" in said
    assert "Far East.kml: reaches past ±180°, to longitude 190.0000: cut there" in said
    assert "Jump.kml: crosses ±180° uncut: cut there" in said
    assert "Islands.kml: 1 Point" in said
    note = Region.objects.get(slug="good-bow-tie").note
    assert note.endswith("Repaired: self-intersection at 1.0000, 1.0000.")


@pytest.mark.parametrize(
    ("slug", "size", "inside", "outside"),
    [
        ("good-bow-tie", 2, (0.2, 1), (1, 0.2)),
        ("good-not-closed", 100, (55, 5), (65, 5)),
        ("good-with-hole", 64, (31, 1), (35, 5)),
        ("good-far-east", 200, (-175, 5), (0, 5)),
        ("good-far-west", 200, (175, 25), (0, 25)),
        ("good-jump", 100, (179, -15), (0, -15)),
        ("good-around-the-pole", 7200, (60, -85), (60, 0)),
        ("good-islands", 2, (103.5, 0.5), (102, 0.5)),
    ],
)
def test_the_ground_of_a_repaired_shape_is_what_was_drawn(slug, size, inside, outside):
    run(GOOD)
    ground = shape(Region.objects.get(slug=slug).shape)
    assert ground.is_valid
    assert ground.area == pytest.approx(size)
    assert ground.contains(Point(inside))
    assert not ground.contains(Point(outside))
    west, south, east, north = ground.bounds
    assert -180 <= west <= east <= 180
    assert -90 <= south <= north <= 90


def test_importing_again_changes_nothing_and_says_so():
    run(GOOD)
    before = stored()
    assert "11 shapes: 0 created, 0 changed, 11 unchanged" in run(GOOD)
    assert stored() == before


def test_a_dry_run_stores_nothing():
    said = run(GOOD, "--dry-run")
    assert said.startswith("dry run, nothing was changed\n11 shapes: 11 created")
    assert stored() == []


def test_what_a_curator_has_changed_stays_unless_the_files_are_to_overwrite_it():
    run(GOOD)
    Region.objects.filter(slug="good-plain").update(kind="cultural")
    said = run(GOOD)
    assert "11 unchanged" in said
    assert "good-plain: kind" in said
    assert Region.objects.get(slug="good-plain").kind == "cultural"
    said = run(GOOD, "--update")
    assert "1 changed, 10 unchanged" in said
    assert "overwritten (1):\n  good-plain: kind: cultural → historical" in said
    assert Region.objects.get(slug="good-plain").kind == "historical"


def test_a_region_of_the_world_keeps_its_address_and_its_name():
    store_demo()
    before = Region.objects.get(slug="polynesia")
    run(GOOD)
    after = Region.objects.get(slug="polynesia")
    assert (after.name, after.shape, after.note) == (before.name, before.shape, before.note)
    assert Region.objects.get(slug="good-polynesia").name == "Polynesia (good)"


def test_records_are_found_by_the_new_regions_they_lie_in(tmp_path):
    store_demo()
    lies_in_it = Evidence.objects.filter(places__lat_u__isnull=False).order_by("pk").first()
    place = lies_in_it.places.filter(lat_u__isnull=False).first()
    square = Point(place.longitude, place.latitude).buffer(0.5).exterior.coords
    (tmp_path / "Here.kml").write_text(kml(square))
    run(tmp_path, "--set", "mine")
    assert lies_in_it.regions.filter(slug="mine-here").exists()
    assert Evidence.objects.filter(regions__slug="mine-here").count() < Evidence.objects.count()


def test_a_region_no_longer_in_the_folder_stays_and_is_named(tmp_path):
    folder = tmp_path / "good"
    shutil.copytree(GOOD, folder)
    run(folder)
    (folder / "Plain.kml").unlink()
    said = run(folder)
    assert "stored before, not in the folder, kept (1):\n  good-plain" in said
    assert Region.objects.filter(slug="good-plain").exists()


def test_without_a_licence_the_report_asks_who_drew_the_shapes(tmp_path):
    shutil.copy(GOOD / "Plain.kml", tmp_path)
    assert "no LICENSE file tells: say it with --attribution" in run(tmp_path, "--set", "x")
    assert "kept" in run(tmp_path, "--set", "x", "--attribution", "A. Nonymous")
    run(tmp_path, "--set", "x", "--attribution", "A. Nonymous", "--update")
    assert Region.objects.get(slug="x-plain").note == "From Plain.kml of x. A. Nonymous."


def test_a_name_without_letters_of_an_address_still_has_one(tmp_path):
    shutil.copy(GOOD / "Plain.kml", tmp_path / "東夷.kml")
    run(tmp_path, "--set", "mine")
    region = Region.objects.get(name="東夷")
    run(tmp_path, "--set", "mine")
    assert Region.objects.filter(slug=region.slug).count() == Region.objects.count() == 1


BAD_FILES = sorted(BAD.glob("*.kml"))


def test_there_are_bad_samples():
    assert len(BAD_FILES) > 15


@pytest.mark.parametrize("path", BAD_FILES, ids=lambda path: path.stem)
def test_a_bad_file_is_refused_with_its_place_and_nothing_is_stored(path, tmp_path):
    shutil.copy(GOOD / "Plain.kml", tmp_path)
    shutil.copy(path, tmp_path)
    with pytest.raises(CommandError) as refused:
        run(tmp_path)
    expected = path.with_suffix(".error").read_text().rstrip("\n")
    assert str(refused.value) == f"{tmp_path / path.name}{expected}\nNothing was stored."
    assert stored() == []


def test_growing_entities_are_refused_before_they_grow():
    began = time.process_time()
    with pytest.raises(KmlError):
        read_kml(BAD / "growing_entities.kml")
    assert time.process_time() - began < 1


def test_a_folder_without_region_files_is_refused(tmp_path):
    with pytest.raises(KmlError, match=r"holds no \.kml file"):
        import_regions(tmp_path, Options())


def test_two_files_of_one_address_are_refused(tmp_path):
    (tmp_path / "a").mkdir()
    shutil.copy(GOOD / "Plain.kml", tmp_path / "Plain.kml")
    shutil.copy(GOOD / "Plain.kml", tmp_path / "a" / "plain.kml")
    with pytest.raises(KmlError, match="has the same name as"):
        import_regions(tmp_path, Options())


def kml(ring, name: str = "x") -> str:
    points = " ".join(f"{longitude!r},{latitude!r},0" for longitude, latitude in ring)
    return (
        '<kml xmlns="http://earth.google.com/kml/2.1"><Document><Placemark>'
        f"<name>{escape(name)}</name><Polygon><outerBoundaryIs><LinearRing><coordinates>{points}"
        "</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></Document></kml>"
    )


BOX = [(0, 0), (10, 0), (10, 10), (0, 10), (0, 0)]


def drawn(*rings, by=0):
    """Rings moved east, as the polygon of a file."""
    moved = [tuple((x + by, float(y)) for x, y in ring) for ring in rings]
    polygon = KmlPolygon(1, "", moved[0], tuple(moved[1:]))
    return KmlFile(Path("x.kml"), (), (polygon,), {}, Counter())


@pytest.mark.parametrize(
    ("ring", "area"),
    [
        ([(-190, 0), (100, 0), (100, 10), (-190, 10), (-190, 0)], 2900),
        ([(100, 0), (300, 0), (300, 10), (100, 10), (100, 0)], 2000),
        ([(350, 0), (355, 0), (355, 5), (350, 5), (350, 0)], 25),
        ([(-180, -90), (180, -90), (180, 90), (-180, 90), (-180, -90)], 64800),
        ([(-180, 60), (180, 60), (180, 90), (-180, 90), (-180, 60)], 10800),
        ([(0, 80), (90, 80), (180, 80), (-90, 80), (0, 80)], 3600),
        ([(0, 80), (90, 80), (180, 80), (-90, 80)], 3600),
        ([(-190, 0), (-190, 10), (100, 10), (100, 0)], 2900),
        ([(-175, 0), (-175, 10), (175, 10), (175, 0)], 100),
    ],
)
def test_long_sides_go_the_way_they_were_drawn(ring, area):
    found = whole_shape(drawn(ring)).shape
    assert found.area == pytest.approx(area)
    assert found.is_valid


@pytest.mark.parametrize("turns", [-1, 0, 1])
def test_a_hole_is_cut_out_wherever_its_longitudes_are_counted_from(turns):
    hole = [(x / 2 + 2 + 360 * turns, y / 2 + 2) for x, y in BOX]
    found = whole_shape(drawn(BOX, hole, by=175)).shape
    assert found.area == pytest.approx(75)
    assert not found.contains(Point(179, 4))


def test_what_is_wider_than_the_earth_or_too_small_to_be_written_is_refused():
    wide = [(-200, 0), (200, 0), (200, 10), (-200, 10), (-200, 0)]
    with pytest.raises(KmlError, match="wider than the Earth"):
        whole_shape(drawn(wide))
    with pytest.raises(KmlError, match="within a millionth of a degree"):
        whole_shape(drawn([(x / 1e9, y / 1e9) for x, y in BOX]))


@given(
    centre=st.tuples(st.floats(-180, 180), st.floats(-60, 60)),
    radii=st.lists(st.floats(1, 25), min_size=3, max_size=12),
    backwards=st.booleans(),
)
def test_a_star_anywhere_keeps_its_area_and_fits_the_map(
    tmp_path_factory, centre, radii, backwards
):
    turn = 2 * math.pi / len(radii)
    ring = [
        (centre[0] + r * math.cos(turn * n), centre[1] + r * math.sin(turn * n))
        for n, r in enumerate(radii)
    ]
    star = shapely.Polygon(ring)
    path = tmp_path_factory.mktemp("star") / "Star.kml"
    path.write_text(kml([*ring, ring[0]][:: -1 if backwards else 1], "a < b & c"))
    file = read_kml(path)
    assert file.names == ("a < b & c",)
    found = whole_shape(file).shape
    assert found.is_valid
    assert found.area == pytest.approx(star.area, rel=1e-6)
    assert found.bounds[0] >= -180
    assert found.bounds[2] <= 180


@pytest.mark.sources
@pytest.mark.sqlite  # the sample is imported into both
def test_the_336_shapes_of_the_ludeme_project_are_loaded_once(tmp_path):
    store_demo()
    said = run(REAL)
    assert "336 shapes: 336 created, 0 changed, 0 unchanged" in said
    assert "repaired (36):" in said
    assert "regions/Aleutian Islands.kml: reaches past ±180°, to longitude -187.8073" in said
    assert "regions/India.kml: 16" in said
    assert Region.objects.filter(slug__startswith="dlp-regions-").count() == 336
    shapes = map(json.dumps, Region.objects.values_list("shape", flat=True))
    assert shapely.is_valid(shapely.from_geojson(list(shapes))).all()
    shodra = Evidence.objects.get(identifier="dlp-1408")
    assert shodra.regions.filter(slug="dlp-regions-soyot").exists()
    folder = shutil.copytree(REAL, tmp_path / REAL.name)
    for number, path in enumerate(sorted(folder.rglob("*.kml"))):
        if number % 24:
            path.unlink()
    assert "14 shapes: 0 created, 0 changed, 14 unchanged" in run(folder)
