"""The kinds of imported files besides tables, each by an importer of its own.

To add one: a function that brings a file in and gives a Report with its outcomes, a form of its
options, and a row in KINDS.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from config import unpacking
from config.unpacking import MIB, PackError
from evidence.editing.batches.models import TABLE, Batch
from evidence.editing.batches.options import DatasetForm, OptionsForm, ReferencesForm, RegionsForm
from evidence.importers import cldf_store
from evidence.importers.dataset import DatasetError
from evidence.importers.kml import KmlError
from evidence.importers.reference import BibliographyError
from evidence.importers.references import import_references
from evidence.importers.regions import Options, import_regions
from evidence.importers.report import Report

NOTHING = re.compile(r"(?!)")
BLANKS = r"[^\S\n]*"  # within a line
COMMENT = r"<!--(?:(?!-->).)*-->"
HEAD = 4096  # bytes from which a file is known that its name does not tell
ERRORS = (BibliographyError, DatasetError, KmlError, PackError)


@dataclass(frozen=True)
class Kind:
    """Files that one importer reads: how they are called and begin, and bytes at most.

    Where `holds` names an ending, a zip file with such files in it is of this kind, too, and the
    importer is given a folder.
    """

    name: str
    title: str | Promise
    endings: tuple[str, ...]
    begins: re.Pattern[str]
    most: int
    form: type[OptionsForm]
    bring: Callable[..., Report]  # of the path and the batch; `dry_run` only tells
    holds: str = ""


def kind_of(name: str, file: IO[bytes]) -> str:
    """The kind of a file by its name, else by how it begins; what is nothing else is a table.

    Raises PackError for zip files that are not to be taken apart, or hold nothing for us.
    """
    ending = Path(name).suffix.lower()
    head = file.read(HEAD)
    if unpacking.is_packed(head):
        return _packed(unpacking.names(file))
    if ending in (".csv", ".tsv"):
        return TABLE
    text = head.decode("utf-8", "replace").lstrip("\ufeff \t\r\n")
    for test in (lambda kind: ending in kind.endings, lambda kind: kind.begins.match(text)):
        if found := next(filter(test, KINDS.values()), None):
            return found.name
    return TABLE


def _packed(names: list[str]) -> str:
    for kind in KINDS.values():
        if kind.holds and any(name.lower().endswith(kind.holds) for name in names):
            return kind.name
    wanted = ", ".join(kind.holds for kind in KINDS.values() if kind.holds)
    raise PackError(_("It contains no file of a supported kind: %(wanted)s.") % {"wanted": wanted})


def _references(path: Path, batch: Batch, **how: Any) -> Report:
    return import_references(path, **batch.options, **how)


def _regions(folder: Path, batch: Batch, **how: Any) -> Report:
    return import_regions(folder, Options(**batch.options, update=batch.update), **how)


def _dataset(folder: Path, batch: Batch, **how: Any) -> Report:
    options = cldf_store.Options(batch.options["type"], batch.update, batch.by)
    return cldf_store.import_dataset(_described(folder), options, **how)


def _described(folder: Path) -> Path:
    """The folder of the dataset: repositories have it below, and other metadata beside it."""
    for wanted in ("*-metadata.json", "*metadata.json"):
        found = sorted({path.parent for path in folder.rglob(wanted)})
        if len(found) > 1:
            said = ", ".join(path.relative_to(folder).as_posix() for path in found[:10])
            raise DatasetError(f"{folder}: one dataset is read at a time, here are some: {said}")
        if found:
            return found[0]
    raise DatasetError(f"{folder}: a file *-metadata.json is needed, there is none")


KINDS = {
    kind.name: kind
    for kind in (
        Kind(
            "references", _("Bibliography"), (".bib", ".bibtex", ".ris", ".json"),
            re.compile(rf"TY  ?-|(?:[^@,;]*\n)?{BLANKS}@\w+\s*[{{(]|[\[{{]"), MIB,
            ReferencesForm, _references,
        ),
        Kind(
            "kml", _("Regions"), (".kml", ".kmz"),
            re.compile(rf"(<\?xml[^>]*>\s*)?(?:{COMMENT}\s*)*<(\w+:)?kml\b", re.DOTALL),
            20 * MIB, RegionsForm, _regions, holds=".kml",
        ),
        Kind(
            "cldf", _("CLDF dataset"), (), NOTHING, 0, DatasetForm, _dataset, holds="metadata.json"
        ),
    )
}  # fmt: skip
