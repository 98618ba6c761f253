"""Rows of a table, with the columns of our CSV export, into drafts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, NoReturn

from evidence import places
from evidence.drafts import CitationDraft, Draft, GameDraft, PlaceDraft, QuotationDraft
from evidence.exporters import table_columns as columns
from evidence.exporters.table import VOCABULARIES
from evidence.importers.table_cells import Arranged, CellError, Cells
from evidence.importers.table_file import Fault, Mapping, Origin, Table, TableError
from evidence.models import Citation, Evidence, Place, Quotation, Source, Term
from evidence.sources import LONGEST_CITATION, StoreError
from evidence.store_checks import checked
from evidence.vocabulary import Certainty, Precision

IDENTIFIER = re.compile(r"[-a-zA-Z0-9_]+")
SLUG = "use letters from a to z, digits, - and _"
COMPUTED = frozenset(
    {"address", "date_text", "version", "regions", "licence", "licence_address"}
)  # written by us, not read
NAMES = tuple(
    column.name
    for column in (
        *columns.RECORD, *columns.PLACE, *columns.REGIONS, *columns.RULESETS, *columns.TERMS,
        *columns.SOURCES, *columns.QUOTATIONS, *columns.LAST,
    )
)  # fmt: skip
READ = tuple(name for name in NAMES if name not in COMPUTED)
PLACE = tuple(column.name for column in columns.PLACE)
SOURCE = tuple(column.name for column in columns.SOURCES)
QUOTATION = tuple(column.name for column in columns.QUOTATIONS)
RULESET = tuple(column.name for column in columns.RULESETS)
TERMS = {
    str(vocabulary.value): column.name
    for vocabulary, column in zip(VOCABULARIES, columns.TERMS, strict=True)
}
PRECISIONS, CERTAINTIES = Precision.values, Certainty.values
YEARS = ("year_from_astronomical", "year_to_astronomical")
TEXTS = (
    "title", "type", "date_as_given", "rules", "content", "confidence_reason", "judged_by",
)  # fmt: skip
# Which column a refusal of a draft's field is about.
FIELDS = {"date": "date_edtf", "game": "game_name", "rulesets": "ruleset_relation", **TERMS}


def _most(model: type[Any], field: str) -> int:
    return int(model._meta.get_field(field).max_length)


LONGEST = {
    "identifier": _most(Evidence, "identifier"),
    "portal_id": _most(Evidence, "portal_id"),
    "title": _most(Evidence, "title"),
    "date_edtf": _most(Evidence, "date"),
    "judged_by": _most(Evidence, "judged_by"),
    "place_name": _most(Place, "name"),
    **dict.fromkeys(TERMS.values(), _most(Term, "name")),
    "source": _most(Source, "slug"),
    "source_citation": LONGEST_CITATION,
    "source_locator": _most(Citation, "locator"),
    "quotation_language": _most(Quotation, "language"),
    "quotation_translator": _most(Quotation, "translator"),
    "quotation_reference": _most(Quotation, "as_cited"),
    "quotation_rights": _most(Quotation, "rights"),
}


@dataclass(frozen=True)
class Known:
    """What rows may name: the slugs of the regions and rulesets that are stored."""

    regions: frozenset[str]
    rulesets: frozenset[str]


class Entry(NamedTuple):
    """What one row says; `slugs` are those that the row gives its sources."""

    line: int
    draft: Draft
    slugs: tuple[str, ...]


def origins(table: Table, said: dict[str, dict[str, Any]] | None) -> Mapping:
    """Where each of our columns is in a table: by its name, or as a mapping says.

    Raises TableError for columns that are not known, and where the needed ones are missing.
    """
    if said is None:
        _check_header(table.header)
        said = {name: {"column": name} for name in table.header}
    unknown = sorted(set(said) - set(NAMES))
    if unknown:
        raise TableError(f"the mapping names {unknown[0]}, which is none of {', '.join(READ)}")
    found = {name: _origin(table, column) for name, column in said.items() if name in READ}
    if "identifier" not in found or not {"game", "game_name"} & set(found):
        raise TableError(
            "line 1: the columns identifier and game_name (or game, its slug) are needed; "
            "--mapping says which they are under other names"
        )
    return found


def _check_header(header: Sequence[str]) -> None:
    if columns.NUMBER.name in header:
        raise TableError(
            "line 1: this table has a row for each place; export one with a row for each record"
        )
    unknown = [name for name in header if name not in NAMES]
    if unknown:
        raise TableError(
            f"line 1: {', '.join(map(repr, unknown))} are no columns of ours: remove them, or say "
            f"by --mapping which columns to read; ours are {', '.join(NAMES)}"
        )


def _origin(table: Table, said: dict[str, Any]) -> Origin:
    name = said.get("column", "")
    if name and name not in table.header:
        raise TableError(f"line 1: there is no column {name}, which the mapping names")
    return Origin(
        name=name,
        index=table.header.index(name) if name else None,
        value=said.get("value", ""),
        separator=said.get("separator", columns.SEPARATOR),
        words=said.get("words", {}),
    )


class RowReader:
    """Reads rows of one table as drafts."""

    def __init__(self, table: Table, mapping: Mapping, known: Known) -> None:
        self.table = Arranged(len(table.header), mapping, READ)
        self.known = known
        self.terms = [pair for pair in TERMS.items() if pair[1] in mapping]
        self.longest = [pair for pair in LONGEST.items() if pair[0] in mapping]

    def read(self, rows: Iterable[tuple[int, list[str]]]) -> Iterator[Entry | Fault]:
        """Entries in the order of the rows, a fault for each row that cannot be one."""
        for line, row in rows:
            try:
                yield self._entry(line, row)
            except CellError as error:
                yield Fault(line, self.table.named(error.column), str(error))
            except StoreError as error:
                column = FIELDS.get(error.field, error.field)
                yield Fault(line, self.table.named(column), str(error))

    def game(self, cells: Cells) -> GameDraft:
        """The game of a row; without a name it is called by its slug."""
        name, slug = self.table.text(cells, "game_name"), self.table.text(cells, "game")
        return GameDraft(name or slug, slug=slug)

    def _entry(self, line: int, row: list[str]) -> Entry:
        cells = self.table.cells(row)
        self._check_lengths(cells)
        citations, slugs = self._citations(cells)
        texts: dict[str, Any] = {name: self.table.text(cells, name) for name in TEXTS}
        draft = Draft(
            identifier=self._identifier(cells),
            game=self.game(cells),
            portal_id=self.table.text(cells, "portal_id") or None,
            date=self._date(cells),
            confidence=self._number(cells, "confidence"),
            places=tuple(self._places(cells)),
            citations=citations,
            quotations=tuple(self._quotations(cells)),
            terms=self._words(cells),
            rulesets=self._rulesets(cells),
            external_ids=self._external(cells),
            checked_against=tuple(filter(None, self.table.several(cells, "checked_against"))),
            **texts,
        )
        return Entry(line, checked(draft), slugs)

    def _check_lengths(self, cells: Cells) -> None:
        for name, most in self.longest:
            if len(cells[name]) > most:
                texts = self.table.several if name in SEVERAL else self._one
                length = max(map(len, texts(cells, name)))
                if length > most:
                    raise CellError(name, f"{length} characters: at most {most} are kept")

    def _one(self, cells: Cells, name: str) -> list[str]:
        return [self.table.text(cells, name)]

    def _identifier(self, cells: Cells) -> str:
        text = self.table.text(cells, "identifier")
        if not IDENTIFIER.fullmatch(text):
            raise CellError("identifier", f"“{text}” is none: {SLUG}")
        return text

    def _number(self, cells: Cells, name: str) -> int | None:
        text = self.table.text(cells, name).strip()
        if not text:
            return None
        if not re.fullmatch(r"-?[0-9]{1,9}", text):
            raise CellError(name, f"“{text}” is no whole number: write one, or leave it empty")
        return int(text)

    def _date(self, cells: Cells) -> str:
        """The EDTF date, else one that is made of the years."""
        text = self.table.text(cells, "date_edtf")
        if text:
            return text
        first, last = (self._number(cells, name) for name in YEARS)
        if first is None and last is None:
            return ""
        if first == last:
            return _year(first)
        return f"{_year(first)}/{_year(last)}"

    def _places(self, cells: Cells) -> Iterator[PlaceDraft]:
        for place in self.table.group(cells, PLACE):
            name, as_given, latitude, longitude, region, precision, certainty = place
            if region and region not in self.known.regions:
                raise CellError(
                    "place_region", f"the region “{region}” is not stored: store it first"
                )
            if precision not in PRECISIONS:
                _refuse("place_precision", precision, PRECISIONS)
            if certainty not in CERTAINTIES:
                _refuse("place_certainty", certainty, CERTAINTIES)
            lat_u, lon_u = _point(latitude, longitude)
            if region and lat_u is not None:
                raise CellError(
                    "place_region", "a place is a point or a region: clear one of the two"
                )
            yield PlaceDraft(name, as_given, lat_u, lon_u, region or None, precision, certainty)

    def _citations(self, cells: Cells) -> tuple[tuple[CitationDraft, ...], tuple[str, ...]]:
        rows = self.table.group(cells, SOURCE)
        for slug, citation, _locator in rows:
            if not citation.strip():
                raise CellError("source_citation", "a source is named by its citation: write it")
            if slug and not IDENTIFIER.fullmatch(slug):
                raise CellError("source", f"“{slug}” is no slug: {SLUG}, or leave it empty")
        return (
            tuple(CitationDraft(citation, locator) for _slug, citation, locator in rows),
            tuple(slug for slug, _citation, _locator in rows),
        )

    def _quotations(self, cells: Cells) -> Iterator[QuotationDraft]:
        for text, language, translator, reference, rights in self.table.group(cells, QUOTATION):
            if not text:
                raise CellError("quotation_text", "a quotation has words: write them")
            yield QuotationDraft(text, language, translator, None, reference, rights)

    def _words(self, cells: Cells) -> dict[str, tuple[str, ...]]:
        words = {
            vocabulary: tuple(word for word in self.table.several(cells, name) if word)
            for vocabulary, name in self.terms
            if cells[name]
        }
        return {vocabulary: found for vocabulary, found in words.items() if found}

    def _external(self, cells: Cells) -> dict[str, str]:
        museum = self.table.text(cells, "museum")
        return {"museum": museum} if museum else {}

    def _rulesets(self, cells: Cells) -> dict[str, str]:
        found: dict[str, str] = {}
        for slug, relation in self.table.group(cells, RULESET):
            if slug not in self.known.rulesets:
                raise CellError("ruleset", f"the ruleset “{slug}” is not stored: store it first")
            if slug in found:
                raise CellError("ruleset", f"{slug} is there twice: name it once")
            found[slug] = relation
        return found


SEVERAL = frozenset((*PLACE, *SOURCE, *QUOTATION, *RULESET, *TERMS.values()))


def _year(year: int | None) -> str:
    if year is None:
        return ".."
    if abs(year) > 9999:
        return f"Y{year}"
    return f"-{-year:04}" if year < 0 else f"{year:04}"


def _point(latitude: str, longitude: str) -> tuple[int | None, int | None]:
    if not latitude and not longitude:
        return None, None
    lat_u = _angle("place_latitude", latitude, 90)
    lon_u = _angle("place_longitude", longitude, 180)
    return lat_u, places.normalise_longitude(lon_u)


def _angle(column: str, text: str, most: int) -> int:
    try:
        degrees = float(text)
    except ValueError:
        degrees = float("nan")
    if not -most <= degrees <= most:
        raise CellError(column, f"“{text}” is no angle: write degrees from -{most} to {most}")
    return round(degrees * places.MICRO)


def _refuse(column: str, text: str, words: list[str]) -> NoReturn:
    known = ", ".join(word for word in words if word)
    raise CellError(column, f"“{text}” is unknown: use one of {known}, or leave it empty")
