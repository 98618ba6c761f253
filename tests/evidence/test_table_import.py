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
from evidence.exporters import table as csv_table
from evidence.exporters.selection import Selection
from evidence.importers.table_file import TableError
from evidence.importers.table_store import Options, import_table
from evidence.models import (
    Citation,
    ClauseCitation,
    CorpusChange,
    Evidence,
    GameRelation,
    Place,
    Quotation,
    RecordVersion,
    Revision,
    SearchText,
    SharedVersion,
    Source,
    Term,
)
from evidence.search import Query, search
from evidence.search.index import index_records
from evidence.storing import store
from games.models import Game
from tests.demo import store_demo
from tests.evidence.test_store import DABLOT
from tests.processes import wait_for

pytestmark = pytest.mark.django_db

HEADER = "identifier,game_name,type,date_edtf,place_name,place_latitude,place_longitude"
KHMER = "khmer-1,Ouk Chatrang,artifact,1150/1200,Angkor | Bayon,13.4 | 13.44,103.9 | 103.86"
SENET = "senet-1,Senet,artifact,-1400~,Thebes,25.7,32.6"


@pytest.fixture
def table(tmp_path):
    """Write a table; gives its path."""

    def write(*lines, name="table.csv"):
        path = tmp_path / name
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return path

    return write


def imported(path, **options):
    return import_table(path, Options(**options))


def refusal(path, **options):
    with pytest.raises(TableError) as error:
        imported(path, **options)
    assert not Evidence.objects.exists()
    return str(error.value)


def exported():
    return "".join(csv_table.write(Selection(Query(), site="http://here")))


def forget():
    """Delete all records with what only they need; games, rulesets and regions stay."""
    noted = (RecordVersion, SharedVersion, Revision)
    for model in (Evidence, ClauseCitation, GameRelation, Source, Term, *noted):
        model.objects.all().delete()


def everything():
    """Every row of what an import may touch."""
    models = (Evidence, Place, Citation, Quotation, Source, Term, Game, RecordVersion, CorpusChange)
    return {model.__name__: list(model.objects.order_by("pk").values_list()) for model in models}


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


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("a b,Senet,,,,,", ", column identifier: “a b” is not valid: use letters"),
        ("a,,,,,,", ", column game_name: the game has no name"),
        ("a,Senet,toy,,,,", ", column type: type “toy” is unknown: use one of rules-text"),
        ("a,Senet,,300 v. Chr.,,,", ", column date_edtf: “300 v. Chr.” is German, and dates"),
        (
            "a,Senet,,,Thebes,91,0",
            ", column place_latitude: “91” is no angle: write degrees",
        ),
        ("a,Senet,,,Thebes,9,", ", column place_longitude: “” is no angle"),
        (
            "a,Senet,,,x | y | z,1 | 2,1",
            ", column place_latitude: 2 values, where place_name has 3",
        ),
        ("a,Senet", ": 2 cells, where the header has 7"),
        (f"a,Senet,,,{'x' * 301},,", ", column place_name: 301 characters: at most 300"),
        (f"a,{'x' * 201},,,,,", ", column game_name: game does not fit, name: "),
    ],
)
def test_a_faulty_row_is_named_with_what_would_be_right(table, row, said):
    assert refusal(table(HEADER, SENET, row, KHMER)).startswith(f"line 3{said}")


def test_all_faulty_rows_are_named_in_the_order_of_the_file(table):
    rows = [SENET.replace("senet-1", f"s-{n}") for n in range(9)]
    rows[2], rows[7] = rows[2].replace("-1400~", "x"), rows[7].replace("s-7", "s-0")
    rows[4] = rows[4].replace("s-4,Senet,artifact", 's-4,Senet,"art\nifact"')
    said = refusal(table(HEADER, *rows), rows=3).splitlines()
    assert [line.partition(":")[0] for line in said if line.startswith("line")] == [
        "line 4, column date_edtf",
        "line 6, column type",
        "line 10, column identifier",
    ]
    assert said[-1].endswith("“s-0” is on line 2 too: a record has one row")
    assert not Game.objects.exists()


def test_many_faults_are_counted(table):
    said = refusal(table(HEADER, *(f"r {n}," + "," * 5 for n in range(1500)))).splitlines()
    assert (len(said), said[-1]) == (1001, "and 2000 more")
    assert said[0].startswith("line 2,")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "line 1: a header is needed"),
        (b"identifier,game_name\na,b\nc,\xff\n", "line 3: byte 3 is not UTF-8"),
        (b"identifier,game_name\na,b\nc,\0\n", "line 3: there is a NUL character"),
        (b'identifier,game_name\na,b\nc,"d\n', "line 3: not CSV"),
        (b"identifier,identifier\n", "line 1: the column identifier is there twice"),
        (b"identifier,title\n", "line 1: the columns identifier and game_name are needed"),
        (b"identifier,game,colour\n", "line 1: 'colour' are no columns of ours"),
        (b"identifier,game,place_number\n", "line 1: this table has a row for each place"),
    ],
)
def test_a_file_that_is_no_table_is_refused(tmp_path, content, said):
    path = tmp_path / "table.csv"
    path.write_bytes(content)
    assert refusal(path).startswith(said)


