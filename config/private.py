"""Files of the site are for its owner alone: the database, letters with links, tables, archives.

Processes start with `start`: what they make from then on is closed to other users, and what they
find in the folder of the site is closed too. SQLite gives -wal and -shm the mode of the database.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

OTHERS = 0o077


def close_new_files() -> None:
    """Files that this process makes are for its owner alone."""
    os.umask(OTHERS)


def start(folder: Path, database: dict[str, Any]) -> None:
    """Close the site's folder, all that is in it, and a SQLite database that lies elsewhere."""
    close_new_files()
    close(_within(folder))
    name = str(database["NAME"])
    if database["ENGINE"].endswith("sqlite3"):
        close(Path(name + ending) for ending in ("", "-wal", "-shm"))


def close(paths: Iterable[Path]) -> None:
    """Take away what others may do with our own files and folders; links are left as they are."""
    for path in paths:
        with suppress(FileNotFoundError, PermissionError):
            found = path.lstat()
            if found.st_mode & OTHERS and found.st_uid == os.geteuid() and not path.is_symlink():
                path.chmod(stat.S_IMODE(found.st_mode) & ~OTHERS)


def _within(folder: Path) -> Iterator[Path]:
    """The folder and all that is in it; nothing where everybody puts files, as in /tmp."""
    if folder.stat().st_mode & stat.S_ISVTX:
        return
    yield folder
    for where, folders, files in os.walk(folder):
        yield from (Path(where, name) for name in (*folders, *files))
