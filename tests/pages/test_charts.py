from __future__ import annotations

from itertools import pairwise

import numpy
import pytest

from evidence.pages.charts import Bar, century_of, first_year, last_year, timeline
from evidence.search.snapshot.centuries import Spans, coded_spans, spans_of
from evidence.search.snapshot.columns import Codes
from evidence.search.snapshot.found import Found
from evidence.search.snapshot.tables import FIRST_YEAR, LAST_YEAR


def nowhere(first: int | None, last: int) -> str:
    return f"{first} {last}"


def spans(*dates: tuple[int | None, int | None, int]) -> Spans:
    """As search counts them: so many records from one year to another, None where it is open."""
    first = [FIRST_YEAR if first is None else first for first, _, n in dates for _ in range(n)]
    last = [LAST_YEAR if last is None else last for _, last, n in dates for _ in range(n)]
    codes = Codes(coded_spans(numpy.array(first, dtype=int), numpy.array(last, dtype=int)))
    return spans_of(codes, Found(len(first)))


def counts(*dates: tuple[int | None, int | None, int]) -> dict[int, tuple[int, int]]:
    return {bar.century: (bar.certain, bar.possible) for bar in bars(*dates) if bar.counted.stacked}


def bars(*dates: tuple[int | None, int | None, int]) -> list[Bar]:
    return timeline(spans(*dates), nowhere).bars


def test_centuries_meet_at_the_turn_of_the_era_without_a_year_nought() -> None:
    assert [century_of(year) for year in (-100, -99, 0, 1, 100, 101)] == [-2, -1, -1, 0, 0, 1]
    assert (first_year(-1), last_year(-1)) == (-99, 0)
    assert (first_year(11), last_year(11)) == (1101, 1200)


def test_a_date_within_a_century_is_sure_and_one_across_two_is_possible() -> None:
    assert counts((1140, 1140, 2), (1190, 1210, 1)) == {11: (2, 1), 12: (0, 1)}


def test_an_open_end_fades_away_with_an_arrow_however_far_it_may_reach() -> None:
    drawn = bars((-1999, -1999, 1), (None, 1050, 2))
    of = {bar.century: bar.counted for bar in drawn}
    assert (of[10].certain, of[10].possible, of[10].unknown) == (0, 2, 0)
    assert [of[century].fading for century in (9, 8, 7)] == [(2, 0, 0), (0, 2, 0), (0, 0, 2)]
    assert [of[century].arrows for century in (10, 9, 8, 7, 6)] == ["", "", "", "←", ""]
    assert (of[-10].stacked, of[-10].unknown) == (0, 2), "years so early still find them"
    assert "←" in drawn[7 - drawn[0].century].drawn
    assert drawn[1].label.endswith("0 definitely, 0 possibly, 2 more whose start or end is unknown")
    assert not drawn[1].drawn


def test_an_open_end_has_room_to_fade_but_not_into_the_time_to_come() -> None:
    early, late = bars((None, 1050, 1)), bars((1993, None, 1))
    assert early[0].century == 7
    assert (late[-1].century, late[-1].counted.arrows) == (20, "→")


def test_a_play_of_time_rests_where_the_first_that_is_known_of_a_record_lies() -> None:
    drawn = timeline(spans((-1399, -1250, 2), (None, 1050, 1), (1501, None, 1)), nowhere)
    assert drawn.starts == "-14 10 15"


def test_undated_records_have_no_bar() -> None:
    assert counts((None, None, 5)) == {}


def test_a_bar_leads_to_its_century_and_the_chosen_ones_are_marked() -> None:
    drawn = timeline(spans((1140, 1140, 1), (1340, 1340, 3)), nowhere, (1300, 1400))
    shown = [bar for bar in drawn.bars if 11 <= bar.century <= 13]
    assert [bar.href for bar in shown] == ["1101 1200", "1201 1300", "1301 1400"]
    assert [bar.chosen for bar in shown] == [False, True, True]


def test_the_highest_bar_fits_the_drawing_and_bars_are_in_proportion() -> None:
    low, high = (bar.certain_height for bar in bars((1, 1, 1), (101, 101, 4)) if bar.certain)
    assert high < timeline(spans(), nowhere).base
    assert abs(high - 4 * low) < 0.1


def test_few_centuries_have_room_at_both_sides_and_both_ends_say_when() -> None:
    drawn = timeline(spans((1925, 1925, 1)), nowhere)
    (bar,) = (bar for bar in drawn.bars if bar.total)
    assert 20 <= bar.left < 80
    assert (drawn.ticks[0].label, drawn.ticks[0].x) == ("1600", 0)
    assert (drawn.ticks[-1].label, drawn.ticks[-1].x) == ("2100", 100)


def test_what_is_older_than_the_timeline_has_room_for_stands_in_its_first_bar() -> None:
    drawn = timeline(spans((-30_000, -29_950, 2), (1900, 1900, 1)), nowhere)
    oldest = drawn.bars[0]
    assert len(drawn.bars) == 120
    assert (oldest.total, oldest.href) == (2, "None -10000")
    assert oldest.label == "… – 10001 BCE: 2 definitely, 0 possibly"


def test_a_bar_covers_its_century_from_its_first_year_to_its_last() -> None:
    for drawn in (
        timeline(spans((1925, 1925, 1)), nowhere),
        timeline(spans((-999, -999, 1), (1140, 1140, 2), (1925, 1925, 1)), nowhere),
    ):
        for bar, following in pairwise(drawn.bars):
            assert bar.left == bar.x
            assert bar.left + bar.scale.width == pytest.approx(following.left, abs=0.01)
        tick = drawn.ticks[-1]
        assert drawn.bars[-1].left + drawn.bars[-1].scale.width == pytest.approx(tick.x, abs=0.1)
