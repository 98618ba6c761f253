"""Makes the tiles, with tippecanoe; needed by whoever changes the base map, not by the site."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from evidence.places.atlas.archive import Key
from evidence.places.atlas.layers import DEEPEST, INPUTS, MissingError, features, path_of

OPTIONS = (
    "--quiet --force --no-feature-limit --no-tile-size-limit --no-tiny-polygon-reduction "
    "--simplification=4 --simplification-at-maximum-zoom=1 --detect-shared-borders --buffer=8 "
    f"--drop-rate=1 --gamma=0 --minimum-zoom=0 --maximum-zoom={DEEPEST} --no-tile-compression"
).split()


def tippecanoe() -> str | None:
    """Where the program is: on the path, or beside Python."""
    return shutil.which("tippecanoe") or shutil.which(
        "tippecanoe", path=str(Path(sys.executable).parent)
    )


def digests(folder: Path) -> dict[str, str]:
    """SHA-256 of each input. Raises MissingError."""
    try:
        return {
            name: hashlib.sha256(path_of(folder, name).read_bytes()).hexdigest() for name in INPUTS
        }
    except OSError as error:
        raise MissingError(f"{error.filename}: no such file of Natural Earth") from error


def counted(folder: Path, lines: Path) -> dict[str, int]:
    """Write the features, one a line; how many there are of each layer."""
    count: Counter[str] = Counter()
    with lines.open("w", encoding="utf-8") as file:
        for each in features(folder):
            count[each["tippecanoe"]["layer"]] += 1
            file.write(json.dumps(each, ensure_ascii=False, separators=(",", ":")) + "\n")
    return dict(count)


def make(folder: Path, program: str) -> tuple[dict[Key, bytes], dict[str, Any]]:
    """The tiles of a folder of Natural Earth, and notes about them. Raises MissingError."""
    with TemporaryDirectory() as work:
        lines, tiles = Path(work, "features.ndjson"), Path(work, "tiles")
        notes = {"inputs": digests(folder), "features": counted(folder, lines)}
        subprocess.run([program, *OPTIONS, "-e", str(tiles), str(lines)], check=True)  # noqa: S603
        return {_key(path): path.read_bytes() for path in tiles.rglob("*.pbf")}, {
            **notes,
            "attribution": "Natural Earth, public domain",
        }


def _key(path: Path) -> Key:
    return Key(int(path.parts[-3]), int(path.parts[-2]), int(path.stem))
