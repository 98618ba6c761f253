"""RIS records as CSL-JSON. Every refusal names the line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import rispy

from evidence.importers.csl_json import CslError, with_carried
from evidence.importers.reference import Fault, Reference, refuse
from evidence.sources.bibliography.carried import PREFIX, Identity
from evidence.sources.bibliography.ris_fields import (
    CITATION,
    IDENTITY,
    LEFT_OVER,
    LICENCE,
    MARK,
    TYPES,
    csl_of,
    plain,
)

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
    references = list(_references(records, faults))
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


def _references(records: Iterable[_Record], faults: list[Fault]) -> Iterator[Reference]:
    for record in records:
        try:
            yield _reference(record)
        except CslError as error:
            faults.append(Fault(record.line, "", str(error)))


def _reference(record: _Record) -> Reference:
    [tags] = rispy.loads("\n".join(record.lines) + "\n") or [{}]
    csl, read = csl_of(tags)
    others = {tag: list(values) for tag, values in tags.get("unknown_tag", {}).items()}
    own = _identity(others)
    carried = _carried(others) if own else {}
    given = tags.get("type_of_reference", "")
    left_out = [name for name in tags if name not in read]
    left_out += [tag for tag, values in others.items() if values]
    left_out += [] if given in TYPES else [f"{given} (read as a document)"]
    key = plain(tags.get("id", ""))
    return Reference(record.line, key, with_carried(csl, carried), tuple(left_out), own)


def _identity(others: dict[str, list[str]]) -> Identity | None:
    """The source that the record was, where an installation of this project has written it."""
    slugs = [plain(text) for text in others.get(IDENTITY, ()) if text.startswith(MARK)]
    if not slugs:
        return None
    others.pop(IDENTITY)
    others.pop(LICENCE, None)
    citation = " ".join(map(plain, others.pop(CITATION, ())))
    return Identity(slugs[0].removeprefix(MARK), citation)


def _carried(others: dict[str, list[str]]) -> dict[str, str]:
    found = (plain(text).partition(": ") for text in others.pop(LEFT_OVER, ()))
    return {name: text for name, _, text in found if name.startswith(PREFIX)}
