"""bbox, datetime, years and limit: what they find, what they keep, what they refuse."""

from datetime import UTC, datetime, timedelta, timezone
from urllib.parse import quote

import pytest
from django.utils.datastructures import MultiValueDict
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from api.ogc.columns import undatelike
from api.ogc.values import read_bbox, read_datetime, read_limit

EVERYTHING = ["demo-3", "demo-2", "dlp-1408", "demo-1"]


def items(**params):
    return "evidence/items?" + "&".join(f"{name}={quote(value)}" for name, value in params.items())


@pytest.mark.parametrize(
    ("box", "found"),
    [
        ("32,25,33,26", ["demo-3", "demo-1"]),
        ("32,25,-1000,33,26,9000", ["demo-3", "demo-1"]),
        ("3.2e1,2.5E+1,33.00000000000000011,26.", ["demo-3", "demo-1"]),
        ("100,50,101,52", ["demo-3", "dlp-1408"]),
        ("170,-90,-70,90", ["demo-3", "demo-1"]),
        ("0,0,1,1", ["demo-3"]),
        ("-180,-90,180,90", EVERYTHING),
    ],
)
def test_a_box_finds_what_lies_in_it_and_keeps_what_lies_nowhere(ids, box, found):
    assert ids(items(bbox=box)) == found


@pytest.mark.parametrize(
    ("time", "found"),
    [
        ("1904-06-01T12:00:00Z", ["demo-2", "dlp-1408"]),
        ("1904-06-01", ["demo-2", "dlp-1408"]),
        ("1904-12-31t23:30:00-01:00", ["demo-2"]),
        ("1905-01-01T00:30:00+01:00", ["demo-2", "dlp-1408"]),
        ("1904-06-30T23:59:60Z", ["demo-2", "dlp-1408"]),
        ("1899-01-01/1904-01-01", ["demo-3", "demo-2", "dlp-1408"]),
        ("../1900-01-01T00:00:00Z", ["demo-3", "demo-2", "demo-1"]),
        ("1901-01-01/..", ["demo-2", "dlp-1408"]),
        ("/1900-01-01", ["demo-3", "demo-2", "demo-1"]),
        ("0000-01-01/9999-12-31", ["demo-3", "demo-2", "dlp-1408"]),
    ],
)
def test_a_time_finds_what_meets_it_and_keeps_what_has_none(ids, time, found):
    assert ids(items(datetime=time)) == found


def test_years_have_a_sign(ids):
    assert ids(items(year_to="-1301")) == ["demo-2", "demo-1"]
    assert ids(items(year_from="-1300", year_to="-1")) == ["demo-2", "demo-1"]
    assert ids(items(year_from="-1299", year_to="-1")) == ["demo-2"]


def test_what_has_no_place_or_date_can_be_left_out_expressly(ids):
    assert ids(items(bbox="32,25,33,26", unlocated="exclude")) == ["demo-1"]
    assert ids(items(datetime="1904-06-01", undated="exclude")) == ["dlp-1408"]
    assert ids(items(undated="only")) == ["demo-2"]


def test_the_filters_of_search_hold_too(ids):
    assert ids(items(type="artifact", q="thirty")) == ["demo-1"]
    assert ids(items(region="soyot")) == ["demo-3", "dlp-1408"]
    assert ids("evidence/items?game=chess&game=dice") == ["demo-3", "demo-2"]


def test_regions_have_boxes_and_no_time(ids):
    assert ids("regions/items?bbox=98,51,99,52&datetime=1904-06-01") == ["soyot"]
    assert ids("regions/items?bbox=0,0,1,1") == []
    assert ids("regions/items?bbox=170,50,-170,60") == []
    assert ids("regions/items?bbox=170,50,100,60") == ["soyot"]


def test_limit_is_at_most_a_thousand_and_more_is_no_error(read):
    for text, number in (("1", 1), ("1000", 1000), ("1001", 1000), ("9" * 40, 1000)):
        assert read_limit(MultiValueDict({"limit": [text]})) == number
    status, page = read("collections/evidence/items?limit=100000")
    assert (status, page["numberReturned"]) == (200, 4)


