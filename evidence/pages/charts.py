"""The timeline: records by century, laid out for an SVG that the server draws.

Century c holds the years 100 c + 1 to 100 c + 100, astronomical: the 12th century is c = 11, the
first century BCE (100 to 1 BCE) is c = -1.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from evidence.dates import year_text
from evidence.search.snapshot.centuries import Spans, per_century
from evidence.search.snapshot.found import Numbers

WIDTH = 100  # percent of the drawing; heights are pixels
BASE = 96
HEIGHT = 122
HEADROOM = 10
LEAST_BARS, FEW_BARS, MOST_BARS = 5, 12, 120
NOW = 20  # the century after which there is no room but for what is dated later
FADING = 3  # centuries over which an end that nobody knows fades away
APART, FAR_APART = 6, 21  # ticks on a wide page, and on a phone
BESIDE, FAR_BESIDE = 10, 24  # the same, beside those at both ends

LINK = '<a href="{href}"{chosen} aria-label="{label}"><title>{label}</title>{rects}</a>\n'
RECT = '<rect class="{}" x="{}%" y="{}" width="{}%" height="{}"/>'
SIGN = '<text class="open-end" x="{}%" y="{}" aria-hidden="true">{}</text>'

Address = Callable[[int | None, int], str]


@dataclass(frozen=True)
class Scale:
    """Where centuries and numbers of records stand in the drawing."""

    first: int
    step: float
    highest: int

    @property
    def width(self) -> float:
        """How wide a bar is: it covers its century from its first year to its last."""
        return self.step

    def x(self, century: int) -> float:
        """The left edge of a century."""
        return round((century - self.first) * self.step, 3)

    def height(self, number: int) -> float:
        """How high so many records stand."""
        return round((BASE - HEADROOM) * number / self.highest, 2)


@dataclass(frozen=True)
class Counted:
    """How many records are surely and how many possibly of a century.

    `unknown` more are of it if an end that is not known lies so far: those that are known within
    `FADING` centuries are drawn `fading`, the nearest first, and the others only told. `arrows`
    stand where the last of them fades away. `starts`: here is the first that is known of a record.
    """

    certain: int = 0
    possible: int = 0
    unknown: int = 0
    fading: tuple[int, ...] = ()
    arrows: str = ""
    starts: bool = False

    @property
    def stacked(self) -> int:
        """How many are drawn, one on top of the other."""
        return self.certain + self.possible + sum(self.fading)


@dataclass(frozen=True)
class Bar:
    """One century and what is counted there.

    `open` marks a first bar that also holds everything earlier than the timeline has room for.
    """

    century: int
    counted: Counted
    href: str
    chosen: bool
    open: bool
    scale: Scale

    @property
    def certain(self) -> int:
        """Records that are surely of this century."""
        return self.counted.certain

    @property
    def possible(self) -> int:
        """Records that may be of this century, as far as their dates are known."""
        return self.counted.possible

    @property
    def total(self) -> int:
        """Records that are drawn in this century."""
        return self.counted.stacked

    @property
    def label(self) -> str:
        """What the bar says: "1101 – 1200: 4 definitely, 2 possibly", with the `unknown`."""
        start = "…" if self.open else year_text(first_year(self.century))
        years = f"{start} – {year_text(last_year(self.century))}"
        numbers = {"years": years, "certain": self.certain, "possible": self.possible}
        if not self.counted.unknown:
            return _("%(years)s: %(certain)d definitely, %(possible)d possibly") % numbers
        return _(
            "%(years)s: %(certain)d definitely, %(possible)d possibly, "
            "%(unknown)d more whose start or end is unknown"
        ) % {**numbers, "unknown": self.counted.unknown}

    @property
    def x(self) -> float:
        """The left edge of the century."""
        return self.scale.x(self.century)

    @property
    def left(self) -> float:
        """The left edge of the bar, which begins with its century."""
        return self.x

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
        width, y = self.scale.width, self.possible_y
        parts = [
            ("reach", self.x, 0, self.scale.step, BASE),
            ("certain", self.left, self.certain_y, width, self.certain_height),
            ("possible", self.left, self.possible_y, width, self.possible_height),
        ]
        for distance, number in enumerate(self.counted.fading, 1):
            height = self.scale.height(number)
            y = round(y - height, 2)
            parts.append((f"fading fading-{distance}", self.left, y, width, height))
        arrows = self.counted.arrows
        middle = round(self.x + self.scale.step / 2, 3)
        sign = format_html(SIGN, middle, round(y - 3, 2), arrows) if arrows else SafeString()
        return format_html_join("", RECT, (part for part in parts if part[4])) + sign

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
    look: str


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
    def has_open_ends(self) -> bool:
        """Whether some dates have no known beginning or end."""
        return any(bar.counted.unknown or bar.counted.arrows for bar in self.bars)

    @property
    def starts(self) -> str:
        """The centuries in which records start, where a play of time rests, between blanks."""
        return " ".join(str(bar.century) for bar in self.bars if bar.counted.starts)

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
    cut = bool((dated.first[~dated.open_first] < first).any())
    start, end = (first, last) if cut else _room(dated, first, last)
    counts = _counts(dated, start, end)
    highest = max(counted.stacked for counted in counts.values())
    scale = Scale(start, round(WIDTH / (end - start + 1), 3), highest)
    bars = []
    for century, counted in counts.items():
        earlier = cut and century == first
        years = (None if earlier else first_year(century), last_year(century))
        marked = _inside(century, chosen)
        bars.append(Bar(century, counted, address(*years), marked, earlier, scale))
    return Timeline(bars, _ticks(scale, end), scale.step, spans.undated, chosen)


def _room(dated: Spans, first: int, last: int) -> tuple[int, int]:
    """The centuries shown: also those over which ends fade, and a few beside few."""
    room = 1 if last - first < FEW_BARS else 0
    before = dated.last[dated.open_first].min(initial=first - room + FADING) - FADING
    after = dated.first[dated.open_last].max(initial=last + room - FADING) + FADING
    end = max(last, min(NOW, int(after)))
    return min(int(before), end - LEAST_BARS + 1), end


def _counts(dated: Spans, start: int, end: int) -> dict[int, Counted]:
    """What is counted in each century from the first to the last that is shown."""
    first, last = dated.first.clip(start), dated.last.clip(start)
    # Of a date with an open end only the century at its other end is known.
    known_first = numpy.where(dated.open_first, last, first)
    known_last = numpy.where(dated.open_last, first, last)
    sure = (first == last) & ~dated.open_first & ~dated.open_last
    certain = per_century(first[sure], last[sure], dated.counts[sure])
    known = per_century(known_first, known_last, dated.counts)
    starts = set(known_first.tolist())
    reached = per_century(
        numpy.where(dated.open_first, start, first),
        numpy.where(dated.open_last, end, last),
        dated.counts,
    )
    earlier = _fading(known_first, dated.open_first, dated.counts, -1)
    later = _fading(known_last, dated.open_last, dated.counts, 1)
    counts = {}
    for century in range(start, end + 1):
        left = [each.get(century, 0) for each in earlier]
        right = [each.get(century, 0) for each in later]
        arrows = _arrow("←", left, century == start) + _arrow("→", right, century == end)
        surely, in_all = certain.get(century, 0), known.get(century, 0)
        fading = tuple(map(sum, zip(left[1:], right[1:], strict=True)))
        counts[century] = Counted(
            surely,
            in_all - surely,
            reached.get(century, 0) - in_all,
            fading,
            arrows,
            century in starts,
        )
    return counts


def _fading(known: Numbers, some: Any, counts: Numbers, way: int) -> list[dict[int, int]]:
    """How many of some dates are known to end in each century, or 1, 2 … centuries from it."""
    ends = [known[some] + way * distance for distance in range(FADING + 1)]
    return [per_century(end, end, counts[some]) for end in ends]


def _arrow(sign: str, fading: list[int], at_the_edge: bool) -> str:
    return sign if fading[FADING] or (at_the_edge and any(fading)) else ""


def _inside(century: int, chosen: tuple[int | None, int | None]) -> bool:
    low, high = chosen
    if low is None and high is None:
        return False
    after = low is None or last_year(century) >= low
    return after and (high is None or first_year(century) <= high)


def _ticks(scale: Scale, end: int) -> list[Tick]:
    """Marks at both ends and every few centuries between, wide enough apart to be read."""
    every, seldom = _every(scale.step, APART), _every(scale.step, FAR_APART)
    between = [
        Tick(x, _tick_label(century), "minor" if century % seldom or not far else "")
        for century in range(scale.first + 1, end + 1)
        if century % every == 0
        for x in [scale.x(century)]
        for far in [FAR_BESIDE <= x <= WIDTH - FAR_BESIDE]
        if BESIDE <= x <= WIDTH - BESIDE
    ]
    first = Tick(0, _tick_label(scale.first), "first")
    return [first, *between, Tick(WIDTH, _tick_label(end + 1), "last")]


def _every(step: float, apart: float) -> int:
    return next(size for size in (1, 2, 5, 10, 20, 50) if size * step >= apart)


def _tick_label(century: int) -> str:
    if century == 0:
        return "1 CE"
    return f"{-century * 100} BCE" if century < 0 else str(century * 100)
