"""CLDF datasets imported on the page: shown, all or nothing, undone as one."""

from __future__ import annotations

from pathlib import Path

import pytest

from evidence.drafts import CitationDraft, Draft, GameDraft
from evidence.editing.batches.models import Batch
from evidence.history.contents import content_of
from evidence.models import Evidence, RecordVersion, Region, Revision, SharedVersion, Source
from evidence.records.stored import as_draft
from evidence.search import Query, search
from evidence.storing import store
from games.models import Game
from tests.batches.steps import deed, packed, page, send, sent

pytestmark = pytest.mark.django_db

SAMPLE = Path(__file__).parent.parent / "samples" / "cldf"
REAL = Path(__file__).resolve().parents[3] / "shared" / "data" / "austrogames"
PLAYS = "Plays.csv"


def files(under="", **changed):
    """The sample's files, some of them changed by (old, new)."""
    found = {path.name: path.read_bytes() for path in sorted(SAMPLE.iterdir())}
    for name, (old, new) in changed.items():
        path = next(path for path in found if path.startswith(name))
        assert old.encode() in found[path]
        found[path] = found[path].replace(old.encode(), new.encode(), 1)
    return [(f"{under}{name}", content) for name, content in found.items()]


def everything():
    records = {row.identifier: content_of(as_draft(row)) for row in Evidence.objects.all()}
    games = list(Game.objects.order_by("slug").values("slug", "name", "description"))
    sources = list(Source.objects.order_by("slug").values("slug", "citation", "csl"))
    return records, games, sources


@pytest.fixture
def stored(db):
    store(Draft("old-1", GameDraft("Senet"), citations=(CitationDraft("A book"),)))


def test_every_change_is_shown_before_anything_is_stored(curator, stored):
    before = everything()
    batch = sent(curator, packed(files("plays-1.0/cldf/")), "plays-1.0.zip")
    assert (batch.kind, batch.state) == ("cldf", "ready"), batch.said
    assert batch.counts == {"created": 13, "changed": 0, "unchanged": 0, "left": 0}
    new = page(curator, batch)
    assert "plays-d1-g1" in new
    assert "Plays.csv, line 2" in new
    assert "Hill People" in new
    assert "date: " in batch.said
    assert "--" not in batch.said
    assert everything() == before
    assert RecordVersion.objects.exclude(identifier="old-1").count() == 0
    assert SharedVersion.objects.count() == 0


def test_it_is_stored_as_one_act_and_undone_as_one(curator, stored):
    before, revisions = everything(), Revision.objects.count()
    batch = sent(curator, packed(files()), "plays.zip")
    assert deed(curator, batch, "import").state == "done"
    assert (batch.state, Revision.objects.count()) == ("imported", revisions + 1)
    act = batch.revision
    assert (act.by.username, act.versions.count(), act.shared.count()) == ("bede", 6, 7)
    assert search(Query()).count == 7
    record = Evidence.objects.get(identifier="plays-d1-g1")
    assert (record.date, record.added_by.username) == ("1870/1920", "bede")
    deed(curator, batch, "undo")
    assert batch.state == "undone"
    assert "6 records withdrawn" in batch.said
    assert "Games: 4 taken out" in batch.said
    assert "Sources: 3 taken out" in batch.said
    assert everything() == before
    assert search(Query()).count == 1


def test_the_same_again_changes_nothing(curator):
    deed(curator, sent(curator, packed(files()), "plays.zip"), "import")
    before = everything()
    batch = sent(curator, packed(files("another name/")), "plays (1).zip")
    assert batch.counts == {"created": 0, "changed": 0, "unchanged": 13, "left": 0}
    deed(curator, batch, "import")
    assert (everything(), batch.revision) == (before, None)


def test_what_was_written_since_stays_and_so_does_what_it_rests_on(curator):
    batch = sent(curator, packed(files()), "plays.zip")
    deed(curator, batch, "import")
    one, other = Evidence.objects.order_by("pk")[:2]
    store(Draft(one.identifier, GameDraft(one.game.name), title="Mine"), why="later")
    store(Draft("mine", GameDraft(other.game.name)))
    deed(curator, batch, "undo")
    assert set(Evidence.objects.values_list("identifier", flat=True)) == {one.identifier, "mine"}
    assert set(Game.objects.all()) == {one.game, other.game}
    cited = one.citations.get().source
    assert Source.objects.get() == cited
    assert "1 record stays" in batch.said and "it was changed later" in batch.said
    assert f"source {cited.slug}: a record rests on it" in batch.said
    assert f"game {other.game.slug}: a record is about it" in batch.said


