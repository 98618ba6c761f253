"""The timeline: records by century, laid out for an SVG that the server draws.

Century c holds the years 100 c + 1 to 100 c + 100, astronomical: the 12th century is c = 11, the
first century BCE (100 to 1 BCE) is c = -1.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from evidence.dates import year_text
from evidence.snapshot.centuries import Spans, per_century

WIDTH = 1200
BASE = 116
HEIGHT = 142
HEADROOM = 12
WIDEST_STEP = 40
MOST_BARS = 120

Address = Callable[[int | None, int], str]


@dataclass(frozen=True)
class Scale:
    """Where centuries and numbers of records stand in the drawing."""

    first: int
    step: float
    highest: int
    left: float

    def x(self, century: int) -> float:
        """The left edge of a century."""
        return round(self.left + (century - self.first) * self.step, 2)

    def height(self, number: int) -> float:
        """How high so many records stand."""
        return round((BASE - HEADROOM) * number / self.highest, 2)


@dataclass(frozen=True)
class Bar:
    """One century: how many records are surely and how many possibly of it.

    `open` marks a first bar that also holds everything earlier than the timeline has room for.
    """

    century: int
    certain: int
    possible: int
    href: str
    chosen: bool
    open: bool
    scale: Scale

    @property
    def total(self) -> int:
        """Records whose date may lie in this century."""
        return self.certain + self.possible

    @property
    def label(self) -> str:
        """What the bar says when asked: "1101 – 1200: 4 surely, 2 possibly"."""
        start = "…" if self.open else year_text(first_year(self.century))
        years = f"{start} – {year_text(last_year(self.century))}"
        return f"{years}: {self.certain} surely, {self.possible} possibly"

    @property
    def x(self) -> float:
        """The left edge of the century."""
        return self.scale.x(self.century)

    @property
    def left(self) -> float:
        """The left edge of the bar, which stands in the middle of its century."""
        return round(self.x + self.scale.step / 12, 2)

    @property
    def certain_height(self) -> float:
        """The height of the filled part."""
        return self.scale.height(self.certain)

    @property
    def possible_height(self) -> float:
        """The height of the pale part, on top of the filled one."""
        return self.scale.height(self.possible)

    @property
    def certain_y(self) -> float:
        """The top of the filled part."""
        return round(BASE - self.certain_height, 2)

    @property
    def possible_y(self) -> float:
        """The top of the pale part."""
        return round(self.certain_y - self.possible_height, 2)


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
    spans: Spans,
    address: Address,
    chosen: tuple[int | None, int | None] = (None, None),
) -> Timeline:
    """Lay out how many records begin and end in which centuries.

    `address(first, last)` gives the address of the list for these years, without a first year
    for all earlier ones; centuries inside `chosen` are marked. Beyond `MOST_BARS` centuries, all
    that is older stands in the first bar.
    """
    dated = spans.dated()
    if not len(dated.counts):
        return Timeline([], [], 0, WIDTH)
    last = int(dated.last.max())
    first = max(int(dated.first.min()), last - MOST_BARS + 1)
    counts = _counts(dated, first)
    highest = max(certain + possible for certain, possible in counts.values())
    step = round(min(WIDEST_STEP, WIDTH / len(counts)), 2)
    # Few centuries stand at the right, where the page opens: no bar is stretched over its width.
    left = round(max(0, WIDTH - step * (len(counts) + 1)), 2)
    scale = Scale(first, step, highest, left)
    cut = bool((dated.first[~dated.open_first] < first).any())
    bars = []
    for century, (certain, possible) in counts.items():
        earlier = cut and century == first
        years = (None if earlier else first_year(century), last_year(century))
        marked = _inside(century, chosen)
        bars.append(Bar(century, certain, possible, address(*years), marked, earlier, scale))
    return Timeline(bars, _ticks(scale, last), step, max(WIDTH, round(step * len(counts), 2)))


def _counts(dated: Spans, first: int) -> dict[int, tuple[int, int]]:
    """How many records are surely and possibly of each century from the first on."""
    low, high = dated.first.clip(first), dated.last.clip(first)
    sure = (low == high) & ~dated.open_first & ~dated.open_last
    touched = per_century(low, high, dated.counts)
    certain = per_century(low[sure], high[sure], dated.counts[sure])
    return {
        century: (certain.get(century, 0), count - certain.get(century, 0))
        for century, count in touched.items()
    }


def _inside(century: int, chosen: tuple[int | None, int | None]) -> bool:
    low, high = chosen
    if low is None and high is None:
        return False
    after = low is None or last_year(century) >= low
    return after and (high is None or first_year(century) <= high)


def _ticks(scale: Scale, last: int) -> list[Tick]:
    """A mark every few centuries, wide enough apart to be read; at the end if nowhere else."""
    every = next(size for size in (1, 2, 5, 10, 20) if size * scale.step >= 70)
    marked = [
        century
        for century in range(scale.first, last + 1)
        if century % every == 0 and scale.x(century) >= 20
    ]
    return [Tick(scale.x(c), _tick_label(c)) for c in marked or [last + 1]]


def _tick_label(century: int) -> str:
    if century == 0:
        return "1 CE"
    return f"{-century * 100} BCE" if century < 0 else str(century * 100)
