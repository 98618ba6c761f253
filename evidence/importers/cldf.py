"""CLDF-style datasets of games as drafts: games of cultures, and descriptions of them in sources.

Which table is which is told by the metadata: the languages are the LanguageTable, the sources have
citations, descriptions point at games and sources, games point at languages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from pathlib import Path
from typing import Any

from django.utils.text import slugify

from evidence.dates import DateSpan, read
from evidence.drafts import CitationDraft, Draft, GameDraft, PlaceDraft
from evidence.importers.bibtex import read_bibtex
from evidence.importers.dataset import Dataset, DatasetError, Row, Table
from evidence.importers.licence import licence_of
from evidence.importers.reference import BibliographyError, text_of
from evidence.places import normalise_longitude
from evidence.sources.bibliography.csl import issued
from evidence.vocabulary import Certainty, Precision

MICRO = 1_000_000
MOST_NAMED = 3
# By their property, else by the names that AustroGames gives them.
LOCATION, LOCATION_DOUBT = "Geographic_location", "Geographic_location_uncertainty"
CULTURE_DOUBT = "ABVD_uncertainty"
TIME_FRAME, TIME_TYPE = "Time_frame", "Time_type"
CODES = {
    "Glottolog": ("glottocode", "Glottolog_code"),
    "ISO 639-3": ("iso639P3code", "ISO6393_code"),
}
PARTS = ("cultures", "sources", "descriptions", "games")


@dataclass(frozen=True)
class Tables:
    """The four tables of such a dataset."""

    cultures: Table
    sources: Table
    descriptions: Table
    games: Table


@dataclass(frozen=True)
class Pair:
    """A description and one of the games that it tells of."""

    description: str
    game: str
    row: Row


@dataclass
class GameData:
    """A dataset whose references are checked: each id that is named has a row."""

    dataset: Dataset
    tables: Tables
    bibliography: dict[str, dict[str, Any]]
    type: str

    @cached_property
    def name(self) -> str:
        """As in AustroGames."""
        return str(self.dataset.about.get("rdf:ID") or self.dataset.folder.resolve().name)

    @cached_property
    def set_name(self) -> str:
        """Begins every address."""
        return slugify(self.name) or "cldf"

    @cached_property
    def credit(self) -> str:
        """Title, address and licence of the dataset."""
        about = self.dataset.about
        title = str(about.get("dc:title") or self.name)
        address = str(about.get("dcat:accessURL") or about.get("dc:identifier") or "")
        licence = str(about.get("dc:license") or licence_of(self.dataset.folder))
        return ", ".join(filter(None, (title, address, licence)))

    @cached_property
    def cultures(self) -> dict[str, Row]:
        """By id."""
        return self.tables.cultures.by_id()

    @cached_property
    def games(self) -> dict[str, Row]:
        """By id."""
        return self.tables.games.by_id()

    @cached_property
    def sources(self) -> dict[str, Row]:
        """By id."""
        return self.tables.sources.by_id()

    @cached_property
    def descriptions(self) -> dict[str, Row]:
        """By id."""
        return self.tables.descriptions.by_id()

    def cultures_of(self, game: str) -> list[str]:
        """The ids of the cultures of a game."""
        column = self.tables.games.points_to[self.tables.cultures.path.name]
        return self.games[game].texts(column)

    def pairs(self) -> Iterator[Pair]:
        """Each description with each of its games: a record is about one game."""
        column = self.tables.descriptions.points_to[self.tables.games.path.name]
        for description, row in self.descriptions.items():
            for game in dict.fromkeys(row.texts(column)):
                yield Pair(description, game, row)

    def source_of(self, pair: Pair) -> str:
        """The id of the source of a description."""
        return pair.row.text(self.tables.descriptions.points_to[self.tables.sources.path.name])


def read_games(dataset: Dataset, kind: str) -> GameData:
    """What a dataset says of games, `kind` being the type of its evidence. Raises DatasetError."""
    data = GameData(dataset, _tables(dataset), _bibliography(dataset), kind)
    _check_addresses(data.tables.games)
    _check_references(data)
    return data


def _tables(dataset: Dataset) -> Tables:
    found: dict[str, Table] = {}
    for table in dataset.tables.values():
        if table.role == "LanguageTable":
            found["cultures"] = table
        elif "bibliographicCitation" in table.by_property:
            found["sources"] = table
    names = {part: table.path.name for part, table in found.items()}
    for table in dataset.tables.values():
        if names.get("sources") in table.points_to:
            found["descriptions"] = table
        elif names.get("cultures") in table.points_to:
            found["games"] = table
    lacking = [part for part in PARTS if part not in found]
    if lacking or found["games"].path.name not in found["descriptions"].points_to:
        said = ", ".join(lacking) or "descriptions that point at games"
        raise DatasetError(
            f"{dataset.folder}: the metadata describe no table of {said}; needed are a "
            "LanguageTable, sources with a bibliographicCitation, games with a foreign key to the "
            "languages, and descriptions with foreign keys to games and sources"
        )
    return Tables(**found)


def _bibliography(dataset: Dataset) -> dict[str, dict[str, Any]]:
    """The entries of the dataset's BibTeX file by their keys."""
    name = dataset.about.get("dc:source")
    if not name:
        return {}
    path = dataset.folder / str(name)
    if Path(str(name)).name != name or not path.is_file():
        raise DatasetError(f"{dataset.folder}: dc:source {name!r} is no file in this folder")
    try:
        entries = read_bibtex(path, text_of(path))
    except BibliographyError as error:
        raise DatasetError(str(error)) from error
    return {entry.key: entry.csl for entry in entries}


