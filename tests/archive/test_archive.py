"""The whole corpus as a file, and restored from it."""

import shutil
import signal
import subprocess
import zipfile
from contextlib import contextmanager

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.http import QueryDict
from django.urls import reverse

from benchmarks.databases import database
from evidence.archive.columns import columns_of
from evidence.archive.reading import import_corpus
from evidence.archive.references import References
from evidence.archive.tables import LEFT_OUT, TABLES
from evidence.archive.values import encoder, line_of
from evidence.archive.writing import export_corpus
from evidence.models import Evidence, RecordVersion, Region, Revision
from evidence.search import Query, search
from games.models import Game, RulesetConcept
from tests.archive.corpus import HOSTILE, arguments_of, command, environment
from tests.postgres import MissingError

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def restored(written, small, django_db_setup, django_db_blocker):
    """The corpus of that archive, restored here; what makes the small one needs an empty site."""
    with django_db_blocker.unblock(), transaction.atomic():
        import_corpus(written)
        yield
        transaction.set_rollback(True)


@contextmanager
def other_databases():
    """A new database of each kind: first of that which this run is not about."""
    kinds = ["sqlite", "postgresql"]
    kinds.sort(key=lambda kind: kind == connection.vendor)
    try:
        with database(kinds[0]) as first, database(kinds[1]) as second:
            yield first, second
    except MissingError as reason:
        pytest.skip(str(reason))


def test_every_model_of_the_project_is_in_the_archive_or_left_out_with_a_reason():
    own = {
        model._meta.label
        for config in apps.get_app_configs()
        if str(settings.BASE_DIR) in config.path and "site-packages" not in config.path
        for model in config.get_models()
    }
    held = {table.label for table in TABLES}
    assert own - held - LEFT_OUT.keys() == set(), (
        "add a row to evidence.archive.tables, or a reason"
    )
    assert held & LEFT_OUT.keys() == set()
    assert LEFT_OUT.keys() <= own
    assert all(LEFT_OUT.values())


def test_rows_refer_only_to_what_is_restored_before_them():
    restored = set()
    for table in TABLES:
        restored.add(table.model)
        for column in columns_of(table, References()).one:
            if column.reference is not None:
                target = column.field.remote_field.model
                assert target in restored or target is User, f"{table.label}.{column.name}"


def test_what_is_restored_is_exported_the_same(written, restored, tmp_path):
    again = tmp_path / "again.zip"
    export_corpus(again)
    assert again.read_bytes() == written.read_bytes()


def test_a_restored_corpus_is_whole(restored, client):
    record = Evidence.objects.get(identifier="khiva-1")
    assert (record.title, record.checked_at.microsecond) == (HOSTILE, 7)
    assert record.external_ids == {"b": "2", "a": {"y": 1.5, "x": []}}
    quotation = record.quotations.get(position=0)
    assert (quotation.text, quotation.citation.source.slug) == (HOSTILE, "khiva")
    assert Region.objects.get(slug="eastern-asia").parent.slug == "late"
    assert record.regions.filter(slug="northern-asia").exists()
    assert RulesetConcept.objects.filter(ruleset__slug="shodra").exists()
    assert Evidence.objects.count() == search(Query()).count == 313
    found = search(Query.from_params(QueryDict("q=Шодра")))
    assert record.pk in found.pks(0, 50)
    page = client.get(reverse("record", args=["khiva-1"])).content.decode()
    assert "<script>alert(1)" not in page
    assert "&lt;script&gt;alert(1)" in page


def test_history_is_restored_with_those_who_made_it(restored):
    assert RecordVersion.objects.get(identifier="min-rek-chanh", number=2).content is None
    revision = Revision.objects.get(why="the index of Khiva read again")
    assert revision.by.username == "asha"
    assert revision.versions.count() == 2
    assert not revision.by.is_active
    assert not revision.by.has_usable_password()
    assert not User.objects.filter(username="idle").exists()


def test_people_are_in_it_by_username_only(written):
    with zipfile.ZipFile(written) as package:
        everything = b"".join(package.read(name) for name in package.namelist())
    assert b'"asha"' in everything
    for private in (b"example.org", b"md5$", b"pbkdf2", b"password"):
        assert private not in everything


def test_new_rows_are_numbered_after_the_restored_ones(restored):
    last = Game.objects.latest("pk").pk
    with transaction.atomic():
        assert Game.objects.create(slug="new", name="New").pk > last
        transaction.set_rollback(True)


def test_the_same_values_make_the_same_line():
    field = apps.get_model("games.Study")._meta.get_field("tally")
    encode = encoder(field)
    one = line_of({"b": encode({"y": -0.0, "x": 1e16}), "a": "象\ud800"})
    two = line_of({"a": "象\ud800", "b": encode({"x": 10**16, "y": 0.0})})
    assert one == two == '{"a":"象\\ud800","b":{"x":10000000000000000,"y":0.0}}\n'.encode()


def shell(url, folder, *lines):
    """What an installation prints as it does all this, in one process."""
    text = "\n".join(["from django.core.management import call_command", *lines])
    done = command(url, folder, "shell", "-v0", "-c", text)
    assert done.returncode == 0, done.stderr
    return done.stdout


def call(*arguments):
    return f"call_command(*{list(map(str, arguments))})"


COUNT = (
    "from evidence.archive.tables import TABLES; print([table.rows.count() for table in TABLES])"
)


def kill_restoration(url, folder, archive):
    """Kill it when about half of the rows are stored."""
    killed = subprocess.Popen(
        arguments_of("import_corpus", archive), env=environment(url, folder),
        cwd=settings.BASE_DIR, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    for line in killed.stderr:
        if line.startswith("evidence/place.jsonl"):
            break
    killed.send_signal(signal.SIGKILL)
    killed.communicate()
    assert killed.returncode == -signal.SIGKILL


@pytest.mark.sqlite  # from there to PostgreSQL and back
def test_it_goes_to_the_other_database_and_back_though_a_restoration_was_killed(
    written, small, tables, tmp_path
):
    """A small one; the one that is killed is large, so that it is still under way."""
    there, back = tmp_path / "there.zip", tmp_path / "back.zip"
    with other_databases() as (first, second):
        told = shell(
            first, tmp_path,
            call("migrate", "-v0"), call("import_corpus", small), call("export_corpus", there),
        )  # fmt: skip
        assert "rows in" in told
        assert there.read_bytes() == small.read_bytes()

        shutil.copy(tables, second.removeprefix("sqlite:///"))
        kill_restoration(second, tmp_path, written)
        told = shell(
            second, tmp_path, COUNT, call("import_corpus", there), call("export_corpus", back)
        )
        assert told.startswith(f"{[0] * len(TABLES)}\n"), "a killed restoration leaves nothing"
        assert "rows in" in told
    assert back.read_bytes() == small.read_bytes()


def test_a_file_that_cannot_be_written_is_named_and_leaves_nothing_behind(tmp_path):
    with pytest.raises(CommandError, match="cannot be written: No such file or directory"):
        call_command("export_corpus", str(tmp_path / "no" / "corpus.zip"), verbosity=0)
    assert list(tmp_path.iterdir()) == []
