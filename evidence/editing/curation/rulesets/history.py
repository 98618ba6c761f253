"""The versions of each ruleset, noted whenever its text or what is said of it is stored anew.

A ruleset from before its history began gets what it was as version 1 when its text changes.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from django.db.models.signals import post_save, pre_save
from django.dispatch import receiver
from django.utils import timezone

from evidence.editing.curation.ruleset_models import RulesetVersion
from evidence.editing.curation.rulesets.contents import Content, content_of
from games.curated import asked_who_wrote
from games.models import Ruleset
from games.stored_concepts import clauses_stored


@dataclass(frozen=True)
class Act:
    """Who changes a text, who publishes it, and why."""

    by: Any = None
    published_by: Any = None
    why: str = ""


_act: ContextVar[Act | None] = ContextVar("act", default=None)


@contextmanager
def publishing(by: Any, published_by: Any, why: str) -> Iterator[None]:
    """What is noted inside was changed by these, for this; a text that is saved is not noted."""
    token = _act.set(Act(by, published_by, why))
    try:
        yield
    finally:
        _act.reset(token)


def versions_of(ruleset: Ruleset) -> list[RulesetVersion]:
    """All versions, the first one first; a ruleset without history is its own first version.

    The last one says what is published where nothing was noted of its clauses.
    """
    rows = list(
        ruleset.versions.select_related("by", "published_by", "ruleset").order_by("number")
    ) or [RulesetVersion(ruleset=ruleset, number=1, text=ruleset.text)]
    if rows[-1].content is None and rows[-1].text == ruleset.text:
        rows[-1].content = content_of(ruleset)
    return rows


def note(ruleset: Ruleset) -> None:
    """A new version of a ruleset as it is stored now, unless it is as its last version says."""
    last = ruleset.versions.order_by("-number").first()
    content = content_of(ruleset)
    if last is None or (last.text, last.content or content) != (ruleset.text, content):
        _add(ruleset, last, content)
    elif last.content is None:
        _complete(last, content)


def note_before(ruleset: Ruleset) -> None:
    """See that what is going to be changed is a version, as it is stored now."""
    if ruleset.versions.exists():
        note(ruleset)
        return
    content = content_of(ruleset)
    RulesetVersion.objects.create(ruleset=ruleset, number=1, text=ruleset.text, content=content)


def _complete(version: RulesetVersion, content: Content) -> None:
    """Say of a version that was noted with its text alone what else was published, and by whom."""
    act = _act.get() or Act()
    persons = {"by": act.by, "published_by": act.published_by} if act.by else {}
    noted = RulesetVersion.objects.filter(pk=version.pk, content__isnull=True)
    noted.update(content=content, **persons)


def _add(ruleset: Ruleset, last: RulesetVersion | None, content: Content | None) -> None:
    act = _act.get() or Act()
    RulesetVersion.objects.create(
        ruleset=ruleset,
        number=last.number + 1 if last else 1,
        text=ruleset.text,
        content=content,
        at=timezone.now(),
        **vars(act),
    )


@receiver(pre_save, sender=Ruleset)
def _note_before(instance: Ruleset, raw: bool = False, **_rest: Any) -> None:
    """What goes is noted, with its clauses, before another text takes its place."""
    if raw or instance.pk is None or _act.get():
        return
    stored = Ruleset.objects.filter(pk=instance.pk).exclude(text=instance.text).first()
    if stored is not None:
        note_before(stored)


@receiver(post_save, sender=Ruleset)
def _note_text(instance: Ruleset, raw: bool = False, **_rest: Any) -> None:
    """A text that is saved is a version at once; its clauses are stored after it."""
    if raw or _act.get():
        return
    last = instance.versions.order_by("-number").first()
    if last is None or last.text != instance.text:
        _add(instance, last, None)


@receiver(asked_who_wrote)
def _is_by_a_person(ruleset: Ruleset, **_rest: Any) -> bool:
    """Whether the version that is published was written in the editor."""
    last = ruleset.versions.order_by("-number").first()
    return last is not None and last.by_id is not None


@receiver(clauses_stored)
def _note_clauses(ruleset: Ruleset, by: Any = None, **_rest: Any) -> None:
    """A version, of the person who stored the clauses by hand, if there is one."""
    if by is None or _act.get():
        note(ruleset)
        return
    with publishing(by, by, ""):
        note(ruleset)
