"""Dates in plain words: what is printed is read again, and what people write is understood."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidence.datereading import read_any, read_words
from evidence.dates import DateError, read


@pytest.mark.parametrize(
    ("words", "edtf"),
    [
        ("332-331 BCE, uncertain", "-0331?/-0330?"),
        ("about 600 BCE", "-0599~"),
        ("600 B.C.", "-0599"),
        ("AD 77", "0077"),
        ("77 CE", "0077"),
        ("c. 1500", "1500~"),
        ("circa 1400?", "1400%"),
        ("perhaps about the 1560s", "156X%"),
        ("the 12th century", "11XX"),
        ("12th c. AD", "11XX"),
        ("3rd to 2nd century BCE", "-02XX/-01XX"),
        ("4th century BCE to 1st century CE", "-03XX/00XX"),
        ("100 BCE - 50 CE", "-0099/0050"),
        ("332–31 BCE", "-0331/-0330"),
        ("1560-70", "1560/1570"),
        ("about 1560-1570", "1560~/1570~"),
        ("about 1560 to 1570", "1560~/1570"),
        ("between 1100 and about 1200", "1100/1200~"),
        ("before 1400", "../1400"),
        ("until about 300 BCE", "../-0299~"),
        ("after 1500", "1500/.."),
        ("June 13, 1913", "1913-06-13"),
        ("13 Jun 1913", "1913-06-13"),
        ("June 1913", "1913-06"),
        ("13 June 44 BCE", "-0043-06-13"),
        ("1904-05", "1904-05"),
        ("1904-01-01 - 1904-12-31", "1904-01-01/1904-12-31"),
        ("-0331", "-0331"),
    ],
)
def test_what_people_write(words, edtf):
    assert read_any(words).edtf == edtf


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("early 12th century", "has no fixed width: write the years you mean"),
        ("33", "a year has four digits: write 0033"),
        ("about 33", "does not say its era: write 33 CE or BCE"),
        ("year of the dragon", "is no date: write one such as 332-331 BCE"),
        ("0 BCE", "there is no year 0"),
        ("31 April 1900", "has no day 31"),
        ("1200 to 1100", "runs backwards"),
        ("0th century", "there is no century 0"),
        ("", "the date is empty"),
        ("9999999 BCE", "is no date"),
    ],
)
def test_what_is_no_date_is_refused_with_what_would_be_right(words, said):
    with pytest.raises(DateError, match=said):
        read_any(words)


YEARS = st.integers(-9000, 2100)


@st.composite
def sides(draw):
    year = draw(YEARS)
    text = f"-{-year:04}" if year < 0 else f"{year:04}"
    mark = draw(st.sampled_from(["", "~", "?", "%"]))
    shape = draw(st.sampled_from(["year", "century", "month", "day"]))
    if shape == "century" and year != 0:
        return f"{text[:-2]}XX{mark}"
    return text + {"month": "-03", "day": "-03-09"}.get(shape, "") + mark


@given(st.lists(sides(), min_size=1, max_size=2).map("/".join) | sides().map("../{}".format))
def test_what_is_printed_is_read_again(edtf):
    try:
        span = read(edtf)
    except DateError:
        return
    again = read_words(span.human()) if span.human()[0].isalpha() else read_any(span.human())
    assert (again.day_from, again.day_to) == (span.day_from, span.day_to), span.human()


@given(st.text(max_size=40) | st.from_regex(r"(about|before|c\.)? ?[0-9]{1,8}(th|s)?.{0,12}"))
def test_anything_else_is_refused_and_nothing_breaks(text):
    try:
        span = read_any(text)
    except DateError:
        return
    assert read(span.edtf) == span
