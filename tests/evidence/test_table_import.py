"""`manage.py import_csv`: what the export writes, and other tables by a mapping."""

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection

from evidence.bulk import forget_sizes
from evidence.models import (
    Evidence,
    RecordVersion,
    Revision,
    SearchText,
    Source,
)
from evidence.search import Query, search
from evidence.search.index import index_records
from evidence.storing import store
from games.models import Game
from tests.demo import store_demo
from tests.evidence.tables import (
    HEADER,
    KHMER,
    SENET,
    everything,
    exported,
    forget,
    imported,
)
from tests.evidence.test_store import DABLOT
from tests.processes import wait_for

pytestmark = pytest.mark.django_db


def derived():
    """What is worked out of the records: their words and regions."""
    words = dict(SearchText.objects.values_list("evidence_id", "words"))
    pairs = Evidence.regions.through.objects.values_list("evidence_id", "region_id")
    return words, set(pairs)


def test_an_export_of_the_demo_corpus_comes_in_and_goes_out_the_same(tmp_path):
    store_demo()
    path = tmp_path / "export.csv"
    path.write_text(exported(), encoding="utf-8", newline="")
    report = imported(path)
    assert report.lines() == ["313 records: 0 created, 0 changed, 313 unchanged"]
    forget()
    report = imported(path, rows=50)
    assert report.counts["records"] == {"created": 313}
    with path.open(encoding="utf-8", newline="") as file:
        assert exported() == file.read()
    before = derived()
    index_records()
    assert derived() == before
    assert {version.number for version in RecordVersion.objects.all()} == {1}
    assert Revision.objects.get().why == "import of export.csv"
    assert Revision.objects.get().versions.count() == 313
    stored = everything()
    assert not imported(path, update=True).changed
    assert everything() == stored


def test_a_row_becomes_a_record_and_the_first_is_the_newest(table):
    report = imported(table(HEADER, KHMER, SENET))
    assert report.lines() == [
        "2 games: 2 created, 0 changed, 0 unchanged",
        "2 records: 2 created, 0 changed, 0 unchanged",
    ]
    newest, senet = Evidence.objects.order_by("-pk")
    assert (newest.identifier, newest.year_from, newest.year_to) == ("khmer-1", 1150, 1200)
    assert senet.year_from == -1400
    places = newest.places.values_list("name", "lat_u", "lon_u")
    assert list(places) == [
        ("Angkor", 13_400_000, 103_900_000),
        ("Bayon", 13_440_000, 103_860_000),
    ]
    assert search(Query(q="bayon chatrang")).pks() == [newest.pk]


def test_other_columns_are_read_by_a_mapping(table, tmp_path):
    mapping = tmp_path / "mapping.json"
    columns = {
        "identifier": "ID",
        "game_name": "Game",
        "type": {"value": "artifact"},
        "year_from_astronomical": "From",
        "year_to_astronomical": "To",
        "place_name": {"column": "Towns", "separator": ";"},
        "genders": {"column": "Sex", "separator": "/", "words": {"m": "Male", "f": "Female"}},
    }
    mapping.write_text(json.dumps({"delimiter": ";", "columns": columns}))
    path = table(
        "Game;ID;From;To;Towns;Sex;Remarks", 'Senet;s-1;-1400;;"Thebes; Luxor";f/m;not read'
    )
    imported(path, mapping=mapping)
    record = Evidence.objects.get()
    assert (record.date, record.type) == ("-1400/..", "artifact")
    assert [place.name for place in record.places.all()] == ["Thebes", "Luxor"]
    assert {term.name for term in record.terms.all()} == {"Female", "Male"}


def test_a_dry_run_changes_nothing_and_tells_the_same(table):
    path = table(HEADER, KHMER, SENET)
    before = everything()
    dry = imported(path, dry_run=True)
    assert everything() == before
    assert imported(path).lines() == dry.lines()


def test_what_is_stored_keeps_its_values_unless_the_table_may_overwrite_them(table):
    imported(table(HEADER, KHMER, SENET))
    path = table(HEADER, KHMER, SENET.replace("-1400~", "-1300"))
    report = imported(path)
    assert report.counts["records"] == {"unchanged": 2}
    assert report.remarks["fields that keep their value, the table has another"] == [
        "senet-1: date: kept -1400~, the page has -1300"
    ]
    report = imported(path, update=True)
    assert report.counts["records"] == {"unchanged": 1, "changed": 1}
    assert Evidence.objects.get(identifier="senet-1").year_from == -1300
    numbers = RecordVersion.objects.filter(identifier="senet-1").values_list("number", flat=True)
    assert list(numbers) == [1, 2]
    assert search(Query(year_to=-1299)).count == 1


