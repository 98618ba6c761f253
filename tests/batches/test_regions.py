"""Regions imported on the page as KML: shown, all or nothing, undone as one."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.db import connection

from evidence.drafts import Draft, GameDraft, PlaceDraft
from evidence.editing.batches.models import Batch
from evidence.importers.regions import Options, import_regions
from evidence.models import Evidence, Region, Revision
from evidence.search.versions import changed_since, current_version
from evidence.storing import store
from tests.batches.steps import deed, packed, page, send, sent

pytestmark = pytest.mark.django_db

SAMPLES = Path(__file__).parent.parent / "samples" / "kml"
BAD = sorted((SAMPLES / "bad").glob("*.kml"))
KML = """<?xml version="1.0"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><name>P</name><Polygon><outerBoundaryIs>
<LinearRing><coordinates>{}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></kml>
"""
SQUARE = KML.format("10,10 20,10 20,20 10,20 10,10")
WIDER = KML.format("10,10 30,10 30,20 10,20 10,10")


def of_folder(folder, named="{}"):
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    paths = [path.relative_to(folder).as_posix() for path in files]
    return packed(
        [(named.format(p), file.read_bytes()) for p, file in zip(paths, files, strict=True)]
    )


def regions():
    return list(Region.objects.order_by("slug").values("slug", "name", "kind", "shape", "note"))


@pytest.fixture
def inside(db):
    """A record at a point that is in the square, and one that is only in the wider one."""
    for name, lon in (("in", 15), ("out", 25)):
        place = PlaceDraft(lat_u=15_000_000, lon_u=lon * 1_000_000)
        store(Draft(name, GameDraft("Senet"), places=(place,)))


def found_in(slug):
    rows = Evidence.objects.filter(regions__slug=slug)
    return sorted(rows.values_list("identifier", flat=True))


def test_every_region_is_shown_before_anything_is_stored(curator):
    batch = sent(curator, of_folder(SAMPLES / "good"), "Old Lands.zip")
    assert (batch.kind, batch.state, batch.said.count("--")) == ("kml", "ready", 0)
    assert batch.counts == {"created": 11, "changed": 0, "unchanged": 0, "left": 0}
    assert batch.options["set_name"] == "old-lands"
    new = page(curator, batch)
    assert "old-lands-plain" in new
    assert "points in 1 part" in new
    assert "CC0 1.0 Universal" in new
    assert "world/Polynesia.kml" in new
    assert "self-intersection" in batch.said
    assert not Region.objects.exists()


def test_one_act_and_undone_as_one(curator, inside):
    before, revisions = regions(), Revision.objects.count()
    batch = sent(curator, SQUARE, "Square.kml")
    assert batch.options["set_name"] == "regions"
    assert deed(curator, batch, "import").state == "done"
    assert (batch.state, batch.revision.shared.get().slug) == ("imported", "regions-square")
    assert Revision.objects.count() == revisions + 1
    assert found_in("regions-square") == ["in"]
    deed(curator, batch, "undo")
    assert "Regions: 1 taken out" in batch.said
    assert regions() == before
    assert found_in("regions-square") == []


def test_only_records_that_a_region_may_hold_are_indexed(curator, inside):
    batch = sent(curator, SQUARE, "Square.kml")
    before = current_version()
    deed(curator, batch, "import")
    assert current_version() != before
    assert changed_since(before) == {Evidence.objects.get(identifier="in").pk}


@pytest.mark.django_db(transaction=True)
def test_looking_at_regions_holds_nobody_up(curator, tmp_path):
    (tmp_path / "Square.kml").write_text(SQUARE, encoding="utf-8")
    (tmp_path / "Wide.kml").write_text(WIDER, encoding="utf-8")
    held = []
    import_regions(
        tmp_path, Options(), dry_run=True,
        progress=lambda _done, _of: held.append(connection.in_atomic_block),
    )  # fmt: skip
    assert held == [False] * 4
    assert not Region.objects.exists() and not Revision.objects.exists()


def test_overwritten_regions_are_what_they_were_again_and_so_are_their_records(curator, inside):
    deed(curator, sent(curator, SQUARE, "Square.kml"), "import")
    before = regions()
    batch = sent(curator, WIDER, "Square.kml")
    assert batch.counts == {"created": 0, "changed": 0, "unchanged": 1, "left": 0}
    assert "kept as stored" in page(curator, batch, "unchanged")
    said = {**batch.options, "update": "on"}
    deed(curator, batch, "look", **said)
    changed = page(curator, batch, "changed")
    assert "5 points in 1 part, 10 to 20 east, 10 to 20 north" in changed
    assert "5 points in 1 part, 10 to 30 east, 10 to 20 north" in changed
    assert "would be written" in changed
    deed(curator, batch, "import")
    assert found_in("regions-square") == ["in", "out"]
    deed(curator, batch, "undo")
    assert regions() == before
    assert found_in("regions-square") == ["in"]


def test_the_same_again_changes_nothing(curator):
    content = of_folder(SAMPLES / "good")
    deed(curator, sent(curator, content, "old.zip"), "import")
    before = regions()
    batch = sent(curator, content, "old.zip")
    assert batch.counts == {"created": 0, "changed": 0, "unchanged": 11, "left": 0}
    deed(curator, batch, "import")
    assert (regions(), batch.revision) == (before, None)


def test_everything_of_a_large_set_is_undone(curator):
    batch = sent(curator, of_folder(SAMPLES / "good", "a/b/{}"), "old.zip")
    deed(curator, batch, "import")
    assert Region.objects.count() == 11
    deed(curator, batch, "undo")
    assert not Region.objects.exists()
    assert "stay" not in batch.said


def test_a_region_that_is_the_place_of_a_record_by_now_stays_and_is_named(curator):
    files = [("Square.kml", SQUARE), ("Wide.kml", WIDER), ("Third.kml", SQUARE)]
    batch = sent(curator, packed(files), "s.zip")
    deed(curator, batch, "import")
    store(Draft("new", GameDraft("Senet"), places=(PlaceDraft(region="s-square"),)))
    Region.objects.filter(slug="s-wide").update(name="Wider")
    deed(curator, batch, "undo")
    assert set(Region.objects.values_list("slug", flat=True)) == {"s-square", "s-wide"}
    assert "region s-square: it is the place of a record" in batch.said
    assert "region s-wide: it was changed later" in batch.said


def test_options_say_the_set_the_kind_and_who_drew_it(curator):
    said = {"set_name": "persia", "kind": "cultural", "attribution": "A. <b>Drawer</b>"}
    batch = sent(curator, SQUARE, "Square.kml", **said)
    assert "A. &lt;b&gt;Drawer" in page(curator, batch)
    deed(curator, batch, "import")
    region = Region.objects.get(slug="persia-square")
    assert (region.kind, "A. <b>Drawer</b>" in region.note) == ("cultural", True)


@pytest.mark.parametrize("name", ["", "a b", "../a", "é", "x" * 31, "a\n"])
def test_names_of_sets_that_are_no_part_of_an_address_are_refused(curator, name):
    batch = sent(curator, SQUARE, "Square.kml")
    said = {**batch.options, "set_name": name, "deed": "look"}
    answer = curator.post(batch.get_absolute_url(), said)
    assert answer.status_code == 400


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_faults_are_told_by_file_and_line_and_nothing_is_stored(curator, path):
    files = [("fine.kml", SQUARE), (f"deep/{path.name}", path.read_bytes())]
    batch = sent(curator, packed(files), "set.zip")
    assert batch.state == "faulty"
    assert batch.said.startswith(f"set/deep/{path.name}")
    assert "at-work" not in batch.said
    assert not Region.objects.exists()


def test_a_file_alone_is_named_as_it_was_sent(curator):
    batch = sent(curator, SQUARE.replace("</kml>", ""), "Cut Off.KML")
    assert batch.state == "faulty"
    assert batch.said.startswith("Cut Off.KML, line ")


def test_other_names_and_kmz(curator):
    batch = sent(curator, SQUARE, "square.xml")
    assert (batch.kind, batch.counts["created"]) == ("kml", 1)
    batch = sent(curator, packed([("doc.kml", SQUARE)]), "Persia.kmz")
    assert "regions-persia" in page(curator, batch)


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.zip", packed([("../a.kml", SQUARE)]), "is no path within"),
        ("a.zip", lambda: packed([("a.kml", b"\0" * 60_000_000)]), "too large unpacked"),
        ("a.zip", packed([("a.txt", "x")]), "contains no file of a supported kind: .kml"),
        ("a.zip", packed([]), "contains no file of a supported kind"),
        ("a.kml", packed([("a.kml", SQUARE)])[:-30], "no zip file that can be read"),
        ("a.kml", lambda: SQUARE + " " * 21_000_000, "too large"),
    ],
)
def test_what_is_not_to_be_taken_apart_is_refused_and_not_kept(
    curator, tmp_path, name, content, words
):
    answer = send(curator, content() if callable(content) else content, name)
    assert answer.status_code == 400
    assert words in answer.content.decode()
    assert not Batch.objects.exists()
    assert list((tmp_path / "tables").glob("*")) == []


def test_nothing_is_left_lying_about(curator, tmp_path):
    batch = sent(curator, of_folder(SAMPLES / "good"), "old.zip")
    names = {path.name for path in (tmp_path / "tables").iterdir()}
    assert names == {f"{batch.key}.sent", f"{batch.key}.jsonl"}
    deed(curator, batch, "import")
    assert list((tmp_path / "tables").iterdir()) == []
