"""The formats that a query's records can be taken away in.

To add one: a module in evidence/exporters that writes a Selection as pieces of text or bytes, a
line in its formats.py that says what it is, and one in FORMATS here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from rest_framework.renderers import JSONRenderer

from api.features import outlines_of, record_feature
from api.records import Writer
from api.text import json_text
from evidence.exporters import bibtex, cldf, csl, lpf, ris, table
from evidence.exporters.references import NOWHERE, Locators, sources_of
from evidence.exporters.selection import Selection
from evidence.exporters.table_columns import YEARS
from evidence.models import Source
from evidence.records.licence import LICENCE_SHAPE

References = Callable[[Iterable[Source], Locators], Iterator[str]]
RECORD_SEPARATOR = "\x1e"
CHUNK = 500


@dataclass(frozen=True)
class Asked:
    """What is to be sent: the records, and the address that was asked."""

    selection: Selection
    address: str = ""
    places: bool = False


@dataclass(frozen=True)
class Format:
    """A format: its name in addresses, media type, file name, and its writer."""

    name: str
    media_type: str
    file: str
    write: Callable[[Asked], Iterator[str | bytes]]
    is_list: bool = False  # of the formats that are one JSON text

    @property
    def described(self) -> tuple[str, dict[str, Any]]:
        """The media type without parameters, and what the answer is as OpenAPI says it."""
        media_type = self.media_type.partition(";")[0]
        if not media_type.endswith("+json"):
            return media_type, {"type": "string"}
        rows = {"type": "array", "items": {"type": "object"}}
        return media_type, rows if self.is_list else {"type": "object"}

    @property
    def renderer(self) -> type[JSONRenderer]:
        """What content negotiation knows the format by; it never renders anything itself."""
        names = {"format": self.name, "media_type": self.described[0]}
        return type(f"{self.name}_renderer", (JSONRenderer,), names)


def answers(formats: Iterable[Format]) -> dict[Any, dict[str, Any]]:
    """The responses of an address that gives these formats."""
    return {(200, media_type): shape for media_type, shape in (each.described for each in formats)}


def _csv(asked: Asked) -> Iterator[str]:
    return table.write(asked.selection, places=asked.places)


def _csvw(asked: Asked) -> Iterator[str]:
    yield json_text(table.describe(asked.selection, asked.address, places=asked.places))


def _json_lines(asked: Asked) -> Iterator[str]:
    for shapes in _shapes(asked):
        yield from (f"{json_text(shape)}\n" for shape in shapes.values())


def _feature_lines(asked: Asked) -> Iterator[str]:
    for shapes in _shapes(asked):
        outlines = outlines_of(shapes.values())
        for shape in shapes.values():
            yield f"{json_text(record_feature(shape, outlines))}\n"


def _feature_sequence(asked: Asked) -> Iterator[str]:
    for line in _feature_lines(asked):
        yield f"{RECORD_SEPARATOR}{line}"


def _feature_collection(asked: Asked) -> Iterator[str]:
    """One FeatureCollection; what was left out, years and licence stand before the features."""
    results = asked.selection.counts
    head = {
        "count": results.count,
        "undated_left_out": results.undated_left_out,
        "unlocated_left_out": results.unlocated_left_out,
        "years": YEARS,
        "licence": LICENCE_SHAPE,
    }
    yield f'{{"type": "FeatureCollection", {json_text(head)[1:-1]}, "features": ['
    comma = "\n"
    for line in _feature_lines(asked):
        yield comma + line.rstrip("\n")
        comma = ",\n"
    yield "\n]}\n"


def _lpf(asked: Asked) -> Iterator[str]:
    return lpf.write(asked.selection)


def _cldf(asked: Asked) -> Iterator[bytes]:
    return cldf.write(asked.selection)


def _references(name: str) -> Callable[[Asked], Iterator[str]]:
    return lambda asked: REFERENCE_WRITERS[name](sources_of(asked.selection), NOWHERE)


def _shapes(asked: Asked) -> Iterator[dict[int, dict[str, Any]]]:
    """The JSON shapes of the API by the records' ids, some at a time."""
    writer = Writer(asked.selection.site, quotations=asked.selection.quotations)
    for pks in asked.selection.chunks(CHUNK):
        shapes = writer.shapes(pks)
        yield {pk: shapes[pk] for pk in pks if pk in shapes}


REFERENCES = (
    Format(
        "bibtex",
        "application/x-bibtex; charset=utf-8",
        "sources.bib",
        _references("bibtex"),
    ),
    Format(
        "csljson",
        "application/vnd.citationstyles.csl+json",
        "sources.json",
        _references("csljson"),
        is_list=True,
    ),
    Format(
        "ris",
        "application/x-research-info-systems; charset=utf-8",
        "sources.ris",
        _references("ris"),
    ),
)
REFERENCE_WRITERS: dict[str, References] = {
    "bibtex": bibtex.write,
    "csljson": csl.write,
    "ris": ris.write,
}
FORMATS = (
    Format(
        "csv",
        "text/csv; charset=utf-8; header=present",
        "evidence.csv",
        _csv,
    ),
    Format(
        "csvw",
        "application/csvm+json",
        "evidence.csv-metadata.json",
        _csvw,
    ),
    Format(
        "jsonl",
        "application/jsonl",
        "evidence.jsonl",
        _json_lines,
    ),
    Format(
        "geojson",
        "application/geo+json",
        "evidence.geojson",
        _feature_collection,
    ),
    Format(
        "geojsonl",
        "application/x-ndjson",
        "evidence.geojsonl",
        _feature_lines,
    ),
    Format(
        "geojsonseq",
        "application/geo+json-seq",
        "evidence.geojsons",
        _feature_sequence,
    ),
    Format(
        "lpf",
        "application/ld+json",
        "places.jsonld",
        _lpf,
    ),
    Format(
        "cldf",
        "application/zip",
        "evidence-cldf.zip",
        _cldf,
    ),
    *REFERENCES,
)
