"""The regions of the world: how they are made, and those that ship."""

import json
from itertools import combinations, pairwise

import pytest
import shapely
from django.conf import settings
from django.core.management import CommandError, call_command
from shapely.geometry import Point, box, shape

from evidence.places import world
from evidence.places.topology import TopologyError, read_countries

SHIPPED = settings.BASE_DIR / "fixtures" / "regions.json"
PEOPLES = {"historical", "cultural"}
LAND = settings.BASE_DIR / "static" / "map" / "land.json"


def topology(path, countries):
    """A TopoJSON file of rectangles and rings, wound as world-atlas winds them: clockwise."""
    arcs, members = [], []
    for code, name, ring in countries:
        members.append(
            {"type": "Polygon", "id": code, "arcs": [[len(arcs)]], "properties": {"name": name}}
        )
        steps = [ring[0]] + [[two[0] - one[0], two[1] - one[1]] for one, two in pairwise(ring)]
        arcs.append(steps)
    path.write_text(
        json.dumps(
            {
                "type": "Topology",
                "transform": {"scale": [1, 1], "translate": [0, 0]},
                "arcs": arcs,
                "objects": {"countries": {"type": "GeometryCollection", "geometries": members}},
            }
        )
    )
    return path


def rectangle(west, south, east, north):
    return [[west, south], [west, north], [east, north], [east, south], [west, south]]


RUSSIA = ("643", "Russia", rectangle(40, 50, 80, 60))
FIJI = ("242", "Fiji", [[170, -20], [170, -10], [-170, -10], [-170, -20], [170, -20]])
POLAND = ("616", "Poland", rectangle(20, 50, 40, 60))
MONGOLIA = ("496", "Mongolia", rectangle(60, 40, 80, 50))
TUVALU = ("798", "Tuvalu", [[-175, -30], [-175, -30]])
SOUTH = (
    "010",
    "Antarctica",
    [[-170, -70], [-90, -65], [0, -70], [90, -65], [170, -70], [-170, -70]],
)
URALS = [[60, 30], [60, 90]]
ROWS = [
    world.Row("643", "Russia", "eastern-europe", None),
    world.Row("616", "Poland", "eastern-europe", None),
    world.Row("496", "Mongolia", "eastern-asia", None),
    world.Row("242", "Fiji", "melanesia", None),
    world.Row("242", "Fiji", "polynesia", box(-180, -20, -165, -10)),
    world.Row("798", "Tuvalu", "polynesia", None),
    world.Row("010", "Antarctica", "antarctica", None),
]


@pytest.fixture
def atlas(tmp_path):
    return topology(tmp_path / "c.json", [RUSSIA, FIJI, POLAND, MONGOLIA, TUVALU, SOUTH])


def test_a_country_across_the_antimeridian_is_cut_there(atlas):
    fiji = read_countries(atlas)[1].shape
    assert fiji.bounds == (-180, -20, 180, -10)
    assert fiji.area == pytest.approx(200)
    assert len(shapely.get_parts(fiji)) == 2


def test_a_country_around_the_pole_reaches_it(atlas):
    south = read_countries(atlas)[5].shape
    assert south.is_valid
    assert south.intersects(Point(0, -90))
    assert south.bounds == (-180, -90, 180, -65)


def test_an_islet_that_the_grid_has_shrunk_to_a_point_is_kept(atlas):
    tuvalu = read_countries(atlas)[4].shape
    assert tuvalu.contains(Point(-175, -30))


def test_countries_are_united_by_subregion_russia_cut_at_the_urals_and_parts_by_their_box(atlas):
    land = world.subregions(read_countries(atlas), ROWS, URALS)
    assert land["eastern-europe"].equals(box(20, 50, 60, 60))
    assert land["northern-asia"].equals(box(60, 50, 80, 60))
    assert land["melanesia"].bounds == (170, -20, 180, -10)
    assert land["polynesia"].contains(Point(-175, -15))


def test_regions_grow_into_the_sea_but_never_over_each_other(atlas):
    land = world.subregions(read_countries(atlas), ROWS, URALS)
    grown = world.simplified(world.grow(land))
    assert grown["northern-asia"].contains(Point(80.1, 55))
    assert not grown["northern-asia"].contains(Point(80.3, 55))
    assert grown["eastern-asia"].contains(Point(70, 49.9))
    for one, other in combinations(grown.values(), 2):
        assert one.intersection(other).area < 0.01


def test_a_strait_is_shared_out_by_nearness():
    near = {"east": box(10.1, 0, 20, 10), "west": box(0, 0, 9.98, 10)}
    grown = world.grow(near)
    assert grown["west"].contains(Point(10.0, 5))
    assert grown["east"].contains(Point(10.08, 5))


def test_a_country_that_the_table_forgets_is_named(atlas):
    with pytest.raises(world.TableError, match=r"Fiji \(242\) needs exactly one row"):
        world.subregions(read_countries(atlas), [row for row in ROWS if row.name != "Fiji"], URALS)


def test_a_table_with_a_bad_box_is_refused_with_its_line(tmp_path):
    table = tmp_path / "t.csv"
    table.write_text("code,name,subregion,west,south,east,north\n250,France,x,1,2,3,\n")
    with pytest.raises(world.TableError, match=r"line 2: .* four sides in degrees or none"):
        world.read_rows(table)


def test_a_file_that_is_no_atlas_is_refused(tmp_path):
    (tmp_path / "x.json").write_text('{"type": "Topology"}')
    with pytest.raises(TopologyError, match=r"x\.json: not a countries file of world-atlas"):
        read_countries(tmp_path / "x.json")
    with pytest.raises(CommandError, match="give the folder that holds countries-10m"):
        call_command("build_world", str(tmp_path))


