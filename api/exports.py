"""The formats that a query's records can be taken away in.

To add one: a module in evidence/exporters that writes a Selection as pieces of text or bytes, a
line in its formats.py that says what it is, and one in FORMATS here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from rest_framework.renderers import JSONRenderer

from api.features import record_feature
from api.shapes_evidence import EvidenceSerializer, with_all
from evidence.exporters import bibtex, cldf, csl, lpf, ris, table
from evidence.exporters.references import sources_of
from evidence.exporters.selection import Selection
from evidence.exporters.table_columns import YEARS
from evidence.licence import LICENCE, LICENCE_NOTE, LICENCE_URL
from evidence.models import Evidence, Source

References = Callable[[Iterable[Source]], Iterator[str]]
RECORD_SEPARATOR = "\x1e"


@dataclass(frozen=True)
class Asked:
    """What is to be sent: the records, what serializers need, and the address that was asked."""

    selection: Selection
    context: dict[str, Any] = field(default_factory=dict)
    address: str = ""
    places: bool = False


@dataclass(frozen=True)
class Format:
    """A format: its name in addresses, media type, file name, and its writer."""

    name: str
    media_type: str
    file: str
    write: Callable[[Asked], Iterator[str | bytes]]

    @property
    def renderer(self) -> type[JSONRenderer]:
        """What content negotiation knows the format by; it never renders anything itself."""
        names = {"format": self.name, "media_type": self.media_type.partition(";")[0]}
        return type(f"{self.name}_renderer", (JSONRenderer,), names)


def _csv(asked: Asked) -> Iterator[str]:
    return table.write(asked.selection, places=asked.places)


def _csvw(asked: Asked) -> Iterator[str]:
    yield _json(table.describe(asked.selection, asked.address, places=asked.places))


def _json_lines(asked: Asked) -> Iterator[str]:
    for _record, shape in _shapes(asked):
        yield f"{_json(shape)}\n"


def _feature_lines(asked: Asked) -> Iterator[str]:
    for record, shape in _shapes(asked, draws=True):
        yield f"{_json(record_feature(record, shape))}\n"


def _feature_sequence(asked: Asked) -> Iterator[str]:
    for line in _feature_lines(asked):
        yield f"{RECORD_SEPARATOR}{line}"


def _feature_collection(asked: Asked) -> Iterator[str]:
    """One FeatureCollection; what was left out, years and licence stand before the features."""
    results = asked.selection.results
    head = {
        "count": results.count,
        "undated_left_out": results.undated_left_out,
        "unlocated_left_out": results.unlocated_left_out,
        "years": YEARS,
        "licence": {"name": LICENCE, "url": LICENCE_URL, "note": LICENCE_NOTE},
    }
    yield f'{{"type": "FeatureCollection", {_json(head)[1:-1]}, "features": ['
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
    return lambda asked: REFERENCE_WRITERS[name](sources_of(asked.selection))


def _shapes(asked: Asked, *, draws: bool = False) -> Iterator[tuple[Evidence, dict[str, Any]]]:
    """Each record and its JSON shape, the very one of the API, perhaps without quotations."""
    serializer = EvidenceSerializer(context=asked.context)
    if not asked.selection.quotations:
        del serializer.fields["quotations"]
    for record in asked.selection.records(with_all(Evidence.objects.all(), shapes=draws)):
        yield record, serializer.to_representation(record)


def _json(value: Any) -> str:
    return DjangoJSONEncoder(ensure_ascii=False).encode(value)


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
