"""Lines of a corpus into drafts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from evidence import dates
from evidence.claims.assertions import KINDS, NUMBERS, Kind
from evidence.drafts import CITATION, CitationDraft, Draft, GameDraft, PhraseDraft, PlaceDraft
from evidence.importers.corpus_files import Row
from evidence.importers.csl import csl_item
from evidence.passages.phrases import at_words
from evidence.sources import plain
from evidence.vocabulary import (
    CLOSED_TERMS,
    Certainty,
    DateRole,
    EvidenceType,
    PlaceRole,
    Precision,
    Seen,
    Vocabulary,
)
from games.models import Game

TYPES = {str(kind.label): kind.value for kind in EvidenceType}
TERMS = {
    "uncertainty_factors": Vocabulary.UNCERTAINTY.value,
    "ages": Vocabulary.AGE.value,
    "genders": Vocabulary.GENDER.value,
    "social_statuses": Vocabulary.STATUS.value,
    "spaces": Vocabulary.SPACE.value,
}
GAME_KEYS = frozenset(
    {"game", "game_aliases", "game_category", "game_description", "game_native_name"}
)
RECORD_KEYS = GAME_KEYS | frozenset(TERMS) | frozenset(
    {
        "key", "portal_id", "title", "type", "places", "date_edtf", "date_text", "date_role",
        "year_from",
        "year_to", "rules", "content", "confidence", "confidence_reason", "judged_by", "sources",
        "rulesets", "ruleset_notes", "no_ruleset", "phrases", "external_ids",
        "checked_against", *KINDS,
    }
)  # fmt: skip
PLACE_KEYS = frozenset(
    {"name", "as_given", "lat", "lon", "region", "precision", "certainty", "note", "role"}
)
PHRASE_KEYS = frozenset({"ruleset", "clause", "part", "field", "words", "relation"})
SHARED_KEYS = (
    "csl_type", "author", "year", "title", "container", "publisher", "publisher_place", "language",
    "url",
)  # fmt: skip
SOURCE_KEYS = frozenset({*CITATION, *SHARED_KEYS})


@dataclass(frozen=True)
class Entry:
    """A draft and the line that it was read from."""

    row: Row
    draft: Draft


def read_entries(rows: Iterable[Row]) -> list[Entry]:
    """Drafts of all lines; each game as all its lines together tell it. Raises CorpusError."""
    entries = [Entry(row, _draft(row)) for row in rows]
    _check_once(entries)
    _check_sources(entries)
    games = _games(entries)
    return [
        replace(entry, draft=replace(entry.draft, game=games[entry.draft.game.name]))
        for entry in entries
    ]


def _draft(row: Row) -> Draft:
    row.only(RECORD_KEYS)
    return Draft(
        identifier=row.need("key", str),
        portal_id=row.maybe("portal_id", str),
        game=_game(row),
        title=row.may("title", str, ""),
        type=_type(row),
        date=_date(row),
        date_as_given=row.may("date_text", str, ""),
        date_role=_choice(row, "date_role", ["", *DateRole.values]),
        rules=row.may("rules", str, ""),
        content=row.may("content", str, ""),
        confidence=_confidence(row),
        confidence_reason=row.may("confidence_reason", str, ""),
        judged_by=row.may("judged_by", str, ""),
        places=tuple(_place(place) for place in row.rows("places")),
        citations=tuple(_citation(source) for source in row.rows("sources")),
        phrases=tuple(_phrase(row, phrase) for phrase in row.rows("phrases")),
        **{name: _assertions(row, name) for name in KINDS},
        terms={TERMS[key]: _terms(row, key) for key in TERMS if row.words(key)},
        rulesets=row.may("rulesets", dict, {}),
        ruleset_notes=row.may("ruleset_notes", dict, {}),
        no_ruleset=row.may("no_ruleset", str, ""),
        external_ids={
            key: value
            for key, value in row.may("external_ids", dict, {}).items()
            if value is not None
        },
        checked_against=row.words("checked_against"),
    )


def _game(row: Row) -> GameDraft:
    category = row.may("game_category", str, "")
    if category and category not in Game.Category.values:
        row.fail("game_category", f"{category!r} is not one of {', '.join(Game.Category.values)}")
    return GameDraft(
        name=row.need("game", str),
        native_name=row.may("game_native_name", str, ""),
        category=category,
        description=row.may("game_description", str, ""),
        aliases=row.words("game_aliases"),
    )


def _type(row: Row) -> str:
    label = row.need("type", str)
    if label not in TYPES:
        row.fail("type", f"{label!r} is not one of {', '.join(TYPES)}")
    return TYPES[label]


def _date(row: Row) -> str:
    text = row.may("date_edtf", str, "")
    try:
        span = dates.read(text) if text else None
    except dates.DateError as error:
        row.fail("date_edtf", str(error))
    for key in ("year_from", "year_to"):
        if key in row.data and row.data[key] != (span and getattr(span, key)):
            row.fail(key, f"is {row.data[key]}, but {text!r} gives {span and getattr(span, key)}")
    return text


def _confidence(row: Row) -> int | None:
    value = row.maybe("confidence", int)
    if value is not None and not 0 <= value <= 100:
        row.fail("confidence", f"is {value}: 0 to 100, or null where unknown")
    return value


def _terms(row: Row, key: str) -> tuple[str, ...]:
    known = CLOSED_TERMS.get(TERMS[key])
    for word in row.words(key):
        if known and word not in known:
            row.fail(key, f"{word!r} is not one of {', '.join(known)}")
    return row.words(key)


def _place(row: Row) -> PlaceDraft:
    row.only(PLACE_KEYS)
    latitude, longitude = _degrees(row, "lat", 90), _degrees(row, "lon", 180)
    if (latitude is None) != (longitude is None):
        row.fail("lat", "a point needs both lat and lon; leave both null where it is not known")
    return PlaceDraft(
        name=row.may("name", str, ""),
        as_given=row.may("as_given", str, ""),
        lat_u=latitude,
        lon_u=-180_000_000 if longitude == 180_000_000 else longitude,
        region=row.maybe("region", str),
        precision=_choice(row, "precision", Precision.values),
        certainty=_choice(row, "certainty", Certainty.values),
        note=row.may("note", str, ""),
        role=_choice(row, "role", ["", *PlaceRole.values]),
    )


def _degrees(row: Row, key: str, most: int) -> int | None:
    value = row.maybe(key, float)
    if value is None:
        return None
    if not -most <= value <= most:
        row.fail(key, f"is {value}: degrees from {-most} to {most}")
    return round(value * 1_000_000)


def _choice(row: Row, key: str, known: list[str]) -> str:
    value = row.may(key, str, "")
    if value not in known:
        row.fail(key, f"{value!r} is not one of {', '.join(filter(None, known))}")
    return value


def _citation(row: Row) -> CitationDraft:
    row.only(SOURCE_KEYS)
    fields: dict[str, Any] = {key: row.may(key, str, "") for key in SHARED_KEYS if key != "year"}
    return CitationDraft(
        citation=row.need("citation", str),
        locator=row.may("locator", str, ""),
        note=row.may("note", str, ""),
        seen=_choice(row, "seen", ["", *Seen.values]),
        via=row.may("via", str, ""),
        pages_checked=row.may("pages_checked", str, ""),
        csl=csl_item({**fields, "citation": row.data["citation"], "year": row.maybe("year", int)}),
    )


def _phrase(record: Row, row: Row) -> PhraseDraft:
    """A phrase by its exact words, which must stand in the text once."""
    row.only(PHRASE_KEYS)
    field = row.may("field", str, "rules")
    if field not in ("rules", "content"):
        row.fail("field", f"{field!r} is not one of rules, content")
    phrase = PhraseDraft(
        ruleset=row.need("ruleset", str),
        clause=row.need("clause", str),
        start=0,
        end=0,
        field=field,
        relation=row.may("relation", str, "describes"),
        part=row.maybe("part", int),
    )
    words, text = row.need("words", str), record.may(field, str, "")
    found = at_words(phrase, text, words)
    if found is None:
        row.fail("words", f"{words!r} stands {text.count(words)} times in {field}: once is needed")
    return found


def _assertions(record: Row, name: str) -> tuple[Any, ...]:
    kind = KINDS[name]
    return tuple(_assertion(row, kind) for row in record.rows(name))


def _assertion(row: Row, kind: Kind) -> Any:
    row.only(frozenset(kind.names))
    for key, known in kind.choices.items():
        _choice(row, key, ["", *known])
    said: dict[str, Any] = {
        key: row.maybe(key, int) if key in NUMBERS else row.may(key, str, "") for key in kind.names
    }
    return kind.draft(**said | {"source": plain(said["source"])})


def _check_once(entries: list[Entry]) -> None:
    first: dict[str, Row] = {}
    for entry in entries:
        for key, value in (
            ("key", entry.draft.identifier),
            ("portal_id", entry.draft.portal_id),
        ):
            if value and (other := first.setdefault(value, entry.row)) is not entry.row:
                entry.row.fail(key, f"{value} is also in {other.path.name}, line {other.line}")


def _check_sources(entries: list[Entry]) -> None:
    """One citation is one source: its fields must be the same wherever it is cited."""
    first: dict[str, tuple[Row, CitationDraft]] = {}
    for row, citation in _citations(entries):
        other, known = first.setdefault(citation.citation, (row, citation))
        if citation.csl != known.csl:
            row.fail(
                "citation",
                f"{citation.citation!r} has other fields in {other.path.name}, line {other.line}: "
                f"{_difference(citation.csl, known.csl)}",
            )


def _citations(entries: list[Entry]) -> Iterator[tuple[Row, CitationDraft]]:
    for entry in entries:
        yield from zip(entry.row.rows("sources"), entry.draft.citations, strict=True)


def _difference(one: dict[str, Any], other: dict[str, Any]) -> str:
    keys = sorted(key for key in {*one, *other} if one.get(key) != other.get(key))
    return "; ".join(f"{key} {one.get(key)!r} and {other.get(key)!r}" for key in keys)


def _native_name(row: Row, known: GameDraft, game: GameDraft) -> str:
    """The native name of a game, which one line may give and others leave out."""
    if known.native_name and game.native_name not in ("", known.native_name):
        row.fail("game_native_name", f"differs from an earlier line about {game.name}")
    return known.native_name or game.native_name


def _games(entries: list[Entry]) -> dict[str, GameDraft]:
    games: dict[str, GameDraft] = {}
    for entry in entries:
        game = entry.draft.game
        known = games.setdefault(game.name, game)
        for key in ("category", "description"):
            if getattr(game, key) != getattr(known, key):
                entry.row.fail(f"game_{key}", f"differs from an earlier line about {game.name}")
        aliases = dict.fromkeys((*known.aliases, *game.aliases))
        native = _native_name(entry.row, known, game)
        games[game.name] = replace(known, native_name=native, aliases=tuple(aliases))
    return games
