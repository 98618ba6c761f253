"""Databases for benchmarks, and Django on them."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager


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


def django() -> None:
    """Set Django up in this process, on the DATABASE_URL of the environment."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django as framework

    framework.setup()
