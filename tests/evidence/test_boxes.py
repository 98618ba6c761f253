"""What meets a box on the map, looked for in it or in what it leaves out."""

from __future__ import annotations

from itertools import combinations, product

import numpy
import pytest

from evidence.search.rows import MICRO, outside, spans
from evidence.search.snapshot.columns import Points
from evidence.search.snapshot.found import Mask, union
from evidence.search.values import Box

EDGES = [-90, -89.999999, 0, 30, 89.999999, 90]
SIDES = [-180, -179.999999, -90, 0, 0.5, 120, 179.999999, 180]
BOXES = [
    Box(west, south, east, north)
    for west, east, (south, north) in product(SIDES, SIDES, product(EDGES, EDGES))
    if south <= north
]
RECORDS = 400


@pytest.fixture(scope="module", params=["one each", "several"])
def points(request: pytest.FixtureRequest) -> Points:
    """Points at the edges of boxes, beside them, and anywhere, of some of the records."""
    random = numpy.random.default_rng(5)
    exact = list(product(EDGES, [side for side in SIDES if side < 180]))
    drawn = [(random.uniform(-90, 90), random.uniform(-180, 180)) for _ in range(200)]
    latitudes, longitudes = (numpy.array([*exact, *drawn]) * MICRO).astype(int).T
    owners = random.permutation(RECORDS)[: len(latitudes)]
    if request.param == "several":
        owners = owners % 120
    return Points(owners, latitudes, longitudes)


def inside(points: Points, box: Box) -> Mask:
    return union(RECORDS, [each for part in spans(box) for each in points.within(part)]).mask


def test_what_a_box_leaves_out_is_the_rest(points):
    differing = [
        box
        for box in BOXES[::2]  # of each pair of sides those to every other pair of edges
        if not numpy.array_equal(points.beyond(outside(box), RECORDS), inside(points, box))
    ]
    assert not differing


def test_where_much_is_left_out_points_are_counted_for_all_records(points):
    """The other way to count, which many points take."""
    box = Box(-180, -90, 180, -80)
    left_out = sum(len(each) for part in outside(box) for each in points.within(part))
    assert left_out > RECORDS // 16
    assert numpy.array_equal(points.beyond(outside(box), RECORDS), inside(points, box))


def test_no_point_is_left_out_twice():
    for box in BOXES:
        for one, other in combinations(outside(box), 2):
            apart = one.north < other.south or other.north < one.south
            assert apart or one.east < other.west or other.east < one.west


def test_there_are_at_least_as_many_points_near_as_inside(points):
    for box in BOXES[::7]:
        assert points.near(spans(box)) >= sum(
            len(each) for part in spans(box) for each in points.within(part)
        )
