"""Contents as they are sent: what is read, and what is refused with its field."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from evidence.editing.curation.contents import as_draft, begun_from, missing, read
from evidence.editing.workflow.refusals import Refusal
from evidence.history.contents import content_of
from evidence.models import Evidence
from evidence.records.stored import as_draft as as_stored
from evidence.storing import store

pytestmark = pytest.mark.django_db


def faults(data):
    with pytest.raises(Refusal) as caught:
        read(data)
    assert caught.value.kind == "faulty"
    return {fault.field: fault.said for fault in caught.value.faults}


def test_dates_and_points_are_read_where_they_can_be(content):
    said = read(content | {"date": "about 600 BC"})
    assert said["date"] == "-0599~"
    assert said["places"] == [
        {
            "name": "Constantinople",
            "as_given": "41°0'36\"N, 28°58'48\"E",
            "lat_u": 41_010_000,
            "lon_u": 28_980_000,
        }
    ]


LATE, EARLY = ("late 19th century", "[1867..1899]"), ("early 20th century", "[1900..1933]")
HERE, THERE = ("37.4N, 6.0W", (37_400_000, -6_000_000)), ("50.0N, 10.0E", (50_000_000, 10_000_000))


def typed(date, point, **given):
    """What is read of a date, another date and a point; `given` is as given of each."""
    row = {"role": "made", "date": date}
    content = {"date": date, "other_dates": [row | given], "places": [{"point": point} | given]}
    return content | {f"date_{name}": words for name, words in given.items()}


def as_given(content):
    rows = [*content["other_dates"], *content["places"]]
    return [content.get("date_as_given"), *(row.get("as_given") for row in rows)]


def test_words_typed_for_a_value_are_kept_as_given_and_go_with_it():
    said = read(typed(LATE[0], HERE[0]))
    assert [said["date"], said["other_dates"][0]["date"]] == [LATE[1]] * 2
    assert as_given(said) == [LATE[0], LATE[0], HERE[0]]
    assert said["as_typed"] == [HERE[0], LATE[0]]
    assert read(said) == said

    renewed = read(typed(EARLY[0], THERE[0]) | {"as_typed": said["as_typed"]})
    old = typed(EARLY[0], THERE[0], as_given=LATE[0]) | {"as_typed": said["as_typed"]}
    old["places"][0]["as_given"] = HERE[0]
    assert read(old) == renewed
    assert as_given(renewed) == [EARLY[0], EARLY[0], THERE[0]]

    said |= {"date": "1950", "other_dates": [said["other_dates"][0] | {"date": "1950"}]}
    said["places"] = [said["places"][0] | dict(zip(("lat_u", "lon_u"), THERE[1], strict=True))]
    plain = read(said)
    assert (as_given(plain), plain.get("as_typed")) == ([None] * 3, None)


def test_what_a_person_wrote_as_given_stays():
    """Even where it is what was typed as the value, or reads as it did."""
    first = read(typed(LATE[0], HERE[0], as_given="siglo XIX"))
    assert (as_given(first), "as_typed" in first) == (["siglo XIX"] * 3, False)
    same = typed(LATE[0], HERE[0], as_given=LATE[0])
    same["places"][0]["as_given"] = "37°24'N 6°W"
    for sent in (
        read(same),
        same | {"date": "1950", "places": [same["places"][0] | {"point": "1.5, 2.5"}]},
    ):
        assert as_given(read(sent)) == [LATE[0], LATE[0], "37°24'N 6°W"]


@pytest.mark.parametrize(
    "date", ["1140", "about 600 BCE", "332-331 BCE", "19th century", "6th century", "189X"]
)
def test_a_date_that_is_shown_as_it_was_typed_says_nothing_as_given(date):
    assert as_given(read(typed(date, "1.5 2.5"))) == [None, None, "1.5 2.5"]


def test_what_cannot_be_read_yet_stays_as_it_was_typed_and_is_told():
    said = read({"date": "early 1250", "places": [{"point": "41 N"}]})
    assert (said["date"], said["places"]) == ("early 1250", [{"point": "41 N"}])
    told = {fault.field: fault.said for fault in missing(said)}
    assert "no fixed width" in told["date"]
    assert "has 1 of the two angles" in told["places.0.point"]


def test_contradictions_are_told(content):
    content |= {"unknown": ["date", "place"], "rulesets": {"none": "describes"}}
    content["places"] = [{"point": "1.5, 2.5", "region": "nowhere"}, {"note": "by hand"}]
    content["terms"] = {"age": ["Old"]}
    told = [str(fault) for fault in missing(read(content))]
    assert told == [
        "date: a date is given but also marked as unknown: remove one of the two",
        "places: a place is given but also marked as unknown: remove one of the two",
        "places.0: a place is a point or a region: clear one of the two",
        "places.0.region: there is no region “nowhere”",
        "places.1: the place has neither a name nor a point nor a region",
        "rulesets: there is no ruleset “none”",
        "terms.age: age “Old” is unknown: use one of Child, Adolescent, Adult, Elder, All",
    ]


def test_blank_rows_go_and_quotations_still_point_at_their_sources():
    said = read(
        {
            "citations": [{}, {"citation": " a "}, {"citation": "b"}],
            "quotations": [{"text": "x", "citation": 2}, {}, {"text": "y", "citation": 0}],
            "title": "",
            "confidence": None,
        }
    )
    assert said == {
        "citations": [{"citation": "a"}, {"citation": "b"}],
        "quotations": [{"text": "x", "citation": 1}, {"text": "y"}],
    }


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ([], ""),
        (None, ""),
        ({"nonsense": 1}, "nonsense"),
        ({"title": 7}, "title"),
        ({"title": "x" * 301}, "title"),
        ({"rules": "a\0b"}, "rules"),
        ({"rules": "\ud800"}, "rules"),
        ({"confidence": "80"}, "confidence"),
        ({"confidence": True}, "confidence"),
        ({"confidence": 101}, "confidence"),
        ({"places": {}}, "places"),
        ({"places": [3]}, "places.0"),
        ({"places": [{"lat_u": 91_000_000}]}, "places.0.lat_u"),
        ({"places": [{}] * 201}, "places"),
        ({"citations": [{"csl": {"author": "Murray"}}]}, "citations.0.csl"),
        ({"citations": [{"csl": {"URL": "javascript:alert(1)"}}]}, "citations.0.csl"),
        ({"terms": {"colour": ["red"]}}, "terms.colour"),
        ({"rulesets": {"a b": "describes"}}, "rulesets"),
        ({"rulesets": {"ab": "hates"}}, "rulesets.ab"),
        ({"external_ids": {"a\0": "b"}}, "external_ids"),
        ({"unknown": ["title"]}, "unknown"),
        ({"type": "rumour"}, "type"),
    ],
)
def test_wrong_types_and_sizes_are_refused_by_field(data, field):
    told = faults(data)
    assert field in told or (not field and told), told


def test_a_content_is_published_as_it_is_and_comes_back_the_same(content):
    said = read(content)
    store(as_draft("e-one", said), whole=True)
    record = Evidence.objects.get()
    stored = content_of(as_stored(record))
    assert stored == content_of(as_draft("e-one", said))
    assert read(begun_from(stored)) == begun_from(stored)


TEXTS = st.text(max_size=12)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXTS,
    lambda below: st.lists(below, max_size=3) | st.dictionaries(TEXTS, below, max_size=3),
    max_leaves=6,
)
FIELDS = st.sampled_from(
    ["game", "game_name", "title", "date", "rules", "confidence", "places", "citations",
     "quotations", "terms", "rulesets", "unknown", "external_ids", "checked_against"]
)  # fmt: skip
ROW = st.dictionaries(
    st.sampled_from(["name", "point", "lat_u", "region", "citation", "csl", "text", "locator"]),
    JSON,
    max_size=4,
)


class NothingElse(TestCase):
    """Whatever is sent is read or refused, never anything else; what is read stays as it is."""

    @given(st.dictionaries(FIELDS, JSON | st.lists(ROW, max_size=2), max_size=5))
    def test_hostile(self, data):
        try:
            said = read(data)
        except Refusal as refusal:
            assert refusal.faults
            return
        assert read(said) == said
        assert all(fault.said for fault in missing(said))
