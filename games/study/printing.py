"""Measures and differences as lines for people to read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.study.differences import Difference
from games.study.estimates import Estimate
from games.study.figures import Measure

# What is a share is printed in per cent; all else as a number.
SHARES = ("outcome", "first mover", "draws", "endings", "positions", "games")
# Below so many per cent one digit says more than two places after the point.
LEAST = 0.01
ROLES = {"allowed": "allows", "forbade": "forbids", "effect": "takes effect", "ended": "ends"}
TABLE = "  {:48} {:28} {:28} {:>6} {:>6} {:>6}"
CLAUSES = ("positions", "games", "earliest ply", "first ply, median", "ply, median")


def lines(measures: Sequence[Measure]) -> Iterator[str]:
    """A study: what is about games, then a table of clauses."""
    for measure in measures:
        if measure.figure not in CLAUSES:
            yield f"  {_name(measure):48} {_interval(measure)}"
    known = {measure.key: measure for measure in measures}
    rows = dict.fromkeys((m.of, m.role) for m in measures if m.figure in CLAUSES)
    if rows:
        yield TABLE.format("clause", "positions", "games", "from", "first", "median")
    for of, role in rows:
        cells = [_cell(known.get((figure, of, role))) for figure in CLAUSES]
        yield TABLE.format(f"{of} {ROLES[role]}", *cells)


def difference_lines(compared: Sequence[Difference]) -> Iterator[str]:
    """The differences that chance alone would hardly bring about."""
    for name, one, other, more, bounds in difference_cells(compared):
        yield f"  {name:60} {f'{one} → {other}':24} {more} ({bounds})"


def difference_cells(compared: Sequence[Difference]) -> Iterator[tuple[str, str, str, str, str]]:
    """The same as cells: what, in the one, in the other, by how much more, within what bounds."""
    for each in compared:
        if each.clear and each.one and each.other and each.more:
            one, other = (value_text(each.figure, e.value) for e in (each.one, each.other))
            low, high = (_signed(each.figure, e) for e in (each.more.low, each.more.high))
            more = _signed(each.figure, each.more.value)
            yield _name(each), one, other, more, f"{low} to {high}"


def _name(each: Measure | Difference) -> str:
    role = ROLES.get(each.role, each.role)
    return " ".join(filter(None, (f"{each.figure}:" if each.of else each.figure, each.of, role)))


def _cell(measure: Measure | None) -> str:
    if measure is None:
        return ""
    ply = measure.figure not in SHARES
    return value_text(measure.figure, measure.estimate.value) if ply else _interval(measure)


def _interval(measure: Measure) -> str:
    estimate: Estimate = measure.estimate
    value = value_text(measure.figure, estimate.value)
    if estimate.low is None or estimate.high is None:
        return value
    low, high = (value_text(measure.figure, bound) for bound in (estimate.low, estimate.high))
    return f"{value} ({low} to {high})"


def value_text(figure: str, value: float) -> str:
    """A value of a measure: a share in per cent, all else as a number."""
    if figure in SHARES:
        percent = 100 * value
        return f"{percent:.2f} %" if abs(percent) >= LEAST or not percent else f"{percent:.1g} %"
    return str(value) if isinstance(value, int) else f"{value:.2f}"


def _signed(figure: str, value: float | None) -> str:
    text = value_text(figure, value or 0)
    return text if text.startswith("-") else f"+{text}"
