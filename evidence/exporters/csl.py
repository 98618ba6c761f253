"""CSL-JSON (https://citationstyles.org): one array of items, each known by its source's slug."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from evidence.exporters.references import item
from evidence.models import Source


def write(sources: Iterable[Source]) -> Iterator[str]:
    """The items, one at a time."""
    comma = "[\n"
    for source in sources:
        yield comma + json.dumps(item(source), ensure_ascii=False)
        comma = ",\n"
    yield "[]\n" if comma == "[\n" else "\n]\n"