@pytest.mark.parametrize(
    ("mapping", "said"),
    [
        ("[]", 'an object with "columns"'),
        ('{"columns": {"identifier": 3}}', "mapping.json, identifier: write the name of a column"),
        ('{"columns": {"id": "ID"}}', "the mapping names id, which is not one of identifier"),
        ('{"columns": {"identifier": "ID", "game": "G"}}', "line 1: there is no column ID"),
        ('{"columns": {}, "delimiter": "::"}', "mapping.json, delimiter: one character"),
    ],
)
def test_a_mapping_that_does_not_fit_is_refused(table, tmp_path, mapping, said):
    path = tmp_path / "mapping.json"
    path.write_text(mapping)
    assert said in refusal(table(HEADER, SENET), mapping=path)


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
    assert "1 records: 1 created, 0 changed, 0 unchanged" in capsys.readouterr().out
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
    rows = [SENET.replace("senet-1", f"s-{n}") for n in range(6000)]
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
    assert (Evidence.objects.count(), RecordVersion.objects.count()) == (6000, 6000)


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


CITED = "identifier,game_name,source,source_citation,source_locator"


def test_a_citation_with_a_vertical_line_does_not_make_a_second_source(tmp_path):
    citations = tuple(
        replace(DABLOT.citations[0], citation=said, locator="1|2")
        for said in ("One | two.", "|", "Ends with | ", "Three ¦ four.")
    )
    store(replace(DABLOT, citations=citations, quotations=()))
    path = tmp_path / "export.csv"
    path.write_bytes(exported().encode())
    before = everything()
    assert imported(path, update=True).counts["records"] == {"unchanged": 1}
    assert everything() == before
    first = exported()
    forget()
    imported(path)
    assert exported() == first


def test_an_export_from_before_vertical_lines_were_doubled_finds_its_sources(table):
    citation = replace(DABLOT.citations[0], citation="One | two.", locator="1|2")
    store(replace(DABLOT, citations=(citation,), quotations=()))
    before = everything()
    imported(table(CITED, f"{DABLOT.identifier},{DABLOT.game.name},,One ¦ two.,1¦2"))
    assert everything() == before


def test_a_vertical_line_of_a_foreign_table_stays_as_it_is(table):
    imported(table(CITED, "a,Senet,,One|two. | Three|four.,"))
    said = set(Source.objects.values_list("citation", flat=True))
    assert said == {"One|two.", "Three|four."}


SEEN = f"{CITED},source_seen,source_via,source_pages_checked"


def test_how_a_source_was_seen_is_read_written_and_left_where_a_table_says_nothing(table):
    rows = ["a,Senet,,One. | Two.,p. 1 | p. 2,Via | ,Murray 1913 | ,373 | "]
    assert imported(table(SEEN, *rows)).counts["records"] == {"created": 1}
    told = list(Citation.objects.values_list("locator", "seen", "via", "pages_checked"))
    assert told == [("p. 1", "via", "Murray 1913", "373"), ("p. 2", "", "", "")]
    before = everything()
    assert imported(table(SEEN, *rows)).counts["records"] == {"unchanged": 1}
    less = "a,Senet,,One. | Two.,p. 1 | p. 2"
    assert imported(table(CITED, less), update=True).counts["records"] == {"unchanged": 1}
    assert everything() == before
    more = f"{less}, | part, | , | 4"
    assert imported(table(SEEN, more), update=True).counts["records"] == {"changed": 1}
    told = list(Citation.objects.values_list("locator", "seen", "via", "pages_checked"))
    assert told == [("p. 1", "via", "Murray 1913", "373"), ("p. 2", "part", "", "4")]


def test_an_unknown_word_for_how_a_source_was_seen_is_named_with_its_line(table):
    with pytest.raises(TableError) as refused:
        imported(table(SEEN, "a,Senet,,One.,p. 1,glimpsed,,"))
    assert str(refused.value).startswith("line 2, column source_seen: “glimpsed” is unknown")
    assert "seen, part, copy, via, unseen" in str(refused.value)
    with pytest.raises(TableError) as refused:
        imported(table(SEEN, f"a,Senet,,One.,p. 1,,,{'1' * 201}"))
    assert "column source_pages_checked: 201 characters" in str(refused.value)
