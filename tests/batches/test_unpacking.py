"""Zip files are taken apart within limits, and nothing of them lies elsewhere."""

from __future__ import annotations

import io
import stat
import struct
import zipfile

import pytest

from config import unpacking
from config.unpacking import PackError, names, unpack
from tests.batches.steps import packed

MIB = 1024 * 1024


def link(name):
    info = zipfile.ZipInfo(name)
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    return info


def taken_apart(tmp_path, content):
    path, into = tmp_path / "a.zip", tmp_path / "into"
    path.write_bytes(content)
    into.mkdir()
    unpack(path, into)
    return {str(each.relative_to(into)): each.read_bytes() for each in into.rglob("*.*")}


def refusal(tmp_path, content):
    with pytest.raises(PackError) as caught:
        taken_apart(tmp_path, content)
    outside = {path.name for path in tmp_path.iterdir()}
    assert outside == {"a.zip", "into"}
    assert str(tmp_path) not in str(caught.value)
    return str(caught.value)


def test_files_in_folders_come_out_as_they_were(tmp_path):
    content = packed([("a.kml", "one"), ("b/c d/é.csv", b"\xff\x00"), ("__MACOSX/a.kml", "x"),
                      ("b/.DS_Store", "x"), ("b/empty/", "")])  # fmt: skip
    assert names(io.BytesIO(content)) == ["a.kml", "b/c d/é.csv"]
    assert taken_apart(tmp_path, content) == {"a.kml": b"one", "b/c d/é.csv": b"\xff\x00"}


@pytest.mark.parametrize(
    "name",
    ["../a.kml", "/etc/a.kml", "b/../../a.kml", "b//a.kml", "./a.kml", "b\\a.kml", "a\nb.kml",
     "a\u202eb.kml"],
)  # fmt: skip
def test_no_file_comes_out_elsewhere(tmp_path, name):
    assert "is no path within the zip file" in refusal(tmp_path, packed([(name, "x")]))


def test_no_links(tmp_path):
    assert "is a link" in refusal(tmp_path, packed([(link("a.kml"), "/etc/passwd")]))


@pytest.mark.parametrize("names", [["a", "a/b.kml"], ["a/b.kml", "a"]])
def test_no_file_lies_in_another(tmp_path, names):
    assert names[1] in refusal(tmp_path, packed([(name, "x") for name in names]))


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_no_file_is_there_twice(tmp_path):
    assert "is there twice" in refusal(tmp_path, packed([("a.kml", "x"), ("a.kml", "y")]))


def test_no_names_that_are_too_long(tmp_path):
    assert "too long a name" in refusal(tmp_path, packed([("x" * 151, "x")]))
    long = "/".join(["abcdefghi"] * 50)
    with pytest.raises(PackError, match="too long a name"):
        names(io.BytesIO(packed([(long, "x")])))


def test_no_more_files_than_are_said(monkeypatch, tmp_path):
    monkeypatch.setattr(unpacking, "MOST_FILES", 3)
    said = refusal(tmp_path, packed([(f"{n}.kml", "") for n in range(4)]))
    assert said == "There are too many files in it: at most 3."


def test_the_list_of_names_is_not_read_where_it_is_too_long(monkeypatch):
    content = packed([(f"{n}.kml", "") for n in range(5)])
    monkeypatch.setattr(unpacking, "MOST_DIRECTORY", 200)
    monkeypatch.setattr(zipfile, "ZipFile", None)
    with pytest.raises(PackError, match="too many files"):
        names(io.BytesIO(content))


@pytest.mark.parametrize("more", [b"", b"junk"])
def test_the_length_of_the_list_is_read_where_the_list_is(monkeypatch, more):
    """The end record begins a second time within itself, or does not end with the file."""
    content = bytearray(packed([(f"{n}.kml", "") for n in range(5)]) + more)
    at = content.rindex(unpacking.END)
    if not more:
        content[at + 4 : at + 8] = unpacking.END
    monkeypatch.setattr(zipfile, "ZipFile", None)
    with pytest.raises(PackError, match="no zip file that can be read"):
        names(io.BytesIO(content))


def test_a_comment_behind_the_list_is_passed_over():
    content = bytearray(packed([("a.kml", "x")]) + b"a comment")
    content[-11:-9] = len(b"a comment").to_bytes(2, "little")
    assert names(io.BytesIO(content)) == ["a.kml"]


def test_what_unpacks_into_too_much_is_refused_before_it_is_unpacked(tmp_path):
    bomb = packed([("a.kml", b"\0" * (51 * MIB))])
    assert len(bomb) < MIB
    assert "at most 20 MB a file, and 50 MB together" in refusal(tmp_path, bomb)
    assert not list((tmp_path / "into").iterdir())


def test_one_file_is_not_too_large(tmp_path):
    said = refusal(tmp_path, packed([("a.kml", b"\0" * (21 * MIB))]))
    assert said.startswith("a.kml: It is too large unpacked")


def test_a_file_that_says_it_is_smaller_than_it_is_does_not_come_out(tmp_path):
    content = bytearray(packed([("a.kml", b"\0" * (30 * MIB))]))
    for at in (content.index(b"PK\x03\x04") + 22, content.index(b"PK\x01\x02") + 24):
        assert struct.unpack_from("<I", content, at) == (30 * MIB,)
        struct.pack_into("<I", content, at, 10)
    said = refusal(tmp_path, bytes(content))
    assert "cannot be unpacked" in said or "too large" in said
    came_out = sum(path.stat().st_size for path in (tmp_path / "into").iterdir())
    assert came_out <= 20 * MIB


def test_nothing_encrypted_and_nothing_packed_in_other_ways(tmp_path):
    content = bytearray(packed([("a.kml", "x")]))
    for at in (content.index(b"PK\x03\x04") + 6, content.index(b"PK\x01\x02") + 8):
        content[at] |= 1
    assert "is encrypted" in refusal(tmp_path, bytes(content))
    other = io.BytesIO()
    with zipfile.ZipFile(other, "w", zipfile.ZIP_LZMA) as pack:
        pack.writestr("a.kml", "x")
    with pytest.raises(PackError, match="not read: pack it as usual"):
        names(other)


@pytest.mark.parametrize("spoil", [
    lambda content: content[:-30],
    lambda content: content[:4],
    lambda content: content[:40] + b"\xff" * 20 + content[60:],
    lambda content: content[:-22] + b"PK\x06\x07" + content[-22:],
    lambda content: content.replace(b"PK\x01\x02", b"PK\x09\x09"),
])  # fmt: skip
def test_what_is_broken_is_refused(tmp_path, spoil):
    content = packed([("a.kml", "some text that is long enough to be spoilt" * 9)])
    said = refusal(tmp_path, spoil(content))
    assert "no zip file that can be read" in said or "cannot be unpacked" in said
