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

from api.features import Shape
from api.fields import YEAR
from evidence.exporters.cells import several
from evidence.records.licence import LICENCE, LICENCE_URL

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


def _edtf(record: Shape) -> str:
    """The date as EDTF, a single day as the interval of that day: no text that looks like a day."""
    date = str(record["date"]["edtf"])
    return f"{date}/{date}" if DATE_LIKE.fullmatch(date) else date


def _cited(citation: Shape) -> str:
    """A source with the place in it."""
    said = (citation["source"]["citation"], citation["locator"])
    return ", ".join(part for part in said if part)


def _joined(values: Iterable[object]) -> str:
    return several(dict.fromkeys(text for value in values if (text := str(value))))


def _text(name: str, description: str, read: Callable[[Any], object]) -> Column:
    return Column(name, "string", description, lambda row, root: str(read(row)))


def _number(name: str, description: str, read: Callable[[Any], int | None]) -> Column:
    return Column(name, "integer", description, lambda row, root: read(row))


def _address(name: str, description: str, read: Callable[[Any], str]) -> Column:
    return Column(name, "string", description, lambda row, root: root + read(row))


def _list(name: str, description: str, read: Callable[[Any], Iterable[object]]) -> Column:
    return _text(name, description, lambda r: _joined(read(r)))


# Rows are records as the JSON of /api/v1/ shapes them.
EVIDENCE: tuple[Column, ...] = (
    _text("title", "what the piece is called", lambda r: r["title"]),
    _text("game", "slug of the game", lambda r: r["game"]["slug"]),
    _text("game_name", "the game", lambda r: r["game"]["name"]),
    _text("type", "what kind of evidence it is, a slug", lambda r: r["type"]),
    _text(
        "date_text",
        "the date in words",
        lambda r: r["date"]["text"] if r["date"]["edtf"] else "",
    ),
    _text("date_edtf", "the date as EDTF (ISO 8601-2); one day as the interval of that day", _edtf),
    _text("date_as_given", "the date as it was given", lambda r: r["date"]["as_given"]),
    _number("year_from", f"earliest possible, {YEAR}", lambda r: r["date"]["year_from"]),
    _number("year_to", f"latest possible, {YEAR}", lambda r: r["date"]["year_to"]),
    _list(
        "places",
        "names of the places",
        lambda r: (place["name"] or place["as_given"] for place in r["places"]),
    ),
    _list(
        "precision",
        "how precise the points are",
        lambda r: (place["precision"] for place in r["places"]),
    ),
    _list(
        "certainty",
        "how sure the places are",
        lambda r: (place["certainty"] for place in r["places"]),
    ),
    _list("regions", "slugs of its regions", lambda r: r["regions"]),
    _number("confidence", "0 to 100, null where not known", lambda r: r["confidence"]),
    _list("uncertainty", "what makes it doubtful", lambda r: r["uncertainty"]),
    _list("ages", "ages of the players", lambda r: r["ages"]),
    _list("genders", "genders of the players", lambda r: r["genders"]),
    _list("social_statuses", "social statuses of the players", lambda r: r["social_statuses"]),
    _list("spaces", "spaces that it was played in", lambda r: r["spaces"]),
    _list(
        "rulesets",
        "slugs of rulesets",
        lambda r: (link["ruleset"]["slug"] for link in r["rulesets"]),
    ),
    _text("rules", "what this piece shows, in our own words", lambda r: r["rules"]),
    _text("content", "description of the piece itself", lambda r: r["content"]),
    _list("sources", "citations, with pages", lambda r: map(_cited, r["sources"])),
    _text("portal_id", "DLP.Evidence.N at the Ludii portal", lambda r: r["portal_id"] or ""),
    _text("page", "the page for people", lambda r: r["page"]),
    _text("record", "all that is known, as JSON", lambda r: r["url"]),
    _text("licence", "on what terms this may be used", lambda r: LICENCE),
    _text("licence_url", "the licence's text", lambda r: LICENCE_URL),
)
REGION: tuple[Column, ...] = (
    _text("name", "what the region is called", lambda r: r.name),
    _text("kind", "continent, world, historical, cultural or drawn", lambda r: r.kind),
    _text("parent", "slug of the region above", lambda r: r.parent.slug if r.parent else ""),
    _number("evidence_count", "how many records lie in it", lambda r: r.records),
    _text("sources", "who drew the shape, and after what", lambda r: r.note),
    _address("page", "the page for people", lambda r: reverse("region", args=[r.slug])),
    _address("record", "the same as JSON", lambda r: reverse("api:region", args=[r.slug])),
    _text("licence", "on what terms the shape may be used", lambda r: "as stated in sources"),
)