def _check_references(data: GameData) -> None:
    tables = data.tables
    for table, target in (
        (tables.games, tables.cultures),
        (tables.descriptions, tables.games),
        (tables.descriptions, tables.sources),
    ):
        column, known = table.points_to[target.path.name], target.by_id()
        for row in table.rows:
            for wanted in row.texts(column):
                if wanted not in known:
                    row.fail(column, f"“{wanted}” is no id of {target.path.name}")


def _check_addresses(table: Table) -> None:
    """Refuse ids that are the same once they are an address."""
    key, taken = table.column("id"), dict[str, Row]()
    for row in table.rows:
        address = slugify(row.text(key))
        if not address:
            row.fail(key, f"“{row.text(key)}” has no letter or digit of an address")
        if address in taken:
            row.fail(key, f"“{row.text(key)}” has the address of line {taken[address].line}")
        taken[address] = row


def game_draft(data: GameData, game: str) -> GameDraft:
    """A row of the games as a game of its own: the same word may name other games elsewhere."""
    row, table = data.games[game], data.tables.games
    local, common = _names(data, game)
    name = f"{common or local or 'unnamed game'} ({data.name} {game})"
    named = (table.by_property.get(part) for part in ("id", "name", "description"))
    used = {*named, *table.points_to.values()}
    told = [
        f"{column.replace('_', ' ')}: {_words(row, column)}"
        for column in table.columns
        if column not in used and row.values.get(column) is not None
    ]
    return GameDraft(
        name=name,
        slug=f"{data.set_name}-{slugify(game)}",
        native_name=local,
        description="\n".join([f"As coded in {data.name}:", *told] if told else []),
        external_ids={data.name: game},
    )


def _words(row: Row, column: str) -> str:
    value = row.values[column]
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else row.text(column)


def _names(data: GameData, game: str) -> tuple[str, str]:
    """What the game is called where it is played, and what it is commonly called."""
    row, by_property = data.games[game], data.tables.games.by_property
    local = row.text(by_property.get("name", ""))
    return local, row.text(by_property.get("description", ""))


def citation_draft(data: GameData, source: str, note: str = "") -> CitationDraft:
    """A source as it is cited in the dataset, with the fields of its BibTeX entry."""
    row = data.sources[source]
    column = data.tables.sources.column("bibliographicCitation")
    if not row.text(column):
        row.fail(column, "the citation is missing")
    csl = data.bibliography.get(source, {})
    if year := row.text(data.tables.sources.by_property.get("date", "")):
        csl = {"type": "document", "issued": issued(year), **csl}
    return CitationDraft(row.text(column), note=note, csl=csl)


def identifier_of(data: GameData, pair: Pair) -> str:
    """What the record of one description of one game is known by."""
    return f"{data.set_name}-{slugify(pair.description)}-{slugify(pair.game)}"


