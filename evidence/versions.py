"""The version of the corpus: a number that grows, and a token, with every change of a record.

What is worked out from the whole corpus is kept under its version, and brought up to date by the
records that have changed since.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NamedTuple

from django.db import connection, transaction
from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver

from evidence.models import CorpusChange, Evidence, Region, RulesetLink, Source, Term
from games.models import Game, Ruleset
from games.stored_concepts import concepts_changed

KEPT = 1000  # changes; whoever is further behind begins anew
MOST_PKS = 10_000  # records that one change lists
LOCK = 0x61736874  # any number that nobody else locks
SHOWN = (Game, Ruleset, Region, Source, Term)  # what records are linked with, and show by name


class Version(NamedTuple):
    """One state of the corpus."""

    number: int
    token: str

    def __str__(self) -> str:
        return f"{self.number}-{self.token}"


BEFORE_ALL = Version(0, "")


_seen: ContextVar[Version | None] = ContextVar("seen", default=None)


@contextmanager
def one_version() -> Iterator[Version]:
    """The database is asked once, however often the version is asked for inside: to read, only."""
    version = current_version()
    token = _seen.set(version)
    try:
        yield version
    finally:
        _seen.reset(token)


def current_version() -> Version:
    """The version that the database connection sees."""
    if (seen := _seen.get()) is not None:
        return seen
    newest = CorpusChange.objects.order_by("-number").values_list("number", "token").first()
    return Version(*newest) if newest else BEFORE_ALL


class Gathered:
    """The records of many changes that are to be one."""

    def __init__(self) -> None:
        self.pks: set[int] | None = set()
        self.any = False

    def add(self, pks: Collection[int] | None) -> None:
        """Some more; None and too many are all, perhaps."""
        self.any = True
        if self.pks is not None:
            self.pks = None if pks is None else self.pks | set(pks)
        if self.pks is not None and len(self.pks) > MOST_PKS:
            self.pks = None


_gathered: ContextVar[Gathered | None] = ContextVar("gathered", default=None)


@contextmanager
def one_change() -> Iterator[None]:
    """What changes inside makes one new version, at the end; none if it fails, or nothing does."""
    gathered = Gathered()
    token = _gathered.set(gathered)
    try:
        yield
    finally:
        _gathered.reset(token)
    if gathered.any:
        note_change(gathered.pks)


def note_change(pks: Collection[int] | None) -> None:
    """A new version, in which these records, or perhaps all, are not what they were.

    Others that change the corpus wait until the transaction ends, so numbers are in the order of
    commits.
    """
    if (gathered := _gathered.get()) is not None:
        gathered.add(pks)
        return
    listed = None if pks is None or len(pks) > MOST_PKS else sorted(pks)
    with transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
        number = current_version().number + 1
        CorpusChange.objects.create(number=number, token=secrets.token_urlsafe(9), pks=listed)
        CorpusChange.objects.filter(number__lte=number - KEPT).delete()


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


@receiver(concepts_changed)
def _concepts_changed(ruleset: Ruleset, **_rest: Any) -> None:
    links = RulesetLink.objects.filter(ruleset=ruleset).values_list("evidence_id", flat=True)
    note_change(links[: MOST_PKS + 1])


def _shown_saved(**_rest: Any) -> None:
    note_change([])


def _shown_deleted(**_rest: Any) -> None:
    note_change(None)


for _model in SHOWN:
    post_save.connect(_shown_saved, sender=_model)
    post_delete.connect(_shown_deleted, sender=_model)
