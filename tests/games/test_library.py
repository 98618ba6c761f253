"""A library of definitions that is uploaded: what it may hold, which texts it is read for."""

from __future__ import annotations

import io
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from config import unpacking
from config.unpacking import PackError
from evidence.editing.curation.rulesets.checking import check
from games import library
from games.compared import pasted_party
from games.library import read_library, used_by
from games.models import DefinitionLibrary
from people.groups import give_role
from people.matrix import Role
from tests.games.cast import ORACLES

LINE = '(define "ThreeInARow" (if (is Line 3) (result Mover "Won")))'
WON = '(define "Won" Win)'
TEXT = """(game "Rows" (players 2) (equipment {(board (square 3)) (piece "Man" Each)})
    (rules (play (move Add (to (sites Empty)))) (end "ThreeInARow")))"""
FILES = {"def/rules/ThreeInARow.def": LINE, "def/Won.def": WON, "Licence.txt": "ours"}
UPLOAD = "admin:games_definitionlibrary_"


def packed(files: dict[str, str | bytes], how: int = zipfile.ZIP_DEFLATED) -> bytes:
    into = io.BytesIO()
    with zipfile.ZipFile(into, "w", how) as pack:
        for name, content in files.items():
            pack.writestr(name, content)
    return into.getvalue()


def read(files: dict[str, str | bytes]) -> dict[str, str]:
    return read_library(io.BytesIO(packed(files)))


def put(files: dict[str, str | bytes] = FILES) -> None:
    found = read(files)
    DefinitionLibrary(name="own.zip", definitions=found, count=len(found)).save()


class TestFiles:
    def test_definitions_are_read_by_name_and_other_files_left(self):
        assert read(FILES) == {"ThreeInARow": LINE, "Won": WON}

    @pytest.mark.parametrize(
        ("files", "said"),
        [
            ({"../Won.def": WON}, "'../Won.def': is no path within"),
            ({"/etc/Won.def": WON}, "'/etc/Won.def': is no path within"),
            ({"a/Won.def": WON[:-1]}, "a/Won.def, line 1"),
            ({"a/Won.def": "(board)"}, "a/Won.def, line 1"),
            ({"a/Won.def": b"\xff"}, "a/Won.def: is not a text in UTF-8"),
            ({"Won.txt": WON}, "no file with definitions"),
            ({"Won.def": WON + " " * 66_000}, "Won.def: It is too large unpacked: at most 64 kB"),
            ({"Deep.def": '(define "Deep" ' + "(and " * 5_000}, "Deep.def, line 1"),
        ],
    )
    def test_what_is_wrong_names_the_entry(self, files, said):
        with pytest.raises(PackError) as refused:
            read(files)
        assert said in str(refused.value)

    def test_a_file_that_is_no_zip_is_refused(self):
        with pytest.raises(PackError, match="no zip file"):
            read_library(io.BytesIO(b"PK\x03\x04 and no more"))

    def test_all_files_together_and_their_number_are_bounded(self, monkeypatch):
        many = {f"{n}.def": f'(define "N{n}" {n})' for n in range(5)}
        monkeypatch.setattr(library, "MOST_FILES", 4)
        with pytest.raises(PackError, match="at most 4"):
            read(many)
        monkeypatch.setattr(library, "MOST_FILES", 5)
        monkeypatch.setattr(library, "MOST_BYTES", 60)
        with pytest.raises(PackError, match=r"[34]\.def: It is too large"):
            read(many)

    def test_what_comes_out_counts_and_not_what_is_said(self):
        bomb = bytearray(packed({"Won.def": b" " * 1_000_000}))
        at = bomb.rindex(b"PK\x01\x02")
        bomb[at + 24 : at + 28] = (10).to_bytes(4, "little")
        with pytest.raises(PackError, match=r"Won\.def: "):
            read_library(io.BytesIO(bytes(bomb)))
        assert unpacking.MOST_EACH > library.MOST_EACH


