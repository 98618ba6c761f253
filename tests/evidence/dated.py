"""Any dates that EDTF can tell and that are read here."""

from hypothesis import strategies as st

from evidence.dates import DateSpan, Gap, are_alike
from evidence.dates.moments import FARTHEST_YEAR, MARKS, SEASONS, Moment, month_length

years = st.integers(-FARTHEST_YEAR, FARTHEST_YEAR) | st.integers(-3000, 2100)
seasons = st.sampled_from(SEASONS)
marks = st.sampled_from(sorted(MARKS))


@st.composite
def moments(draw: st.DrawFn) -> Moment:
    mark = draw(marks)
    hidden = draw(st.sampled_from([0, 0, 0, 1, 2, 3]))
    if hidden:
        first = draw(st.integers(0, 9999 // 10**hidden)) * 10**hidden
        last = first + 10**hidden - 1
        return Moment(*draw(st.sampled_from([(first, last), (-last, -first)])), mark=mark)
    year = draw(years)
    month = draw(st.none() | st.integers(1, 12) | seasons) if abs(year) <= 9999 else None
    longest = month_length(year, month) if month and month <= 12 else 0
    day = draw(st.none() | st.integers(1, longest)) if longest else None
    return Moment(year, year, month, day, mark)


@st.composite
def spans(draw: st.DrawFn) -> DateSpan:
    first, second = draw(moments()), draw(moments())
    shape = draw(st.sampled_from(["one", "both", "one of", "start", "end"]))
    gap = draw(st.sampled_from(Gap))
    if shape == "one":
        return DateSpan((first,))
    if shape in ("both", "one of"):
        sides = tuple(sorted([first, second], key=lambda moment: moment.first_day))
        return DateSpan(sides, one_of=shape == "one of" and are_alike(sides))
    return DateSpan((first, gap) if shape == "start" else (gap, first))
