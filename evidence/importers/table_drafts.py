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
from evidence.importers.table_file import Fault, Mapping, Origin, Table, TableError
from evidence.models import Citation, Evidence, Place, Quotation, Source, Term
from evidence.sources import LONGEST_CITATION, StoreError
from evidence.store_checks import checked
from evidence.vocabulary import Certainty, Precision

IDENTIFIER = re.compile(r"[-a-zA-Z0-9_]+")
SLUG = "use letters from a to z, digits, - and _"
COMPUTED = frozenset(
    {"address", "date_text", "regions", "licence", "licence_address"}
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


class CellError(ValueError):
    """What is wrong with the cell of one of our columns."""

    def __init__(self, column: str, said: str) -> None:
        super().__init__(said)
        self.column = column


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
        self.width = len(table.header)
        self.mapping = mapping
        self.known = known
        self.terms = [pair for pair in TERMS.items() if pair[1] in mapping]
        self.longest = [pair for pair in LONGEST.items() if pair[0] in mapping]
        # Most cells hold what they say: these are looked at without a detour.
        self.plain = {
            name: origin.index
            for name, origin in mapping.items()
            if origin.index is not None and not origin.words
        }

    def read(self, rows: Iterable[tuple[int, list[str]]]) -> Iterator[Entry | Fault]:
        """Entries in the order of the rows, a fault for each row that cannot be one."""
        for line, row in rows:
            try:
                yield self._entry(line, row)
            except CellError as error:
                yield Fault(line, self.named(error.column), str(error))
            except StoreError as error:
                column = FIELDS.get(error.field, error.field)
                yield Fault(line, self.named(column), str(error))

    def game(self, row: list[str]) -> GameDraft:
        """The game of a row; without a name it is called by its slug."""
        name, slug = self.text(row, "game_name"), self.text(row, "game")
        return GameDraft(name or slug, slug=slug)

    def named(self, column: str) -> str:
        """What one of our columns is called in the table."""
        origin = self.mapping.get(column)
        return origin.name if origin else column

    def _entry(self, line: int, row: list[str]) -> Entry:
        if len(row) != self.width:
            raise CellError("", f"{len(row)} cells, where the header has {self.width}")
        self._check_lengths(row)
        citations, slugs = self._citations(row)
        texts: dict[str, Any] = {name: self.text(row, name) for name in TEXTS}
        draft = Draft(
            identifier=self._identifier(row),
            game=self.game(row),
            portal_id=self.text(row, "portal_id") or None,
            date=self._date(row),
            confidence=self._number(row, "confidence"),
            places=tuple(self._places(row)),
            citations=citations,
            quotations=tuple(self._quotations(row)),
            terms=self._words(row),
            rulesets=self._rulesets(row),
            **texts,
        )
        return Entry(line, checked(draft), slugs)

    def text(self, row: list[str], name: str) -> str:
        """The value of one of our columns; empty where the table has none."""
        index = self.plain.get(name)
        if index is not None:
            return row[index]
        origin = self.mapping.get(name)
        if origin is None:
            return ""
        text = origin.value if origin.index is None else row[origin.index]
        return origin.words.get(text, text)

    def _several(self, row: list[str], name: str) -> list[str]:
        origin = self.mapping.get(name)
        if origin is None:
            return []
        text = origin.value if origin.index is None else row[origin.index]
        if not text:
            return []
        if origin.separator == columns.SEPARATOR:
            parts = (
                f"{text} ".split(columns.SEPARATOR)
                if text.endswith(" |")
                else text.split(columns.SEPARATOR)
            )
        else:
            parts = [part.strip() for part in text.split(origin.separator)]
        return [origin.words.get(part, part) for part in parts] if origin.words else parts

    def _group(self, row: list[str], names: Sequence[str]) -> Iterable[tuple[str, ...]]:
        """The values of columns that list theirs in the same order, together."""
        if not any(self.text(row, name) for name in names):
            return ()
        lists = [self._several(row, name) for name in names]
        number = max(map(len, lists))
        for name, values in zip(names, lists, strict=True):
            if not values:
                values.extend([""] * number)
            elif len(values) != number:
                longest = next(n for n, v in zip(names, lists, strict=True) if len(v) == number)
                raise CellError(
                    name,
                    f"{len(values)} values, where {self.named(longest)} has {number}: list them "
                    "in the same order, with an empty value where one is not known",
                )
        return zip(*lists, strict=True)

    def _check_lengths(self, row: list[str]) -> None:
        for name, most in self.longest:
            if len(self.text(row, name)) > most:
                several = self._several(row, name) if name in SEVERAL else [self.text(row, name)]
                length = max(map(len, several))
                if length > most:
                    raise CellError(name, f"{length} characters: at most {most} are kept")

    def _identifier(self, row: list[str]) -> str:
        text = self.text(row, "identifier")
        if not IDENTIFIER.fullmatch(text):
            raise CellError("identifier", f"“{text}” is none: {SLUG}")
        return text

    def _number(self, row: list[str], name: str) -> int | None:
        text = self.text(row, name).strip()
        if not text:
            return None
        if not re.fullmatch(r"-?[0-9]{1,9}", text):
            raise CellError(name, f"“{text}” is no whole number: write one, or leave it empty")
        return int(text)

    def _date(self, row: list[str]) -> str:
        """The EDTF date, else one that is made of the years."""
        text = self.text(row, "date_edtf")
        if text:
            return text
        first, last = (self._number(row, name) for name in YEARS)
        if first is None and last is None:
            return ""
        if first == last:
            return _year(first)
        return f"{_year(first)}/{_year(last)}"

    def _places(self, row: list[str]) -> Iterator[PlaceDraft]:
        for name, as_given, latitude, longitude, region, precision, certainty in self._group(
            row, PLACE
        ):
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

    def _citations(self, row: list[str]) -> tuple[tuple[CitationDraft, ...], tuple[str, ...]]:
        rows = list(self._group(row, SOURCE))
        for slug, citation, _locator in rows:
            if not citation.strip():
                raise CellError("source_citation", "a source is named by its citation: write it")
            if slug and not IDENTIFIER.fullmatch(slug):
                raise CellError("source", f"“{slug}” is no slug: {SLUG}, or leave it empty")
        return (
            tuple(CitationDraft(citation, locator) for _slug, citation, locator in rows),
            tuple(slug for slug, _citation, _locator in rows),
        )

    def _quotations(self, row: list[str]) -> Iterator[QuotationDraft]:
        for text, language, translator, reference, rights in self._group(row, QUOTATION):
            if not text:
                raise CellError("quotation_text", "a quotation has words: write them")
            yield QuotationDraft(text, language, translator, None, reference, rights)

    def _words(self, row: list[str]) -> dict[str, tuple[str, ...]]:
        words = {
            vocabulary: tuple(word for word in self._several(row, name) if word)
            for vocabulary, name in self.terms
        }
        return {vocabulary: found for vocabulary, found in words.items() if found}

    def _rulesets(self, row: list[str]) -> dict[str, str]:
        found: dict[str, str] = {}
        for slug, relation in self._group(row, RULESET):
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
