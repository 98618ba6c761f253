"""A file that is no table, looked through or imported by the importer of its kind."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import DataError, IntegrityError
from django.utils.translation import gettext as _

from config.unpacking import is_packed, unpack
from evidence.editing.batches import previews
from evidence.editing.batches.kinds import ERRORS, KINDS
from evidence.editing.batches.models import Batch, folder
from evidence.importers.report import Progress, Report

AT_WORK = "at-work-"  # begins the names of folders in which a file is laid out
# What a report says of the options of a command.
OPTION = re.compile(r" \(--[^()]*\)|: say it with --\w+")


class BringError(ValueError):
    """Why a file cannot be imported, naming the places in it."""


def look(batch: Batch, progress: Progress) -> tuple[str, dict[str, int]]:
    """Find out what bringing it in would do, without storing anything. Raises BringError.

    Gives what is to be said of it, and counts by action; `previews` has the rows.
    """
    report = bring(batch, progress, dry_run=True)
    return words(report), previews.write(batch, report)


def bring(batch: Batch, progress: Progress, *, dry_run: bool = False) -> Report:
    """Store what it holds, within the transaction of the caller. Raises BringError."""
    with tempfile.TemporaryDirectory(dir=folder(), prefix=AT_WORK) as work, _told(Path(work)):
        path = _laid_out(batch, Path(work))
        return KINDS[batch.kind].bring(path, batch, dry_run=dry_run, progress=progress)


def words(report: Report) -> str:
    """The report without the options of commands."""
    return "\n".join(OPTION.sub("", line) for line in report.lines())


def _laid_out(batch: Batch, work: Path) -> Path:
    """The file under the name that it was sent by, or the folder that holds it or its files."""
    kind, name = KINDS[batch.kind], Path(batch.name)
    if _is_packed(batch.path()):
        whole = work / (name.stem or "files")
        whole.mkdir()
        unpack(batch.path(), whole)
        return _renamed(whole, name)
    path = work / name.name
    if kind.holds and path.suffix.lower() != kind.holds:
        path = path.with_name(path.name + kind.holds)
    path.symlink_to(batch.path().resolve())
    return work if kind.holds else path


def _is_packed(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return is_packed(file.read(4))
    except OSError as error:
        raise BringError(_("The file has been deleted: send it again.")) from error


def _renamed(whole: Path, name: Path) -> Path:
    """A KMZ file has its one document under a name that says nothing."""
    only = list(whole.rglob("*.kml"))
    if name.suffix.lower() == ".kmz" and len(only) == 1:
        only[0].rename(only[0].with_name(f"{name.stem}.kml"))
    return whole


@contextmanager
def _told(work: Path) -> Iterator[None]:
    """Say what is wrong without the place where the file lies."""
    try:
        yield
    except ERRORS as error:
        raise BringError(str(error).replace(f"{work}/", "")) from error
    except RecursionError as error:
        raise BringError(_("It cannot be read: brackets are nested too deeply.")) from error
    except DataError as error:
        raise BringError(_("A text of it cannot be stored: %(why)s") % {"why": error}) from error
    except IntegrityError as error:
        said = _("Someone else stored the same at the same time: try again.")
        raise BringError(said) from error
