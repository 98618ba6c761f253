"""CSL-JSON (https://citationstyles.org): one array of items, each known by its source's slug."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from evidence.exporters.references import NOWHERE, Locators, identity, item
from evidence.models import Source
from evidence.records.licence import LICENCE_URL
from evidence.sources.bibliography.carried import CUSTOM, OWN


def write(sources: Iterable[Source], locators: Locators = NOWHERE) -> Iterator[str]:
    """The items, one at a time; the locator is where one record cites the source."""
    comma = "[\n"
    for source in sources:
        locator = locators.get(source.pk)
        cited = exported(source) | ({"locator": locator} if locator else {})
        yield comma + json.dumps(cited, ensure_ascii=False)
        comma = ",\n"
    yield "[]\n" if comma == "[\n" else "\n]\n"


def exported(source: Source) -> dict[str, Any]:
    """The item, with what the source is known by when it is imported."""
    own = identity(source)
    said = {"source": own.slug, "citation": own.citation, "licence": LICENCE_URL}
    return item(source) | {CUSTOM: {OWN: said}}
