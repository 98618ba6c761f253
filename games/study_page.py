"""What the page of a ruleset's studies shows: figures with intervals, drawn, and compared.

The address holds the state: `?study=NUMBER` for the one shown and `&other=NUMBER` for the one to
compare it with; without these, the largest study of the usual rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, log10
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from config.refusals import NoSuchValue
from games.models import Ruleset, Study
from games.play import RulesError
from games.rules_cache import rules_for
from games.ruleset_page import sides
from games.study import Tally, differences, figures
from games.study.design import VERSION
from games.study.differences import Difference
from games.study.figures import Measure
from games.study.printing import SHARES, difference_cells, value_text

LONGEST_NUMBER = 9
MOST_COLUMNS = 40
MOST_PLACES = 4
HEIGHT = 80

# What says how far a scale goes, by the figure that stands for its unit.
UNITS = {
    "outcome": gettext_lazy("Shares: %(reach)s to either side."),
    "length": gettext_lazy("Plies: %(reach)s to either side."),
    "branching factor": gettext_lazy("Legal moves in a position: %(reach)s to either side."),
}
CLAUSE_FIGURES = ("positions", "games", "earliest ply", "first ply, median", "ply, median")


@dataclass(frozen=True)
class Share:
    """A share with its interval as a bar, in percent of the width."""

    label: str
    text: str
    value: float
    low: float
    high: float

    @property
    def bounds(self) -> str:
        """The interval in words."""
        places = _places(self.low, self.high)
        return f"{self.low:.{places}f} – {self.high:.{places}f} %"


@dataclass(frozen=True)
class Column:
    """One column of a histogram: where it stands in percent, how high in pixels, what it says."""

    x: float
    width: float
    y: float
    height: float
    label: str


@dataclass(frozen=True)
class Row:
    """A clause in one role: in what share of positions and games, and when."""

    title: str
    role: str
    positions: Share
    games: Share
    earliest: str
    first: str
    median: str


@dataclass(frozen=True)
class Bar:
    """A difference in words, and as a bar from the middle with its bounds, in percent of the width.

    All figures of one unit have the same scale.
    """

    name: str
    one: str
    other: str
    more: str
    bounds: str
    x: float
    width: float
    low: float
    high: float


def studies_of(ruleset: Ruleset) -> list[Study]:
    """Those of the text as it is: of the usual rules, of other options, without a clause.

    The largest of each come first.
    """
    found = Study.objects.filter(
        ruleset=ruleset, digest=ruleset.digest, version=VERSION, done__gt=0
    ).defer("tally")
    usual = _usual(ruleset)
    return sorted(
        found, key=lambda each: (each.without != "", each.options != usual, -each.done, each.pk)
    )


def _usual(ruleset: Ruleset) -> list[str]:
    try:
        return list(rules_for(ruleset).chosen)
    except RulesError:
        return []


def chosen(studies: Sequence[Study], params: QueryDict, name: str) -> Study | None:
    """The study whose number an address names. Raises NoSuchValue for one that is not there."""
    text = params.get(name, "")
    if not text:
        return None
    number = int(text) if text.isdecimal() and len(text) <= LONGEST_NUMBER else -1
    for study in studies:
        if study.pk == number:
            return study
    raise NoSuchValue(_("There is no study %(number)s of these rules.") % {"number": text})


def titles_of(ruleset: Ruleset) -> dict[str, str]:
    """What the clauses of a ruleset are called, by name."""
    return dict(ruleset.clauses.values_list("name", "title"))


def measures_of(study: Study) -> list[Measure]:
    """The figures of a stored study. Raises games.play.RulesError."""
    players = rules_for(study.ruleset, study.options).players
    names = tuple(study.ruleset.clauses.values_list("name", flat=True))
    return list(_measured(study.pk, study.done, players, names))


@lru_cache(maxsize=32)
def _measured(pk: int, done: int, players: int, names: tuple[str, ...]) -> tuple[Measure, ...]:
    return tuple(figures(_tally(pk, done), players, names))


@lru_cache(maxsize=4)
def _tally(pk: int, done: int) -> Tally:
    return Tally.read(Study.objects.values_list("tally", flat=True).get(pk=pk))


def compared(one: Study, other: Study) -> list[Difference]:
    """All figures of two studies, and by how much the other's are more."""
    return differences(measures_of(one), measures_of(other), (one.done, other.done))


def drawn(compared: Sequence[Difference]) -> dict[str, Any]:
    """The differences that chance alone would hardly bring about, and how far their scales go."""
    clear = [each for each in compared if each.clear]
    reaches: dict[str, float] = {}
    for each in clear:
        unit = _unit(each.figure)
        reaches[unit] = max(reaches.get(unit, 0), *(abs(bound) for bound in _bounds(each)))
    cells = zip(clear, difference_cells(clear), strict=True)
    return {
        "differences": [_bar(each, told, reaches[_unit(each.figure)]) for each, told in cells],
        "scales": [
            UNITS[unit] % {"reach": value_text(unit, reach)} for unit, reach in reaches.items()
        ],
    }


