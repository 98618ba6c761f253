"""SQLite."""

from __future__ import annotations

from django.db.backends.sqlite3 import base

from config.databases.commits import DoesLast
from config.databases.writes import RenewsVersion


class DatabaseWrapper(DoesLast, RenewsVersion, base.DatabaseWrapper):
    """A connection to SQLite."""
