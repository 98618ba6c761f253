"""Readings of a stored ruleset in the order of their score: for pages, for the command, as CSV."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from typing import Any

from config import csv_cells
from games.ludemes import expand
from games.models import PlayedReading, Ruleset
from games.readings import CRITERIA, Row, Tally, Weights, measured, ranked
from games.readings.measures import Measured
from games.readings_attested import Attestation, Attested

ATTESTED_COLUMNS = ("attested", "claims", "records")
FIGURES = tuple(each.name for each in CRITERIA)
PARTS = ("", " low", " high")


@dataclass(frozen=True)
class Table:
    """Readings and rules that were made up, each ranked by the same weights."""

    readings: list[Row[PlayedReading]]
    controls: list[Row[PlayedReading]]
    attested: Mapping[int, Attestation | None]
    usual: tuple[str, ...]

    @property
    def above(self) -> int | None:
        """How many of the rules made up score below the usual reading; None without that."""
        usual = next((row for row in self.readings if self.is_usual(row.what)), None)
        if usual is None:
            return None
        return sum(row.score.value < usual.score.value for row in self.controls)

    def is_usual(self, played: PlayedReading) -> bool:
        """Whether a reading is that of the usual options."""
        return not played.control and tuple(played.options) == self.usual


def table_of(ruleset: Ruleset, rows: Sequence[PlayedReading], weights: Weights) -> Table:
    """The stored readings of a ruleset, ranked. Raises RulesError."""
    rules = expand(ruleset.text)
    attested = Attested(ruleset, rules.options)
    known = {row.pk: None if row.control else attested.of(row.options) for row in rows}

    def given(control: bool) -> list[tuple[PlayedReading, Mapping[str, Measured], float | None]]:
        chosen = [row for row in rows if bool(row.control) == control]
        return [(row, measured(Tally.read(row.tally)), _share(known[row.pk])) for row in chosen]

    return Table(ranked(given(False), weights), ranked(given(True), weights), known, rules.chosen)


def _share(attested: Attestation | None) -> float | None:
    return attested.share if attested else None


def as_csv(ruleset: Ruleset, table: Table, weights: Weights) -> str:
    """One row for each reading, then for each of the rules made up, with all bounds."""
    out = StringIO()
    writer = csv_cells.Writer(out, lineterminator="\r\n")
    figures = [f"{name}{part}" for name in FIGURES for part in PARTS]
    writer.writerow((
        "place", "made up", "reading", "changes", "score", "score low", "score high", *figures,
        *ATTESTED_COLUMNS, "rounds", "stopped", "seed", "module", "weights", "command",
    ))  # fmt: skip
    for row in (*table.readings, *table.controls):
        writer.writerow(_cells(ruleset, table, row, weights))
    return out.getvalue()


def _cells(ruleset: Ruleset, table: Table, row: Row[PlayedReading], weights: Weights) -> list[Any]:
    played, score = row.what, row.score
    figures = [value for name in FIGURES for value in _bounds(row.measures.get(name))]
    told = table.attested[played.pk]
    attested = (told.share, told.claims, told.records) if told else (None, None, None)
    weighed = " ".join(f"{name.replace(' ', '-')}={value:g}" for name, value in weights.items())
    return [
        row.place, played.control or None, "; ".join(played.options) if not played.control else "",
        "; ".join(played.changes), score.value, score.low, score.high, *figures, *attested,
        played.rounds, played.out, played.seed, played.module, weighed, command(ruleset, table),
    ]  # fmt: skip


def _bounds(found: Measured | None) -> tuple[float | None, float | None, float | None]:
    if found is None:
        return None, None, None
    return found.estimate.value, found.estimate.low, found.estimate.high


def command(ruleset: Ruleset, table: Table) -> str:
    """What plays the same games again."""
    rows = [row.what for row in (*table.readings, *table.controls)]
    rounds = max((row.rounds for row in rows), default=0)
    seed = rows[0].seed if rows else 1
    made = max((row.control for row in rows), default=0)
    control = f" --controls {made}"
    return f"manage.py readings {ruleset.slug} --rounds {rounds} --seed {seed}{control}"
