"""What checks have found, kept by version of the corpus in files that all processes share.

A check that takes long is not made again after every change: what it found is shown, with the
moment, for a while that is in proportion to what it takes. In a small corpus all is always new.
"""

from __future__ import annotations

import datetime
import json
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import numpy
from django.conf import settings
from django.utils import timezone

from evidence.quality.checks import Check
from evidence.quality.rows import Rows
from evidence.search.versions import BEFORE_ALL, Version, current_version

FOLDER = "quality"
LONG = 0.5  # seconds: what takes less is always made anew after a change
PATIENCE = 120  # times as long as a check took is what it found shown


@dataclass(frozen=True)
class Found:
    """The rows of a check, when they were found, and whether nothing has changed since."""

    rows: Rows
    at: datetime.datetime
    current: bool

    @property
    def count(self) -> int:
        """How many."""
        return len(self.rows)


def found_by(check: Check, *, anew: bool = False) -> Found:
    """What a check finds, or has found not long ago; `anew`: as it is now."""
    version = current_version()
    kept = None if anew or not check.by_version or version == BEFORE_ALL else _load(check, version)
    if kept is not None:
        return kept
    started, at = time.monotonic(), timezone.now()
    rows = check.find()
    if check.by_version and version != BEFORE_ALL:
        _save(check, version, at, time.monotonic() - started, rows)
    return Found(rows, at, current=True)


def _path(check: Check) -> Path:
    folder = Path(settings.VAR_DIR) / FOLDER
    folder.mkdir(exist_ok=True)
    return folder / f"{check.name}.npz"


def _save(
    check: Check, version: Version, at: datetime.datetime, seconds: float, rows: Rows
) -> None:
    said = json.dumps({"version": str(version), "at": at.isoformat(), "seconds": seconds})
    path = _path(check)
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
        numpy.savez(file, rows=rows, said=numpy.array(said))
    Path(file.name).replace(path)


def _load(check: Check, version: Version) -> Found | None:
    try:
        with numpy.load(_path(check)) as kept:
            rows, said = kept["rows"], json.loads(str(kept["said"]))
    except (OSError, ValueError, KeyError):
        return None
    if rows.ndim != 2 or rows.shape[1] != len(check.columns):
        return None
    at = datetime.datetime.fromisoformat(said["at"])
    current = said["version"] == str(version)
    seconds = said["seconds"]
    patient = seconds >= LONG and (timezone.now() - at).total_seconds() < PATIENCE * seconds
    return Found(rows, at, current) if current or patient else None
