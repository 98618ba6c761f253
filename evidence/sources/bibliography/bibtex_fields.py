"""The fields of a BibTeX entry, as plain text, and the CSL-JSON that they are."""

from __future__ import annotations

import re
from typing import Any

from bibtexparser.middlewares.names import (
    InvalidNameError,
    parse_single_name_into_parts,
    split_multiple_persons_names,
)

from evidence.sources.bibliography.csl import Csl, issued, said_only, without_resolver

TYPES = {
    "article": "article-journal",
    "book": "book",
    "mvbook": "book",
    "collection": "book",
    "proceedings": "book",
    "booklet": "pamphlet",
    "inbook": "chapter",
    "incollection": "chapter",
    "inproceedings": "paper-conference",
    "conference": "paper-conference",
    "phdthesis": "thesis",
    "mastersthesis": "thesis",
    "thesis": "thesis",
    "techreport": "report",
    "report": "report",
    "unpublished": "manuscript",
    "online": "webpage",
    "electronic": "webpage",
    "www": "webpage",
    "dataset": "dataset",
    "software": "software",
    "patent": "patent",
    "artwork": "graphic",
    "manual": "document",
    "misc": "document",
}
GENRES = {"phdthesis": "PhD thesis", "mastersthesis": "Master's thesis"}
# The first field that an entry has is taken; the others of the row are left out.
TEXTS = {
    "container-title": ("journal", "journaltitle", "booktitle"),
    "publisher": ("publisher", "school", "institution", "organization"),
    "publisher-place": ("address", "location"),
    "collection-title": ("series",),
    "volume": ("volume",),
    "number-of-volumes": ("volumes",),
    "chapter-number": ("chapter",),
    "number-of-pages": ("pagetotal",),
    "edition": ("edition",),
    "language": ("langid", "language"),
    "ISBN": ("isbn",),
    "ISSN": ("issn",),
    "abstract": ("abstract",),
    "note": ("note",),
}
PEOPLE = {"author": "author", "editor": "editor", "translator": "translator"}
ADDRESSES = ("url", "doi", "howpublished")
OTHERS = frozenset(
    {"title", "subtitle", "year", "date", "month", "pages", "number", "doi", "url", "type"}
)
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
Fields = dict[str, str]


def csl_of(kind: str, fields: Fields) -> tuple[Csl, set[str]]:
    """The entry of this kind as CSL-JSON, and the fields that were read.

    Values are plain text; those of people keep the braces that hold a name together.
    """
    csl: dict[str, Any] = {"type": TYPES.get(kind, "document"), "title": title_of(fields)}
    read = set(OTHERS)
    for name, field in PEOPLE.items():
        csl[name] = people(fields.get(field, ""))
        read.add(field)
    for name, choices in TEXTS.items():
        chosen = next((field for field in choices if fields.get(field)), "")
        csl[name] = fields.get(chosen, "")
        read.add(chosen)
    csl |= _numbers(fields, kind)
    csl["issued"] = _issued(fields)
    csl["DOI"] = without_resolver(fields.get("doi", ""))
    csl["URL"] = _address(fields, read)
    return said_only(csl), read


def title_of(fields: Fields) -> str:
    """The title with the subtitle."""
    return ": ".join(filter(None, (fields.get(name, "") for name in ("title", "subtitle"))))


def _numbers(fields: Fields, kind: str) -> Csl:
    issue = "issue" if kind == "article" else "number" if "report" in kind else "collection-number"
    pages = re.sub(r"\s*(?:--+|–|—)\s*", "-", fields.get("pages", ""))
    genre = fields.get("type", "") or GENRES.get(kind, "")
    return {issue: fields.get("number", ""), "page": pages, "genre": genre}


def _issued(fields: Fields) -> Csl:
    year = fields.get("date") or fields.get("year", "")
    month = fields.get("month", "").lower()
    if not year:
        return {}
    number = int(month) if month.isdecimal() else None
    if month[:3] in MONTHS:
        number = MONTHS.index(month[:3]) + 1
    return issued(year, number)


def _address(fields: Fields, read: set[str]) -> str:
    """The url field, or an address alone in howpublished."""
    if fields.get("url"):
        return fields["url"]
    elsewhere = fields.get("howpublished", "")
    if not re.fullmatch(r"https?://\S+", elsewhere):
        return ""
    read.add("howpublished")
    return elsewhere


def people(text: str) -> list[dict[str, str]]:
    """The names that "and" joins."""
    # The splitter loses an accent at the beginning of a name: letters are made plain before.
    names = (name.strip(" ,") for name in split_multiple_persons_names(text))
    return [_name(name) for name in names if name]


def _name(text: str) -> dict[str, str]:
    whole = {"literal": _without_braces(text)}
    try:
        parts = parse_single_name_into_parts(text)
    except InvalidNameError:
        return whole
    if not parts.first and not parts.von:
        return whole
    said = {
        "family": parts.last,
        "given": parts.first,
        "non-dropping-particle": parts.von,
        "suffix": parts.jr,
    }
    return {name: _without_braces(" ".join(words)) for name, words in said.items() if words}


def _without_braces(text: str) -> str:
    return " ".join(text.replace("{", "").replace("}", "").split())