def test_options_say_the_type_and_whether_to_overwrite(curator):
    deed(curator, sent(curator, packed(files()), "plays.zip"), "import")
    later = packed(files(**{"Books.csv": ("1870-1920", "1880-1920")}))
    batch = sent(curator, later, "plays.zip")
    assert batch.counts["changed"] == 0
    assert "kept as stored" in page(curator, batch, "unchanged")
    deed(curator, batch, "look", type="artifact", update="on")
    assert batch.counts["changed"] == 6
    assert "1880/1920" in page(curator, batch, "changed")
    deed(curator, batch, "import")
    assert Evidence.objects.get(identifier="plays-d1-g1").date == "1880/1920"
    assert set(Evidence.objects.values_list("type", flat=True)) == {"artifact"}
    deed(curator, batch, "undo")
    assert Evidence.objects.get(identifier="plays-d1-g1").date == "1870/1920"
    assert set(Evidence.objects.values_list("type", flat=True)) == {"ethnography"}


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (files(Peoples=("101.5", "abc")), "plays/Peoples.csv, line 2, column"),
        (files(Reports=("D1", "D 1\x00")), "plays/Reports.csv, line 2: holds a NUL character"),
        (files(plays=('"url": "', '"url": "../')), "is no name of a file in this folder"),
        (files(plays=('"url": "', '"url": "https://example.org/')), "is no name of a file"),
        (files(plays=("{", '{"a": "\\u0000",')), "holds a NUL character"),
        (files(plays=("{", '{"a": "\\ud800",')), "cannot be read as JSON"),
        (files(plays=("{", "{{")), "cannot be read as JSON"),
        (files(**{"Books.bib": ("@", "\x00@")}), "plays/Books.bib, line 1: holds a NUL"),
        ([*files("a/"), *files("b/")], "one dataset is read at a time, here are some: a, b"),
        ([("metadata.json", "[" * 100_000)], "nested too deeply"),
        ([("x-metadata.json", "{}")], "describes no tables"),
    ],
)
def test_faults_are_told_by_file_and_line_and_nothing_is_stored(curator, content, words):
    batch = sent(curator, packed(content), "plays.zip")
    assert batch.state == "faulty"
    assert words in batch.said
    assert "at-work" not in batch.said
    assert curator.post(batch.get_absolute_url(), {"deed": "import"}).status_code == 409
    assert everything() == ({}, [], [])
    assert not Revision.objects.exists()


def test_a_zip_file_of_regions_is_none_of_a_dataset(curator):
    answer = send(curator, packed([("Plays.csv", "ID\n1\n")]), "plays.zip")
    assert answer.status_code == 400
    assert "metadata.json" in answer.content.decode()
    assert not (Batch.objects.exists() or Region.objects.exists())


def test_what_becomes_wrong_between_looking_and_importing_stores_nothing(curator):
    batch = sent(curator, packed(files()), "plays.zip")
    batch.path().write_bytes(packed(files(Peoples=("101.5", "abc"))))
    job = deed(curator, batch, "import")
    assert (job.state, batch.state) == ("failed", "faulty")
    assert everything() == ({}, [], [])


@pytest.mark.long
@pytest.mark.sources
def test_a_real_dataset_comes_in_and_goes_again(curator, tmp_path):
    if not REAL.is_dir():
        pytest.skip("the sources are not kept beside this copy of the project")
    content = packed([(path.name, path.read_bytes()) for path in REAL.iterdir() if path.is_file()])
    batch = sent(curator, content, "austrogames.zip")
    assert (batch.state, batch.counts["created"] > 2000) == ("ready", True), batch.said
    deed(curator, batch, "import")
    assert (Game.objects.count(), Source.objects.count()) == (952, 215)
    deed(curator, batch, "undo")
    assert everything() == ({}, [], [])
