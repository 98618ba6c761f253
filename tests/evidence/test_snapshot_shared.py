"""Snapshots of large corpora: processes share them as files, and keep in step by what changed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, transaction

from evidence.models import Evidence
from evidence.search import Query, search
from evidence.search.index import index_records
from evidence.search.snapshot import current, files, made_of, maker
from evidence.search.snapshot.current import current_snapshot, store_snapshot
from evidence.search.snapshot.tables import read_tables
from evidence.search.versions import current_version
from tests.evidence import search_corpus as corpus
from tests.evidence.test_snapshot_edited import alike
from tests.processes import wait_for
from tests.waiting import HANGS

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def large(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A corpus that counts as large."""
    name = str(connection.settings_dict["NAME"])
    base = "sqlite:///" if connection.vendor == "sqlite" else os.environ["DATABASE_URL"]
    url = base + name if connection.vendor == "sqlite" else f"{base.rpartition('/')[0]}/{name}"
    monkeypatch.setenv("DATABASE_URL", url)
    monkeypatch.setenv("ASHTAPADA_VAR", str(tmp_path))
    settings.VAR_DIR = tmp_path
    monkeypatch.setattr(current, "LARGE", 1)
    corpus.store(corpus.generated(30))
    current._kept.clear()
    yield
    for process in maker._started:
        process.wait(HANGS)
    maker._started.clear()
    current._kept.clear()


@pytest.fixture
def shared(large: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same, shared as a file; this process reads no whole corpus after."""
    store_snapshot()
    monkeypatch.setattr(current, "read_tables", None)
    assert current_snapshot().size == 30


def change(pk: int) -> None:
    Evidence.objects.filter(pk=pk).update(year_from=7, year_to=7, type="artifact")
    index_records([pk])


def as_made_anew() -> None:
    alike(current_snapshot(), made_of(current_version(), read_tables()))


def until_shared() -> None:
    wait_for(lambda: not current_snapshot().private)


def test_the_whole_is_made_once_by_another_process_and_a_change_is_added_to_it(
    large: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(current, "read_tables", None)
    assert current_snapshot().size == 30
    made, at = current_version(), Evidence.objects.first()
    assert at and files.newest() == made and not current_snapshot().private
    change(at.pk)
    assert at.pk in search(Query(year_from=7, year_to=7)).pks()
    assert current_snapshot().private and files.newest() == made
    as_made_anew()
    current._kept.clear()  # as in a process that begins now
    as_made_anew()
    assert files.newest() == made


def test_what_stays_is_shared_again(shared: None, monkeypatch: pytest.MonkeyPatch) -> None:
    change(Evidence.objects.earliest("pk").pk)
    assert current_snapshot().private
    monkeypatch.setattr(current, "SETTLED", 0.2)
    until_shared()
    assert files.newest() == current_version()
    as_made_anew()


def test_a_file_is_made_before_the_last_is_too_old(
    shared: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(current, "BEHIND", 3)
    first = files.newest()
    for number, record in enumerate(Evidence.objects.all()[:3]):
        assert files.newest() == first and not maker._started, number
        change(record.pk)
        current_snapshot()
    assert maker._started[0].wait(HANGS) == 0
    assert files.newest() == current_version()


def test_what_is_undone_leaves_nothing_behind(shared: None) -> None:
    pk = Evidence.objects.earliest("pk").pk
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        change(pk)
        as_made_anew()
        raise ZeroDivisionError
    as_made_anew()
    change(Evidence.objects.latest("pk").pk)
    as_made_anew()
