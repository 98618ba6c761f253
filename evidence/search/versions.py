"""The version of the corpus: a number that grows, and a token, with every change of a record.

What is worked out from the whole corpus is kept under its version, and brought up to date by the
records that have changed since.
"""

from __future__ import annotations

import secrets
from array import array
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NamedTuple

from django.db import connection, transaction
from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver

from config.databases.commits import BeforeCommit
from evidence.models import (
    Citation,
    CorpusChange,
    Evidence,
    Identification,
    Passage,
    Region,
    RulesetLink,
    Source,
    Term,
)
from games.models import Game, Ruleset

KEPT = 1000  # changes; whoever is further behind begins anew
MOST_PKS = 10_000  # records that one change lists
NEWEST = "SELECT number, token FROM evidence_corpuschange ORDER BY number DESC LIMIT 1"
LOCK = 0x61736874  # any number that nobody else locks
SHOWN = (Game, Ruleset, Region, Source, Term)  # what records are linked with, and show by name
RESTS = (Citation, Passage, Identification)  # what ties a record to the people of a source


class Version(NamedTuple):
    """One state of the corpus."""

    number: int
    token: str

    def __str__(self) -> str:
        return f"{self.number}-{self.token}"


BEFORE_ALL = Version(0, "")


# None, or what was asked for inside `one_version`: nothing yet, or the version.
_seen: ContextVar[list[Version] | None] = ContextVar("seen", default=None)


@contextmanager
def one_version() -> Iterator[None]:
    """The database is asked at most once, however often the version is asked for inside: to read,
    only.
    """
    if _seen.get() is not None:
        yield
        return
    token = _seen.set([])
    try:
        yield
    finally:
        _seen.reset(token)


def current_version() -> Version:
    """The version that the database connection sees, with what its transaction has changed."""
    seen = _seen.get()
    if seen:
        return seen[0]
    newest = _newest()
    new = [c for c in _noted() if c.written == BEFORE_ALL or c.written.number > newest.number]
    version = _write(new) if new else newest
    if seen is not None:
        seen.append(version)
    return version


def _newest() -> Version:
    """By plain SQL: each search asks, and Django takes longer to write it than the database."""
    with connection.cursor() as cursor:
        cursor.execute(NEWEST)
        newest = cursor.fetchone()
    return Version(*newest) if newest else BEFORE_ALL


class Change(BeforeCommit):
    """Records that a transaction has changed, by id; None is all of them, perhaps."""

    def __init__(self, pks: Collection[int] | None) -> None:
        self.pks = None if pks is None or len(pks) > MOST_PKS else array("q", pks)
        self.written = BEFORE_ALL

    @classmethod
    def do(cls, deeds: Sequence[Change]) -> None:
        """Write those that are not written yet, or were in a part that was rolled back."""
        tokens = {change.written.token for change in deeds} - {""}
        rows = (
            CorpusChange.objects.filter(token__in=tokens) if tokens else CorpusChange.objects.none()
        )
        known = set(rows.values_list("token", flat=True))
        if new := [change for change in deeds if change.written.token not in known]:
            with transaction.atomic():
                _write(new)


def note_change(pks: Collection[int] | None) -> None:
    """These records, or perhaps all, are not what they were: a new version, made by the commit.

    All that a transaction changes is one version.
    """
    transaction.on_commit(Change(pks))
    connection.note_write()  # type: ignore[attr-defined]


def _noted() -> list[Change]:
    """What the transaction under way has changed so far."""
    return [each[1] for each in connection.run_on_commit if isinstance(each[1], Change)]


def _write(changes: Sequence[Change]) -> Version:
    """Make a new version. Others who change the corpus wait with theirs until the transaction ends,
    so numbers are in the order of commits.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
    version = Version(_newest().number + 1, secrets.token_urlsafe(9))
    CorpusChange.objects.create(number=version.number, token=version.token, pks=_listed(changes))
    CorpusChange.objects.filter(number__lte=version.number - KEPT).delete()
    for change in changes:
        change.written = version
    return version


def _listed(changes: Sequence[Change]) -> list[int] | None:
    """The ids of all; None where they are too many, or not known."""
    found: set[int] = set()
    for change in changes:
        if change.pks is None or len(found) > MOST_PKS:
            return None
        found.update(change.pks)
    return None if len(found) > MOST_PKS else sorted(found)


def changed_since(version: Version) -> set[int] | None:
    """The records that have changed since a version; None where that is no longer known."""
    rows = CorpusChange.objects.filter(number__gte=version.number).order_by("number")
    changes = list(rows.values_list("number", "token", "pks"))
    if not changes or Version(*changes[0][:2]) != version:
        return None
    changed: set[int] = set()
    for _number, _token, pks in changes[1:]:
        if pks is None or len(changed) > MOST_PKS:
            return None
        changed.update(pks)
    return changed


# Each sender has its own receiver: a model that any receiver watches is deleted row by row.


@receiver(post_delete, sender=Evidence)
def _record_deleted(instance: Evidence, **_rest: Any) -> None:
    note_change([instance.pk])


@receiver(post_delete, sender=RulesetLink)
def _link_deleted(instance: RulesetLink, **_rest: Any) -> None:
    note_change([instance.evidence_id])


def _shown_saved(instance: Any, created: bool = False, **_rest: Any) -> None:
    """A source's people are names of the records that rest on it."""
    if created or not isinstance(instance, Source):
        note_change([])
        return
    rows = (model._default_manager.filter(source=instance).order_by() for model in RESTS)
    note_change({pk for each in rows for pk in each.values_list("evidence_id", flat=True)})


def _shown_deleted(**_rest: Any) -> None:
    note_change(None)


for _model in SHOWN:
    post_save.connect(_shown_saved, sender=_model)
    post_delete.connect(_shown_deleted, sender=_model)
