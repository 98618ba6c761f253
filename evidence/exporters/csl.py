"""CSL-JSON (https://citationstyles.org): one array of items, each known by its source's slug."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from evidence.exporters.references import NOWHERE, Locators, item
from evidence.models import Source


def write(sources: Iterable[Source], locators: Locators = NOWHERE) -> Iterator[str]:
    """The items, one at a time; the locator is where one record cites the source."""
    comma = "[\n"
    for source in sources:
        locator = locators.get(source.pk)
        told = item(source) | ({"locator": locator} if locator else {})
        yield comma + json.dumps(told, ensure_ascii=False)
        comma = ",\n"
    yield "[]\n" if comma == "[\n" else "\n]\n"
