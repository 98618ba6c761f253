from __future__ import annotations

import numpy

from evidence.charts import century_of, first_year, last_year, timeline
from evidence.snapshot.centuries import Spans, coded_spans, spans_of
from evidence.snapshot.columns import Codes
from evidence.snapshot.found import Found
from evidence.snapshot.tables import FIRST_YEAR, LAST_YEAR


def nowhere(first: int | None, last: int) -> str:
    return f"{first} {last}"


def spans(*dates: tuple[int | None, int | None, int]) -> Spans:
    """As search counts them: so many records from one year to another, None where it is open."""
    first = [FIRST_YEAR if first is None else first for first, _, n in dates for _ in range(n)]
    last = [LAST_YEAR if last is None else last for _, last, n in dates for _ in range(n)]
    codes = Codes(coded_spans(numpy.array(first, dtype=int), numpy.array(last, dtype=int)))
    return spans_of(codes, Found(len(first)))


def counts(*dates: tuple[int | None, int | None, int]) -> dict[int, tuple[int, int]]:
    bars = timeline(spans(*dates), nowhere).bars
    return {bar.century: (bar.certain, bar.possible) for bar in bars}


def test_centuries_meet_at_the_turn_of_the_era_without_a_year_nought() -> None:
    assert [century_of(year) for year in (-100, -99, 0, 1, 100, 101)] == [-2, -1, -1, 0, 0, 1]
    assert (first_year(-1), last_year(-1)) == (-99, 0)
    assert (first_year(11), last_year(11)) == (1101, 1200)


def test_a_date_within_a_century_is_sure_and_one_across_two_is_possible() -> None:
    assert counts((1140, 1140, 2), (1190, 1210, 1)) == {11: (2, 1), 12: (0, 1)}


def test_an_open_date_is_drawn_where_it_is_known_and_told_up_to_the_edge() -> None:
    dates = (901, 901, 1), (None, 1050, 1), (1001, None, 2), (1201, 1201, 1)
    assert counts(*dates) == {9: (1, 0), 10: (0, 3), 11: (0, 0), 12: (1, 0)}
    first, _, third, last = timeline(spans(*dates), nowhere).bars
    assert (first.unknown, third.unknown, last.unknown) == (1, 2, 2)
    assert first.label == "901 CE – 1000: 1 surely, 0 possibly, 1 more by an unknown end"
    assert not third.drawn


def test_undated_records_have_no_bar() -> None:
    assert counts((None, None, 5)) == {}


def test_a_bar_leads_to_its_century_and_the_chosen_ones_are_marked() -> None:
    drawn = timeline(spans((1140, 1140, 1), (1340, 1340, 3)), nowhere, (1300, 1400))
    assert [bar.href for bar in drawn.bars] == ["1101 1200", "1201 1300", "1301 1400"]
    assert [bar.chosen for bar in drawn.bars] == [False, True, True]


def test_the_highest_bar_fits_the_drawing_and_bars_are_in_proportion() -> None:
    low, high = (
        bar.certain_height for bar in timeline(spans((1, 1, 1), (101, 101, 4)), nowhere).bars
    )
    assert high < timeline(spans(), nowhere).base
    assert abs(high - 4 * low) < 0.1


def test_few_centuries_leave_room_instead_of_wide_bars_and_still_say_when() -> None:
    drawn = timeline(spans((1925, 1925, 1)), nowhere)
    assert drawn.step < 5
    assert drawn.bars[0].left > 90
    assert [(tick.label, tick.x < 100) for tick in drawn.ticks] == [("2000", True)]


def test_what_is_older_than_the_timeline_has_room_for_stands_in_its_first_bar() -> None:
    drawn = timeline(spans((-30_000, -29_950, 2), (1900, 1900, 1)), nowhere)
    oldest = drawn.bars[0]
    assert len(drawn.bars) == 120
    assert (oldest.total, oldest.href) == (2, "None -10000")
    assert oldest.label == "… – 10001 BCE: 2 surely, 0 possibly"
