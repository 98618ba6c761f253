"""CLDF StructureDataset (https://cldf.clld.org) in a ZIP file, written as it is made.

In CLDF's words a game is a parameter, a place is a "language" (a row with coordinates), and a
value says that the record attests the game there, with its date and sources. A record with
several places is as many values; one without any belongs to the place "unknown". Tables of our own
hold the records whole, and the rulesets with their clauses and concepts: import_cldf reads them.

The same corpus makes the same bytes: nothing in the file says when it was written.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from tempfile import TemporaryFile
from typing import IO, Any

from config import csv_cells
from evidence.claims.assertions import KINDS
from evidence.exporters import bibtex, cldf_rows
from evidence.exporters.cldf_rows import Named
from evidence.exporters.cldf_tables import (
    CITATIONS,
    CLAUSES,
    GAME_RELATIONS,
    IDENTIFICATIONS,
    LANGUAGES,
    OF_RECORDS,
    OTHER_DATES,
    PARAMETERS,
    PHRASES,
    PLAIN,
    QUOTATIONS,
    RECORDS,
    RELATIONS,
    RULESETS,
    UNKNOWN_PLACE,
    VALUES,
    CldfTable,
    metadata,
)
from evidence.exporters.selection import Selection
from evidence.models import ClauseCitation, Evidence, Source
from games.models import Ruleset

PIECE = 1 << 16
AT_ONCE = 500
SPOOLED = (
    LANGUAGES,
    RECORDS,
    CITATIONS,
    QUOTATIONS,
    PHRASES,
    *OF_RECORDS,
)  # written beside the values


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
    pipe, named = Pipe(), Named()
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as archive, ExitStack() as spools:
        spooled: dict[str, IO[bytes]] = {
            table.url: spools.enter_context(TemporaryFile("w+b")) for table in SPOOLED
        }
        for _record in _records(archive, selection, spooled, named):
            yield pipe.taken()
        for url, spool in spooled.items():
            for _piece in _copy(archive, url, spool):
                yield pipe.taken()
        _complete(named)
        for table, rows in (
            (PARAMETERS, cldf_rows.parameters(named)),
            (RULESETS, cldf_rows.rulesets(named)),
            (CLAUSES, cldf_rows.clauses(named)),
            (GAME_RELATIONS, cldf_rows.game_relations(named)),
        ):
            with _member(archive, table.url) as file, _rows(file, table) as written:
                written.writerows(rows)
        with _member(archive, "sources.bib") as file:
            for entry in bibtex.write(_sources(selection, named)):
                file.write(entry.encode())
        described = json.dumps(metadata(selection), ensure_ascii=False, indent=2)
        with _member(archive, "StructureDataset-metadata.json") as file:
            file.write(described.encode())
    yield pipe.taken()


def _member(archive: zipfile.ZipFile, name: str) -> IO[bytes]:
    """A file of the archive, which says neither when nor where it was written."""
    info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
    info.compress_type = zipfile.ZIP_DEFLATED
    info.create_system, info.external_attr = 3, 0o644 << 16
    return archive.open(info, "w", force_zip64=True)


@contextmanager
def _rows(file: IO[bytes], table: CldfTable) -> Iterator[Any]:
    text = io.TextIOWrapper(file, encoding="utf-8", newline="", write_through=True)
    writer = csv_cells.Writer(text)
    writer.writerow(table.names)
    yield writer
    text.detach()


def _records(
    archive: zipfile.ZipFile, selection: Selection, files: dict[str, IO[bytes]], named: Named
) -> Iterator[None]:
    """Write values.csv and, beside it, the tables that are spooled; stops after each record."""
    seen = {UNKNOWN_PLACE}
    with ExitStack() as tables:
        spooled = {
            table.url: tables.enter_context(_rows(files[table.url], table)) for table in SPOOLED
        }
        member = tables.enter_context(_member(archive, VALUES.url))
        values = tables.enter_context(_rows(member, VALUES))
        places = spooled[LANGUAGES.url]
        places.writerow([UNKNOWN_PLACE, "Place not known", *[""] * (len(LANGUAGES.columns) - 2)])
        for record in selection.records(cldf_rows.records()):
            for number, place in enumerate(record.places.all() or [None], 1):
                key, row = cldf_rows.language(place)
                if key not in seen:
                    seen.add(key)
                    places.writerow([key, *row])
                values.writerow(cldf_rows.value(record, number, key, selection))
            _spool(record, spooled, quotations=selection.quotations)
            _name(record, named)
            yield


def _spool(record: Evidence, tables: dict[str, Any], *, quotations: bool) -> None:
    tables[RECORDS.url].writerow(cldf_rows.record(record))
    tables[CITATIONS.url].writerows(cldf_rows.citations(record))
    tables[PHRASES.url].writerows(cldf_rows.phrases(record, quoted=quotations))
    tables[IDENTIFICATIONS.url].writerows(cldf_rows.identifications(record))
    tables[OTHER_DATES.url].writerows(cldf_rows.other_dates(record))
    tables[RELATIONS.url].writerows(cldf_rows.relations(record))
    for name, table in PLAIN.items():
        tables[table.url].writerows(cldf_rows.plain(record, name))
    if quotations:
        tables[QUOTATIONS.url].writerows(cldf_rows.quotations(record))


def _name(record: Evidence, named: Named) -> None:
    named.games.add(record.game_id)
    named.sources.update(citation.source_id for citation in record.citations.all())
    named.games.update(row.game_id for row in record.identifications.all())
    for kind in KINDS.values():
        rows = getattr(record, kind.related).all()
        named.sources.update(row.source_id for row in rows if row.source_id)
    named.rulesets.update(link.ruleset_id for link in record.ruleset_links.all())
    named.rulesets.update(phrase.clause.ruleset_id for phrase in record.phrases.all())


def _complete(named: Named) -> None:
    """Add the rulesets of the games, the games of the rulesets, and what the clauses and relations
    of games rest on.
    """
    of_games = Ruleset.objects.filter(game__in=named.games)
    named.rulesets.update(of_games.values_list("pk", flat=True))
    rulesets = Ruleset.objects.filter(pk__in=named.rulesets)
    named.games.update(rulesets.values_list("game_id", flat=True))
    cited = ClauseCitation.objects.filter(clause__ruleset__in=named.rulesets)
    named.sources.update(cited.values_list("source_id", flat=True))
    related = cldf_rows.related_games(named).filter(source__isnull=False)
    named.sources.update(related.values_list("source_id", flat=True))


def _sources(selection: Selection, named: Named) -> Iterator[Source]:
    """The sources in the order of their slugs, which two installations have in common."""
    if selection.is_whole:
        yield from Source.objects.order_by("slug").iterator(AT_ONCE)
        return
    slugs = Source.objects.order_by("slug").values_list("pk", flat=True)
    pks = [pk for pk in slugs.iterator() if pk in named.sources]
    for first in range(0, len(pks), AT_ONCE):
        yield from Source.objects.filter(pk__in=pks[first : first + AT_ONCE]).order_by("slug")


def _copy(archive: zipfile.ZipFile, name: str, spooled: IO[bytes]) -> Iterator[None]:
    spooled.seek(0)
    with _member(archive, name) as file:
        while piece := spooled.read(PIECE):
            file.write(piece)
            yield
