"""The tags of a RIS record, by the names of rispy, and the CSL-JSON that they are."""

from __future__ import annotations

import re
from typing import Any

from evidence.sources.bibliography.carried import OWN
from evidence.sources.bibliography.csl import Csl, issued, said_only, without_resolver

TYPES = {
    "BOOK": "book",
    "EBOOK": "book",
    "EDBOOK": "book",
    "CLSWK": "classic",
    "CHAP": "chapter",
    "ECHAP": "chapter",
    "JOUR": "article-journal",
    "EJOUR": "article-journal",
    "MGZN": "article-magazine",
    "NEWS": "article-newspaper",
    "CONF": "paper-conference",
    "CPAPER": "paper-conference",
    "THES": "thesis",
    "RPRT": "report",
    "MANSCPT": "manuscript",
    "UNPB": "manuscript",
    "PAMP": "pamphlet",
    "WEB": "webpage",
    "ELEC": "webpage",
    "MAP": "map",
    "ART": "graphic",
    "DATA": "dataset",
    "GEN": "document",
}
# What rispy calls the tags. The first that a record has is taken.
TEXTS = {
    "title": ("title", "primary_title"),
    "volume": ("volume",),
    "issue": ("number",),
    "publisher": ("publisher",),
    "publisher-place": ("place_published",),
    "edition": ("edition",),
    "language": ("language",),
    "genre": ("type_of_work",),
    "collection-title": ("tertiary_title",),
    "number-of-volumes": ("number_of_volumes",),
    "abstract": ("abstract",),
}
CONTAINERS = (
    "journal_name",
    "secondary_title",
    "alternate_title3",
    "alternate_title2",
    "alternate_title1",
)
BOOKS = ("book", "report", "thesis", "pamphlet")
# User-defined tags: the source's slug behind a mark, its citation, what RIS has no place for, and
# the licence of what is exported.
IDENTITY, CITATION, LEFT_OVER, LICENCE = "U1", "U2", "U3", "U4"
MARK = f"{OWN}: "
CITED = "Cited: "  # before where in a source it is cited
OTHERS = {
    "type_of_reference",
    "authors",
    "first_authors",
    "secondary_authors",
    "subsidiary_authors",
    "start_page",
    "end_page",
    "year",
    "publication_year",
    "date",
    "doi",
    "urls",
    "issn",
    "id",
    "notes",
    "unknown_tag",
}
Tags = dict[str, Any]


def csl_of(tags: Tags) -> tuple[Csl, set[str]]:
    """The record as CSL-JSON, and the tags that were read."""
    kind = TYPES.get(tags.get("type_of_reference", ""), "document")
    read = set(OTHERS)
    csl: Csl = {"type": kind, **_texts(tags, read), **_pages(tags), **_people(tags)}
    container = next((name for name in CONTAINERS if tags.get(name)), "")
    read.add(container)
    if container:
        place = "collection-title" if kind in BOOKS else "container-title"
        csl[place] = plain(tags[container])
    when = tags.get("year") or tags.get("publication_year") or tags.get("date") or ""
    csl["issued"] = issued(when) if when else {}
    csl["DOI"] = without_resolver(tags.get("doi", ""))
    csl["URL"] = next(iter(tags.get("urls", ())), "")
    csl["ISBN" if kind in ("book", "chapter") else "ISSN"] = tags.get("issn", "")
    notes = (note for note in tags.get("notes", ()) if not note.startswith(CITED))
    csl["note"] = " ".join(map(plain, notes))
    return said_only(csl), read


def _texts(tags: Tags, read: set[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, choices in TEXTS.items():
        chosen = next((tag for tag in choices if tags.get(tag)), "")
        found[name] = plain(tags.get(chosen, ""))
        read.add(chosen)
    return found


def _pages(tags: Tags) -> dict[str, str]:
    first, last = tags.get("start_page", ""), tags.get("end_page", "")
    joined = f"{first}-{last}" if last and last != first else first
    return {"page": "-".join(part.strip() for part in re.split("[-–—]+", joined))}


def _people(tags: Tags) -> dict[str, list[dict[str, str]]]:
    authors = tags.get("authors") or tags.get("first_authors") or []
    edited = tags.get("type_of_reference") == "EDBOOK" and not tags.get("secondary_authors")
    editors = authors if edited else tags.get("secondary_authors", [])
    return {
        "author": [] if edited else [_name(name) for name in authors],
        "editor": [_name(name) for name in editors],
        "translator": [_name(name) for name in tags.get("subsidiary_authors", [])],
    }


def _name(text: str) -> dict[str, str]:
    parts = [part.strip() for part in text.split(",", 2)]
    if len(parts) == 1 or not parts[1]:
        return {"literal": parts[0]}
    return dict(zip(("family", "given", "suffix"), parts, strict=False))


def plain(text: str) -> str:
    """The text on one line."""
    return " ".join(text.split())
