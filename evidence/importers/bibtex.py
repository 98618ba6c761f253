"""BibTeX and BibLaTeX entries as CSL-JSON. Every refusal names line and entry."""

from __future__ import annotations

import logging
import re
from pathlib import Path
from typing import Any

from bibtexparser.entrypoint import parse_string
from bibtexparser.middlewares.names import (
    InvalidNameError,
    parse_single_name_into_parts,
    split_multiple_persons_names,
)
from bibtexparser.model import (
    Block,
    DuplicateBlockKeyBlock,
    DuplicateFieldKeyBlock,
    Entry,
    ParsingFailedBlock,
)

from evidence.importers.latex import plain_address, plain_names, plain_text
from evidence.importers.reference import Fault, Reference, issued, refuse, said_only

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
    "edition": ("edition",),
    "language": ("langid", "language"),
    "ISBN": ("isbn",),
    "ISSN": ("issn",),
    "note": ("note",),
}
NAMES = {"author": "author", "editor": "editor", "translator": "translator"}
OTHERS = frozenset(
    {"title", "subtitle", "year", "date", "month", "pages", "number", "doi", "url", "type"}
)
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")

logging.getLogger("bibtexparser").addHandler(logging.NullHandler())
logging.getLogger("bibtexparser").propagate = False  # what it would say is in the refusal


def read_bibtex(path: Path, text: str) -> list[Reference]:
    """The entries of a BibTeX file, in its order. Raises BibliographyError with all faults."""
    library = parse_string(text)
    faults = [_fault(block) for block in library.failed_blocks]
    for entry in library.entries:
        faults += _faults(entry)
    if not library.entries and not faults:
        faults = [Fault(1, "", "holds no entry, such as @book{key, title = {…}}")]
    refuse(path, sorted(faults, key=lambda fault: fault.line))
    return [_reference(entry) for entry in library.entries]


def _line(block: Block) -> int:
    return (block.start_line or 0) + 1


def _fault(block: ParsingFailedBlock) -> Fault:
    entry = block.ignore_error_block
    key = entry.key if isinstance(entry, Entry) else _key_of(block.raw or "")
    if isinstance(block, DuplicateBlockKeyBlock):
        first = f" (first in line {_line(block.previous_block)})"
        return Fault(_line(block), key, f"the key stands twice{first}: give one another")
    if isinstance(block, DuplicateFieldKeyBlock):
        fields = ", ".join(sorted(block.duplicate_keys))
        return Fault(_line(block), key, f"{fields} stands twice: keep one")
    said = getattr(block.error, "abort_reason", "") or str(block.error)
    reason = " ".join(said.split()).rstrip(". ")
    return Fault(_line(block), key, f"cannot be read: {reason}")


def _key_of(raw: str) -> str:
    match = re.match(r"@\w+\s*\{\s*([^,\s{}=]+)\s*,", raw)
    return match[1] if match else ""


def _faults(entry: Entry) -> list[Fault]:
    """Texts that are neither in braces nor in quotes nor a number, and entries without title."""
    enclosing = entry.parser_metadata.get("removed_enclosing", {})
    faults = []
    for field in entry.fields:
        line = (field.start_line or entry.start_line or 0) + 1
        value = str(field.value)
        bare = enclosing.get(field.key) == "no-enclosing" and not value.isdigit()
        if bare and "#" in value:
            said = f"{field.key} is joined by #, which is not read: write the whole text"
            faults.append(Fault(line, entry.key, said))
        elif bare and value[:3].lower() not in MONTHS:
            said = f"{field.key}: “{value}” is no @string of this file: put the text in braces"
            faults.append(Fault(line, entry.key, said))
    if not _title(_lower(entry)):
        faults.append(Fault(_line(entry), entry.key, "has no title: a source needs one"))
    return faults


def _reference(entry: Entry) -> Reference:
    fields = _lower(entry)
    kind = entry.entry_type.lower()
    csl: dict[str, Any] = {"type": TYPES.get(kind, "document"), "title": _title(fields)}
    read = set(OTHERS)
    for name, field in NAMES.items():
        csl[name] = _names(fields.get(field, ""))
        read.add(field)
    for name, choices in TEXTS.items():
        chosen = next((field for field in choices if fields.get(field)), "")
        csl[name] = plain_text(fields.get(chosen, ""))
        read.add(chosen)
    csl |= _numbers(fields, kind)
    csl["issued"] = _issued(fields)
    csl["DOI"] = doi(plain_address(fields.get("doi", "")))
    csl["URL"] = _address(fields, read)
    left_out = [name for name in fields if name not in read]
    left_out += [] if kind in TYPES else [f"@{kind} (read as a document)"]
    return Reference(_line(entry), entry.key, said_only(csl), tuple(left_out))


def _lower(entry: Entry) -> dict[str, str]:
    return {field.key.lower(): str(field.value) for field in entry.fields}


def _title(fields: dict[str, str]) -> str:
    return ": ".join(
        filter(None, (plain_text(fields.get(name, "")) for name in ("title", "subtitle")))
    )


def _numbers(fields: dict[str, str], kind: str) -> dict[str, Any]:
    number = plain_text(fields.get("number", ""))
    issue = "issue" if kind == "article" else "number" if "report" in kind else "collection-number"
    pages = re.sub(r"\s*(?:--+|–|—)\s*", "-", plain_text(fields.get("pages", "")))
    genre = plain_text(fields.get("type", "")) or GENRES.get(kind, "")
    return {issue: number, "page": pages, "genre": genre}


def _issued(fields: dict[str, str]) -> dict[str, Any]:
    year = plain_text(fields.get("date") or fields.get("year", ""))
    month = plain_text(fields.get("month", "")).lower()
    if not year:
        return {}
    number = int(month) if month.isdecimal() else None
    if month[:3] in MONTHS:
        number = MONTHS.index(month[:3]) + 1
    return issued(year, number)


def _address(fields: dict[str, str], read: set[str]) -> str:
    """The url field, or an address alone in howpublished."""
    if fields.get("url"):
        return plain_address(fields["url"])
    elsewhere = plain_address(fields.get("howpublished", ""))
    if not re.fullmatch(r"https?://\S+", elsewhere):
        return ""
    read.add("howpublished")
    return elsewhere


def doi(text: str) -> str:
    """The DOI without the resolver before it."""
    return re.sub(r"^(?:https?://(?:dx\.)?doi\.org/|doi:\s*)", "", text.strip(), flags=re.I)


def _names(text: str) -> list[dict[str, str]]:
    # The splitter loses an accent at the beginning of a name: letters are made plain before.
    names = (name.strip(" ,") for name in split_multiple_persons_names(plain_names(text)))
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
