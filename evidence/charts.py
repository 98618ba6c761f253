"""The timeline: records by century, laid out for an SVG that the server draws.

Century c holds the years 100 c + 1 to 100 c + 100, astronomical: the 12th century is c = 11, the
first century BCE (100 to 1 BCE) is c = -1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from evidence.dates import year_text

WIDTH = 1200
BASE = 116
HEIGHT = 142
WIDEST_STEP = 40
MOST_BARS = 120

Years = tuple[int | None, int | None, int]


@dataclass(frozen=True)
class Bar:
    """One century: how many records are surely and how many possibly of it, and where it stands."""

    century: int
    certain: int
    possible: int
    href: str
    chosen: bool
    x: float
    left: float
    certain_y: float
    certain_height: float
    possible_y: float
    possible_height: float

    @property
    def total(self) -> int:
        """Records whose date may lie in this century."""
        return self.certain + self.possible

    @property
    def label(self) -> str:
        """What the bar says when asked: "1101–1200: 4 surely, 2 possibly"."""
        first, last = first_year(self.century), last_year(self.century)
        return f"{year_text(first)} – {year_text(last)}: {self.certain} surely, {self.possible} possibly"


@dataclass(frozen=True)
class Tick:
    """A mark on the axis."""

    x: float
    label: str


@dataclass(frozen=True)
class Timeline:
    """Everything that templates/parts/timeline.html draws; lengths in the SVG's own units."""

    bars: list[Bar]
    ticks: list[Tick]
    step: float
    width: float
    height: int = HEIGHT
    base: int = BASE
    tick_y: int = HEIGHT - 6

    @property
    def bar_width(self) -> float:
        """A bar leaves a gap of a sixth of its step."""
        return round(self.step * 5 / 6, 2)


def century_of(year: int) -> int:
    """The century of an astronomical year: 1200 → 11, 1201 → 12, 0 (1 BCE) → -1."""
    return (year - 1) // 100


def first_year(century: int) -> int:
    """The first astronomical year of a century."""
    return century * 100 + 1


def last_year(century: int) -> int:
    """The last astronomical year of a century."""
    return century * 100 + 100


def timeline(
    spans: Iterable[Years],
    address: Callable[[int, int], str],
    chosen: tuple[int | None, int | None] = (None, None),
) -> Timeline:
    """Lay out `spans` (first year, last year, number of records), open ends being None.

    `address(first, last)` gives the address of the list for these years; centuries inside
    `chosen` are marked.
    """
    dated = [span for span in spans if span[0] is not None or span[1] is not None]
    if not dated:
        return Timeline([], [], 0, WIDTH)
    first, last = _limits(dated)
    counts = _counts(dated, first, last)
    step = round(min(WIDEST_STEP, WIDTH / len(counts)), 2)
    highest = max(certain + possible for certain, possible in counts.values())
    bars = [
        _bar(century, pair, (century - first) * step, BASE - 12, highest, step, address, chosen)
        for century, pair in counts.items()
    ]
    return Timeline(bars, _ticks(first, last, step), step, round(step * len(counts), 2))


def _limits(spans: list[Years]) -> tuple[int, int]:
    years = [year for span in spans for year in span[:2] if year is not None]
    last = century_of(max(years))
    return max(century_of(min(years)), last - MOST_BARS + 1), last


def _counts(spans: list[Years], first: int, last: int) -> dict[int, tuple[int, int]]:
    """How many records are surely and possibly of each century from `first` to `last`."""
    certain = dict.fromkeys(range(first, last + 1), 0)
    possible = dict(certain)
    for start, end, number in spans:
        low = first if start is None else max(first, century_of(start))
        high = last if end is None else century_of(end)
        sure = start is not None and end is not None and century_of(start) == high
        for century in range(low, high + 1):
            (certain if sure else possible)[century] += number
    return {century: (certain[century], possible[century]) for century in certain}


def _bar(
    century: int,
    pair: tuple[int, int],
    x: float,
    room: int,
    highest: int,
    step: float,
    address: Callable[[int, int], str],
    chosen: tuple[int | None, int | None],
) -> Bar:
    sure, maybe = (round(room * number / highest, 2) for number in pair)
    first, last = first_year(century), last_year(century)
    return Bar(
        century, *pair, address(first, last), _inside(first, last, chosen),
        round(x, 2), round(x + step / 12, 2),
        round(BASE - sure, 2), sure, round(BASE - sure - maybe, 2), maybe,
    )  # fmt: skip


def _inside(first: int, last: int, chosen: tuple[int | None, int | None]) -> bool:
    low, high = chosen
    if low is None and high is None:
        return False
    return (low is None or last >= low) and (high is None or first <= high)


def _ticks(first: int, last: int, step: float) -> list[Tick]:
    """A mark every few centuries, wide enough apart to be read."""
    every = next(size for size in (1, 2, 5, 10, 20, 50) if size * step >= 70 or size == 50)
    return [
        Tick(round((century - first) * step, 2), _tick_label(century))
        for century in range(first, last + 1)
        if century % every == 0 and (century - first) * step >= 20
    ]


def _tick_label(century: int) -> str:
    if century == 0:
        return "1 CE"
    return f"{-century * 100} BCE" if century < 0 else str(century * 100)
