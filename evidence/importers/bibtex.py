"""BibTeX and BibLaTeX entries as CSL-JSON. Every refusal names line and entry."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from bibtexparser.entrypoint import parse_string
from bibtexparser.model import (
    Block,
    DuplicateBlockKeyBlock,
    DuplicateFieldKeyBlock,
    Entry,
    ParsingFailedBlock,
)

from evidence.importers.csl_json import CslError, with_carried
from evidence.importers.reference import Fault, Reference, refuse
from evidence.sources.bibliography.bibtex_fields import (
    ADDRESSES,
    MONTHS,
    PEOPLE,
    TYPES,
    Fields,
    csl_of,
    title_of,
)
from evidence.sources.bibliography.carried import CITATION, LICENCE, OWN, PREFIX, Identity
from evidence.sources.bibliography.latex import plain_address, plain_names, plain_text

# Of our own entries: what is carried, and what stands elsewhere in them, too.
OURS = (OWN, CITATION, LICENCE, "annote", "howpublished")

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
    references = [] if faults else list(_references(library.entries, faults))
    refuse(path, sorted(faults, key=lambda fault: fault.line))
    return references


def _references(entries: Iterable[Entry], faults: list[Fault]) -> Iterator[Reference]:
    for entry in entries:
        try:
            yield _reference(entry)
        except CslError as error:
            faults.append(Fault(_line(entry), entry.key, str(error)))


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
    if not title_of(_lower(entry)):
        faults.append(Fault(_line(entry), entry.key, "has no title: a source needs one"))
    return faults


def _reference(entry: Entry) -> Reference:
    fields = _lower(entry)
    kind = entry.entry_type.lower()
    csl, read = csl_of(kind, fields)
    carried = {name: text for name, text in fields.items() if name.startswith(PREFIX)}
    own = Identity(fields[OWN], fields.get(CITATION, "")) if fields.get(OWN) else None
    left_out = [name for name in fields if name not in {*read, *carried, *(OURS if own else ())}]
    left_out += [] if kind in TYPES else [f"@{kind} (read as a document)"]
    return Reference(_line(entry), entry.key, with_carried(csl, carried), tuple(left_out), own)


def _lower(entry: Entry) -> Fields:
    """The fields as plain text by their names in small letters."""
    return {
        field.key.lower(): _plain(field.key.lower(), str(field.value)) for field in entry.fields
    }


def _plain(name: str, text: str) -> str:
    if name in ADDRESSES:
        return plain_address(text)
    return plain_names(text) if name in PEOPLE.values() else plain_text(text)
