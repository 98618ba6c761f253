"""Rows of a table, with the columns of our CSV export, into drafts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, NamedTuple, TypeVar

from evidence.drafts import (
    CitationDraft,
    Draft,
    GameDraft,
    IdentificationDraft,
    QuotationDraft,
)
from evidence.exporters import table_columns as columns
from evidence.exporters.table import VOCABULARIES
from evidence.importers.table_assertions import (
    GROUPS,
    game_of,
    identifications_of,
    other_dates_of,
    plain_of,
    relations_of,
)
from evidence.importers.table_assertions import LONGEST as LONGEST_OF_ASSERTIONS
from evidence.importers.table_cells import Arranged, CellError, Cells
from evidence.importers.table_dates import Dated, date_of
from evidence.importers.table_file import Fault, Mapping, Table
from evidence.importers.table_identity import IDENTIFIER, SLUG, identifier_of, museum_of
from evidence.importers.table_mapping import READ
from evidence.importers.table_places import PLACE, places_of, unknown, word_of
from evidence.models import Citation, Evidence, Place, Quotation, Source, Term
from evidence.sources import LONGEST_CITATION, StoreError, plain
from evidence.storing.checks import checked
from evidence.vocabulary import DateRole, EvidenceType, Seen

SOURCE = tuple(column.name for column in columns.SOURCES)
SLUGGED = ("source_citation", "source")
ASSERTING = tuple(name for name in chain(*GROUPS) if name.endswith("_source"))
QUOTATION = tuple(column.name for column in columns.QUOTATIONS)
RULESET = tuple(column.name for column in columns.RULESETS)
TERMS = {
    str(vocabulary.value): column.name
    for vocabulary, column in zip(VOCABULARIES, columns.TERMS, strict=True)
}
T = TypeVar("T")
NO_GAMES: list[tuple[GameDraft, IdentificationDraft]] = []
NO_PLAIN: dict[str, Any] = {}
NO_CITATIONS: tuple[tuple[CitationDraft, ...], tuple[str, ...]] = ((), ())
DATE_ROLES = ["", *DateRole.values]
SEEN = ["", *Seen.values]
TEXTS = ("title", "rules", "content", "confidence_reason", "judged_by")
# Which column a refusal of a draft's field is about.
FIELDS = {"date": "date_edtf", "game": "game_name", "rulesets": "ruleset_relation", **TERMS}


def _most(model: type[Any], field: str) -> int:
    return int(model._meta.get_field(field).max_length)


LONGEST = {
    "identifier": _most(Evidence, "identifier"),
    "accession_number": 200,
    "portal_id": _most(Evidence, "portal_id"),
    "title": _most(Evidence, "title"),
    "judged_by": _most(Evidence, "judged_by"),
    "place_name": _most(Place, "name"),
    **dict.fromkeys(TERMS.values(), _most(Term, "name")),
    "source": _most(Source, "slug"),
    "source_citation": LONGEST_CITATION,
    "source_locator": _most(Citation, "locator"),
    "source_pages_checked": _most(Citation, "pages_checked"),
    "quotation_language": _most(Quotation, "language"),
    "quotation_translator": _most(Quotation, "translator"),
    "quotation_reference": _most(Quotation, "as_cited"),
    "quotation_rights": _most(Quotation, "rights"),
    **LONGEST_OF_ASSERTIONS,
}


@dataclass(frozen=True)
class Known:
    """What rows may name: the slugs of the regions and rulesets that are stored.

    `sources` has the stored citation for each citation that is another way to write it, `slugs` the
    slug that the table gives a source on whose word some row of it makes an assertion.
    """

    regions: frozenset[str]
    rulesets: frozenset[str]
    sources: dict[str, str] = field(default_factory=dict)
    slugs: dict[str, str] = field(default_factory=dict)


class Entry(NamedTuple):
    """What one row says; `slugs` are those that the row gives its sources."""

    line: int
    draft: Draft
    slugs: tuple[str, ...]
    named: tuple[GameDraft, ...]  # its game, and those that it identifies, as the row has them


class RowReader:
    """Reads rows of one table as drafts."""

    def __init__(self, table: Table, mapping: Mapping, known: Known) -> None:
        self.table = Arranged(len(table.header), mapping, READ)
        self.known = known
        self.terms = [pair for pair in TERMS.items() if pair[1] in mapping]
        self.longest = [pair for pair in LONGEST.items() if pair[0] in mapping]

    def read(self, rows: Iterable[tuple[int, list[str]]]) -> Iterator[Entry | Fault]:
        """Entries in the order of the rows; for a row that cannot be one all that is wrong."""
        for line, row in rows:
            try:
                cells = self.table.cells(row)
            except CellError as error:
                yield self._fault(line, error)
                continue
            wrong: list[CellError] = []
            entry = self._entry(line, cells, wrong)
            if not wrong:
                yield entry
            faults = [self._fault(line, each) for each in wrong]
            yield from dict.fromkeys(faults)

    def _fault(self, line: int, error: CellError) -> Fault:
        return Fault(line, self.table.named(error.column), str(error))

    def asserting(self, cells: Cells) -> Iterator[str]:
        """The sources on whose word a row makes assertions, as they are cited there."""
        for name in ASSERTING:
            if cells[name]:
                yield from filter(None, map(plain, self.table.several(cells, name)))

    def slugs(self, cells: Cells) -> dict[str, str]:
        """The slugs that a row gives its sources, by their citations."""
        citations, slugs = (self.table.several(cells, name) for name in SLUGGED)
        return {plain(citation): slug for citation, slug in zip(citations, slugs, strict=False)}

    def game(self, cells: Cells) -> GameDraft:
        """The game of a row; without a name it is called by its slug."""
        return game_of(self.table.text(cells, "game"), self.table.text(cells, "game_name"))

    def games(self, cells: Cells) -> tuple[GameDraft, ...]:
        """The game of a row, and those that it identifies."""
        try:
            identified = identifications_of(self.table, cells)
        except CellError:
            identified = []
        return (self.game(cells), *(game for game, _row in identified))

    def identifier(self, cells: Cells) -> str:
        """What the row is called for good; empty where that cannot be said."""
        try:
            return identifier_of(self.table, cells)
        except CellError:
            return ""

    def _entry(self, line: int, cells: Cells, wrong: list[CellError]) -> Entry:
        """The row as a draft, whose faults are added to `wrong`."""

        def tried(step: Callable[[Cells], T], blank: T) -> T:
            try:
                return step(cells)
            except CellError as error:
                wrong.append(error)
                return blank

        wrong += self._too_long(cells)
        citations, slugs = tried(self._citations, NO_CITATIONS)
        texts: dict[str, Any] = {name: self.table.text(cells, name) for name in TEXTS}
        identified = tried(lambda cells: identifications_of(self.table, cells), NO_GAMES)
        dated = tried(lambda cells: date_of(self.table, cells), Dated())
        draft = Draft(
            identifier=tried(lambda cells: identifier_of(self.table, cells), "…"),
            game=self.game(cells),
            portal_id=self.table.text(cells, "portal_id") or None,
            type=_type(self.table.text(cells, "type")),
            date=dated.edtf,
            date_as_given=dated.as_given,
            date_role=tried(self._date_role, ""),
            confidence=tried(lambda cells: self.table.number(cells, "confidence"), None),
            places=tried(lambda cells: places_of(self.table, cells, self.known.regions, wrong), ()),
            citations=citations,
            quotations=tried(lambda cells: tuple(self._quotations(cells)), ()),
            terms=self._words(cells),
            rulesets=tried(self._rulesets, {}),
            external_ids=tried(self._external, {}),
            checked_against=tuple(filter(None, self.table.several(cells, "checked_against"))),
            identifications=tuple(row for _game, row in identified),
            other_dates=tried(lambda cells: other_dates_of(self.table, cells), ()),
            relations=tried(lambda cells: relations_of(self.table, cells), ()),
            **tried(lambda cells: plain_of(self.table, cells), NO_PLAIN),
            **texts,
        )
        games = (draft.game, *(game for game, _row in identified))
        return Entry(line, self._checked(draft, wrong), slugs, games)

    def _date_role(self, cells: Cells) -> str:
        return _word("date_role", self.table.text(cells, "date_role"), DATE_ROLES)

    def _checked(self, draft: Draft, wrong: list[CellError]) -> Draft:
        """The draft as it is stored, if it can be."""
        try:
            return checked(draft)
        except StoreError as error:
            column = FIELDS.get(error.field, error.field)
            if column not in {each.column for each in wrong}:
                wrong.append(CellError(column, str(error)))
            return draft

    def _too_long(self, cells: Cells) -> Iterator[CellError]:
        for name, most in self.longest:
            if len(cells[name]) > most:
                texts = self.table.several if name in SEVERAL else self._one
                length = max(map(len, texts(cells, name)))
                if length > most:
                    yield CellError(name, f"{length} characters: at most {most} are kept")

    def _one(self, cells: Cells, name: str) -> list[str]:
        return [self.table.text(cells, name)]

    def _citations(self, cells: Cells) -> tuple[tuple[CitationDraft, ...], tuple[str, ...]]:
        rows = self.table.group(cells, SOURCE)
        for slug, citation, *_rest in rows:
            if not citation.strip():
                raise CellError("source_citation", "a source is named by its citation: write it")
            if slug and not IDENTIFIER.fullmatch(slug):
                raise CellError("source", f"“{slug}” is no slug: {SLUG}, or leave it empty")
        return (
            tuple(
                CitationDraft(
                    self.known.sources.get(plain(citation), citation),
                    locator,
                    seen=_word("source_seen", seen, SEEN),
                    via=via,
                    pages_checked=pages,
                )
                for _slug, citation, locator, seen, via, pages in rows
            ),
            tuple(slug for slug, *_rest in rows),
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
        museum = museum_of(self.table, cells)
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


SEVERAL = frozenset((*PLACE, *SOURCE, *QUOTATION, *RULESET, *TERMS.values(), *chain(*GROUPS)))


def _word(column: str, text: str, words: list[str]) -> str:
    word = word_of(text)
    if word not in words:
        raise unknown(column, text, words)
    return word


def _type(text: str) -> str:
    word = word_of(text)
    return word if word in EvidenceType.values else text
