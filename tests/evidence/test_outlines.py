"""Areas read from GeoJSON: valid, cut at ±180°, the same whenever they are read."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely.geometry import shape as from_geojson

from evidence.search.outlines import MOST_CORNERS, OutlineError, corners, read_outline, read_text

SQUARE = [[28, 41], [30, 41], [30, 42], [28, 42], [28, 41]]
HOLE = [[28.5, 41.2], [29, 41.2], [29, 41.5], [28.5, 41.2]]


def polygon(*rings):
    return {"type": "Polygon", "coordinates": list(rings)}


def test_the_same_area_is_the_same_shape_however_its_corners_begin():
    shape = read_outline(polygon(SQUARE))
    assert shape["type"] == "Polygon"
    assert sorted(corners(shape)) == [[28, 41], [28, 42], [30, 41], [30, 42]]
    turned = [SQUARE[2], SQUARE[1], SQUARE[0], SQUARE[3], SQUARE[2]]
    unclosed = SQUARE[:-1]
    with_heights = [[*corner, 7] for corner in SQUARE]
    for ring in (turned, unclosed, with_heights):
        assert read_outline(polygon(ring)) == shape
    assert from_geojson(shape).exterior.is_ccw


def test_a_feature_a_hole_and_several_parts_are_read():
    whole = read_outline({"type": "Feature", "properties": {}, "geometry": polygon(SQUARE, HOLE)})
    assert len(whole["coordinates"]) == 2
    far = [[0, 0], [1, 0], [1, 1], [0, 0]]
    both = read_outline({"type": "MultiPolygon", "coordinates": [[SQUARE], [far]]})
    assert (both["type"], len(both["coordinates"])) == ("MultiPolygon", 2)
    near = [[30, 41], [31, 41], [31, 42], [30, 42], [30, 41]]
    assert read_outline({"type": "MultiPolygon", "coordinates": [[SQUARE], [near]]})["type"] == (
        "Polygon"
    )


def test_an_area_across_the_antimeridian_is_cut_there():
    shape = read_outline(polygon([[170, -20], [190, -20], [190, 0], [170, 0], [170, -20]]))
    assert shape["type"] == "MultiPolygon"
    parts = sorted(part.bounds for part in from_geojson(shape).geoms)
    assert parts == [(-180, -20, -170, 0), (170, -20, 180, 0)]
    west = read_outline(polygon([[-190, -20], [-170, -20], [-170, 0], [-190, 0], [-190, -20]]))
    assert from_geojson(west).equals(from_geojson(shape))


@given(
    st.lists(
        st.tuples(st.floats(-170, 170), st.floats(-80, 80)), min_size=3, max_size=8, unique=True
    )
)
def test_what_is_read_is_read_again_as_it_is(points):
    middle = [sum(each) / len(points) for each in zip(*points, strict=True)]
    ring = [list(middle), *map(list, points)]
    try:
        shape = read_outline(polygon(ring))
    except OutlineError:
        return
    assert read_text(json.dumps(shape)) == shape
    assert from_geojson(shape).is_valid


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "not JSON"),
        ("28, 41", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("7", "neither a Polygon"),
        ("null", "neither a Polygon"),
        ('{"type": "Point", "coordinates": [1, 2]}', "neither a Polygon"),
        ('{"type": "FeatureCollection", "features": []}', "neither a Polygon"),
        ('{"type": ["Polygon"]}', "neither a Polygon"),
        ('{"type": "Feature", "geometry": null}', "neither a Polygon"),
        ('{"type": "Polygon"}', "no coordinates"),
        ('{"type": "Polygon", "coordinates": {}}', "no coordinates"),
        ('{"type": "Polygon", "coordinates": []}', "no coordinates"),
        ('{"type": "MultiPolygon", "coordinates": [[]]}', "no coordinates"),
        ('{"type": "MultiPolygon", "coordinates": [7]}', "no coordinates"),
        ('{"type": "Polygon", "coordinates": [7]}', "three corners"),
        ('{"type": "Polygon", "coordinates": [[[1, 2], [3, 4]]]}', "three corners"),
        ('{"type": "Polygon", "coordinates": [[[1], [3, 4], [5, 6]]]}', "longitude and a latitude"),
        ('{"type": "Polygon", "coordinates": [[["1", 2], [3, 4], [5, 6]]]}', "longitude and a"),
        ('{"type": "Polygon", "coordinates": [[[true, 2], [3, 4], [5, 6]]]}', "longitude and a"),
        ('{"type": "Polygon", "coordinates": [[[NaN, 2], [3, 4], [5, 6]]]}', "longitude and a"),
        ('{"type": "Polygon", "coordinates": [[[1e999, 2], [3, 4], [5, 6]]]}', "longitude and a"),
        ('{"type": "Polygon", "coordinates": [[[1%s, 2], [3, 4], [5, 6]]]}' % ("0" * 400), "map"),
        ('{"type": "Polygon", "coordinates": [[[41, 128], [3, 4], [5, 6]]]}', "longitude comes"),
        ('{"type": "Polygon", "coordinates": [[[1, 1], [2, 2], [3, 3]]]}', "itself|not valid"),
        ('{"type": "Polygon", "coordinates": [[[1, 1], [1, 1], [1, 1]]]}', "itself|not valid"),
        ('{"type": "Polygon", "coordinates": [[[0, 0], [2, 2], [2, 0], [0, 2]]]}', "out crossing"),
        ('{"type": "Polygon", "coordinates": [[[-300, 0], [300, 0], [300, 9]]]}', "wider than"),
        (json.dumps(polygon([[n / 1e5, 1] for n in range(MOST_CORNERS + 1)])), "2001 corners"),
    ],
)  # fmt: skip
def test_what_is_no_area_is_refused_with_what_would_be_right(text, said):
    with pytest.raises(OutlineError, match=said):
        read_text(text)
