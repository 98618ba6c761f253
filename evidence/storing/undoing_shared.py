"""What an act made of sources, regions and games, undone."""

from __future__ import annotations

from collections.abc import Callable

from django.db import transaction
from django.db.models import ProtectedError
from django.utils.translation import gettext as _

from evidence.history.contents import Content
from evidence.history.shared import (
    KINDS,
    Row,
    What,
    content_of,
    delete_shared,
    note_shared,
    put_back,
)
from evidence.models import Evidence, Revision, SharedVersion
from evidence.search.index import index_records
from evidence.search.members import touched
from evidence.sources import StoreError

CHUNK = 50  # versions: one of a region holds its shape
Tell = Callable[[SharedVersion, str], None]  # what, and "deleted", "restored" or why it stays
DELETED, RESTORED = "deleted", "restored"


def undo_shared(what: Revision, tell: Tell) -> None:
    """Make rows what they were before the act, the last first; its records are undone already.

    Rows that were changed since, or that something else needs by now, stay, and `tell` hears why.
    """
    changed: dict[str, set[int]] = {name: set() for name in What.values}
    held: set[int] = set()
    versions = SharedVersion.objects.filter(revision=what).order_by("-pk")
    chunk = list(versions[:CHUNK])
    while chunk:
        for version in chunk:
            row = KINDS[What(version.what)].model.objects.filter(slug=version.slug).first()
            pk = row.pk if row else 0
            inside = touched([pk]).tolist() if version.what == What.REGION else []
            done = RESTORED if _is_back(version, row) else _undo(version, row)
            tell(version, done)
            if done in (DELETED, RESTORED):
                changed[version.what].add(pk)
                held.update(inside)
        chunk = list(versions.filter(pk__lt=chunk[-1].pk)[:CHUNK])
    _index(changed, held)


def _is_back(version: SharedVersion, row: Row | None) -> bool:
    """Whether a row that was deleted is there again, for the records that rest on it."""
    return version.after is None and row is not None and content_of(row) == version.before


def _undo(version: SharedVersion, row: Row | None) -> str:
    if row is None:
        return _("it is no longer there")
    if content_of(row) != version.after:
        return _("it was changed later")
    if version.before is not None:
        return _restore(row, version.before, version.after)
    if why := KINDS[What(version.what)].needed_by(row):
        return why
    try:
        with transaction.atomic():
            delete_shared(row)
    except ProtectedError:
        return _("something else needs it")
    return DELETED


def _restore(row: Row, fields: Content, after: Content) -> str:
    try:
        with transaction.atomic():
            put_back(row, fields)
    except StoreError as error:
        return str(error)
    note_shared(row, after)
    return RESTORED


def _index(changed: dict[str, set[int]], held: set[int]) -> None:
    """Bring up to date what search reads of the records that such rows are part of, or that regions
    held before.
    """
    index_records([*held, *touched(changed[What.REGION]).tolist()])
    sources, games = changed[What.SOURCE], changed[What.GAME]
    for found in (
        Evidence.objects.filter(citations__source__in=sources),
        Evidence.objects.filter(game__in=games),
    ):
        index_records(found.distinct().values_list("pk", flat=True))
