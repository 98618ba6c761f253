"""Linked Places Format 1.2 (GeoJSON-LD): a feature for each place of each record.

https://github.com/LinkedPasts/linked-places-format. A place that several records name is a
feature each time, attested by that record's sources and dated by it. A record without any place
is no feature; how many these are stands at the end of the collection.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from django.db.models import Prefetch
from django.urls import reverse

from evidence.claims.assertions import KINDS, assertions_of
from evidence.drafts import AssertionDraft
from evidence.exporters.selection import Selection
from evidence.exporters.table_columns import YEARS
from evidence.models import Citation, Evidence, Place, Region
from evidence.places import Point, print_dms
from evidence.records.licence import LICENCE_NOTE, LICENCE_URL
from evidence.records.when import date_words
from evidence.vocabulary import Certainty

CONTEXT = (
    "https://raw.githubusercontent.com/LinkedPasts/linked-places/master/"
    "linkedplaces-context-v1.1.jsonld"
)
CERTAINTIES = {
    Certainty.CERTAIN.value: "certain",
    Certainty.PROBABLE.value: "less-certain",
    Certainty.DISPUTED.value: "uncertain",
}
Shape = dict[str, Any]


def write(selection: Selection) -> Iterator[str]:
    """The collection, a feature at a time."""
    head = {
        "type": "FeatureCollection",
        "@context": CONTEXT,
        "license": LICENCE_URL,
        "rights": LICENCE_NOTE,
        "years": YEARS,
    }
    yield f'{_json(head)[:-1]}, "features": ['
    comma, placeless = "\n", 0
    for record in selection.records(_records()):
        features = list(_features(record, selection))
        placeless += not features
        for feature in features:
            yield comma + _json(feature)
            comma = ",\n"
    yield f'\n], "records_without_a_place": {placeless}}}\n'


def _records() -> Any:
    return Evidence.objects.select_related("game").prefetch_related(
        Prefetch("places__region", Region.objects.defer("note")),
        Prefetch("citations", Citation.objects.select_related("source")),
        *(kind.prefetch() for kind in KINDS.values()),
    )


def _features(record: Evidence, selection: Selection) -> Iterator[Shape]:
    address = selection.address(record.identifier)
    attested = [_citation(citation, selection.site) for citation in record.citations.all()]
    when = _when(record)
    asserted = {name: _asserted(rows) for name, rows in assertions_of(record).items() if rows}
    for number, place in enumerate(record.places.all(), 1):
        name = _name(place)
        yield {
            "@id": f"{address}#place-{number}",
            "type": "Feature",
            "properties": {
                "title": name,
                "record": record.identifier,
                "evidence": str(record),
                "game": record.game.name,
                "year_from_astronomical": record.year_from,
                "year_to_astronomical": record.year_to,
                "date_role": record.date_role,
                "place_role": place.role,
                **asserted,
                "sources": [citation["label"] for citation in attested],
                "license": LICENCE_URL,
            },
            "when": when,
            "names": [{"toponym": name, **({"citations": attested} if attested else {})}],
            "types": [{"label": "place of evidence", **_labels(record)}],
            "geometry": _geometry(place),
            "links": [{"type": "subjectOf", "identifier": address}],
            **_relations(record, selection),
            **_descriptions(record, address),
        }


def _asserted(rows: Iterable[AssertionDraft]) -> list[Shape]:
    """What each assertion says; what it leaves open is left out."""
    return [{name: value for name, value in row.__dict__.items() if value} for row in rows]


def _relations(record: Evidence, selection: Selection) -> Shape:
    """The records that this one relates to, as Linked Places has relations."""
    rows = [
        {
            "relationType": str(each.get_relation_display()),
            "relationTo": selection.address(each.target),
            "label": each.target,
        }
        for each in record.recordrelations.all()
    ]
    return {"relations": rows} if rows else {}


def _name(place: Place) -> str:
    """What the place is called; where nobody says, where it is."""
    called = str(place)
    if called or place.lat_u is None or place.lon_u is None:
        return called or "not named"
    return print_dms(Point(place.lat_u, place.lon_u))


def _labels(record: Evidence) -> Shape:
    if not record.type:
        return {}
    return {"sourceLabels": [{"label": str(record.get_type_display()), "lang": "en"}]}


def _descriptions(record: Evidence, address: str) -> Shape:
    text = record.rules or record.content
    return {"descriptions": [{"@id": address, "value": text, "lang": "en"}]} if text else {}


def _citation(citation: Citation, site: str) -> Shape:
    source = citation.source
    label = f"{source.citation}, {citation.locator}" if citation.locator else source.citation
    year = {} if source.year is None else {"year": str(source.year)}
    return {"label": label, **year, "@id": site + reverse("source", args=[source.slug])}


def _when(record: Evidence) -> Shape:
    """When it was; an end that is open or not known is left out, and undated says so."""
    first, last = record.year_from, record.year_to
    if first is not None and first == last:
        span: Shape = {"start": {"in": _year(first)}}
    else:
        span = {}
        if first is not None:
            span["start"] = {"earliest": _year(first)}
        if last is not None:
            span["end"] = {"latest": _year(last)}
    return {"timespans": [span] if span else [], "label": date_words(record)}


def _year(year: int) -> str:
    """ISO 8601, astronomical: 0 is 1 BCE."""
    return f"-{-year:04}" if year < 0 else f"{year:04}"


def _geometry(place: Place) -> Shape | None:
    certainty = CERTAINTIES.get(place.certainty)
    sure = {"certainty": certainty} if certainty else {}
    if place.lat_u is not None:
        return {"type": "Point", "coordinates": [place.longitude, place.latitude], **sure}
    return {**place.region.shape, **sure} if place.region else None


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