def record_draft(data: GameData, pair: Pair) -> Draft:
    """What the dataset says of one description of one game."""
    span, as_given = _time(data, pair)
    note = f"Through {data.credit}: description {pair.description}, game {pair.game}."
    return Draft(
        identifier=identifier_of(data, pair),
        game=game_draft(data, pair.game),
        title=_title(data, pair.game),
        type=data.type,
        date=span.edtf if span else "",
        date_as_given=as_given,
        places=tuple(_places(data, pair)),
        citations=(citation_draft(data, data.source_of(pair), note),),
        external_ids={
            f"{data.name} description": pair.description,
            f"{data.name} game": pair.game,
        },
    )


def _title(data: GameData, game: str) -> str:
    name = data.tables.cultures.column("name")
    called = ", ".join(filter(None, _names(data, game))) or "unnamed game"
    cultures = [data.cultures[culture].text(name) for culture in data.cultures_of(game)]
    more = len(cultures) - MOST_NAMED
    shown = cultures[:MOST_NAMED] + ([f"{more} more"] if more > 0 else [])
    return f"{called} ({', '.join(shown)})" if shown else called


def _places(data: GameData, pair: Pair) -> Iterator[PlaceDraft]:
    """The place that the description names, and those of the game's cultures."""
    if location := pair.row.text(LOCATION):
        yield PlaceDraft(
            name=location[:300], as_given=location, certainty=_doubt(pair.row, LOCATION_DOUBT)
        )
    for culture in data.cultures_of(pair.game):
        yield _place(data, culture, _doubt(data.games[pair.game], CULTURE_DOUBT))


def _doubt(row: Row, column: str) -> str:
    return Certainty.PROBABLE.value if row.flag(column) else ""


def _place(data: GameData, culture: str, certainty: str) -> PlaceDraft:
    row, point = data.cultures[culture], point_of(data, culture)
    codes = [
        f"{name} {row.text(column)}"
        for name, column in code_columns(data).items()
        if row.text(column)
    ]
    if point is None:
        said = f"the culture that {data.name} names; it gives no coordinates"
    else:
        said = f"where {data.name} places the culture's language, not the source"
    return PlaceDraft(
        name=row.text(data.tables.cultures.column("name")),
        lat_u=point[0] if point else None,
        lon_u=point[1] if point else None,
        precision=Precision.REGION.value,
        certainty=certainty,
        note="; ".join((said, *codes)),
    )


def code_columns(data: GameData) -> dict[str, str]:
    """The columns of the cultures' codes, by what the codes are called."""
    by_property = data.tables.cultures.by_property
    return {name: by_property.get(role, column) for name, (role, column) in CODES.items()}


def point_of(data: GameData, culture: str) -> tuple[int, int] | None:
    """Where a culture is, in microdegrees; None where that is not known. Raises DatasetError."""
    row, table = data.cultures[culture], data.tables.cultures
    latitude, longitude = table.column("latitude"), table.column("longitude")
    north, east = row.number(latitude), row.number(longitude)
    if (north is None) != (east is None):
        row.fail(latitude if north is None else longitude, "one half of a point is missing")
    if north is None or east is None:
        return None
    if abs(north) > 90:
        row.fail(latitude, f"{north} is beyond the pole: -90 to 90")
    if abs(east) > 180:
        row.fail(longitude, f"{east} is beyond a half turn: -180 to 180")
    return _micro(north), normalise_longitude(_micro(east))


def _micro(degrees: Decimal) -> int:
    return round(degrees * MICRO)


def _time(data: GameData, pair: Pair) -> tuple[DateSpan | None, str]:
    """The time frame that the dataset gives the source, from its first year to its last."""
    row = data.sources[data.source_of(pair)]
    frames = row.texts(TIME_FRAME)
    if not frames:
        return None, ""
    kind = row.text(TIME_TYPE)
    as_given = f"{' ; '.join(frames)} ({f'{kind}, ' if kind else ''}time frame of the source)"
    years = [year.strip() for frame in frames for year in frame.split("-")]
    if not all(re.fullmatch("[0-9]{4}", year) for year in years):
        row.fail(TIME_FRAME, f"“{' ; '.join(frames)}” is no time frame: write 1870-1920 or 1890")
    return read("/".join(dict.fromkeys((min(years), max(years))))), as_given