@pytest.mark.parametrize(
    ("query", "parameter", "right"),
    [
        ("bbox=1,2,3", "bbox", "Write west,south,east,north"),
        ("bbox=1,2,3,4,5", "bbox", "or six with heights"),
        ("bbox=a,2,3,4", "bbox", "“a” is not a number"),
        ("bbox=,,,", "bbox", "is not a number"),
        ("bbox=nan,0,1,1", "bbox", "“nan” is not a number"),
        ("bbox=0,0,1e999,1", "bbox", "degrees"),
        ("bbox=0,50,1,40", "bbox", "lies north of"),
        ("bbox=0,0,9,1,1,8", "bbox", "lies above the top"),
        ("bbox=0,0,181,1", "bbox", "not from -180 to 180"),
        ("bbox=", "bbox", "has no value"),
        ("bbox=0,0,1,1&bbox=0,0,1,1", "bbox", "Give it once"),
        ("datetime=1904", "datetime", "1904-01-01/1904-12-31"),
        ("datetime=-0499-01-01", "datetime", "use year_from"),
        ("datetime=2021-02-30", "datetime", "RFC 3339"),
        ("datetime=2021-02-03T25:00:00Z", "datetime", "RFC 3339"),
        ("datetime=2021-02-03T05:00:00", "datetime", "RFC 3339"),
        ("datetime=../..", "datetime", "RFC 3339"),
        ("datetime=..", "datetime", "RFC 3339"),
        ("datetime=2021-01-01/2020-01-01", "datetime", "the earlier one first"),
        ("datetime=2021-01-01/2021-01-02/2021-01-03", "datetime", "RFC 3339"),
        ("datetime=2021-01-01&year_from=3", "datetime", "asked for twice"),
        ("datetime=", "datetime", "has no value"),
        ("year_from=5&year_to=-5", "year_to", "is before"),
        ("limit=0", "limit", "from 1 to 1000"),
        ("limit=-1", "limit", "from 1 to 1000"),
        ("limit=many", "limit", "not a whole number"),
        ("limit=", "limit", "has no value"),
        ("type=", "type", "has no value"),
        ("type=scroll", "type", "Use one of"),
        ("cursor=5", "cursor", "Follow the link"),
        ("offset=5", "offset", "There is no parameter"),
    ],
)
def test_a_bad_value_is_named_with_what_would_be_right(read, query, parameter, right):
    status, answer = read(f"collections/evidence/items?{query}")
    assert (status, answer["error"]["parameter"]) == (400, parameter)
    assert right in answer["error"]["message"]


def test_regions_read_no_years(read):
    status, answer = read("collections/regions/items?year_from=5")
    assert (status, answer["error"]["parameter"]) == (400, "year_from")


LETTERS = st.sampled_from("0123456789-+:.,/TtZz eE nai∞\0")
TEXTS = st.one_of(
    st.text(LETTERS, max_size=30),
    st.text(max_size=20),
    st.lists(st.one_of(st.floats(), st.integers()).map(str), max_size=7).map(",".join),
    st.datetimes().map(lambda moment: f"{moment.isoformat()}Z"),
    st.tuples(st.dates(), st.dates()).map(lambda ends: f"{ends[0]}/{ends[1]}"),
)


@given(box=TEXTS, time=TEXTS)
@settings(
    max_examples=30,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_any_text_is_answered_or_refused(client, cast, box, time):
    for collection in ("evidence", "regions"):
        for params in ({"bbox": box}, {"datetime": time}, {"bbox": box, "datetime": time}):
            response = client.get(f"/ogc/collections/{collection}/items", params)
            assert response.status_code in (200, 400)
            if response.status_code == 400:
                assert set(response.json()["error"]) == {"status", "parameter", "message"}
                assert response.json()["error"]["parameter"] in params


@given(st.datetimes(datetime(2, 1, 1), datetime(9998, 12, 31)), st.integers(-1439, 1439))
def test_every_instant_has_the_year_that_it_has_in_utc(moment, minutes):
    zoned = moment.replace(microsecond=0, tzinfo=timezone(timedelta(minutes=minutes)))
    span = read_datetime(MultiValueDict({"datetime": [zoned.isoformat()]}))
    assert span == (zoned.astimezone(UTC).year,) * 2


@given(st.floats(-180, 180), st.floats(-90, 90))
def test_degrees_survive_as_gdal_writes_them(longitude, latitude):
    text = f"{longitude:.17g},{latitude:.17g},180,90"
    box = read_bbox(MultiValueDict({"bbox": [text]}))
    assert abs(box.west - longitude) <= 1e-15
    assert abs(box.south - latitude) <= 1e-15


@pytest.mark.parametrize(
    "text", ["-0499-01-01", "2021-02-30", "1904/06/01", "1904-01-01T00:00:00Z", "12:30", " 1-1-1 "]
)
def test_no_text_looks_like_a_date(text):
    assert undatelike(text) == f"“{text}”"


@pytest.mark.parametrize("text", ["1904", "-0499", "-0499-01-01/-0490-12-31", "pp. 3-4", ""])
def test_other_texts_stay(text):
    assert undatelike(text) == text