def test_what_a_table_cannot_say_is_not_taken_from_a_record(tmp_path):
    noted = replace(DABLOT.places[1], note="a | b", name="Sápmi | Lapland")
    pages, elsewhere = ("https://example.org/a|b",), {"museum": "M | 7", "wikidata": "Q1"}
    draft = replace(DABLOT, checked_against=pages, external_ids=elsewhere)
    store(replace(draft, places=(DABLOT.places[0], noted)))
    path = tmp_path / "export.csv"
    path.write_text(exported(), encoding="utf-8", newline="")
    before = everything()
    assert imported(path, update=True).counts["records"] == {"unchanged": 1}
    assert everything() == before
    text = path.read_text(encoding="utf-8").replace(",372 | ,", ",373 | ,")
    path.write_text(text, encoding="utf-8")
    assert imported(path, update=True).counts["records"] == {"changed": 1}
    record = Evidence.objects.get()
    assert [row.locator for row in record.citations.all()] == ["373", ""]
    assert record.places.get(position=1).note == "a | b"
    assert record.quotations.get().citation.position == 1


def test_a_source_has_the_slug_of_the_table_if_it_is_free(table):
    Source.objects.create(slug="murray", citation="Another Murray.", title="Chess")
    header = "identifier,game_name,source,source_citation,source_locator"
    rows = ["a,Senet,fiske | murray,Fiske. | Murray.,p. 3 | ", "b,Senet,,Another  Murray.,"]
    imported(table(header, *rows))
    assert dict(Source.objects.values_list("citation", "slug")) == {
        "Another Murray.": "murray",
        "Fiske.": "fiske",
        "Murray.": "murray-2",
    }
    assert search(Query(q="chess")).count == 1
    before = derived()
    index_records()
    assert derived() == before


def test_a_record_that_comes_back_goes_on_in_its_history(table):
    path = table(HEADER, SENET)
    imported(path)
    Evidence.objects.all().delete()
    imported(path)
    versions = RecordVersion.objects.order_by("number").values_list("number", "content")
    assert [number for number, _ in versions] == [1, 2, 3]
    assert versions[0][1] == versions[2][1]


def test_the_command_tells_what_it_did_and_what_is_wrong(table, capsys):
    call_command("import_csv", str(table(HEADER, SENET)), "--batch=1")
    assert "1 record: 1 created, 0 changed, 0 unchanged" in capsys.readouterr().out
    with pytest.raises(CommandError, match=r"line 2.*\nNothing was stored\."):
        call_command("import_csv", str(table(HEADER, "a b,Senet,,,,,")))


@pytest.mark.django_db(transaction=True)
def test_an_import_that_is_killed_leaves_nothing_half_done(table, tmp_path):
    """A second process imports, and is killed while it writes; run again, all is there."""
    if connection.vendor == "sqlite":
        url = f"sqlite:///{connection.settings_dict['NAME']}"
    else:
        base, _, _name = os.environ["DATABASE_URL"].rpartition("/")
        url = f"{base}/{connection.settings_dict['NAME']}"
    rows = [SENET.replace("senet-1", f"s-{n}") for n in range(1000)]
    path = table(HEADER, *rows)
    command = [sys.executable, "manage.py", "import_csv", str(path), "--batch=100"]
    environment = {**os.environ, "DATABASE_URL": url}
    with subprocess.Popen(command, cwd=settings.BASE_DIR, env=environment) as process:
        children = wait_for_child(process)
        time.sleep(0.5)
        process.send_signal(signal.SIGKILL)
    assert process.returncode == -signal.SIGKILL
    assert not Evidence.objects.exists()
    assert not RecordVersion.objects.exists()
    wait_for(lambda: not any(Path(f"/proc/{child}").exists() for child in children))
    subprocess.run(command, cwd=settings.BASE_DIR, env=environment, check=True)
    assert (Evidence.objects.count(), RecordVersion.objects.count()) == (1000, 1000)


def wait_for_child(process):
    """The processes that an import has started, once it has."""
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    while process.poll() is None:
        found = children.read_text().split()
        if found:
            return found
        time.sleep(0.02)
    raise AssertionError("the import ended by itself")


@pytest.mark.sqlite
def test_a_small_corpus_makes_no_plans_for_a_large_import():
    game = Game.objects.create(slug="dablot", name="Dablot")
    Evidence.objects.bulk_create(Evidence(identifier=f"r{n}", game=game) for n in range(20))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    wanted = Evidence.objects.filter(identifier__among=["a", "b"]).values_list("pk")
    assert "SCAN evidence_evidence" in wanted.explain()
    forget_sizes()
    assert "SEARCH evidence_evidence" in wanted.explain()
