"""The sources that a query's records rest on, and what the formats of references share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from evidence.exporters.selection import Reading, Selection
from evidence.models import Citation, Evidence, Source
from evidence.sources.bibliography.carried import Identity
from evidence.sources.bibliography.csl import said_only, tidied

AT_ONCE = 500
Locators = Mapping[int, str]  # by the id of the source
NOWHERE: Locators = {}


def sources_of(selection: Selection) -> Iterator[Source]:
    """Each source once, in the order of their ids; memory grows with the sources alone.

    Of the whole corpus they are all sources, also those that no record rests on.
    """
    if selection.is_whole:
        yield from Source.objects.order_by("pk").iterator(AT_ONCE)
        return
    found: set[int] = set()
    pairs = Citation.objects.order_by().values_list("evidence_id", "source_id")
    cited = Reading(pairs, "evidence_id")
    for ids in selection.chunks():
        wanted = set(ids)
        found.update(source for evidence, source in cited(ids) if evidence in wanted)
    every = sorted(found)
    for first in range(0, len(every), AT_ONCE):
        yield from Source.objects.filter(pk__in=every[first : first + AT_ONCE]).order_by("pk")


def locators_of(record: Evidence) -> Locators:
    """Where in each of its sources a record rests."""
    found: dict[int, list[str]] = {}
    for source, locator in record.citations.values_list("source", "locator"):
        found.setdefault(source, []).extend([locator] if locator else [])
    return {source: "; ".join(dict.fromkeys(each)) for source, each in found.items()}


def item(source: Source) -> dict[str, Any]:
    """A source as CSL-JSON with id; one that nobody has parsed is a document with its citation."""
    known = tidied({"type": "document", "title": source.citation} | said_only(source.csl))
    if "issued" not in known and source.year is not None:
        known["issued"] = {"date-parts": [[source.year]]}
    return {"id": source.slug, **known}


def identity(source: Source) -> Identity:
    """What a reference carries so that it is known again when it is imported."""
    return Identity(source.slug, source.citation)


def names(csl: dict[str, Any], role: str) -> list[str]:
    """Names of a role, family name first: "Murray, H. J. R.", or as they are given."""
    return [_name(name) for name in csl.get(role, []) if isinstance(name, dict)]


def year(csl: dict[str, Any]) -> str:
    """The year of publication, or nothing."""
    try:
        return str(int(csl["issued"]["date-parts"][0][0]))
    except (KeyError, IndexError, TypeError, ValueError):
        return ""


def _name(name: dict[str, Any]) -> str:
    if "family" not in name:
        return str(name.get("literal", ""))
    particle = name.get("non-dropping-particle") or name.get("dropping-particle") or ""
    family = f"{particle} {name['family']}".strip()
    return ", ".join(filter(None, (family, name.get("given"), name.get("suffix"))))
