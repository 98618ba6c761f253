"""Points and names of places as sources write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidence.drafts import PlaceDraft
from evidence.places import (
    PlaceError,
    Point,
    normalise_longitude,
    print_as_known,
    print_decimal,
    print_dms,
    read_places,
    read_point,
)

points = st.builds(
    Point,
    st.integers(-90_000_000, 90_000_000),
    st.integers(-180_000_000, 179_999_999),
)


@given(points)
def test_degrees_minutes_and_seconds_read_back_to_the_microdegree(point: Point) -> None:
    assert read_point(print_dms(point)) == point


@given(points)
def test_decimals_read_back_to_the_microdegree(point: Point) -> None:
    assert read_point(print_decimal(point)) == point


@given(st.integers(-(10**12), 10**12))
def test_a_longitude_is_normalised_to_one_turn(lon_u: int) -> None:
    normal = normalise_longitude(lon_u)
    assert -180_000_000 <= normal < 180_000_000
    assert (normal - lon_u) % 360_000_000 == 0


@pytest.mark.parametrize(
    "text",
    [
        "33°19'16.16\"N, 44°25'5.05\"E",
        "33°19’16.16”N, 44°25’5.05”E",
        "33°19′16.16″N 44°25′5.05″E",
        "33°19'16.16''n, 44°25'5.05''e",
        "33 ° 19 ' 16.16 \" N , 44º25'5.05\"E",
        "44°25'5.05\"E, 33°19'16.16\"N",
    ],
)
def test_one_point_in_many_typefaces(text: str) -> None:
    assert read_point(text) == Point(33_321_156, 44_418_069)


@pytest.mark.parametrize(
    "text",
    [
        "41 00 36 N, 28 58 48 E",
        "N41 00 36 E28 58 48",
        "N 41.01, E 28.98",
        "41°0.6' North 28°58.8' East",
        "28º58’48” east, 41º00’36” north",
    ],
)
def test_letters_may_come_first_or_be_words_and_blanks_stand_for_signs(text: str) -> None:
    assert read_point(text) == Point(41_010_000, 28_980_000)


@pytest.mark.parametrize(
    ("text", "lat_u", "lon_u"),
    [
        ("3° 4'19.51\"N,101°31'6.22\"E", 3_072_086, 101_518_394),
        ("33.3, 44.4", 33_300_000, 44_400_000),
        ("-33.3 -44.4", -33_300_000, -44_400_000),
        ("−33.3, 44.4", -33_300_000, 44_400_000),
        ("33.3 N 44.4 E", 33_300_000, 44_400_000),
        ("15.6; 32.5", 15_600_000, 32_500_000),
        ("33 N; 44 W", 33_000_000, -44_000_000),
        ("33 N, 44 W", 33_000_000, -44_000_000),
        ("12°30'S, 44°30.6'W", -12_500_000, -44_510_000),
        ("0.0, 180.0", 0, -180_000_000),
        ("0°N, 180°E", 0, -180_000_000),
        ("-17.5, 190.25", -17_500_000, -169_750_000),
        ("90.0, -180.0", 90_000_000, -180_000_000),
    ],
)
def test_points(text: str, lat_u: int, lon_u: int) -> None:
    assert read_point(text) == Point(lat_u, lon_u)


def test_the_portals_own_figures_are_printed_as_it_prints_them() -> None:
    assert print_dms(read_point("36°28'0.92\"N, 52°21'4.04\"E")) == "36°28'0.92\"N, 52°21'4.04\"E"
    assert print_decimal(Point(-500_000, 7)) == "-0.5, 0.000007"
    assert print_decimal(Point(52_000_000, -180_000_000)) == "52.0, -180.0"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("3°60'0\"N, 1°0'0\"E", "“3°60'0\"N” has 60 minutes: write less than 60"),
        ("3°4'60\"N, 1°E", "“3°4'60\"N” has 60 seconds: write less than 60"),
        ("91.0, 3.0", "latitude 91.0 is beyond the pole: write at most 90°"),
        ("90°0'1\"N, 3°E", "latitude 90°0'1\"N is beyond the pole: write at most 90°"),
        (
            "9°N, 181°E",
            "longitude 181°E is beyond a half turn: write at most 180° with E or W, or decimals",
        ),
        ("9°N, 361°E", "longitude 361°E is beyond a full turn: write at most 360.0"),
        ("9 N, 3 easterly", "“easterly” is no angle"),
        ("3.5, 361.5", "longitude 361.5 is beyond a full turn: write at most 360.0"),
        ("3°4'N, 5°6'", "“5°6'” does not say which way: add N, S, E or W"),
        (
            "33, 44",
            "“33” does not say which way: add N, S, E or W to both, or write decimals, "
            "latitude first: 33.0, 44.0",
        ),
        ("33.5, -44", "“-44” does not say which way: add N, S, E or W to both, or write decimals"),
        ("33 N, 44", "“33 N, 44” has one letter of two: add N, S, E or W to both"),
        ("95, 32.5", "latitude 95 is beyond the pole: write at most 90°"),
        ("95, 32", "latitude 95 is beyond the pole: write at most 90°"),
        ("33, 400", "longitude 400 is beyond a full turn: write at most 360.0"),
        ("33", "“33” has 1 of the two angles of a point: write "),
        ("15,6 32,5", "“15,6 32,5” has a comma in its decimals: write a point, as in 15.6 32.5"),
        ("15,6; -32,5", "“15,6; -32,5” has a comma in its decimals: write a point, as in 15.6; "),
        ("15,6,32,5", "“15,6,32,5” has a comma in its decimals: write a point, as in 15.6"),
        ("15,6 N 32,5 E", "“15,6 N 32,5 E” has a comma in its decimals: write a point, as in 15.6"),
        ("15,6 32", "“15,6 32” has a comma in its decimals: write a point, as in 15.6 32"),
        ("1,2,3", "“1,2,3” has 3 of the two angles of a point: write "),
        ("33.5 N, 44.5", "“33.5 N, 44.5” has one letter of two: add N, S, E or W to both"),
        ("-33.5 S, 44.5 E", "“-33.5 S” has a sign and a letter: leave the sign out"),
        ("1°N, 2°S", "“1°N, 2°S” has two angles along the same line: one of them needs E or W"),
        ("1°E, 2°W", "“1°E, 2°W” has two angles along the same line: one of them needs N or S"),
        ("3.5°10'N 4°E", "“3.5°10'N”: only the last of degrees, minutes, seconds may have"),
        ("3 4'N 5°E", "“3 4'N” lacks the ° after its degrees: write 3° 4'19.51\"N"),
        ("33.3", "“33.3” has 1 of the two angles of a point: write "),
        ("33.3, 44.4, 55.5", "“33.3, 44.4, 55.5” has 3 of the two angles of a point: write "),
        ("", "“” has 0 of the two angles of a point: write "),
        ("here", "“here” is no angle: write 3° 4'19.51\"N, 101°31'6.22\"E or 33.3, 44.4"),
    ],
)
def test_a_point_that_cannot_be_read_says_what_would_be_right(text: str, message: str) -> None:
    with pytest.raises(PlaceError) as refused:
        read_point(text)
    assert str(refused.value).startswith(message)


def test_a_peoples_name_is_a_place_without_a_point() -> None:
    assert read_places("Soyot") == [PlaceDraft(name="Soyot", as_given="Soyot")]


def test_several_places_are_several() -> None:
    assert read_places("33.3, 44.4; Cave 4, Qumran") == [
        PlaceDraft(as_given="33.3, 44.4", lat_u=33_300_000, lon_u=44_400_000),
        PlaceDraft(name="Cave 4, Qumran", as_given="Cave 4, Qumran"),
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Bern;; Basel", 'nothing stands between two ";": write a place or leave the ";" out'),
        ("Bern;", 'nothing stands between two ";": write a place or leave the ";" out'),
        ("---", "“---” is no place: write a name or 3° 4'19.51\"N"),
        ("N 33, Eton 4", "“N 33, Eton 4” is no angle: write 3° 4'19.51\"N"),
        ("Bern (46°57'N)", "“Bern (46°57'N)” is no angle: write 3° 4'19.51\"N"),
    ],
)
def test_places_that_cannot_be_read(text: str, message: str) -> None:
    with pytest.raises(PlaceError) as refused:
        read_places(text)
    assert str(refused.value).startswith(message)


@given(st.text(max_size=30) | st.from_regex(r"[-0-9.° '\"NSEW,;]{0,24}", fullmatch=True))
def test_any_text_is_read_or_refused_with_words(text: str) -> None:
    try:
        places = read_places(text)
    except PlaceError as refused:
        assert ": " in str(refused)
    else:
        assert all(place.name or place.lat_u is not None for place in places)


@pytest.mark.parametrize(
    ("precision", "dms", "decimal"),
    [
        ("town", "37°58'N, 23°44'E", "37.97, 23.73"),
        ("site", "37°58'17\"N, 23°43'44\"E", "37.9715, 23.7288"),
        ("country", "38°N, 24°E", "38, 24"),
        ("", "37°58'17.40\"N, 23°43'43.68\"E", "37.9715, 23.7288"),
    ],
)
def test_a_point_is_told_no_finer_than_it_is_known(precision, dms, decimal):
    assert print_as_known(Point(37_971_500, 23_728_800), precision) == (dms, decimal)


def test_rounding_carries_and_keeps_the_side_of_the_equator():
    assert print_as_known(Point(-59_999_999, 179_999_999), "site") == (
        "60° 0' 0\"S, 180° 0' 0\"E", "-60.0000, 180.0000",
    )  # fmt: skip
    assert print_as_known(Point(-1, 0), "town") == ("0° 0'S, 0° 0'E", "0.00, 0.00")
