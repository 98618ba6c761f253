"""Which column of a foreign table is probably which of ours, for its form."""

from __future__ import annotations

from collections.abc import Sequence

from evidence.importers import table_names
from evidence.importers.table_mapping import READ


def guessed(header: Sequence[str]) -> dict[str, str]:
    """Our column for each of the table's that may be read."""
    return table_names.guessed(header, READ)
