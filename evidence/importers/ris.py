"""RIS records as CSL-JSON. Every refusal names the line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import rispy

from evidence.exporters.references import CITED
from evidence.importers.bibtex import doi
from evidence.importers.reference import Fault, Reference, issued, refuse, said_only

TYPES = {
    "BOOK": "book",
    "EBOOK": "book",
    "EDBOOK": "book",
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
}
CONTAINERS = (
    "journal_name",
    "secondary_title",
    "alternate_title3",
    "alternate_title2",
    "alternate_title1",
)
BOOKS = ("book", "report", "thesis", "pamphlet")
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
TAG = re.compile(r"(?P<tag>[A-Z][A-Z0-9])  -(?: (?P<value>.*))?")
NUMBERING = re.compile(r"(?:[0-9]+\.)?")  # as some programs write between records


@dataclass
class _Record:
    line: int
    lines: list[str]


def read_ris(path: Path, text: str) -> list[Reference]:
    """The records of a RIS file, in its order. Raises BibliographyError with all faults."""
    faults: list[Fault] = []
    records = list(_records(text, faults))
    references = [_reference(record) for record in records]
    faults += [
        Fault(found.line, found.key, "has no title (TI): a source needs one")
        for found in references
        if "title" not in found.csl
    ]
    if not records and not faults:
        faults = [Fault(1, "", "holds no record: one begins with TY  - and ends with ER  -")]
    refuse(path, sorted(faults, key=lambda fault: fault.line))
    return references


def _records(text: str, faults: list[Fault]) -> Iterator[_Record]:
    """Whole records; rispy itself would pass over lines outside them, and over one without end."""
    record: _Record | None = None
    for number, line in enumerate(text.splitlines(), 1):
        match = TAG.fullmatch(line.rstrip()) or TAG.fullmatch(line)
        tag = match["tag"] if match else ""
        if tag == "TY":
            if record:
                faults.append(Fault(record.line, "", "has no end: write ER  - behind its last tag"))
            record = _Record(number, [line])
        elif record:
            record.lines.append(line)
            if tag == "ER":
                yield record
                record = None
        elif not NUMBERING.fullmatch(line.strip()):
            said = f"“{line.strip()[:40]}” stands outside a record: one begins with TY  - BOOK"
            faults.append(Fault(number, "", said))
    if record:
        faults.append(Fault(record.line, "", "has no end: write ER  - behind its last tag"))


def _reference(record: _Record) -> Reference:
    [fields] = rispy.loads("\n".join(record.lines) + "\n") or [{}]
    given = fields.get("type_of_reference", "")
    kind = TYPES.get(given, "document")
    read = set(OTHERS)
    csl: dict[str, Any] = {"type": kind, **_texts(fields, read), **_pages(fields)}
    csl |= _people(fields)
    container = next((name for name in CONTAINERS if fields.get(name)), "")
    read.add(container)
    place = "collection-title" if kind in BOOKS else "container-title"
    if container:
        csl[place] = _plain(fields[container])
    when = fields.get("year") or fields.get("publication_year") or fields.get("date") or ""
    csl["issued"] = issued(when) if when else {}
    csl["DOI"] = doi(fields.get("doi", ""))
    csl["URL"] = next(iter(fields.get("urls", ())), "")
    csl["ISBN" if kind in ("book", "chapter") else "ISSN"] = fields.get("issn", "")
    notes = (note for note in fields.get("notes", ()) if not note.startswith(CITED))
    csl["note"] = " ".join(map(_plain, notes))
    left_out = [name for name in fields if name not in read]
    left_out += fields.get("unknown_tag", {})
    left_out += [] if given in TYPES else [f"{given} (read as a document)"]
    key = _plain(fields.get("id", ""))
    return Reference(record.line, key, said_only(csl), tuple(left_out))


def _texts(fields: dict[str, Any], read: set[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, choices in TEXTS.items():
        chosen = next((field for field in choices if fields.get(field)), "")
        found[name] = _plain(fields.get(chosen, ""))
        read.add(chosen)
    return found


def _pages(fields: dict[str, Any]) -> dict[str, str]:
    first, last = fields.get("start_page", ""), fields.get("end_page", "")
    joined = f"{first}-{last}" if last and last != first else first
    return {"page": "-".join(part.strip() for part in re.split("[-–—]+", joined))}


def _people(fields: dict[str, Any]) -> dict[str, list[dict[str, str]]]:
    authors = fields.get("authors") or fields.get("first_authors") or []
    edited = fields.get("type_of_reference") == "EDBOOK" and not fields.get("secondary_authors")
    editors = authors if edited else fields.get("secondary_authors", [])
    return {
        "author": [] if edited else [_name(name) for name in authors],
        "editor": [_name(name) for name in editors],
        "translator": [_name(name) for name in fields.get("subsidiary_authors", [])],
    }


def _name(text: str) -> dict[str, str]:
    parts = [part.strip() for part in text.split(",", 2)]
    if len(parts) == 1 or not parts[1]:
        return {"literal": parts[0]}
    return dict(zip(("family", "given", "suffix"), parts, strict=False))


def _plain(text: str) -> str:
    return " ".join(text.split())
