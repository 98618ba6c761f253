"""Fields of CSL-JSON that every format of references has in its own way."""

from __future__ import annotations

import re
from typing import Any

Csl = dict[str, Any]

TEXTS = (
    "type", "title", "container-title", "collection-title", "publisher", "publisher-place",
    "volume", "issue", "page", "edition", "number", "number-of-pages", "genre", "medium",
    "language", "DOI", "ISBN", "ISSN", "URL", "archive", "archive_location", "event", "event-place",
    "note", "abstract", "collection-number", "chapter-number", "number-of-volumes",
)  # fmt: skip
NAMES = ("author", "editor", "translator", "container-author", "collection-editor")
DATES = ("issued", "accessed", "original-date")
PARTS = ("family", "given", "literal", "suffix", "non-dropping-particle", "dropping-particle")
ORDER = {name: place for place, name in enumerate(("type", "title", *NAMES, *DATES, *TEXTS))}
YEAR = re.compile(r"(?P<year>[0-9]{4})(?:[-/](?P<month>[0-9]{1,2})(?:[-/](?P<day>[0-9]{1,2}))?)?")
RESOLVER = re.compile(r"^(?:https?://(?:dx\.)?doi\.org/|doi:\s*)", re.IGNORECASE)
OF_A_DOI = re.compile(r"https?://(?:dx\.)?doi\.org/(?P<doi>10\.[0-9]{4,9}/\S+)", re.IGNORECASE)
# No address holds these as they are, and BibTeX could not.
NOT_IN_ADDRESSES = {ord(letter): f"%{ord(letter):02X}" for letter in '{}\\<>"` '}


def issued(text: str, month: int | None = None) -> Csl:
    """When it was published, in CSL: numbers where the text is a date, else its words."""
    match = YEAR.fullmatch(text.strip().rstrip("/"))
    if match is None:
        return {"literal": text.strip()}
    found = (match["year"], match["month"] or month, match["day"])
    parts = [int(part) for part in found if part]
    in_range = all(1 <= part <= most for part, most in zip(parts[1:], (12, 31), strict=False))
    return {"date-parts": [parts]} if in_range else {"literal": text.strip()}


def said_only(csl: Csl) -> Csl:
    """The fields that say something."""
    return {name: value for name, value in csl.items() if value}


def without_resolver(doi: str) -> str:
    """The DOI without the address of a resolver before it."""
    return RESOLVER.sub("", doi.strip())


def doi_of(csl: Csl) -> str:
    """The DOI, also where it is known only as an address of doi.org."""
    if csl.get("DOI"):
        return without_resolver(str(csl["DOI"]))
    match = OF_A_DOI.fullmatch(str(csl.get("URL", "")).strip())
    return match["doi"] if match else ""


def tidied(csl: Csl) -> Csl:
    """The fields as every format can write them: texts on one line, addresses without braces.

    A DOI that stands only in the address gets its own field. They have one order, which a
    database need not keep.
    """
    found = said_only({name: _tidy(value) for name, value in csl.items()})
    found |= {name: str(value) for name, value in found.items() if isinstance(value, int)}
    if doi := doi_of(found):
        found["DOI"] = doi
    for name in ("URL", "DOI"):
        if name in found:
            found[name] = str(found[name]).translate(NOT_IN_ADDRESSES)
    return dict(sorted(found.items(), key=lambda field: (ORDER.get(field[0], len(ORDER)), field)))


def _tidy(value: Any) -> Any:
    if isinstance(value, str):
        return " ".join(value.split())
    if isinstance(value, list):
        return [_tidy(each) for each in value]
    if isinstance(value, dict):
        return {name: _tidy(value[name]) for name in sorted(value)}
    return value
