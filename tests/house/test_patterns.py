"""Texts that are made to be looked at again and again are read as quickly as others."""

from __future__ import annotations

import io
from contextlib import suppress
from pathlib import Path
from time import process_time

import pytest

from evidence.dates import DateError
from evidence.dates.reading import read_any
from evidence.editing.batches.kinds import KINDS, kind_of
from evidence.editing.curation.forms.pasted import read_pasted
from evidence.editing.workflow.refusals import Refusal
from evidence.importers import portal
from evidence.importers.portal import PortalError
from evidence.importers.reference import BibliographyError
from evidence.importers.references import read_references
from evidence.importers.ris import read_ris

QUICK = 2  # seconds; each takes over ten where a pattern looks at everything again and again
MANY = 50_000
RIS = "TY  - BOOK\nTI  - x\n%s\nER  - \n"


def guessed(text):
    return kind_of("a.xml", io.BytesIO(text.encode()))


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (guessed, "<!-- -->" * 25 + "<svg/>"),
        (guessed, "<!--" * 1000),
        (KINDS["references"].begins.match, "x" + "\n" * MANY),
        (read_pasted, "x" + "\n" * MANY + "x"),
        (read_any, "perhaps" + " " * MANY + "x"),
        (read_any, ",;(" * MANY),
        (read_any, "from a to " * MANY + "\n"),
        (lambda text: read_ris(Path(), text), RIS % ("SP  - 1" + " " * MANY + "2")),
        (lambda text: read_ris(Path(), text), " " * MANY + "x"),
        (portal.read, "Evidence for Senet\n1 piece of evidence found.\n" + "a@" * MANY + " b"),
    ],
)
def test_no_text_takes_long(read, text):
    begun = process_time()
    with suppress(Refusal, DateError, PortalError, BibliographyError):
        read(text)
    assert process_time() - begun < QUICK


def test_no_bibliography_takes_long(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("x" + "\n" * MANY + "{", encoding="utf-8")
    begun = process_time()
    with pytest.raises(BibliographyError):
        read_references(path)
    assert process_time() - begun < QUICK


@pytest.mark.parametrize(
    ("begins", "kind"),
    [
        ('<?xml version="1.0"?>\n<!-- a -->\n<!-- b --><kml xmlns="x">', "kml"),
        ("<!-- --- -- > --> <k:kml>", "kml"),
        ("<!-- a --><svg><kml>", "table"),
        ("<!-- <kml>", "table"),
        ("Some words\n\n  @book{a,", "references"),
        ("\n \n@book {a,", "references"),
        ("a,b\n@book{", "table"),
    ],
)
def test_a_file_is_known_by_how_it_begins(begins, kind):
    assert guessed(begins) == kind
