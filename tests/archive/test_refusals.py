"""What is restored into an installation that has people or a corpus, and what is refused."""

import hashlib
import json
import zipfile

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from evidence.archive.faults import ArchiveError
from evidence.archive.package import MANIFEST
from evidence.archive.reading import import_corpus
from evidence.archive.tables import TABLES
from evidence.archive.values import line_of
from evidence.models import Evidence, PictureFile, Revision
from evidence.pictures.files import path_of, read, storage, write
from games.models import Game

pytestmark = pytest.mark.django_db


def changed(path, to, changes):
    """A copy of an archive with other contents in some files, and a manifest to suit."""
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(to, "w") as new:
        manifest = json.loads(old.read(MANIFEST))
        for name in old.namelist():
            if name != MANIFEST:
                new.writestr(name, changes.get(name, old.read(name)))
        for each in manifest["files"]:
            content = new.read(each["name"])
            each |= {"rows": content.count(b"\n"), "sha256": hashlib.sha256(content).hexdigest()}
        new.writestr(MANIFEST, json.dumps(manifest))
    return to


def lines(path, name):
    with zipfile.ZipFile(path) as package:
        return package.read(name).splitlines(keepends=True)


def test_who_is_known_here_stays_who_they_are(small):
    asha = User.objects.create_user("asha", "other@example.org", "another secret")
    import_corpus(small)
    assert Revision.objects.filter(by=asha).count() == 1
    asha.refresh_from_db()
    assert asha.is_active
    assert asha.check_password("another secret")


def test_an_installation_with_a_corpus_is_refused(small):
    Game.objects.create(slug="mine", name="Mine")
    with pytest.raises(ArchiveError, match=r"has a corpus already \(rows of games.Game: 1\)"):
        import_corpus(small)
    with pytest.raises(CommandError, match="Nothing was stored"):
        call_command("import_corpus", str(small), verbosity=0)
    assert Game.objects.get().slug == "mine"


@pytest.mark.parametrize(
    ("name", "line", "text", "said"),
    [
        ("games/game.jsonl", 3, b"{nonsense\n", "line 3: this is not JSON"),
        ("games/game.jsonl", 3, b"[]\n", "line 3: this is not a JSON object"),
        ("games/game.jsonl", 3, b'{"slug": NaN}\n', "line 3: this is not JSON: NaN"),
        ("games/game.jsonl", 3, b"[" * 100_000 + b"\n", "line 3: this is not JSON"),
        ("games/game.jsonl", 3, {"name": 7}, 'line 3: 7 is not what an export writes for “name”'),
        ("games/game.jsonl", 3, {"name": None}, "line 3: “name” may not be null"),
        ("games/game.jsonl", 3, {"nmae": "x"}, "line 3: nothing here is called “nmae”"),
        ("games/game.jsonl", 3, {"slug": "shodra"}, "unique"),
        ("games/gamealias.jsonl", 2, {"game": "shodar"}, "“game” names shodar, which is not there"),
        ("games/clause.jsonl", 9, {"ruleset": 5}, "line 9: “ruleset”: 5 does not name a row"),
        ("games/clause.jsonl", 9, {"position": -1}, "line 9: "),
        ("games/clause.jsonl", 9, {"position": 2**70}, "line 9: "),
        ("games/clause.jsonl", 9, {"position": True}, "line 9: true is not what an export writes"),
        ("evidence/evidence.jsonl", 5, {"confidence": 101}, "line 5: "),
        ("evidence/evidence.jsonl", 5, {"terms": "x"}, "line 5: “terms” is not a list"),
        ("evidence/evidence.jsonl", 5, {"terms": [["age", "Ancient"]]}, "names age, Ancient"),
        ("evidence/evidence.jsonl", 5, {"terms": [["age"]]}, "line 5: “terms”: "),
        ("evidence/evidence.jsonl", 5, {"added_at": "yesterday"}, "“added_at”"),
        ("evidence/evidence.jsonl", 5, {"added_by": "no\x00body"}, "line 5: "),
        ("evidence/place.jsonl", 4, {"lat_u": 90_000_001, "lon_u": 0}, "line 4: "),
        ("evidence/quotation.jsonl", 1, {"citation": 10_000}, "names 10000, which is not there"),
        ("evidence/quotation.jsonl", 1, {"citation": "1"}, "“citation”: '1' does not name"),
        ("evidence/quotation.jsonl", 1, {"text": "half \ud800"}, "line 1: "),
        ("evidence/region.jsonl", 2, {"parent": "nowhere"}, "line 2: “parent” names nowhere"),
        ("evidence/recordversion.jsonl", 3, {"revision": None}, "line 3: “revision” is missing"),
    ],
)  # fmt: skip
def test_a_fault_is_named_by_file_and_line_and_changes_nothing(
    small, tmp_path, name, line, text, said
):
    found = lines(small, name)
    if isinstance(text, dict):
        text = json.dumps(json.loads(found[line - 1]) | text).encode() + b"\n"
    found[line - 1] = text
    bad = changed(small, tmp_path / "bad.zip", {name: b"".join(found)})
    with pytest.raises(ArchiveError) as refused:
        import_corpus(bad)
    assert str(refused.value).startswith(name)
    assert said.lower() in str(refused.value).lower()
    assert nothing_stored()


def nothing_stored():
    return not any(table.rows.exists() for table in TABLES) and not User.objects.exists()


