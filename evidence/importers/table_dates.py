"""When a row of a table says that something was: EDTF, words, or the years that it lies between."""

from __future__ import annotations

from typing import NamedTuple

from evidence.dates import DateError, DateSpan
from evidence.dates.reading import read_any, read_or_undated
from evidence.dates.words import Gap, Side
from evidence.importers.table_cells import Arranged, CellError, Cells

WORDS = ("date_edtf", "date_text")
ASTRONOMICAL = ("year_from_astronomical", "year_to_astronomical")
YEARS = ("year_from", "year_to")
SIDES = (*zip(ASTRONOMICAL, YEARS, strict=True),)


class Dated(NamedTuple):
    """The date in EDTF, empty if there is none, and as the row gives it where that says more."""

    edtf: str = ""
    as_given: str = ""


def date_of(table: Arranged, cells: Cells) -> Dated:
    """The date of a row. Raises CellError for what cannot be read, and where two cells differ."""
    given = table.text(cells, "date_as_given")
    said = [(name, text) for name in WORDS if (text := table.text(cells, name).strip())]
    spans = [_read(name, text) for name, text in said]
    years = _years(table, cells)
    if not said:
        return Dated(years.edtf if years else "", given)
    span = spans[0]
    for (name, text), other in zip(said[1:], spans[1:], strict=True):
        if other != span and text != (span.human() if span else ""):
            raise _differs(table, name, text, said[0][0])
    if years and span:
        _check_years(table, cells, span, said[0][0])
    text = said[0][1]
    plain = (span.edtf, span.human()) if span else ()
    return Dated(span.edtf if span else "", given or ("" if text in plain else text))


def _read(name: str, text: str) -> DateSpan | None:
    try:
        return read_or_undated(text)
    except DateError as error:
        raise CellError(name, str(error)) from error


def _years(table: Arranged, cells: Cells) -> DateSpan | None:
    """The span between the two years; open where only one is said."""
    first, last = (_year(table, cells, names) for names in SIDES)
    sides: tuple[Side, ...] = (
        first.sides[0] if first else Gap.OPEN,
        last.sides[-1] if last else Gap.OPEN,
    )
    if first is None and last is None:
        return None
    try:
        return DateSpan(sides[:1] if sides[0] == sides[1] else sides)
    except DateError as error:
        raise CellError(_named(cells, SIDES[0]), str(error)) from error


def _year(table: Arranged, cells: Cells, names: tuple[str, str]) -> DateSpan | None:
    """One of the years: counted astronomically, or as people count them."""
    astronomical, plain = names
    if table.text(cells, astronomical).strip():
        year = table.number(cells, astronomical)
        return _read(astronomical, edtf_year(year or 0))
    text = table.text(cells, plain).strip()
    if text.startswith(("-", "−", "–")):
        said = f"“{text}” does not say how years before 1 CE are counted: write {text[1:]} BCE"
        raise CellError(plain, f"{said}, or name the column {astronomical} (0 is 1 BCE)")
    try:
        return read_any(text.zfill(4) if text.isdecimal() else text) if text else None
    except DateError as error:
        raise CellError(plain, str(error)) from error


def edtf_year(year: int) -> str:
    """An astronomical year in EDTF."""
    if abs(year) > 9999:
        return f"Y{year}"
    return f"-{-year:04}" if year < 0 else f"{year:04}"


def _check_years(table: Arranged, cells: Cells, span: DateSpan, date: str) -> None:
    for names, year in zip(SIDES, (span.year_from, span.year_to), strict=True):
        name = _named(cells, names)
        said = _year(table, cells, names)
        found = said and (said.year_from if names is SIDES[0] else said.year_to)
        if said and found != year:
            raise _differs(table, name, table.text(cells, name), date)


def _named(cells: Cells, names: tuple[str, str]) -> str:
    return names[1] if cells[names[1]] else names[0]


def _differs(table: Arranged, name: str, text: str, other: str) -> CellError:
    said = f"“{text}” is not the date that {table.named(other)} has"
    return CellError(name, f"{said}: make the two the same, or leave one empty")
