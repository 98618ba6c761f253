"""PostgreSQL."""

from __future__ import annotations

from django.db.backends.postgresql import base

from config.databases.commits import DoesLast


class DatabaseWrapper(DoesLast, base.DatabaseWrapper):
    """A connection to PostgreSQL."""
