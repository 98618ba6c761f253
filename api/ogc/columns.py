"""The properties of features: flat texts and whole numbers, so that GIS programs show columns.

Several values are joined as in the CSV export; the JSON of /api/v1/ has them apart. A text that is
not known is empty, a number null.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from django.urls import reverse

from api.fields import YEAR
from evidence.exporters.table_columns import INSTEAD, SEPARATOR
from evidence.licence import LICENCE, LICENCE_URL
from evidence.models import Evidence
from evidence.vocabulary import Vocabulary
from evidence.when import date_words

Value = str | int | None

# What GDAL takes for a date or a time of day when all values of a page look alike. It then
# rewrites them, and years before 1 CE or a 30th of February make Python's readers of it fail.
DATE_LIKE = re.compile(
    r"\s*(?:[+-]?\d+[-/.]\d+[-/.]\d+(?:[ T]\d.*)?|\d+:\d+(?:[:.].*)?)\s*", re.ASCII | re.DOTALL
)


@dataclass(frozen=True)
class Column:
    """One property: its name, type and meaning, and how it is read off a row.

    `read` takes the row, as the catalogue reads it, and the site's root, such as
    https://example.org, for absolute links.
    """

    name: str
    kind: Literal["string", "integer"]
    description: str
    read: Callable[[Any, str], Value]

    def value(self, row: Any, root: str) -> Value:
        """The property of a row; no text that is taken for a date by programs that guess."""
        value = self.read(row, root)
        return undatelike(value) if isinstance(value, str) else value


def properties(columns: Sequence[Column], row: Any, root: str) -> dict[str, Value]:
    """All properties of a row."""
    return {column.name: column.value(row, root) for column in columns}


def undatelike(text: str) -> str:
    """The text, in quotation marks if programs would take it for a date or a time of day."""
    return f"“{text}”" if DATE_LIKE.fullmatch(text) else text


def _edtf(record: Evidence) -> str:
    """The date as EDTF, a single day as the interval of that day: no text that looks like a day."""
    return f"{record.date}/{record.date}" if DATE_LIKE.fullmatch(record.date) else record.date


def _joined(values: Iterable[object]) -> str:
    texts = dict.fromkeys(text for value in values if (text := str(value)))
    return SEPARATOR.join(text.replace("|", INSTEAD) for text in texts)


def _text(name: str, description: str, read: Callable[[Any], object]) -> Column:
    return Column(name, "string", description, lambda row, root: str(read(row)))


def _number(name: str, description: str, read: Callable[[Any], int | None]) -> Column:
    return Column(name, "integer", description, lambda row, root: read(row))


def _address(name: str, description: str, read: Callable[[Any], str]) -> Column:
    return Column(name, "string", description, lambda row, root: root + read(row))


def _terms(name: str, vocabulary: Vocabulary, description: str) -> Column:
    def read(record: Any) -> str:
        terms = record.terms_list
        return _joined(term.name for term in terms if term.vocabulary == vocabulary)

    return _text(name, description, read)


EVIDENCE: tuple[Column, ...] = (
    _text("title", "what the piece is called", lambda r: r.title),
    _text("game", "slug of the game", lambda r: r.game.slug),
    _text("game_name", "the game", lambda r: r.game.name),
    _text("type", "what kind of evidence it is, a slug", lambda r: r.type),
    _text("date_text", "the date in words", lambda r: date_words(r) if r.date else ""),
    _text("date_edtf", "the date as EDTF (ISO 8601-2); one day as the interval of that day", _edtf),
    _text("date_as_given", "the date as it was given", lambda r: r.date_as_given),
    _number("year_from", f"earliest possible, {YEAR}", lambda r: r.year_from),
    _number("year_to", f"latest possible, {YEAR}", lambda r: r.year_to),
    _text("places", "names of the places", lambda r: _joined(r.places.all())),
    _text(
        "precision",
        "how precise the points are",
        lambda r: _joined(place.precision for place in r.places.all()),
    ),
    _text(
        "certainty",
        "how sure the places are",
        lambda r: _joined(place.certainty for place in r.places.all()),
    ),
    _text("regions", "slugs of its regions", lambda r: _joined(x.slug for x in r.regions_list)),
    _number("confidence", "0 to 100, null where not known", lambda r: r.confidence),
    _terms("uncertainty", Vocabulary.UNCERTAINTY, "what makes it doubtful"),
    _terms("ages", Vocabulary.AGE, "ages of the players"),
    _terms("genders", Vocabulary.GENDER, "genders of the players"),
    _terms("social_statuses", Vocabulary.STATUS, "social statuses of the players"),
    _terms("spaces", Vocabulary.SPACE, "spaces that it was played in"),
    _text("rulesets", "slugs of rulesets", lambda r: _joined(x.slug for x in r.rulesets_list)),
    _text("rules", "what this piece shows, in our own words", lambda r: r.rules),
    _text("content", "description of the piece itself", lambda r: r.content),
    _text("sources", "citations, with pages", lambda r: _joined(r.citations_list)),
    _text("portal_id", "DLP.Evidence.N at the Ludii portal", lambda r: r.portal_id or ""),
    _address("page", "the page for people", lambda r: str(r.get_absolute_url())),
    _address(
        "record", "all that is known, as JSON", lambda r: reverse("api:record", args=[r.identifier])
    ),
    _text("licence", "on what terms this may be used", lambda r: LICENCE),
    _text("licence_url", "the licence's text", lambda r: LICENCE_URL),
)
REGION: tuple[Column, ...] = (
    _text("name", "what the region is called", lambda r: r.name),
    _text("kind", "continent, world, historical or cultural", lambda r: r.kind),
    _text("parent", "slug of the region above", lambda r: r.parent.slug if r.parent else ""),
    _number("evidence_count", "how many records lie in it", lambda r: r.records),
    _text("sources", "who drew the shape, and after what", lambda r: r.note),
    _address("page", "the page for people", lambda r: reverse("region", args=[r.slug])),
    _address("record", "the same as JSON", lambda r: reverse("api:region", args=[r.slug])),
    _text("licence", "on what terms the shape may be used", lambda r: "as stated in sources"),
)
