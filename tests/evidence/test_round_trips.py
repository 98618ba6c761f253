"""Exports that are read back: nothing is new or changed, and an empty site gives the same bytes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.test import Client

from evidence.importers.references import import_references
from evidence.importers.report import Report
from evidence.models import Citation, ClauseCitation, Evidence, Source
from tests.demo import store_demo
from tests.evidence.awkward import store_awkward

pytestmark = pytest.mark.django_db


@dataclass(frozen=True)
class Trip:
    """A format: what its file is called, and how it is imported."""

    file: str
    bring: Callable[[Path], Report]


TRIPS = {
    "bibtex": Trip("sources.bib", import_references),
    "ris": Trip("sources.ris", import_references),
    "csljson": Trip("sources.json", import_references),
}
CORPORA = {"demo": store_demo, "awkward": store_awkward}


def exported(client: Client, name: str) -> bytes:
    response = client.get(f"/api/v1/export/?format={name}")
    assert response.status_code == 200
    return b"".join(response)


def changes(report: Report) -> dict[str, dict[str, int]]:
    """What is not unchanged, by kind of thing."""
    return {
        what: others
        for what, counts in report.counts.items()
        if (others := {name: n for name, n in counts.items() if n and name != "unchanged"})
    }


def forget_records_and_sources() -> None:
    Evidence.objects.all().delete()
    ClauseCitation.objects.all().delete()
    Citation.objects.all().delete()
    Source.objects.all().delete()


@pytest.mark.parametrize("corpus", CORPORA)
@pytest.mark.parametrize("name", TRIPS)
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
    forget_records_and_sources()
    trip.bring(path)
    after = exported(client, name)
    assert after.splitlines() == before.splitlines()
    assert after == before
