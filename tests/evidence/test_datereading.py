"""Dates in plain words: what is printed is read again, and what people write is understood."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from evidence.dates import DateError, Gap, read
from evidence.dates.reading import read_any, read_or_undated
from tests.evidence.dated import spans


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
        ("between 1650 and 1670", "[1650..1670]"),
        ("between the 12th and 13th century", "[1100..1299]"),
        ("between June 1904 and July 1905", "[1904-06..1905-07]"),
        ("332 BCE – 31 BCE", "-0331/-0030"),
        ("2nd millennium BCE", "-1XXX"),
        ("late 17th century", "[1667..1699]"),
        ("the mid-17th c.", "[1634..1666]"),
        ("early 4th century BCE", "[-0399..-0366]"),
        ("mid-1560s", "[1564..1566]"),
        ("perhaps the late 17th century", "1667?/1699?"),
        ("c. early 17th century", "1600~/1633~"),
        ("first half of the 17th century", "[1600..1649]"),
        ("last quarter of the 12th century", "[1175..1199]"),
        ("early to mid 17th century", "1600/1666"),
        ("late 12th or early 13th century", "[1167..1233]"),
        ("late 13th to early 12th century BCE", "-1232/-1166"),
        ("12th/13th century", "11XX/12XX"),
        ("spring 1287", "1287-21"),
        ("fall of 44 BCE", "-0043-23"),
        ("AH 655", "[1257..1258]"),
        ("656 A.H.", "1258"),
        ("AH 655-660", "1257/1262"),
        ("655-660 AH", "1257/1262"),
        ("AH 655/1257", "1257"),
        ("655 AH / 1257 CE", "1257"),
        ("ca. AH 655", "1257~/1258~"),
        ("AH 1", "[0622..0623]"),
        ("AH 1400", "[1979..1980]"),
        ("3150-3000 cal BP", "-1200/-1050"),
        ("June 13, 1913", "1913-06-13"),
        ("13 Jun 1913", "1913-06-13"),
        ("June 1913", "1913-06"),
        ("13 June 44 BCE", "-0043-06-13"),
        ("1904-05", "1904-05"),
        ("1904-01-01 - 1904-12-31", "1904-01-01/1904-12-31"),
        ("-0331", "-0331"),
        ("c. 1350 BC", "-1349~"),
        ("c1350 b.c.", "-1349~"),
        ("1350 – 1300 B.C.", "-1349/-1299"),
        ("1350 B.C.E", "-1349"),
        ("1200 BCE", "-1199"),
        ("2600-2400 BC", "-2599/-2399"),
        ("12th cent.", "11XX"),
        ("12th-century", "11XX"),
        ("mid-18th cent.", "[1734..1766]"),
        ("1st–2nd cent. CE", "00XX/01XX"),
        ("third century BCE", "-02XX"),
        ("the twenty-first century", "20XX"),
        ("third and second centuries BCE", "-02XX/-01XX"),
        ("late-eighteenth century", "[1767..1799]"),
        ("mid-twelfth to early thirteenth century", "1134/1233"),
        ("first quarter of the nineteenth century", "[1800..1824]"),
        ("second millennium BCE", "-1XXX"),
        ("12th cent. BC", "-11XX"),
        ("2nd half of the 5th c. BC", "[-0449..-0400]"),
        ("1890s", "189X"),
        ("1890's", "189X"),
        ("about 1880", "1880~"),
        ("1880 ca.", "1880~"),
        ("late 18th century", "[1767..1799]"),
        ("1523-4", "1523/1524"),
        ("325-4 BC", "-0324/-0323"),
        ("ante 1500", "../1499"),
        ("post 1500", "1501/.."),
        ("1880-present", "1880/.."),
    ],
)
def test_what_people_write(words, edtf):
    assert read_any(words).edtf == edtf


@pytest.mark.parametrize(
    ("words", "edtf"),
    [
        ("before 1909", "../1908"),
        ("by 1909", "../1909"),
        ("by 756", "../0756"),
        ("until 1909", "../1909"),
        ("not after 1909", "../1909"),
        ("no later than 1909", "../1909"),
        ("1909 or earlier", "../1909"),
        ("until about 300 BCE", "../-0299~"),
        ("until 1909, beginning unknown", "/1909"),
        ("after 1900", "1901/.."),
        ("from 1900", "1900/.."),
        ("from 1900 on", "1900/.."),
        ("since 1900", "1900/.."),
        ("not before 1900", "1900/.."),
        ("1900 onwards", "1900/.."),
        ("before 300 BCE", "../-0300"),
        ("after 300 BCE", "-0298/.."),
        ("before 1 CE", "../0000"),
        ("after 1 BCE", "0001/.."),
        ("before about 1909", "../1908~"),
        ("before the 12th century", "../1099"),
        ("after the 12th century", "1200/.."),
        ("before the late 12th century", "../1166"),
        ("before January 1904", "../1903-12"),
        ("after December 1904", "1905-01/.."),
        ("before 1 March 1904", "../1904-02-29"),
        ("after 31 December 1 BCE", "0001-01-01/.."),
    ],
)
def test_before_and_after_leave_out_what_by_and_from_hold(words, edtf):
    assert read_any(words).edtf == edtf


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("early 1250", "has no fixed width: write the years you mean"),
        ("end of the 12th century", "has no fixed width: write the years you mean"),
        ("before spring 1287", "a season has no first and last day"),
        ("third half of the 12th century", "there is no third part of 2: write first to second"),
        ("10000s", "is not a date that can be read"),
        ("11th millennium BCE", "is not a date that can be read"),
        ("3000 BP", "in radiocarbon, whose years are none of the calendar: write the range when"),
        (
            "3000±30 BP",
            "in radiocarbon, whose years are none of the calendar: write the range when",
        ),
        ("AH 1600", "write AH 1 to 1500"),
        ("[1650,1670]", r"of sets of dates only \[1650..1670\] is read"),
        ("33", "a year has four digits: write 0033"),
        ("about 33", "does not say its era: write 33 CE or BCE"),
        ("year of the dragon", "is not a date that can be read: write one such as 332-331 BCE"),
        ("0 BCE", "there is no year 0"),
        ("31 April 1900", "has no day 31"),
        ("1200 to 1100", "runs backwards"),
        ("0th century", "there is no century 0"),
        ("", "the date is empty"),
        ("9999999 BCE", "is not a date that can be read"),
    ],
)
def test_what_is_no_date_is_refused_with_what_would_be_right(words, said):
    with pytest.raises(DateError, match=said):
        read_any(words)


@pytest.mark.parametrize(
    ("words", "why", "instead"),
    [
        ("ca. 600–550 v. Chr.", "is German, and dates are read in English", "ca. 600–550 BCE"),
        ("2. Hälfte 12. Jh.", "is German", "second half of the 12th century"),
        ("um 1880", "is German", "about 1880"),
        ("XIIe siècle", "is French", "12th century"),
        ("500 av. J.-C.", "is French", "500 BCE"),
        ("siglo XIV", "is Spanish", "14th century"),
        ("XII century", "counts centuries in Roman numerals", "12th century"),
        ("12 в.", "is written in Cyrillic letters", ""),
        ("Dynasty 18", "names a period", ""),
        ("13/02/1890", "may be read as day or month first", "1890-02-13"),
    ],
)
def test_what_is_written_otherwise_is_refused_with_the_reason_and_what_is_read(words, why, instead):
    with pytest.raises(DateError) as error:
        read_any(words)
    said = str(error.value)
    assert f"“{words}” {why}" in said
    assert said.endswith(f": write {instead}") if instead else ": write the years" in said
    if instead:
        assert read_any(instead)


@pytest.mark.parametrize("words", ["", " ", "n.d.", "s. d.", "Undated", "[unknown]", "?", "-"])
def test_words_that_say_that_no_date_is_known_are_no_date(words):
    assert read_or_undated(words) is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1250-1200", "1250/1200 runs backwards: write 1200/1250"),
        ("1250 – 1200", "1250/1200 runs backwards: write 1200/1250"),
        ("year 0", "there is no year 0 between the eras: write 1 BCE or 1 CE"),
        ("0", "there is no year 0 between the eras: write 1 BCE or 1 CE"),
        ("n.d.", "“n.d.” says that no date is known: leave the date empty"),
    ],
)
def test_what_is_to_be_written_instead_is_right(text, message):
    with pytest.raises(DateError) as refused:
        read_any(text)
    assert str(refused.value) == message


@given(spans())
@example(read("0201/0300"))
@example(read("-0331/-0030"))
@example(read("0050/1100"))
@example(read("Y-999999"))
@example(read("9900/9999"))
def test_what_is_printed_is_read_again(span):
    again = read_any(span.human())
    assert told(again) == told(span), span.human()


def told(span):
    gaps = [side for side in span.sides if isinstance(side, Gap)]
    return span.day_from, span.day_to, span.approximate, span.uncertain, span.one_of, gaps


@given(st.text(max_size=40) | st.from_regex(r"(about|before|c\.)? ?[0-9]{1,8}(th|s)?.{0,12}"))
def test_anything_else_is_refused_and_nothing_breaks(text):
    try:
        span = read_any(text)
    except DateError:
        return
    assert read(span.edtf) == span
