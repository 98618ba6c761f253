"""What a curator or a source writes as a date, what it means, and what people read."""

import datetime
import json

import pytest
from django.conf import settings
from hypothesis import given
from hypothesis import strategies as st

from evidence.dates import DateError, DateSpan, read, read_year, year_text
from evidence.dates.moments import day_number
from tests.evidence.dated import spans, years

NO_DATE = "is not a date that can be read"
CORPUS = settings.BASE_DIR / "fixtures" / "corpus" / "records.jsonl"


@given(spans())
def test_a_printed_span_reads_back_as_itself(span: DateSpan) -> None:
    assert read(span.edtf) == span
    assert read(span.edtf).edtf == span.edtf


@given(spans())
def test_bounds_are_in_order_and_days_lie_in_their_years(span: DateSpan) -> None:
    if span.year_from is not None and span.year_to is not None:
        assert span.year_from <= span.year_to
        assert span.day_from <= span.day_to
    if span.day_from is not None:
        assert day_number(span.year_from, 1, 1) <= span.day_from
        assert span.day_from <= day_number(span.year_from, 12, 31)
    if span.day_to is not None:
        assert day_number(span.year_to, 1, 1) <= span.day_to <= day_number(span.year_to, 12, 31)


@given(spans())
def test_every_span_has_words(span: DateSpan) -> None:
    assert span.human().strip()
    assert ("about" in span.human()) == span.approximate
    assert ("perhaps" in span.human()) == span.uncertain


@given(years)
def test_a_year_as_people_read_it_reads_back(year: int) -> None:
    assert read_year(year_text(year)) == year


@given(st.dates())
def test_days_count_as_python_counts_them(day: datetime.date) -> None:
    assert day_number(day.year, day.month, day.day) == day.toordinal()


@given(years)
def test_days_run_on_without_a_gap_below_year_one(year: int) -> None:
    assert day_number(year, 12, 31) + 1 == day_number(year + 1, 1, 1)
    assert day_number(year + 400, 3, 1) - day_number(year, 3, 1) == 146_097


def test_the_day_before_year_one_is_day_zero() -> None:
    assert read("0000-12-31").day_to == 0


@pytest.mark.parametrize(
    ("edtf", "first", "last", "human"),
    [
        ("1140", 1140, 1140, "1140"),
        ("-0599~", -599, -599, "about 600 BCE"),
        ("-0331/-0321", -331, -321, "332–322 BCE"),
        ("0000/0008", 0, 8, "1 BCE – 8 CE"),
        ("../1400", None, 1400, "by 1400"),
        ("1400/..", 1400, None, "from 1400 on"),
        ("/1400", None, 1400, "until 1400, beginning unknown"),
        ("1400/", 1400, None, "from 1400, end unknown"),
        ("11XX", 1100, 1199, "12th century"),
        ("11XX/12XX", 1100, 1299, "12th to 13th century"),
        ("0201/0300", 201, 300, "201–300 CE"),
        ("../11XX", None, 1199, "by the 12th century"),
        ("[1650..1670]", 1650, 1670, "between 1650 and 1670"),
        ("[0000..0008]", 0, 8, "between 1 BCE and 8 CE"),
        ("1287-21", 1287, 1287, "spring 1287"),
        ("-0331/-0030", -331, -30, "332 BCE – 31 BCE"),
        ("-03XX", -399, -300, "4th century BCE"),
        ("-00XX", -99, 0, "1st century BCE"),
        ("-1299~/-1200~", -1299, -1200, "about the 13th century BCE"),
        ("156X", 1560, 1569, "1560s"),
        ("156X~", 1560, 1569, "about the 1560s"),
        ("-015X", -159, -150, "160–151 BCE"),
        ("1XXX", 1000, 1999, "2nd millennium"),
        ("1697?", 1697, 1697, "perhaps 1697"),
        ("1697%", 1697, 1697, "perhaps about 1697"),
        ("0700~/0761", 700, 761, "about 700 to 761 CE"),
        ("0150~/0200~", 150, 200, "about 150–200 CE"),
        ("1541~/1553", 1541, 1553, "about 1541 to 1553"),
        ("1587-08", 1587, 1587, "August 1587"),
        ("1597-06-16", 1597, 1597, "16 June 1597"),
        ("1648-12-15/1655-02-12", 1648, 1655, "15 December 1648 to 12 February 1655"),
        ("1904-01-01/1904-12-31", 1904, 1904, "1904"),
        ("Y-12000", -12000, -12000, "12001 BCE"),
    ],
)
def test_what_a_date_means(edtf: str, first: int | None, last: int | None, human: str) -> None:
    span = read(edtf)
    assert (span.edtf, span.year_from, span.year_to, span.human()) == (edtf, first, last, human)