def test_geojson_is_rounded_and_closed():
    plain = world.geojson(box(0.12345, 0, 1, 1.006))
    assert plain["coordinates"][0][0] == plain["coordinates"][0][-1]
    assert {x for x, _ in plain["coordinates"][0]} == {0.12, 1}
    assert {y for _, y in plain["coordinates"][0]} == {0, 1.01}


@pytest.fixture(scope="module")
def shipped():
    return {region["slug"]: region for region in json.loads(SHIPPED.read_text())}


@pytest.fixture(scope="module")
def shapes(shipped):
    return {slug: shape(region["shape"]) for slug, region in shipped.items()}


def test_the_un_geoscheme_ships_with_northern_asia(shipped):
    world_regions = {slug for slug, region in shipped.items() if region["kind"] == "world"}
    assert len(world_regions) == 23
    assert "northern-asia" in world_regions
    continents = {slug for slug, region in shipped.items() if region["kind"] == "continent"}
    assert continents == {"africa", "americas", "antarctica", "asia", "europe", "oceania"}
    assert {shipped[slug]["parent"] for slug in world_regions} == continents - {"antarctica"}
    assert all(region["note"] for region in shipped.values())


def test_shipped_shapes_are_valid_on_the_map_and_small(shapes):
    assert SHIPPED.stat().st_size < 600_000
    for slug, area in shapes.items():
        west, south, east, north = area.bounds
        assert area.is_valid, slug
        assert -180 <= west <= east <= 180, slug
        assert -90 <= south <= north <= 90, slug


def test_shipped_regions_do_not_overlap(shipped, shapes):
    parts = [shapes[slug] for slug in shipped if shipped[slug]["kind"] == "world"]
    assert sum(part.area for part in parts) - shapely.unary_union(parts).area < 0.01


@pytest.mark.parametrize(
    ("where", "latitude", "longitude", "expected"),
    [
        ("Yekaterinburg", 56.84, 60.61, "northern-asia"),
        ("Perm", 58.01, 56.25, "eastern-europe"),
        ("Vorkuta", 67.5, 64.05, "eastern-europe"),
        ("Salekhard", 66.53, 66.6, "northern-asia"),
        ("Vladivostok", 43.12, 131.89, "northern-asia"),
        ("Uelen, beyond 180°", 66.16, -169.81, "northern-asia"),
        ("Suva", -18.14, 178.44, "melanesia"),
        ("Honolulu", 21.31, -157.86, "polynesia"),
        ("Hanga Roa", -27.15, -109.43, "polynesia"),
        ("Funafuti", -8.52, 179.2, "polynesia"),
        ("Cayenne", 4.93, -52.33, "south-america"),
        ("Fort-de-France", 14.6, -61.07, "caribbean"),
        ("Istanbul", 41.01, 28.98, "western-asia"),
        ("Serçe Limanı, in the water", 36.5736, 28.0522, "western-asia"),
        ("Mary Rose, in the Solent", 50.76, -1.1, "northern-europe"),
        ("South Pole", -90, 0, "antarctica"),
    ],
)
def test_places_that_are_easy_to_get_wrong(shipped, shapes, where, latitude, longitude, expected):
    kinds = {"world", "continent"}
    found = {
        slug
        for slug, area in shapes.items()
        if shipped[slug]["kind"] in kinds and area.intersects(Point(longitude, latitude))
    }
    assert expected in found, where
    assert found <= {expected, shipped[expected]["parent"]}, where


def test_regions_that_are_cut_end_where_what_they_are_part_of_does(shipped, shapes):
    plan = json.loads((settings.BASE_DIR / "fixtures" / "world" / "plan.json").read_text())
    cut = [region for region in plan["drawn"] if region.get("cut")]
    assert len(cut) > 10
    for region in cut:
        assert world.drawn(region, shapes) == shipped[region["slug"]]
        outside = shapes[region["slug"]].difference(shapes[region["parent"]])
        assert outside.area < 0.01


@pytest.mark.parametrize(
    ("where", "latitude", "longitude", "expected"),
    [
        ("Chester", 53.19, -2.89, {"england"}),
        ("Wrexham", 53.05, -2.99, {"wales"}),
        ("Berwick", 55.77, -2.0, {"england"}),
        ("Edinburgh", 55.95, -3.19, set()),
        ("Douglas, Man", 54.15, -4.48, set()),
        ("Nesseby", 70.14, 28.86, {"finnmark"}),
        ("Lycksele", 64.6, 18.67, {"swedish-lapland"}),
        ("Tromsø", 69.65, 18.96, set()),
    ],
)
def test_countries_that_were_drawn_by_hand_hold_their_towns(
    shipped, shapes, where, latitude, longitude, expected
):
    drawn = {slug for slug, region in shipped.items() if region["kind"] in PEOPLES}
    found = {slug for slug in drawn if shapes[slug].intersects(Point(longitude, latitude))}
    assert found == expected, where


def test_the_soyot_region_is_ours_and_in_northern_asia(shipped, shapes):
    soyot = shipped["soyot"]
    assert (soyot["kind"], soyot["parent"]) == ("cultural", "northern-asia")
    assert "Drawn by hand for this project" in soyot["note"]
    assert "Very approximate" in soyot["note"]
    inside = shapes["soyot"].intersection(shapes["northern-asia"]).area
    assert inside / shapes["soyot"].area > 0.95
    assert shapes["soyot"].contains(Point(94.45, 51.72))


def test_the_small_map_is_small_and_cut_at_the_antimeridian():
    assert LAND.stat().st_size < 100_000
    land = shape(json.loads(LAND.read_text()))
    assert land.is_valid
    assert land.bounds == (-180, -90, 180, 83.6)
