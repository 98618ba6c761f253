"""The timeline: records by century, laid out for an SVG that the server draws.

Century c holds the years 100 c + 1 to 100 c + 100, astronomical: the 12th century is c = 11, the
first century BCE (100 to 1 BCE) is c = -1.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from evidence.dates import year_text
from evidence.snapshot.centuries import Spans, per_century

WIDTH = 100  # percent of the drawing; heights are pixels
BASE = 96
HEIGHT = 122
HEADROOM = 10
WIDEST_STEP = 3.3
MOST_BARS = 120
APART, FAR_APART = 6, 21  # ticks on a wide page, and on a phone

LINK = '<a href="{href}"{chosen} aria-label="{label}"><title>{label}</title>{rects}</a>\n'
RECT = '<rect class="{}" x="{}%" y="{}" width="{}%" height="{}"/>'

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
        return round(self.left + (century - self.first) * self.step, 3)

    def height(self, number: int) -> float:
        """How high so many records stand."""
        return round((BASE - HEADROOM) * number / self.highest, 2)


@dataclass(frozen=True)
class Bar:
    """One century: how many records are surely and how many possibly of it.

    `unknown` more are of it if an end that is not known lies so far; they are told, not drawn.
    `open` marks a first bar that also holds everything earlier than the timeline has room for.
    """

    century: int
    certain: int
    possible: int
    unknown: int
    href: str
    chosen: bool
    open: bool
    scale: Scale

    @property
    def total(self) -> int:
        """Records that are drawn in this century."""
        return self.certain + self.possible

    @property
    def label(self) -> str:
        """What the bar says when asked: "1101 – 1200: 4 surely, 2 possibly", with the `unknown`."""
        start = "…" if self.open else year_text(first_year(self.century))
        years = f"{start} – {year_text(last_year(self.century))}"
        said = f"{years}: {self.certain} surely, {self.possible} possibly"
        return f"{said}, {self.unknown} more by an unknown end" if self.unknown else said

    @property
    def x(self) -> float:
        """The left edge of the century."""
        return self.scale.x(self.century)

    @property
    def left(self) -> float:
        """The left edge of the bar, which stands in the middle of its century."""
        return round(self.x + self.scale.step / 12, 3)

    @property
    def drawn(self) -> SafeString:
        """The bar as an SVG link; nothing where no record is of this century."""
        return (
            format_html(LINK, **self._told(), rects=self._rects()) if self.total else SafeString()
        )

    def _told(self) -> dict[str, str]:
        chosen = mark_safe(' class="chosen" aria-current="true"' if self.chosen else "")  # noqa: S308
        return {"href": self.href, "chosen": chosen, "label": self.label}

    def _rects(self) -> SafeString:
        step, width = self.scale.step, round(self.scale.step * 5 / 6, 3)
        parts = [
            ("reach", self.x, 0, step, BASE),
            ("certain", self.left, self.certain_y, width, self.certain_height),
            ("possible", self.left, self.possible_y, width, self.possible_height),
        ]
        return format_html_join("", RECT, (part for part in parts if part[4]))

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
    minor: bool


@dataclass(frozen=True)
class Timeline:
    """Everything that templates/parts/timeline.html draws: across in percent, down in pixels."""

    bars: list[Bar]
    ticks: list[Tick]
    step: float
    undated: int = 0
    chosen: tuple[int | None, int | None] = (None, None)
    height: int = HEIGHT
    base: int = BASE
    tick_y: int = HEIGHT - 6

    @property
    def span(self) -> tuple[int, int]:
        """The first and the last of the years chosen, as far as the drawing goes."""
        low, high = self.chosen
        first, last = self.bars[0].century, self.bars[-1].century
        start = first if low is None else min(max(century_of(low), first), last)
        end = last if high is None else min(max(century_of(high), start), last)
        return start, end

    @property
    def band(self) -> tuple[float, float] | None:
        """Left edge and width of what is chosen; None where no year is."""
        if self.chosen == (None, None):
            return None
        start, end = self.span
        left = self.bars[0].scale.x(start)
        return left, round(self.bars[0].scale.x(end + 1) - left, 3)


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
        return Timeline([], [], 0, spans.undated)
    last = int(dated.last.max())
    first = max(int(dated.first.min()), last - MOST_BARS + 1)
    counts = _counts(dated, first)
    highest = max(certain + possible for certain, possible, _unknown in counts.values())
    step = round(min(WIDEST_STEP, WIDTH / len(counts)), 3)
    # Few centuries stand at the right, where the page opens: no bar is stretched over its width.
    left = round(max(0, WIDTH - step * (len(counts) + 1)), 3)
    scale = Scale(first, step, highest, left)
    cut = bool((dated.first[~dated.open_first] < first).any())
    bars = []
    for century, count in counts.items():
        earlier = cut and century == first
        years = (None if earlier else first_year(century), last_year(century))
        marked = _inside(century, chosen)
        bars.append(Bar(century, *count, address(*years), marked, earlier, scale))
    return Timeline(bars, _ticks(scale, last), step, spans.undated, chosen)


def _counts(dated: Spans, first: int) -> dict[int, tuple[int, int, int]]:
    """How many records are surely, possibly and by an unknown end of each century from the first.

    A record with an open end is drawn where its other end is: it fills no millennia beside.
    """
    low, high = dated.first.clip(first), dated.last.clip(first)
    touched = per_century(low, high, dated.counts)
    opened = dated.open_first | dated.open_last
    sure = (low == high) & ~opened
    low, high = numpy.where(dated.open_first, high, low), numpy.where(dated.open_last, low, high)
    drawn = per_century(low, high, dated.counts)
    certain = per_century(low[sure], high[sure], dated.counts[sure])
    counts = {}
    for century, count in touched.items():
        surely, all_drawn = certain.get(century, 0), drawn.get(century, 0)
        counts[century] = surely, all_drawn - surely, count - all_drawn
    return counts


def _inside(century: int, chosen: tuple[int | None, int | None]) -> bool:
    low, high = chosen
    if low is None and high is None:
        return False
    after = low is None or last_year(century) >= low
    return after and (high is None or first_year(century) <= high)


def _ticks(scale: Scale, last: int) -> list[Tick]:
    """A mark every few centuries, wide enough apart to be read; at the end if nowhere else."""
    every, seldom = _every(scale.step, APART), _every(scale.step, FAR_APART)
    marked = [
        century
        for century in range(scale.first, last + 1)
        if century % every == 0 and scale.x(century) >= APART / 3
    ]
    return [Tick(scale.x(c), _tick_label(c), bool(c % seldom)) for c in marked or [last + 1]]


def _every(step: float, apart: float) -> int:
    return next(size for size in (1, 2, 5, 10, 20, 50) if size * step >= apart)


def _tick_label(century: int) -> str:
    if century == 0:
        return "1 CE"
    return f"{-century * 100} BCE" if century < 0 else str(century * 100)
