"""Rows of the form of a record: from a content to fields, and from fields to a content."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from django.db.models import QuerySet

from evidence.dates.reading import in_words as date_in_words
from evidence.drafts import CITATION
from evidence.editing.curation.areas import stored_as, with_shape
from evidence.editing.curation.forms.assertions import game_relation_values, with_names
from evidence.editing.curation.forms.clauses import clause_in, clause_value
from evidence.editing.curation.forms.fields import json_in
from evidence.editing.curation.forms.pictures import mark_values
from evidence.editing.curation.forms.sentences import claim_values, sentence_values
from evidence.editing.curation.phrases import in_words
from evidence.history.contents import Content
from evidence.models import Region, Source
from evidence.places import PlaceError, Point, print_decimal, read_point
from evidence.records.stored import LINK_NOTES
from evidence.search.outlines import OutlineError, read_text
from evidence.sources.matching import Matches, unstored


def row_values(name: str, content: Content) -> list[Content]:
    """The values of the rows of a kind, as the form shows a content."""
    return VALUES[name](content) if name in VALUES else content.get(name, [])


def links_from(rows: list[dict[str, Any]]) -> Content:
    """How the record bears on rulesets, and what else the rows say of that."""
    said = {row["ruleset"]: row for row in rows if row and row["ruleset"]}
    notes = {
        slug: {name: row[name] for name in LINK_NOTES if row[name]} for slug, row in said.items()
    }
    return {
        "rulesets": {slug: row["relation"] or "mentions" for slug, row in said.items()},
        "ruleset_notes": {slug: note for slug, note in notes.items() if note},
    }


def _rulesets(content: Content) -> list[Content]:
    notes = content.get("ruleset_notes", {})
    links = dict(content.get("rulesets", {}))
    return [{"ruleset": slug, "relation": how} | notes.get(slug, {}) for slug, how in links.items()]


def _quotation_values(row: Content) -> Content:
    """With the number of its source, from 1."""
    return row | ({"citation": row["citation"] + 1} if "citation" in row else {})


def _date_values(row: Content) -> Content:
    return row | ({"date": date_in_words(row["date"])} if "date" in row else {})


def _citations(content: Content) -> list[Content]:
    rows = content.get("citations", ())
    meant = unstored(row.get("citation", "") for row in rows)
    return [_citation_values(row, meant.get(row.get("citation", ""))) for row in rows]


def _citation_values(row: Content, meant: Matches | None) -> Content:
    """With the stored source that it may be, to be chosen."""
    values = row | ({"csl": json.dumps(row["csl"])} if "csl" in row else {})
    return values | ({"alike": meant.first.slug} if meant and meant.first else {})


def _phrase_values(row: Content) -> Content:
    number = row.get("quotation", 0) + 1
    text = f"quotation-{number}" if row.get("field") == "quotation" else row.get("field", "rules")
    return row | {"text": text, "clause": clause_value(row)}


def _place_values(row: Content) -> Content:
    values = dict(with_shape(row))
    if "lat_u" in row and "lon_u" in row:
        values["point"] = print_decimal(Point(row["lat_u"], row["lon_u"]))
    if "shape" in values:
        values["outline"] = json.dumps(values["shape"])
    region = _named().filter(slug=values["region"]).first() if "region" in values else None
    if region and _named().filter(name__iexact=region.name).count() == 1:
        values["region"] = region.name
    return values


VALUES: dict[str, Callable[[Content], list[Content]]] = {
    "identifications": lambda content: with_names(content.get("identifications", []), "game"),
    "game_relations": game_relation_values,
    "other_dates": lambda content: list(map(_date_values, content.get("other_dates", ()))),
    "places": lambda content: list(map(_place_values, content.get("places", ()))),
    "citations": _citations,
    "quotations": lambda content: list(map(_quotation_values, content.get("quotations", ()))),
    "phrases": lambda content: list(map(_phrase_values, in_words(content))),
    "sentences": sentence_values,
    "claims": claim_values,
    "marks": mark_values,
    "rulesets": _rulesets,
}


def _named() -> QuerySet[Region]:
    """The regions that are known by their names; drawn ones are called like anything."""
    return Region.objects.exclude(kind=Region.Kind.DRAWN).defer("shape")


def place_from(row: dict[str, Any]) -> Content:
    """The place that a row says."""
    region = {"region": row["region"] and _region(row["region"])}
    return row | region | _point(row["point"]) | _area(row["name"], row["outline"])


def _point(text: str) -> Content:
    """Decimals of ours are the point itself; anything else is also what was given."""
    with suppress(PlaceError):
        point = read_point(text)
        if print_decimal(point) == text:
            return {"lat_u": point.lat_u, "lon_u": point.lon_u, "point": ""}
    return {"point": text}


def _area(name: str, text: str) -> Content:
    """The region that was drawn for the place already, else what was drawn or typed."""
    region = ""
    with suppress(OutlineError):
        region = stored_as({"name": name, "shape": read_text(text)})
    return {"region": region, "outline": ""} if region else {"outline": text}


def _region(text: str) -> str:
    """The slug of the one region of that name, else what was typed."""
    found = _named().filter(name__iexact=text).values_list("slug", flat=True)[:2]
    return str(found[0]) if len(found) == 1 else text


def citation_from(row: dict[str, Any]) -> Content:
    """The citation that a row says, of the stored source if it is chosen."""
    citation: Content = {name: row[name] for name in CITATION}
    if row["same"] and row["alike"]:
        known = Source.objects.filter(slug=row["alike"]).values_list("citation", flat=True).first()
        citation["citation"] = known or row["citation"]
    elif row["csl"]:
        citation["csl"] = json_in(row["csl"], {"type": row["csl"][:20]})
    return citation


def quotation_from(row: dict[str, Any]) -> Content:
    """The quotation that a row says; its source is numbered from 0."""
    number = row.pop("citation")
    return row | ({"citation": number - 1} if number and any(row.values()) else {})


def phrase_from(row: dict[str, Any]) -> Content:
    """The marked phrase that a row says, by its words and what stands before them."""
    if not row["words"]:
        return {}
    field, _dash, number = (row["text"] or "rules").partition("-")
    phrase: Content = {"words": row["words"], "field": field, "start": row["start"]}
    phrase["before"] = row["before"].replace("\r\n", "\n")
    phrase |= clause_in(row["clause"]) | {"relation": row["relation"] or "describes"}
    if field == "quotation":
        phrase["quotation"] = max(0, int(number) - 1) if number.isdigit() else 0
    return phrase


# What rows of a kind say, each by itself, where that is not just what their fields say. What is
# blank is dropped by the shape of the content.
READ: dict[str, Callable[[dict[str, Any]], Content]] = {
    "places": place_from,
    "citations": citation_from,
    "quotations": quotation_from,
    "phrases": phrase_from,
}
