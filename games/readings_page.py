"""What the page of a ruleset's readings shows. The address holds seed and weights.

`?seed=NUMBER&balance=2&lead-changes=0` has the weights that are not the usual ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any

from django.http import QueryDict
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.refusals import NoSuchValue
from games.models import PlayedReading, Ruleset, SolvedGame
from games.readings import CRITERIA, Row, Weights
from games.readings.measures import Measured
from games.readings.ranking import ATTESTED, HEAVIEST, NAMES, USUAL
from games.readings_attested import Attestation
from games.readings_played import GAMES_OF_ROUND, played_of
from games.readings_table import Table, command, table_of
from games.solve import Solution
from games.solved import solved_of

LONGEST_NUMBER = 10

TITLES = {
    "length": gettext_lazy("Length"),
    "choices": gettext_lazy("Choices"),
    "balance": gettext_lazy("First player"),
    "draws": gettext_lazy("Draws"),
    "lead changes": gettext_lazy("Lead changes"),
    "open until": gettext_lazy("Open until"),
    "depth": gettext_lazy("Stronger player"),
    ATTESTED: gettext_lazy("Attested"),
}
SHARES = ("balance", "draws", "open until", "depth")


@dataclass(frozen=True)
class Cell:
    """A criterion of a reading in words, with its interval."""

    title: str
    text: str
    bounds: str


@dataclass(frozen=True)
class Line:
    """A reading in the table: score and bounds in percent of the width, cells, and notes."""

    place: int
    names: tuple[str, ...]
    play: str
    is_usual: bool
    score: str
    bounds: str
    value: float
    low: float
    high: float
    cells: tuple[Cell, ...]
    attested: Attestation | None
    percent: str
    out: str
    games: int
    solved: Solution | None


@dataclass(frozen=True)
class Slider:
    """How much a criterion counts."""

    name: str
    title: str
    value: str


def weights_of(params: QueryDict) -> Weights:
    """The weights of an address. Raises NoSuchValue for what is no weight."""
    weights = dict(USUAL)
    for name in NAMES:
        if text := params.get(written(name), ""):
            weights[name] = _weight(text)
    if not any(weights.values()):
        raise NoSuchValue(_("Give at least one criterion a weight above 0."))
    return weights


def written(name: str) -> str:
    """A criterion as addresses write it."""
    return name.replace(" ", "-")


def _weight(text: str) -> float:
    try:
        number = float(text) if len(text) <= LONGEST_NUMBER else -1.0
    except ValueError:
        number = -1.0
    if not (isfinite(number) and 0 <= number <= HEAVIEST):
        raise NoSuchValue(
            _("“%(text)s” is no weight: a weight is a number from 0 to %(most)d.")
            % {"text": text, "most": HEAVIEST}
        )
    return number


def seed_of(params: QueryDict) -> int | None:
    """The seed of an address, if it names one. Raises NoSuchValue."""
    text = params.get("seed", "")
    if not text:
        return None
    if not (text.isdecimal() and len(text) <= LONGEST_NUMBER):
        raise NoSuchValue(_("“%(text)s” is no seed.") % {"text": text})
    return int(text)


def found_table(ruleset: Ruleset, params: QueryDict) -> tuple[Table, Weights]:
    """The stored readings by the weights of an address. Raises RulesError, NoSuchValue."""
    weights = weights_of(params)
    return table_of(ruleset, played_of(ruleset, seed_of(params)), weights), weights


def context(ruleset: Ruleset, table: Table, weights: Weights) -> dict[str, Any]:
    """What the template draws."""
    solved = {tuple(row.options): row for row in solved_of(ruleset)}
    return {
        "lines": [_line(ruleset, table, row, solved) for row in table.readings],
        "controls": [_line(ruleset, table, row, {}) for row in table.controls],
        "above": table.above,
        "sliders": [
            Slider(written(name), str(TITLES[name]), f"{weights[name]:g}") for name in NAMES
        ],
        "heaviest": f"{HEAVIEST:g}",
        "titles": [TITLES[each.name] for each in CRITERIA],
        "any_solved": bool(solved),
        "command": command(ruleset, table),
        "seed": table.readings[0].what.seed if table.readings else None,
        "weighed": [(written(name), f"{weights[name]:g}") for name in NAMES],
    }


def _line(
    ruleset: Ruleset,
    table: Table,
    row: Row[PlayedReading],
    solved: dict[tuple[str, ...], SolvedGame],
) -> Line:
    played, told = row.what, table.attested[row.what.pk]
    value, low, high = (
        round(100 * (each or 0.0), 2) for each in (row.score.value, row.score.low, row.score.high)
    )
    known = solved.get(tuple(played.options))
    return Line(
        place=row.place,
        names=tuple(played.changes) if played.control else _names(table, played.options),
        play="" if played.control else _board(ruleset, played.options),
        is_usual=table.is_usual(played),
        score=f"{value:.0f}",
        bounds=f"{low:.0f} – {high:.0f}",
        value=value,
        low=low,
        high=high,
        cells=tuple(_cell(each.name, row.measures.get(each.name)) for each in CRITERIA),
        attested=told,
        percent=f"{100 * told.share:.0f} %" if told else "",
        out=played.out,
        games=played.rounds * GAMES_OF_ROUND,
        solved=Solution.read(known.solution) if known else None,
    )


def _names(table: Table, options: Sequence[str]) -> tuple[str, ...]:
    """What a reading chooses otherwise than usual; nothing where it is the usual one."""
    return tuple(each.replace("/", ": ", 1) for each in options if each not in table.usual)


def _board(ruleset: Ruleset, options: Sequence[str]) -> str:
    query = urlencode([("option", each) for each in options])
    return f"{reverse('play', args=[ruleset.slug])}?{query}"


def _cell(name: str, found: Measured | None) -> Cell:
    title = str(TITLES[name])
    if found is None:
        return Cell(title, "–", "")
    estimate = found.estimate
    text = _text(name, estimate.value)
    if estimate.low is None or estimate.high is None:
        return Cell(title, text, "")
    return Cell(title, text, f"{_number(name, estimate.low)} – {_text(name, estimate.high)}")


def _text(name: str, value: float) -> str:
    return f"{_number(name, value)} %" if name in SHARES else _number(name, value)


def _number(name: str, value: float) -> str:
    if name in SHARES:
        return f"{100 * value:.0f}"
    return f"{value:.0f}" if name == "length" else f"{value:.1f}"
