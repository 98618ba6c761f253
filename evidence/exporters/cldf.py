"""CLDF StructureDataset (https://cldf.clld.org) in a ZIP file, written as it is made.

In CLDF's words a game is a parameter, a place is a "language" (a row with coordinates), and a
value says that the record attests the game there, with its date and sources. A record with
several places is as many values; one without any belongs to the place "unknown".
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from hashlib import blake2b
from tempfile import TemporaryFile
from typing import IO, Any

from django.db.models import Prefetch

from config import csv_cells
from evidence.exporters import bibtex
from evidence.exporters.cldf_tables import (
    LANGUAGES,
    PARAMETERS,
    UNKNOWN_PLACE,
    VALUES,
    metadata,
)
from evidence.exporters.references import sources_of
from evidence.exporters.selection import Selection
from evidence.licence import LICENCE
from evidence.models import Citation, Evidence, Place, Region
from games.models import Game

PIECE = 1 << 16
UNFIT = str.maketrans({";": ",", "[": "(", "]": ")"})
Row = Iterable[Any]


class Pipe(io.RawIOBase):
    """What the ZIP writer writes, taken away piece by piece; it cannot go back."""

    def __init__(self) -> None:
        self.pieces: list[bytes] = []

    def writable(self) -> bool:
        """Always."""
        return True

    def write(self, data: Any) -> int:
        """Keep a piece."""
        self.pieces.append(bytes(data))
        return len(data)

    def taken(self) -> bytes:
        """All pieces since the last time."""
        whole = b"".join(self.pieces)
        self.pieces.clear()
        return whole


def write(selection: Selection) -> Iterator[bytes]:
    """The ZIP file, piece by piece."""
    pipe = Pipe()
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as archive, TemporaryFile("w+b") as kept:
        with _table(kept, LANGUAGES) as places:
            for _row in _values(archive, selection, places):
                yield pipe.taken()
        _copy(archive, kept)
        with archive.open("parameters.csv", "w") as file, _table(file, PARAMETERS) as table:
            table.writerows(_games(selection))
        with archive.open("sources.bib", "w") as file:
            for entry in bibtex.write(sources_of(selection)):
                file.write(entry.encode())
        described = json.dumps(metadata(selection), ensure_ascii=False, indent=2)
        archive.writestr("StructureDataset-metadata.json", described)
    yield pipe.taken()


@contextmanager
def _table(file: IO[bytes], columns: Iterable[dict[str, Any]]) -> Iterator[Any]:
    text = io.TextIOWrapper(file, encoding="utf-8", newline="", write_through=True)
    writer = csv_cells.Writer(text)
    writer.writerow([column["name"] for column in columns])
    yield writer
    text.detach()


def _values(archive: zipfile.ZipFile, selection: Selection, places: Any) -> Iterator[None]:
    """Write values.csv, and each place once among the places; stops after each record."""
    seen = {UNKNOWN_PLACE}
    places.writerow([UNKNOWN_PLACE, "Place not known", "", "", ""])
    with (
        archive.open("values.csv", "w", force_zip64=True) as file,
        _table(file, VALUES) as table,
    ):
        for record in selection.records(_records()):
            for number, place in enumerate(record.places.all() or [None], 1):
                key, row = _place(place)
                if key not in seen:
                    seen.add(key)
                    places.writerow([key, *row])
                table.writerow(_value(record, number, key, selection))
            yield


def _records() -> Any:
    regions = Region.objects.only("slug", "name")
    return Evidence.objects.select_related("game").prefetch_related(
        Prefetch("places__region", regions),
        Prefetch("citations", Citation.objects.select_related("source")),
    )


def _value(record: Evidence, number: int, place: str, selection: Selection) -> Row:
    return (
        f"{record.identifier}-{number}",
        place,
        record.game.slug,
        str(record.get_type_display()) or "evidence",
        record.rules or record.content,
        ";".join(_source(citation) for citation in record.citations.all()),
        record.date,
        record.year_from,
        record.year_to,
        record.confidence,
        selection.address(record.identifier),
        LICENCE,
    )


def _source(citation: Citation) -> str:
    where = citation.locator.translate(UNFIT)
    return f"{citation.source.slug}[{where}]" if where else citation.source.slug


def _place(place: Place | None) -> tuple[str, Row]:
    """A place's key, the same wherever the same place is named, and its row."""
    if place is None:
        return UNKNOWN_PLACE, ()
    region = place.region.slug if place.region else ""
    name = place.name or place.as_given or (place.region.name if place.region else "")
    row = (name, place.latitude, place.longitude, region)
    return blake2b(repr(row).encode(), digest_size=8).hexdigest(), row


def _games(selection: Selection) -> Iterator[Row]:
    """The games of the records, each once."""
    found: set[int] = set()
    for ids in selection.chunks():
        found.update(
            Evidence.objects.filter(pk__in=ids).order_by().values_list("game_id", flat=True)
        )
    for game in Game.objects.filter(pk__in=found).order_by("slug").iterator():
        yield game.slug, game.name, game.description


def _copy(archive: zipfile.ZipFile, kept: IO[bytes]) -> None:
    kept.seek(0)
    with archive.open("languages.csv", "w", force_zip64=True) as file:
        while piece := kept.read(PIECE):
            file.write(piece)
