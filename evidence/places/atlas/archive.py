"""The file of tiles: a zip whose members LEVEL/COLUMN/ROW.pbf are stored as gzip, ready to be sent.

Its comment is JSON: which files it was made from, by what, and how many features it has.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from django.conf import settings

SHIPPED = settings.BASE_DIR / "fixtures" / "atlas.zip"
LONG_AGO = (1980, 1, 1, 0, 0, 0)  # so that the same tiles make the same file


class Key(NamedTuple):
    """Level, column and row of a tile, counted from the north-west."""

    z: int
    x: int
    y: int

    @property
    def name(self) -> str:
        """Its path in the archive and in addresses."""
        return f"{self.z}/{self.x}/{self.y}.pbf"


class Atlas:
    """All tiles of a file, in memory: it is small, and processes that fork share it."""

    def __init__(self, path: Path) -> None:
        self.version = hashlib.sha256(path.read_bytes()).hexdigest()[:12]
        with ZipFile(path) as file:
            self.notes: dict[str, Any] = json.loads(file.comment)
            self.tiles = {each: file.read(each) for each in file.namelist()}
        self.deepest = max(int(name.split("/")[0]) for name in self.tiles)

    def tile(self, key: Key) -> bytes | None:
        """A tile as gzip; None where it is open sea, or where there are no such tiles."""
        return self.tiles.get(key.name)


@lru_cache(maxsize=1)
def shipped() -> Atlas:
    """The atlas of the project."""
    return Atlas(SHIPPED)


def write(path: Path, tiles: dict[Key, bytes], notes: dict[str, Any]) -> None:
    """Write tiles, not compressed yet, as an archive; the same ones make the same bytes."""
    with ZipFile(path, "w", ZIP_STORED) as file:
        for key in sorted(tiles):
            member = ZipInfo(key.name, LONG_AGO)
            file.writestr(member, gzip.compress(tiles[key], 9, mtime=0))
        file.comment = json.dumps(notes, sort_keys=True).encode()
