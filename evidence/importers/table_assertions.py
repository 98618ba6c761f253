"""The assertions of a row: games identified, further dates, related records, people …"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.text import slugify

from evidence import dates
from evidence.claims.assertions import NUMBERS, Kind
from evidence.drafts import DateDraft, GameDraft, IdentificationDraft, RelationDraft
from evidence.exporters import table_columns as columns
from evidence.exporters.plain_kinds import PlainKind, plain_kinds
from evidence.importers.table_cells import Arranged, CellError, Cells
from evidence.importers.table_places import unknown, word_of
from evidence.sources import LONGEST_CITATION, plain
from evidence.vocabulary import DateRole, Link, Sureness, Voice

IDENTIFICATION, OTHER_DATE, RELATION, *PLAIN = GROUPS = tuple(
    tuple(column.name for column in group)
    for group in (
        columns.IDENTIFICATIONS, columns.OTHER_DATES, columns.RELATIONS, *columns.PLAIN.values()
    )
)  # fmt: skip
PREFIXES = tuple(told.prefix for _name, _kind, told in plain_kinds())
SAYS = ("identified", "other_date", "related", *PREFIXES)
MOST = {"by": 200, "source": LONGEST_CITATION, "locator": 200}
LONGEST = {f"{said}_{name}": most for said in SAYS for name, most in MOST.items()} | {
    "identified_about": 300,
    "related_record": 60,
    **{
        f"{told.prefix}_{name}": most
        for _name, kind, told in plain_kinds()
        for name, most in kind.longest.items()
        if name in told.columns
    },
}
Row = dict[str, str]


def game_of(slug: str, name: str) -> GameDraft:
    """A game; what stands in the place of a slug and could be none is its name."""
    if slug and not name and slugify(slug) != slug:
        return GameDraft(slug)
    return GameDraft(name or slug, slug=slug)


def identifications_of(
    table: Arranged, cells: Cells
) -> list[tuple[GameDraft, IdentificationDraft]]:
    """The games that a row identifies, with what it says of each. Raises CellError."""
    found = []
    for row in _rows(table, cells, IDENTIFICATION):
        game = game_of(row["identified_game"], row["identified_game_name"])
        if not game.name:
            raise CellError("identified_game", "an identification has a game: name it")
        draft = IdentificationDraft(about=row["identified_about"], **_asserted("identified", row))
        found.append((game, draft))
    return found


def other_dates_of(table: Arranged, cells: Cells) -> tuple[DateDraft, ...]:
    """The dates beside the leading one. Raises CellError."""
    return tuple(
        DateDraft(
            role=_word("other_date_role", row, DateRole),
            date=_date(row["other_date_edtf"]),
            as_given=row["other_date_as_given"],
            **_asserted("other_date", row),
        )
        for row in _rows(table, cells, OTHER_DATE)
    )


def relations_of(table: Arranged, cells: Cells) -> tuple[RelationDraft, ...]:
    """What the record is to others. Raises CellError."""
    found = []
    for row in _rows(table, cells, RELATION):
        if not row["related_record"]:
            raise CellError("related_record", "a relation leads to another record: name it")
        how = _word("related_how", row, Link)
        found.append(RelationDraft(relation=how, target=row["related_record"],
                                   **_asserted("related", row)))  # fmt: skip
    return tuple(found)


def plain_of(table: Arranged, cells: Cells) -> dict[str, tuple[Any, ...]]:
    """What a row says of people, holdings and names. Raises CellError."""
    return {
        name: tuple(_plain(kind, told, row) for row in _rows(table, cells, names))
        for (name, kind, told), names in zip(plain_kinds(), PLAIN, strict=True)
    }


def _plain(kind: Kind, told: PlainKind, row: Row) -> Any:
    said: dict[str, Any] = {}
    for name in told.columns:
        column = f"{told.prefix}_{name}"
        if name in kind.needed and not row[column]:
            raise CellError(column, "is empty: nothing is said without it")
        said[name] = _value(kind, name, column, row)
    return kind.draft(**said, **_asserted(told.prefix, row))


def _value(kind: Kind, name: str, column: str, row: Row) -> Any:
    text = row[column]
    if name in NUMBERS:
        if text and not (text.isascii() and text.isdigit()):
            raise CellError(column, f"“{text}” is no number")
        return int(text) if text else None
    if name in kind.choices and text:
        word = word_of(text)
        if word not in kind.choices[name]:
            raise unknown(column, text, kind.choices[name])
        return word
    return text


def _rows(table: Arranged, cells: Cells, names: tuple[str, ...]) -> Iterator[Row]:
    for values in table.group(cells, names):
        yield dict(zip(names, values, strict=True))


def _asserted(said: str, row: Row) -> dict[str, str]:
    """How sure it is, and who says so, where and why."""
    return {
        "certainty": _word(f"{said}_certainty", row, Sureness, blank=True),
        "voice": _word(f"{said}_voice", row, Voice, blank=True),
        "who": row[f"{said}_by"],
        "source": plain(row[f"{said}_source"]),
        "locator": row[f"{said}_locator"],
        "reason": row[f"{said}_reason"],
    }


def _word(column: str, row: Mapping[str, str], words: Any, *, blank: bool = False) -> str:
    word = word_of(row[column])
    if word not in words.values and not (blank and not word):
        raise unknown(column, row[column], words.values)
    return word


def _date(text: str) -> str:
    try:
        return dates.read(text).edtf
    except dates.DateError as error:
        raise CellError("other_date_edtf", str(error)) from error
