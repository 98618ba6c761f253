"""The table that all processes read the version from."""

from __future__ import annotations

from django.db import models


class SiteVersion(models.Model):
    """One row: a token that config.databases.writes renews with every write that shows."""

    token = models.CharField(max_length=32)

    def __str__(self) -> str:
        return self.token
