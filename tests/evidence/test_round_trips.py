"""Exports that are read back: nothing is new or changed, and an empty site gives the same bytes."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import product
from pathlib import Path

import pytest
from django.test import Client

from evidence.archive.reading import import_corpus
from evidence.archive.tables import TABLES
from evidence.archive.writing import export_corpus
from evidence.history import delete_records
from evidence.importers.cldf_store import import_dataset
from evidence.importers.references import import_references
from evidence.importers.report import Report
from evidence.importers.table_store import Options, import_table
from evidence.models import Citation, ClauseCitation, Evidence, GameRelation, RecordVersion, Source
from games.models import Game
from tests.demo import store_demo
from tests.evidence.awkward import store_awkward
from tests.rows import store_again

pytestmark = pytest.mark.django_db


@dataclass(frozen=True)
class Trip:
    """A format: what its file is called, and how it is imported."""

    file: str
    bring: Callable[[Path], Report]


def unpacked(path: Path) -> Path:
    folder = path.with_suffix("")
    with zipfile.ZipFile(path) as package:
        package.extractall(folder)
    return folder


TRIPS = {
    "bibtex": Trip("sources.bib", import_references),
    "ris": Trip("sources.ris", import_references),
    "csljson": Trip("sources.json", import_references),
    "cldf": Trip("evidence.zip", lambda path: import_dataset(unpacked(path))),
    "csv": Trip("evidence.csv", lambda path: import_table(path, Options())),
}


def store_part_of_demo() -> None:
    """The demo corpus with all of its rulesets, and a quarter of its records."""
    store_demo()
    left = list(Evidence.objects.order_by("pk").values_list("pk", flat=True))[::4]
    delete_records(Evidence.objects.exclude(pk__in=left))


CORPORA: dict[str, Callable[[], object]] = {
    "demo": store_part_of_demo,
    "awkward": partial(store_again, store_awkward),
}
# test_table_import takes the demo corpus there and back as CSV, on either database; that BibTeX and
# RIS know its sources again is in test_sources_import.
CASES = [*product(TRIPS, ["awkward"]), ("cldf", "demo")]


def exported(client: Client, name: str) -> bytes:
    response = client.get(f"/api/v1/export/?format={name}")
    assert response.status_code == 200
    return b"".join(response)


def contents(file: bytes) -> dict[str, list[bytes]]:
    """The lines of a file, or of each file of an archive, for messages that can be read."""
    if not zipfile.is_zipfile(io.BytesIO(file)):
        return {"": file.splitlines()}
    with zipfile.ZipFile(io.BytesIO(file)) as package:
        return {name: package.read(name).splitlines() for name in package.namelist()}


def changes(report: Report) -> dict[str, dict[str, int]]:
    """What is not unchanged, by kind of thing."""
    return {
        what: others
        for what, counts in report.counts.items()
        if (others := {name: n for name, n in counts.items() if n and name != "unchanged"})
    }


def forget_records_and_sources(name: str) -> None:
    """What is left is what no such file holds: the regions, and the rulesets with their games.

    What games are to each other goes, too, which only CLDF has.

    Only CLDF has what clauses rest on, which belongs to the rulesets: there it stays, too.
    """
    delete_records(Evidence.objects.all())
    GameRelation.objects.all().delete()
    RecordVersion.objects.all().delete()
    Citation.objects.all().delete()
    if name != "cldf":
        ClauseCitation.objects.all().delete()
    Source.objects.filter(clause_citations=None).delete()
    Game.objects.filter(rulesets=None).delete()


@pytest.mark.parametrize(("name", "corpus"), CASES)
def test_an_export_is_read_back_as_no_change_and_as_the_same_elsewhere(
    name: str, corpus: str, client: Client, tmp_path: Path
) -> None:
    CORPORA[corpus]()
    trip, before = TRIPS[name], exported(client, name)
    path = tmp_path / trip.file
    path.write_bytes(before)
    report = trip.bring(path)
    assert changes(report) == {}
    assert report.remarks == {}
    assert exported(client, name) == before
    forget_records_and_sources(name)
    trip.bring(path)
    after = exported(client, name)
    assert contents(after) == contents(before)
    assert after == before


def test_an_archive_is_restored_into_an_empty_site_as_the_same_bytes(tmp_path: Path) -> None:
    """So is one of the demo corpus, in test_archive."""
    CORPORA["awkward"]()
    before, after = tmp_path / "before.zip", tmp_path / "after.zip"
    export_corpus(before)
    delete_records(Evidence.objects.all())
    for table in [*reversed(TABLES)] * 2:  # what goes may note that it went
        table.model.objects.all().delete()
    import_corpus(before)
    export_corpus(after)
    assert after.read_bytes() == before.read_bytes()