@pytest.mark.parametrize(
    ("given", "edtf"),
    [
        ("1904-01-01 - 1904-12-31", "1904-01-01/1904-12-31"),
        ("1904-01-01 – 1904-12-31", "1904-01-01/1904-12-31"),
        ("600-01-01 - 650-12-31", "0600-01-01/0650-12-31"),
        ("-332-01-01 - -0322-12-31", "-0332-01-01/-0322-12-31"),
        (" 1140 ", "1140"),
        ("1140 / 1150", "1140/1150"),
        ("−0331", "-0331"),
    ],
)
def test_other_notations_become_edtf(given: str, edtf: str) -> None:
    assert read(given).edtf == edtf


def test_days_of_a_leap_year() -> None:
    span = read("1904-01-01 - 1904-12-31")
    assert span.day_from == datetime.date(1904, 1, 1).toordinal()
    assert span.day_to == datetime.date(1904, 12, 31).toordinal()
    assert read("-0004-02-29").day_from == read("-0004-03-01").day_from - 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the date is empty: write one such as "),
        ("595", f"“595” {NO_DATE}: a year has four digits: write 0595"),
        ("-595~", f"“-595~” {NO_DATE}: a year has four digits: write -0595~"),
        (
            "332 BCE",
            f"“332 BCE” {NO_DATE}: years count astronomically: write -0331",
        ),
        ("AD 77", f"“AD 77” {NO_DATE}: years count astronomically: write 0077"),
        ("0 BCE", f"“0 BCE” {NO_DATE}: there is no year 0 between the eras"),
        (
            "1904-1906",
            f"“1904-1906” {NO_DATE}: a slash joins two dates: write 1904/1906",
        ),
        (
            "c. 1500",
            f"“c. 1500” {NO_DATE}: about is a mark after the year: write 1500~",
        ),
        ("~1500", f"“~1500” {NO_DATE}: a mark stands at the end: write 1500~"),
        (
            "1500?~",
            f"“1500?~” {NO_DATE}: uncertain and approximate is one mark: write 1500%",
        ),
        (
            "12000",
            f"“12000” {NO_DATE}: a year of more than four digits begins with Y: write Y12000",
        ),
        (
            "1904-XX",
            f"“1904-XX” {NO_DATE}: a month or day not known is left out: write 1904",
        ),
        ("1560s", f"“1560s” {NO_DATE}: a decade is written with X: write 156X"),
        ("1500/1400", "1500/1400 runs backwards: write 1400/1500"),
        ("../..", "no side of the span has a date: leave the date empty"),
        ("/", "no side of the span has a date: leave the date empty"),
        ("1904-13", "there is no month 13: write 01 to 12"),
        ("1903-02-29", "1903-02 has no day 29: its last day is 28"),
        ("1904-33", "33 stands for a part of the year that is not read: write the months, as in "),
        ("1904-21-01", "a season has no days: write 1904-21"),
        ("[1670..1650]", "[1670..1650] runs backwards: write [1650..1670]"),
        (
            "[1650~..1670]",
            "[1650~..1670] joins what is open, marked or not alike: write 1650~/1670",
        ),
        (
            "{1650,1670}",
            f"“{{1650,1670}}” {NO_DATE}: of sets of dates only [1650..1670] is read: ",
        ),
        ("-0000", "the year 0 (1 BCE) has no sign: write 0000"),
        ("156X-08", "a month needs a whole year: write 156X"),
        ("Y1000000", "year 1000000 is too far: write years up to 999999"),
        ("1400/1500/1600", "“1400/1500/1600” has more than two sides: write start/end"),
        ("long ago", f"“long ago” {NO_DATE}: write one such as 1140, 156X, "),
    ],
)
def test_a_date_that_cannot_be_read_says_what_would_be_right(text: str, message: str) -> None:
    with pytest.raises(DateError) as refused:
        read(text)
    assert str(refused.value).startswith(message)


@pytest.mark.parametrize(
    ("text", "year"),
    [
        ("332 BCE", -331),
        ("1 bc", 0),
        ("AD 77", 77),
        ("77 A.D.", 77),
        ("44 B.C.", -43),
        ("1140", 1140),
    ],
)
def test_years_with_their_era(text: str, year: int) -> None:
    assert read_year(text) == year


@pytest.mark.parametrize("text", ["0", "0 BCE", "AD 77 CE", "year 5", "", "-5"])
def test_years_that_are_none(text: str) -> None:
    with pytest.raises(DateError):
        read_year(text)


@given(st.text(max_size=30) | st.from_regex(r"[-0-9X~?%/. Y]{0,24}", fullmatch=True))
def test_any_text_is_read_or_refused_with_words(text: str) -> None:
    try:
        span = read(text)
    except DateError as refused:
        assert ": " in str(refused)
    else:
        assert read(span.edtf) == span


def test_the_checked_corpus_agrees_on_every_year() -> None:
    records = [json.loads(line) for line in CORPUS.read_text().splitlines()]
    assert len(records) == 173
    for record in records:
        span = read(record["date_edtf"])
        assert span.edtf == record["date_edtf"]
        assert (span.year_from, span.year_to) == (record["year_from"], record["year_to"])
