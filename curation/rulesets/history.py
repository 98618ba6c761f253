"""The versions of each ruleset's text, noted whenever a ruleset is saved with another text.

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

from curation.models import RulesetVersion
from games.models import Ruleset


@dataclass(frozen=True)
class Act:
    """Who changes a text, who publishes it, and why."""

    by: Any = None
    published_by: Any = None
    why: str = ""


_act: ContextVar[Act] = ContextVar("act", default=Act())  # noqa: B039 - frozen


@contextmanager
def publishing(by: Any, published_by: Any, why: str) -> Iterator[None]:
    """Texts that are saved inside were changed by these, for this."""
    token = _act.set(Act(by, published_by, why))
    try:
        yield
    finally:
        _act.reset(token)


def versions_of(ruleset: Ruleset) -> list[RulesetVersion]:
    """All versions, the first one first; a ruleset without history is its own first version."""
    rows = ruleset.versions.select_related("by", "published_by", "ruleset").order_by("number")
    return list(rows) or [RulesetVersion(ruleset=ruleset, number=1, text=ruleset.text)]


@receiver(pre_save, sender=Ruleset)
def _note_before(instance: Ruleset, raw: bool = False, **_rest: Any) -> None:
    if raw or instance.pk is None or instance.versions.exists():
        return
    stored = Ruleset.objects.filter(pk=instance.pk).exclude(text=instance.text).first()
    if stored is not None:
        RulesetVersion.objects.create(ruleset=stored, number=1, text=stored.text)


@receiver(post_save, sender=Ruleset)
def _note(instance: Ruleset, raw: bool = False, **_rest: Any) -> None:
    if raw:
        return
    last = instance.versions.order_by("-number").first()
    if last is not None and last.text == instance.text:
        return
    act = _act.get()
    RulesetVersion.objects.create(
        ruleset=instance,
        number=last.number + 1 if last else 1,
        text=instance.text,
        at=timezone.now(),
        why=act.why,
        by=act.by,
        published_by=act.published_by,
    )