@pytest.mark.django_db
class TestTexts:
    def test_a_text_is_played_by_what_the_library_defines(self):
        assert not check(TEXT).compiles
        put()
        found = check(TEXT, play=True)
        assert (found.problems, found.play is None) == ([], False)
        assert found.definitions == []
        assert pasted_party(TEXT).rules.start().legal_moves
        DefinitionLibrary.objects.all().delete()
        assert not check(TEXT).compiles

    def test_what_is_published_does_without_it(self):
        put()
        (problem,) = check(TEXT, whole=True).problems
        assert problem["message"].startswith("“ThreeInARow” stands in this site’s library alone")
        assert TEXT.split("\n")[problem["line"] - 1][problem["column"] - 1 :].startswith('"ThreeIn')
        assert check(f"{LINE} {WON} {TEXT}", whole=True).compiles

    def test_the_definitions_of_the_text_come_first(self):
        put({"Won.def": '(define "Won" Loss)', "Line.def": LINE})
        own = check(f"{WON} {LINE} {TEXT}")
        assert own.compiles
        assert used_by("(game)") == ""

    def test_a_fault_within_the_library_stands_where_the_text_calls_it(self):
        put({"a.def": LINE.replace("Won", "Nothing"), "b.def": '(define "Nothing" (winn))'})
        problem = check(TEXT).problems[0]
        assert TEXT.split("\n")[problem["line"] - 1][problem["column"] - 1 :].startswith('"ThreeIn')

    def test_a_published_game_is_played_by_the_library_of_its_authors(self):
        if not (ORACLES / "def").is_dir():
            pytest.skip(f"there are no definitions in {ORACLES}")
        put({f"def/{p.name}": p.read_text("utf-8") for p in (ORACLES / "def").rglob("*.def")})
        for name in ("Oware", "Senet"):
            text = (ORACLES / "lud" / f"{name}.lud").read_text("utf-8")
            found = check(text, play=True)
            assert (name, found.problems) == (name, [])
            assert found.play
            assert found.play["module"]


@pytest.mark.django_db
class TestAdmin:
    def send(self, client, address, content=None, name="own.zip"):
        file = SimpleUploadedFile(name, packed(FILES) if content is None else content)
        return client.post(address, {"file": file})

    def test_it_is_uploaded_replaced_and_removed(self, admin_client):
        assert self.send(admin_client, reverse(f"{UPLOAD}add")).status_code == 302
        row = DefinitionLibrary.objects.get()
        assert (row.name, row.count, len(row.digest)) == ("own.zip", 2, 64)
        change = reverse(f"{UPLOAD}change", args=[row.pk])
        assert "own.zip" in admin_client.get(change).content.decode()
        self.send(admin_client, change, packed({"Won.def": WON}), "other.jar")
        row = DefinitionLibrary.objects.get()
        assert (row.name, row.definitions) == ("other.jar", {"Won": WON})
        admin_client.post(reverse(f"{UPLOAD}delete", args=[row.pk]), {"post": "yes"})
        assert not DefinitionLibrary.objects.exists()

    def test_a_file_with_a_fault_changes_nothing_and_the_fault_is_named(self, admin_client):
        put()
        change = reverse(f"{UPLOAD}change", args=[1])
        answer = self.send(admin_client, change, packed({"x/Won.def": "(define"}))
        assert "x/Won.def, line 1" in answer.content.decode()
        assert DefinitionLibrary.objects.get().definitions["Won"] == WON

    def test_curators_neither_see_nor_change_it(self, client, django_user_model):
        put()
        curator = django_user_model.objects.create_user("c")
        give_role(curator, Role.CURATOR)
        client.force_login(curator)
        for name, args in (("changelist", ()), ("add", ()), ("change", [1]), ("delete", [1])):
            assert client.get(reverse(f"{UPLOAD}{name}", args=args)).status_code == 403

    def test_pages_say_whether_there_is_one(self, client):
        address = reverse("compare")
        assert "This site has no library of definitions" in client.get(address).content.decode()
        put()
        assert "(own.zip, definitions: 2)" in client.get(address).content.decode()
