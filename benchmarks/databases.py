"""Databases for benchmarks, and Django on them."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

from benchmarks.measuring import ROOT


@contextmanager
def database(name: str) -> Iterator[str]:
    """A DATABASE_URL: a new SQLite file, a new PostgreSQL cluster, or the one that is given."""
    if "://" in name:
        yield name
        return
    if name == "sqlite":
        with tempfile.TemporaryDirectory(prefix="ashtapada-bench-") as folder:
            yield f"sqlite:///{folder}/export.sqlite3"
        return
    from tests.postgres import Cluster

    cluster = Cluster()
    try:
        cluster.start()
        subprocess.run(
            [cluster.binaries / "createdb", "-h", cluster.folder, "-U", "postgres", "ashtapada"],
            check=True,
        )
        yield cluster.url
    finally:
        cluster.stop()


@contextmanager
def filled(name: str, rows: int) -> Iterator[dict[str, str]]:
    """The environment of a new database with so many records, or of the one that is given."""
    with database(name) as url:
        environment = {**os.environ, "DATABASE_URL": url}
        if url != name:
            command = [sys.executable, "benchmarks/corpus.py", "--rows", str(rows)]
            subprocess.run(command, check=True, env=environment, cwd=ROOT)
        yield environment


def django() -> None:
    """Set Django up in this process, on the DATABASE_URL of the environment."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django as framework

    framework.setup()
