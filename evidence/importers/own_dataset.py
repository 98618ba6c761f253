"""The CLDF datasets that this project writes, as drafts of games and records.

`evidence.exporters.cldf_tables` describes their tables.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any, NamedTuple

from evidence.claims.assertions import KINDS, NUMBERS
from evidence.drafts import (
    CitationDraft,
    DateDraft,
    Draft,
    GameDraft,
    GameRelationDraft,
    IdentificationDraft,
    PhraseDraft,
    PlaceDraft,
    QuotationDraft,
    RelationDraft,
)
from evidence.exporters import cldf_tables as own
from evidence.exporters.cldf_tables import CldfTable
from evidence.exporters.plain_kinds import PLAIN_KINDS
from evidence.importers.dataset import Dataset, DatasetError, Row, Table
from evidence.importers.reference import Reference
from evidence.places import MICRO, normalise_longitude
from evidence.vocabulary import DateRole, GameLink, Link, Seen, Sureness, Voice


class ClauseName(NamedTuple):
    """A clause by its ruleset and its name in it."""

    ruleset: str
    name: str


@dataclass
class OwnDataset:
    """A dataset with its bibliography by the slugs of its sources."""

    dataset: Dataset
    bibliography: dict[str, Reference]

    def rows(self, table: CldfTable) -> list[Row]:
        """The rows of a table. Raises DatasetError where it is missing."""
        return self._table(table).rows

    def _table(self, table: CldfTable) -> Table:
        found = self.dataset.tables.get(table.url)
        if found is None and table in own.LATER:
            return Table(self.dataset.folder / table.url, [], "", {}, {}, tuple(table.names))
        if found is None:
            raise DatasetError(f"{self.dataset.folder}: the metadata describe no {table.url}")
        wanted = [name for name in table.names if name not in own.LATER_COLUMNS]
        lacking = [name for name in wanted if name not in found.columns]
        if lacking:
            raise DatasetError(f"{found.path}: no column {', '.join(lacking)}")
        return found

    @cached_property
    def places(self) -> dict[str, Row]:
        """By id."""
        return self._table(own.LANGUAGES).by_id()

    @cached_property
    def parameters(self) -> dict[str, Row]:
        """Games and concepts by id."""
        return self._table(own.PARAMETERS).by_id()

    @cached_property
    def clauses(self) -> dict[str, ClauseName]:
        """By id."""
        return {
            key: ClauseName(row.text("Ruleset_ID"), row.text("Name"))
            for key, row in self._table(own.CLAUSES).by_id().items()
        }

    @cached_property
    def values(self) -> dict[str, list[Row]]:
        """The rows of values.csv by record; so are the next three of their tables."""
        return _by_record(self.rows(own.VALUES))

    @cached_property
    def citations(self) -> dict[str, list[Row]]:
        """By record."""
        return _by_record(self.rows(own.CITATIONS))

    @cached_property
    def quotations(self) -> dict[str, list[Row]]:
        """By record."""
        return _by_record(self.rows(own.QUOTATIONS))

    @cached_property
    def phrases(self) -> dict[str, list[Row]]:
        """By record."""
        return _by_record(self.rows(own.PHRASES))

    @cached_property
    def identifications(self) -> dict[str, list[Row]]:
        """By record; so are the next two of their tables."""
        return _by_record(self.rows(own.IDENTIFICATIONS))

    @cached_property
    def other_dates(self) -> dict[str, list[Row]]:
        """By record."""
        return _by_record(self.rows(own.OTHER_DATES))

    @cached_property
    def relations(self) -> dict[str, list[Row]]:
        """By record."""
        return _by_record(self.rows(own.RELATIONS))

    @cached_property
    def plain(self) -> dict[str, dict[str, list[Row]]]:
        """People, holdings and names, each by record."""
        return {name: _by_record(self.rows(table)) for name, table in own.PLAIN.items()}

    def games(self) -> Iterator[tuple[Row, GameDraft]]:
        """The games, with their rows."""
        for key, row in self.parameters.items():
            if row.text("Kind") == own.GAME:
                yield row, _game(key, row)

    def game_relations(self) -> Iterator[tuple[Row, str, list[GameRelationDraft]]]:
        """What games are to others, by the slug of each game, with the first of its rows."""
        rows = self.rows(own.GAME_RELATIONS)
        for slug, some in groupby(rows, lambda row: row.text("Game_ID")):
            found = list(some)
            yield found[0], slug, [self._game_relation(row) for row in found]

    def _game_relation(self, row: Row) -> GameRelationDraft:
        for column in ("Game_ID", "Other_Game_ID"):
            if row.text(column) not in self.parameters:
                row.fail(column, f"“{row.text(column)}” is no id of {own.PARAMETERS.url}")
        return GameRelationDraft(
            relation=_one_of(row, "Relation", GameLink),
            target=row.text("Other_Game_ID"),
            **self._asserted(row),
        )

    def records(self) -> Iterator[tuple[Row, Draft]]:
        """The records with their rows, the last first: it is the oldest."""
        for key, row in reversed(self._table(own.RECORDS).by_id().items()):
            yield row, self._record(key, row)

    def _record(self, key: str, row: Row) -> Draft:
        confidence = row.number("Confidence")
        citations = self.citations.get(key, [])
        quotations = self.quotations.get(key, [])
        return Draft(
            identifier=key,
            game=self._game_of(row),
            portal_id=row.text("Portal_ID") or None,
            title=row.text("Title"),
            type=row.text("Type"),
            date=row.text("Date"),
            date_as_given=row.text("Date_As_Given"),
            date_role=row.text("Date_Role"),
            rules=row.text("Rules"),
            content=row.text("Content"),
            confidence=None if confidence is None else int(confidence),
            confidence_reason=row.text("Confidence_Reason"),
            judged_by=row.text("Judged_By"),
            places=tuple(self._places(key)),
            citations=tuple(map(self._citation, citations)),
            quotations=tuple(_quotation(each, _ids(citations)) for each in quotations),
            phrases=tuple(
                self._phrase(each, _ids(quotations)) for each in self.phrases.get(key, [])
            ),
            identifications=tuple(map(self._identification, self.identifications.get(key, []))),
            other_dates=tuple(map(self._other_date, self.other_dates.get(key, []))),
            relations=tuple(map(self._relation, self.relations.get(key, []))),
            **self._plain_of(key),
            terms={name: tuple(words) for name, words in _object(row, "Terms").items()},
            rulesets=_relations(row),
            external_ids=_object(row, "External_IDs"),
            checked_against=tuple(_texts(row, "Checked_Against")),
        )

    def _game_of(self, row: Row) -> GameDraft:
        slug = row.text("Game_ID")
        if slug not in self.parameters:
            row.fail("Game_ID", f"“{slug}” is no id of {own.PARAMETERS.url}")
        return GameDraft(self.parameters[slug].text("Name"), slug=slug)

    def _places(self, key: str) -> Iterator[PlaceDraft]:
        for row in self.values.get(key, []):
            at = row.text("Language_ID")
            if at == own.UNKNOWN_PLACE:
                continue
            if at not in self.places:
                row.fail("Language_ID", f"“{at}” is no id of {own.LANGUAGES.url}")
            lat_u, lon_u = _point(self.places[at])
            yield PlaceDraft(
                name=row.text("Place_Name"),
                as_given=row.text("Place_As_Given"),
                lat_u=lat_u,
                lon_u=lon_u,
                region=self.places[at].text("Region") or None,
                precision=row.text("Place_Precision"),
                certainty=row.text("Place_Certainty"),
                note=row.text("Place_Note"),
                role=row.text("Place_Role"),
            )

    def _citation(self, row: Row) -> CitationDraft:
        return CitationDraft(
            self._source(row),
            row.text("Locator"),
            row.text("Note"),
            seen=_one_of(row, "Seen", Seen),
            via=row.text("Via"),
            pages_checked=row.text("Pages_Checked"),
        )

    def _source(self, row: Row) -> str:
        """The citation of the source of a row."""
        slug = row.text("Source")
        if slug not in self.bibliography:
            row.fail("Source", f"“{slug}” is no entry of sources.bib")
        reference = self.bibliography[slug]
        return reference.own.citation if reference.own else slug

    def _identification(self, row: Row) -> IdentificationDraft:
        slug = row.text("Game_ID")
        if slug not in self.parameters:
            row.fail("Game_ID", f"“{slug}” is no id of {own.PARAMETERS.url}")
        return IdentificationDraft(game=slug, about=row.text("About"), **self._asserted(row))

    def _other_date(self, row: Row) -> DateDraft:
        role, date = _one_of(row, "Role", DateRole), row.text("Date")
        return DateDraft(role=role, date=date, as_given=row.text("As_Given"), **self._asserted(row))

    def _relation(self, row: Row) -> RelationDraft:
        relation = _one_of(row, "Relation", Link)
        return RelationDraft(
            relation=relation, target=row.text("Other_Record"), **self._asserted(row)
        )

    def _plain_of(self, key: str) -> dict[str, Any]:
        return {
            name: tuple(self._plain(name, each) for each in rows.get(key, []))
            for name, rows in self.plain.items()
        }

    def _plain(self, name: str, row: Row) -> Any:
        kind = KINDS[name]
        said: dict[str, Any] = {}
        for field in PLAIN_KINDS[name].columns:
            column = field.title()
            if field in NUMBERS:
                number = row.number(column)
                said[field] = None if number is None else int(number)
            else:
                said[field] = row.text(column)
            if field in kind.choices and said[field] not in ("", *kind.choices[field]):
                row.fail(column, f"“{said[field]}” is none of {', '.join(kind.choices[field])}")
        return kind.draft(**said, **self._asserted(row))

    def _asserted(self, row: Row) -> dict[str, str]:
        """How sure an assertion is, and who makes it, where and why."""
        return {
            "certainty": _one_of(row, "Certainty", Sureness),
            "voice": _one_of(row, "Voice", Voice),
            "who": row.text("Said_By"),
            "source": self._source(row) if row.text("Source") else "",
            "locator": row.text("Locator"),
            "reason": row.text("Reason"),
        }

    def _phrase(self, row: Row, quotations: list[str]) -> PhraseDraft:
        key, quoted = row.text("Clause_ID"), row.text("Quotation_ID")
        if key not in self.clauses:
            row.fail("Clause_ID", f"“{key}” is no id of {own.CLAUSES.url}")
        start, end = row.number("Start"), row.number("End")
        if start is None or end is None:
            row.fail("Start", "a phrase begins and ends at a character: write both numbers")
        return PhraseDraft(
            ruleset=self.clauses[key].ruleset,
            clause=self.clauses[key].name,
            start=int(start),
            end=int(end),
            field=row.text("Field"),
            quotation=_position(row, "Quotation_ID", quotations) if quoted else None,
            relation=row.text("Relation"),
            part=_part(row),
        )


def _part(row: Row) -> int | None:
    number = row.number("Part")
    return None if number is None else int(number)


def _one_of(row: Row, column: str, words: Any) -> str:
    """A word of a list, or none."""
    word = row.text(column)
    if word and word not in words.values:
        row.fail(column, f"“{word}” is unknown: use one of {', '.join(words.values)}")
    return word


def _by_record(rows: Iterable[Row]) -> dict[str, list[Row]]:
    found: defaultdict[str, list[Row]] = defaultdict(list)
    for row in rows:
        found[row.text("Record_ID")].append(row)
    return found


def _ids(rows: Iterable[Row]) -> list[str]:
    return [row.text("ID") for row in rows]


def _position(row: Row, column: str, ids: list[str]) -> int:
    if row.text(column) not in ids:
        row.fail(column, f"“{row.text(column)}” is none of the record's: {', '.join(ids) or '-'}")
    return ids.index(row.text(column))


def _quotation(row: Row, citations: list[str]) -> QuotationDraft:
    cited = row.text("Citation_ID")
    return QuotationDraft(
        text=row.text("Text"),
        language=row.text("Language_Tag"),
        translator=row.text("Translator"),
        citation=_position(row, "Citation_ID", citations) if cited else None,
        as_cited=row.text("As_Cited"),
        rights=row.text("Rights"),
    )


def _game(slug: str, row: Row) -> GameDraft:
    return GameDraft(
        name=row.text("Name"),
        slug=slug,
        native_name=row.text("Native_Name"),
        category=row.text("Category"),
        description=row.text("Description"),
        origin=row.text("Origin"),
        aliases=tuple(_texts(row, "Aliases")),
        external_ids=_object(row, "External_IDs"),
    )


def _relations(row: Row) -> dict[str, str]:
    slugs, relations = row.texts("Ruleset_IDs"), row.texts("Ruleset_Relations")
    if len(slugs) != len(relations):
        row.fail("Ruleset_Relations", f"{len(relations)} of them for {len(slugs)} rulesets")
    return dict(zip(slugs, relations, strict=True))


def _object(row: Row, column: str) -> dict[str, Any]:
    value = row.values.get(column)
    if value is not None and not isinstance(value, dict):
        row.fail(column, 'is no object, as in {"age": ["Adult"]}')
    return value or {}


def _texts(row: Row, column: str) -> list[str]:
    value = row.values.get(column) or []
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        row.fail(column, 'is no list of texts, as in ["a", "b"]')
    return value


def _point(row: Row) -> tuple[int | None, int | None]:
    north, east = row.number("Latitude"), row.number("Longitude")
    if north is None or east is None:
        return None, None
    return round(north * MICRO), normalise_longitude(round(east * MICRO))
