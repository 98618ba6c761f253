"""The demo corpus for tests that need it: loaded once in a run, then put back as it was loaded."""

from __future__ import annotations

import os
import pickle
from collections import Counter
from collections.abc import Callable
from fcntl import LOCK_EX, flock
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings
from django.db import connection

from evidence.bulk import learn_sizes
from evidence.importers.corpus import load_corpus
from tests.rows import Tables, digest, put_back, stored_tables

SHIPPED = settings.BASE_DIR / "fixtures"


class Loaded(NamedTuple):
    """What loading has stored, and how many queries that took."""

    tables: Tables
    queries: int


def store_demo() -> Loaded:
    """Store the demo corpus, as `load_corpus` would; tests of loading itself call that.

    It is loaded in earnest unless that was done in this run on tables that held the same.
    PostgreSQL is given what was loaded on SQLite, where the run began with that.
    """
    before = digest(stored_tables())
    kept, elsewhere = (_kept(vendor, before) for vendor in (connection.vendor, "sqlite"))
    with kept.with_suffix(".lock").open("w") as lock:
        flock(lock, LOCK_EX)  # the others wait for the first to have loaded it
        if kept.exists():
            return _stored_again(kept)
        loaded = _stored_again(elsewhere) if elsewhere.exists() else _load()
        written = kept.with_suffix(".part")
        written.write_bytes(pickle.dumps(loaded))
        written.rename(kept)
    return loaded


def _kept(vendor: str, before: str) -> Path:
    """Where it is kept as a database stores it that held this before."""
    return Path(os.environ["ASHTAPADA_RUN"]) / f"{vendor}-{before}.pickle"


def _stored_again(kept: Path) -> Loaded:
    loaded: Loaded = pickle.loads(kept.read_bytes())
    put_back(loaded.tables)
    learn_sizes()
    if kept.name.startswith(connection.vendor):
        return loaded
    return Loaded(stored_tables(), loaded.queries)


def _load() -> Loaded:
    asked = Counter[str]()

    def ask(execute: Callable[..., Any], *statement: Any) -> Any:
        asked["queries"] += 1
        return execute(*statement)

    with connection.execute_wrapper(ask):
        load_corpus(SHIPPED)
    return Loaded(stored_tables(), asked.total())