def _unit(figure: str) -> str:
    """The figure that stands for all that have the same unit."""
    if figure in SHARES:
        return "outcome"
    return figure if figure in UNITS else "length"


def _bounds(difference: Difference) -> tuple[float, float]:
    more = difference.more
    return (more.low or 0, more.high or 0) if more else (0, 0)


def _bar(difference: Difference, told: tuple[str, str, str, str, str], reach: float) -> Bar:
    def x(value: float) -> float:
        return round(50 + 49 * value / reach, 3)

    value = difference.more.value if difference.more else 0
    low, high = map(x, _bounds(difference))
    return Bar(*told, min(50, x(value)), round(abs(x(value) - 50), 3), low, high)


def context(study: Study) -> dict[str, Any]:
    """What the template draws."""
    measures = measures_of(study)
    titles = titles_of(study.ruleset)
    names = sides(rules_for(study.ruleset, study.options), study.ruleset.pieces)
    general = [each for each in measures if each.figure not in CLAUSE_FIGURES]
    return {
        "outcomes": [
            _share(each, _outcome(each.of, names))
            for each in general
            if each.figure in ("outcome", "first mover")
        ],
        "draws": [
            _share(each, titles.get(each.of, each.of)) for each in general if each.figure == "draws"
        ],
        "lengths": [
            (" ".join((each.figure, each.of)), _interval(each))
            for each in general
            if each.figure in ("length", "branching factor")
        ],
        "columns": columns(_tally(study.pk, study.done).plies),
        "height": HEIGHT,
        "rows": _rows(measures, titles),
    }


def _outcome(figure: str, names: Mapping[str, str]) -> str:
    """What a share of outcomes is called: the files count players, readers know their names."""
    first = names["1"]
    known = {
        "draw": _("draw"),
        "wins of decided games": _("%(side)s, of decided games") % {"side": first},
        "score": _("%(side)s, with a draw as half a win") % {"side": first},
    }
    won = {f"player {n} wins": _("%(side)s wins") % {"side": side} for n, side in names.items()}
    return (known | won).get(figure, figure)


def columns(plies: Counter[int]) -> list[Column]:
    """A histogram of how long games take: as many columns as there is room for, all as wide."""
    first, last = min(plies), max(plies)
    size = -(-(last - first + 1) // MOST_COLUMNS)
    counts = Counter[int]()
    for ply, count in plies.items():
        counts[(ply - first) // size] += count
    number, highest = (last - first) // size + 1, max(counts.values())
    return [_column(place, counts[place], number, highest, first, size) for place in range(number)]


def _column(place: int, count: int, number: int, highest: int, first: int, size: int) -> Column:
    low, high = first + place * size, first + (place + 1) * size - 1
    plies = f"{low}" if low == high else f"{low} – {high}"
    height = round(HEIGHT * count / highest, 2)
    width = 100 / number
    told = ngettext("%(plies)s plies: %(count)d game", "%(plies)s plies: %(count)d games", count)
    label = told % {"plies": plies, "count": count}
    return Column(
        round(place * width, 3), round(0.9 * width, 3), round(HEIGHT - height, 2), height, label
    )


def _rows(measures: Sequence[Measure], titles: dict[str, str]) -> list[Row]:
    known = {measure.key: measure for measure in measures}
    pairs = dict.fromkeys((m.of, m.role) for m in measures if m.figure in CLAUSE_FIGURES)
    roles = {
        "allowed": _("allows a move"),
        "forbade": _("forbids a move"),
        "effect": _("takes effect"),
        "ended": _("ends the game"),
    }
    rows = []
    for name, role in pairs:
        positions, games, *when = (known[figure, name, role] for figure in CLAUSE_FIGURES)
        plies = [value_text(each.figure, each.estimate.value) for each in when]
        title = titles.get(name, name)
        rows.append(Row(title, roles[role], _share(positions, title), _share(games, title), *plies))
    return rows


def _share(measure: Measure, label: str) -> Share:
    estimate = measure.estimate
    low, high = estimate.low or 0.0, 1.0 if estimate.high is None else estimate.high
    percent = (round(100 * each, 5) for each in (estimate.value, low, high))
    value, low, high = percent
    return Share(label, f"{value:.{_places(low, high)}f} %", value, low, high)


def _places(low: float, high: float) -> int:
    """So many places after the point as an interval of per cents carries: 56 %, if 49 to 63."""
    half = (high - low) / 2
    return max(0, min(MOST_PLACES, ceil(-log10(half)))) if half else 0


def _interval(measure: Measure) -> str:
    parts = (measure.estimate.value, measure.estimate.low, measure.estimate.high)
    value, *bounds = (value_text(measure.figure, each) for each in parts if each is not None)
    return f"{value} ({' – '.join(bounds)})" if bounds else value
