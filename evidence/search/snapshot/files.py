"""Snapshots of a large corpus as files: processes share them, and none has to make them anew.

A file is a pickle, whose arrays stand apart behind it and are mapped into memory: only what a
query reads is loaded, and all processes of a machine read the same pages. The folder is as
private to the site as its database.
"""

from __future__ import annotations

import fcntl
import mmap
import pickle
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from typing import Any

from django.conf import settings

from evidence.search.versions import Version

FOLDER = "snapshots"
KEPT = 2
UNFINISHED = "tmp"
ALIGNED = 64  # bytes
# In the names of files: what other code wrote may lack what this one reads.
FORMAT = blake2b(
    b"".join(path.read_bytes() for path in sorted(Path(__file__).parent.glob("*.py"))),
    digest_size=4,
).hexdigest()


def folder() -> Path:
    """Where the files are."""
    path = Path(settings.VAR_DIR) / FOLDER
    path.mkdir(exist_ok=True)
    return path


def save(version: Version, content: Any) -> None:
    """Write what belongs to a version, whole or not at all, and forget the oldest.

    One process at a time may: what others have begun is taken for theirs who were stopped.
    """
    buffers: list[pickle.PickleBuffer] = []
    body = pickle.dumps(content, protocol=5, buffer_callback=buffers.append)
    arrays = [buffer.raw() for buffer in buffers]
    head = pickle.dumps((len(body), [len(array) for array in arrays]))
    with tempfile.NamedTemporaryFile(dir=folder(), prefix=UNFINISHED, delete=False) as file:
        file.write(len(head).to_bytes(8, "little") + head + body)
        for array in arrays:
            file.write(b"\0" * (-file.tell() % ALIGNED))
            file.write(array)
    Path(file.name).replace(_path(version))
    kept = _stored()[-KEPT:]
    for old in (*folder().glob("*-*.*"), *folder().glob(f"{UNFINISHED}*")):
        if old not in kept:
            old.unlink(missing_ok=True)


def load(version: Version) -> Any | None:
    """What belongs to a version, its arrays mapped; None where there is no such file."""
    try:
        with _path(version).open("rb") as file:
            mapped = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    except FileNotFoundError:
        return None
    end = 8 + int.from_bytes(mapped[:8], "little")
    length, sizes = pickle.loads(mapped[8:end])  # noqa: S301 - our own file
    body = mapped[end : end + length]
    at, buffers = end + length, []
    for size in sizes:
        at += -at % ALIGNED
        buffers.append(mapped[at : at + size])
        at += size
    return pickle.loads(body, buffers=buffers)  # noqa: S301


def newest() -> Version | None:
    """The version that was saved last."""
    names = [path.name.split(".")[0].split("-", 1) for path in _stored()]
    return Version(int(names[-1][0]), names[-1][1]) if names else None


def busy() -> bool:
    """Whether a process has asked to be alone."""
    with (folder() / "lock").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


@contextmanager
def alone() -> Iterator[None]:
    """One process at a time."""
    with (folder() / "lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _path(version: Version) -> Path:
    return folder() / f"{version}.{FORMAT}"


def _stored() -> list[Path]:
    return sorted(folder().glob(f"*-*.{FORMAT}"), key=lambda path: path.stat().st_mtime)
