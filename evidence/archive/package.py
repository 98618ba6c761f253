"""The file that an archive is: a zip of JSON lines and one manifest with counts and digests.

The same contents make the same bytes: nothing in it says when or where it was written.
"""

from __future__ import annotations

import hashlib
import json
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from django.conf import settings

from evidence.archive.faults import ArchiveError, LineError
from evidence.archive.tables import Table
from evidence.records.licence import LICENCE_SHAPE

FORMAT = "ashtapada-corpus"
VERSION = 1
MANIFEST = "manifest.json"
README = "README.txt"
PICTURES = "pictures/"  # where the names of pictures begin, which are no tables
LONGEST = 64 * 1024 * 1024  # bytes of a line
ABOUT = """The corpus of an Ashtapada installation: games, their rules, and the evidence for them.

Each file *.jsonl has a JSON object on each line, in UTF-8, for each row of one table, in the
order of their ids. A row is referred to by its natural key (several parts as a list), or by its
id where it has none. The files below pictures/ are the uploaded pictures in three sizes, each named
after the SHA-256 of its largest. Years are astronomical (0 is 1 BCE), coordinates millionths of a
degree (WGS 84), moments in time are UTC. manifest.json says how many rows and which SHA-256 each
file has, and on what terms all of it may be used. “manage.py import_corpus” restores it;
docs/archive.md of Ashtapada describes every file.
"""


@dataclass(frozen=True)
class Member:
    """One file of the archive, as the manifest has it."""

    name: str
    rows: int
    sha256: str


def manifest(members: list[Member]) -> bytes:
    """The text of the manifest."""
    said = {
        "format": FORMAT,
        "version": VERSION,
        "release": settings.RELEASE,
        "licence": LICENCE_SHAPE,
        "files": [asdict(member) for member in members],
    }
    return (json.dumps(said, indent=1, ensure_ascii=False) + "\n").encode()


@contextmanager
def writing(path: Path) -> Iterator[zipfile.ZipFile]:
    """A new archive, in the place of `path` once it is whole."""
    unfinished = path.with_name(f"{path.name}.part")
    try:
        with zipfile.ZipFile(unfinished, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as package:
            yield package
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def entry(name: str) -> zipfile.ZipInfo:
    """The head of a file, which says neither when nor where it was written."""
    info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
    info.compress_type = zipfile.ZIP_DEFLATED
    info.create_system, info.external_attr = 3, 0o644 << 16
    return info


def write_member(package: zipfile.ZipFile, table: Table, lines: Iterator[bytes]) -> Member:
    """Write one file; what the manifest says of it."""
    digest, rows = hashlib.sha256(), 0
    with package.open(entry(table.file), "w", force_zip64=True) as file:
        for line in lines:
            file.write(line)
            digest.update(line)
            rows += 1
    return Member(table.file, rows, digest.hexdigest())


class Package:
    """An archive to read. Raises ArchiveError unless its manifest can be read."""

    def __init__(self, path: Path) -> None:
        try:
            self.zip = zipfile.ZipFile(path)
            said = json.loads(self.zip.read(MANIFEST))
        except OSError as error:
            raise ArchiveError(f"{path.name} cannot be read: {error.strerror}") from error
        except (zipfile.BadZipFile, KeyError, ValueError, RecursionError) as error:
            raise ArchiveError(
                f"{path.name} is not an archive of a corpus, or not the whole of one: it should be"
                f" a zip file with a {MANIFEST}, as export_corpus writes it"
            ) from error
        self.members = _members(said)

    def check(self) -> None:
        """Raise ArchiveError unless every file is there, whole, and as it was written."""
        there = set(self.zip.namelist()) - {MANIFEST, README}
        for name in sorted(there ^ self.members.keys()):
            where = "not in the archive" if name in self.members else f"not in {MANIFEST}"
            raise ArchiveError(f"{name} is {where}")
        for member in self.members.values():
            rows, digest = self._digest(member.name)
            if digest != member.sha256:
                raise ArchiveError(
                    f"{member.name} is not as it was written: its SHA-256 is {digest},"
                    f" {MANIFEST} says {member.sha256}"
                )
            if rows != member.rows and not member.name.startswith(PICTURES):
                said = f"{member.name} has {rows} lines, {MANIFEST} says {member.rows}"
                raise ArchiveError(said)

    def _digest(self, name: str) -> tuple[int, str]:
        digest, rows = hashlib.sha256(), 0
        try:
            with self.zip.open(name) as file:
                while block := file.read(1 << 20):
                    digest.update(block)
                    rows += block.count(b"\n")
        except (zipfile.BadZipFile, EOFError, OSError, zlib.error) as error:
            raise ArchiveError(f"{name} is damaged: {error}") from error
        return rows, digest.hexdigest()

    def rows(self, name: str) -> Iterator[tuple[int, dict[str, Any]]]:
        """The lines of a file with their numbers. Raises LineError."""
        if name not in self.members:
            return
        with self.zip.open(name) as file:
            number = 0
            while line := file.readline(LONGEST):
                number += 1
                yield number, _row(name, number, line)


def _members(said: Any) -> dict[str, Member]:
    if not isinstance(said, dict) or said.get("format") != FORMAT:
        raise ArchiveError(f"{MANIFEST} does not say that this is an archive of a corpus: “format”"
                           f" should be “{FORMAT}”")  # fmt: skip
    if said.get("version") != VERSION:
        raise ArchiveError(
            f"{MANIFEST} says version {said.get('version')!r}, this release reads version"
            f" {VERSION}: use the release that wrote it ({said.get('release')})"
        )
    try:
        members = [Member(**each) for each in said["files"]]
        if not all(isinstance(each.rows, int) for each in members):
            raise TypeError
    except (KeyError, TypeError) as error:
        raise ArchiveError(f"{MANIFEST}: “files” should list name, rows and sha256") from error
    return {each.name: each for each in members}


def _row(name: str, number: int, line: bytes) -> dict[str, Any]:
    if not line.endswith(b"\n"):
        raise LineError(name, number, f"it does not end, or is longer than {LONGEST:,} bytes")
    try:
        row = json.loads(line, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise LineError(name, number, f"this is not JSON: {error}") from error
    if not isinstance(row, dict):
        raise LineError(name, number, "this is not a JSON object")
    return row


def _no_number(name: str) -> float:
    raise ValueError(f"{name} is not a number that JSON knows")