def test_a_file_that_is_not_as_it_was_written_is_refused(small, tmp_path):
    bad = tmp_path / "bad.zip"
    with zipfile.ZipFile(small) as old, zipfile.ZipFile(bad, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            new.writestr(
                name, content.replace(b"Shodra", b"Shodri") if "game." in name else content
            )
    with pytest.raises(ArchiveError, match=r"^games/\w+.jsonl is not as it was written"):
        import_corpus(bad)
    assert nothing_stored()


@pytest.mark.sqlite  # refused before anything is asked of a database
def test_what_is_not_a_whole_archive_is_refused(small, tmp_path):
    cut = tmp_path / "cut.zip"
    cut.write_bytes(small.read_bytes()[:-1000])
    with pytest.raises(ArchiveError, match=r"^cut.zip is not an archive of a corpus, or not the"):
        import_corpus(cut)
    with pytest.raises(ArchiveError, match=r"^none.zip cannot be read: No such file"):
        import_corpus(tmp_path / "none.zip")
    damaged = tmp_path / "damaged.zip"
    content = bytearray(small.read_bytes())
    middle = len(content) // 2
    content[middle : middle + 50] = bytes(50)
    damaged.write_bytes(content)
    with pytest.raises(ArchiveError, match=r"is damaged|is not as it was written"):
        import_corpus(damaged)
    assert nothing_stored()


@pytest.mark.sqlite
def test_an_archive_of_another_version_or_with_other_files_is_refused(small, tmp_path):
    with zipfile.ZipFile(small) as package:
        manifest = json.loads(package.read(MANIFEST))
    for said, words in [
        ({"version": 2}, "says version 2, this release reads version 1"),
        ({"format": "else"}, "“format” should be"),
        ({"files": [{"name": "x"}]}, "“files” should list"),
        ({"files": manifest["files"][1:]}, r"games/game.jsonl is not in manifest.json"),
    ]:
        bad = tmp_path / "bad.zip"
        with zipfile.ZipFile(small) as old, zipfile.ZipFile(bad, "w") as new:
            for name in old.namelist():
                if name != MANIFEST:
                    new.writestr(name, old.read(name))
            new.writestr(MANIFEST, json.dumps(manifest | said))
        with pytest.raises(ArchiveError, match=words):
            import_corpus(bad)
    assert nothing_stored()


def test_an_older_archive_without_a_field_gets_its_usual_value(small, tmp_path):
    rows = [json.loads(line) for line in lines(small, "evidence/source.jsonl")]
    for row in rows:
        del row["csl"], row["year"]
    older = changed(
        small, tmp_path / "older.zip", {"evidence/source.jsonl": b"".join(map(line_of, rows))}
    )
    import_corpus(older)
    source = Evidence.objects.get(identifier="khiva-1").citations.get().source
    assert (source.csl, source.year) == ({}, None)


def pictures_in(path):
    with zipfile.ZipFile(path) as package:
        return [name for name in package.namelist() if name.startswith("pictures/")]


def without(path, to, wanted):
    """A copy of an archive that lacks a file, and a manifest to suit."""
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(to, "w") as new:
        manifest = json.loads(old.read(MANIFEST))
        for name in old.namelist():
            if name not in (MANIFEST, wanted):
                new.writestr(name, old.read(name))
        manifest["files"] = [each for each in manifest["files"] if each["name"] != wanted]
        new.writestr(MANIFEST, json.dumps(manifest))
    return to


@pytest.mark.sqlite  # files of pictures are the same beside either
def test_pictures_are_restored_as_they_were_and_others_are_refused(small, tmp_path):
    full, _preview, thumb = pictures_in(small)
    bad = tmp_path / "bad.zip"
    with pytest.raises(ArchiveError, match="another picture than its name says"):
        import_corpus(changed(small, bad, {full: b"something else"}))
    with pytest.raises(ArchiveError, match=f"{thumb} is not in the archive"):
        import_corpus(without(small, bad, thumb))
    rows = lines(small, "evidence/picture.jsonl")
    free = b"".join(row for row in rows if b'"file":null' in row)
    nobody = {"evidence/picturefile.jsonl": b"", "evidence/picturemark.jsonl": b""}
    with pytest.raises(ArchiveError, match="belongs to no picture"):
        import_corpus(changed(small, bad, nobody | {"evidence/picture.jsonl": free}))
    assert not Evidence.objects.exists()
    for file in PictureFile.objects.all():
        storage().delete(path_of(file, "thumb"))
    import_corpus(small)
    with zipfile.ZipFile(small) as package:
        assert read(PictureFile.objects.get(), "thumb") == package.read(thumb)
    marks = Evidence.objects.get(identifier="khiva-1").pictures.first().marks.all()
    assert [(mark.x, mark.height, mark.part) for mark in marks] == [(10, 40, 1), (10, 40, None)]


@pytest.mark.sqlite
def test_a_picture_whose_file_is_lost_is_named_by_the_export(small, tmp_path):
    import_corpus(small)
    file = PictureFile.objects.get()
    kept = read(file, "preview")
    storage().delete(path_of(file, "preview"))
    with pytest.raises(CommandError, match=r"preview\.jpg is not in the storage"):
        call_command("export_corpus", str(tmp_path / "c.zip"), verbosity=0)
    write(file, "preview", kept)
