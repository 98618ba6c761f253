"""Drafts of a table as rows that only lack ids: what can be done without asking the database."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from evidence import dates
from evidence.claims.assertions import KINDS
from evidence.drafts import Draft, GameDraft
from evidence.history.contents import content_of
from evidence.importers.table_drafts import Entry, Known, RowReader
from evidence.importers.table_file import Fault, Mapping, Part, Table
from evidence.words import distinct

Row = tuple[Any, ...]
Key = tuple[str, str]

RECORD = (
    "identifier", "portal_id", "game_id", "title", "type", "date", "date_as_given", "date_role",
    "year_from",
    "year_to", "day_from", "day_to", "rules", "content", "confidence", "confidence_reason",
    "judged_by", "external_ids", "checked_against",
)  # fmt: skip
PLACE = (
    "position", "name", "as_given", "lat_u", "lon_u", "region_id", "precision", "certainty", "note",
    "role",
)  # fmt: skip
REGION = PLACE.index("region_id")
CITATION = ("locator", "note", "seen", "via", "pages_checked")
QUOTATION = ("position", "text", "language", "translator", "as_cited", "rights")


class KnownGame(NamedTuple):
    """A stored game, and the words by which its records are found."""

    pk: int
    slug: str
    name: str
    words: tuple[str, ...]


class Made(NamedTuple):
    """A record as rows: RECORD, PLACE with the slug of a region, and so on; but for the ids."""

    line: int
    record: Row
    places: list[Row]
    citations: list[Row]  # citation, its slug in the file, and CITATION
    quotations: list[Row]
    terms: list[tuple[str, str]]  # vocabulary, word
    rulesets: list[tuple[str, str]]  # slug, relation
    content: str
    words: str  # as the search table keeps them
    apart: Entry | None  # the row itself, where it makes assertions, which are stored one by one

    @property
    def identifier(self) -> str:
        """What the record is called for good."""
        return str(self.record[0])

    @property
    def portal_id(self) -> str | None:
        """DLP.Evidence.N, if it has one."""
        found: str | None = self.record[1]
        return found


class MadePart(NamedTuple):
    """What a part of the file became."""

    part: Part
    made: list[Made]
    faults: list[Fault]


@dataclass(frozen=True)
class Plan:
    """What rows are read by.

    `games` is by the slug and the name that rows give: a stored game, or why it is refused.
    """

    table: Table
    mapping: Mapping
    known: Known
    games: dict[Key, KnownGame | str]

    def entries(self, part: Part) -> Iterable[Entry | Fault]:
        """The rows of a part, their games by the names that are stored."""
        reader = RowReader(self.table, self.mapping, self.known)
        for entry in reader.read(self.table.rows(part)):
            yield entry if isinstance(entry, Fault) else self._with_games(entry, reader)

    def _with_games(self, entry: Entry, reader: RowReader) -> Entry | Fault:
        """The row with the stored games that it names, or why it is refused."""
        draft = entry.draft
        found: list[KnownGame] = []
        for named in entry.named:
            game = self.games[named.slug, named.name]
            if isinstance(game, str):
                column = "identified_game" if found else "game_name"
                return Fault(entry.line, reader.table.named(column), game)
            found.append(game)
        own = GameDraft(found[0].name, slug=found[0].slug)
        renamed = draft if draft.game == own else replace(draft, game=own)
        if draft.identifications:
            rows = zip(draft.identifications, found[1:], strict=True)
            identified = tuple(replace(row, game=game.slug) for row, game in rows)
            renamed = replace(renamed, identifications=identified)
        return entry._replace(draft=renamed)


class Maker:
    """Makes rows of the parts of a table."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.by_slug = {
            game.slug: game for game in plan.games.values() if isinstance(game, KnownGame)
        }

    def __call__(self, part: Part) -> MadePart:
        """The rows of a part."""
        made: list[Made] = []
        faults: list[Fault] = []
        for entry in self.plan.entries(part):
            if isinstance(entry, Fault):
                faults.append(entry)
            else:
                made.append(_made(entry, self.by_slug[entry.draft.game.slug]))
        return MadePart(part, made, faults)


def _made(entry: Entry, game: KnownGame) -> Made:
    draft = entry.draft
    return Made(
        line=entry.line,
        record=_record(draft, game.pk),
        places=[
            (
                position, row.name, row.as_given, row.lat_u, row.lon_u, row.region, row.precision,
                row.certainty, row.note, row.role,
            )
            for position, row in enumerate(draft.places)
        ],
        citations=[
            (row.citation, slug, *row.own[1:])
            for row, slug in zip(draft.citations, entry.slugs, strict=True)
        ],
        quotations=[
            (position, row.text, row.language, row.translator, row.as_cited, row.rights)
            for position, row in enumerate(draft.quotations)
        ],
        terms=[(name, word) for name, words in draft.terms.items() for word in words],
        rulesets=list(draft.rulesets.items()),
        content=json.dumps(content_of(draft), ensure_ascii=False),
        words=_words(draft, game),
        apart=entry if any(getattr(draft, name) for name in KINDS) else None,
    )  # fmt: skip


def _record(draft: Draft, game: int) -> Row:
    span = dates.read(draft.date) if draft.date else None
    years = (span.year_from, span.year_to, span.day_from, span.day_to) if span else (None,) * 4
    return (
        draft.identifier,
        draft.portal_id,
        game,
        draft.title,
        draft.type,
        draft.date,
        draft.date_as_given,
        draft.date_role,
        *years,
        draft.rules,
        draft.content,
        draft.confidence,
        draft.confidence_reason,
        draft.judged_by,
        json.dumps(draft.external_ids),
        json.dumps(draft.checked_against),
    )


def _words(draft: Draft, game: KnownGame) -> str:
    """As `evidence.search.text` finds them; the titles of stored sources are not known here."""
    texts = [draft.identifier, draft.portal_id or "", draft.title, draft.rules, draft.content]
    for place in draft.places:
        texts += (place.name, place.as_given)
    for quotation in draft.quotations:
        texts += (quotation.text, quotation.translator)
    texts += [citation.citation for citation in draft.citations]
    texts += [str(value) for value in draft.external_ids.values() if value]
    return " ".join(sorted(distinct(texts).union(game.words)))
