"""A file that is no table, looked through or brought in by the importer of its kind."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import DataError, IntegrityError
from django.utils.translation import gettext as _

from batches import previews
from batches.kinds import ERRORS, KINDS, Way
from batches.models import Batch, folder
from evidence.importers.report import Progress, Report

AT_WORK = "at-work-"  # begins the names of folders in which a file is laid out
OPTION = re.compile(r" \(--[^()]*\)")  # what a report says of the options of a command


class BringError(ValueError):
    """Why a file cannot be brought in, naming the places in it."""


def look(batch: Batch, progress: Progress) -> tuple[str, dict[str, int]]:
    """Find out what bringing it in would do, without storing anything. Raises BringError.

    Gives what is to be said of it, and counts by action; `previews` has the rows.
    """
    report = _bring(batch, progress, dry_run=True)
    return words(report), previews.write(batch, report)


def bring(batch: Batch, progress: Progress) -> Report:
    """Store what it holds, within the transaction of the caller. Raises BringError."""
    return _bring(batch, progress, dry_run=False)


def words(report: Report) -> str:
    """The report without the options of commands."""
    return "\n".join(OPTION.sub("", line) for line in report.lines())


def _bring(batch: Batch, progress: Progress, *, dry_run: bool) -> Report:
    kind = KINDS[batch.kind]
    way = Way(batch.options, batch.update, dry_run, progress)
    with tempfile.TemporaryDirectory(dir=folder(), prefix=AT_WORK) as work, _told(Path(work)):
        return kind.bring(_laid_out(batch, Path(work)), way)


def _laid_out(batch: Batch, work: Path) -> Path:
    """The file under the name that it was sent by."""
    path = work / batch.name
    path.symlink_to(batch.path().resolve())
    return path


@contextmanager
def _told(work: Path) -> Iterator[None]:
    """Say what is wrong without the place where the file lies."""
    try:
        yield
    except ERRORS as error:
        raise BringError(str(error).replace(f"{work}/", "")) from error
    except RecursionError as error:
        raise BringError(_("It cannot be read: brackets within brackets without end.")) from error
    except DataError as error:
        raise BringError(_("A text of it cannot be stored: %(why)s") % {"why": error}) from error
    except IntegrityError as error:
        said = _("Somebody else stored the same meanwhile: try again.")
        raise BringError(said) from error
