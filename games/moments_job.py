"""Moments of rules that have just been published, found as a job: nobody waits for the search."""

from __future__ import annotations

import hashlib
import logging
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from games.found_moments import GAMES, find_moments
from games.models import Ruleset
from games.play import RulesError
from jobs import queue
from jobs.models import Job
from jobs.tasks import JobError, Task

logger = logging.getLogger(__name__)

KIND = "moments"
SECONDS = 900


def find_soon(ruleset: Ruleset, by: Any) -> Job | None:
    """Ask for moments of a ruleset as it is stored now, once for each text with its clauses.

    None where such a job is done already, or too many wait: `manage.py find_moments` finds them.
    """
    what = {"ruleset": ruleset.slug, "digest": ruleset.digest, "key": _key(ruleset)}
    if Job.objects.filter(kind=KIND, what=what, state=Job.State.DONE).exists():
        return None
    try:
        return queue.ask(
            KIND, what, by=by, asker=what["key"], seconds=SECONDS, total=GAMES,
            title=(_("Finding moments of %(ruleset)s") % {"ruleset": ruleset})[:250],
            page=ruleset.get_absolute_url(),
        )  # fmt: skip
    except queue.Refused as error:
        logger.warning("moments of %s are not searched for: %s", ruleset.slug, error)
        return None


def work(task: Task) -> None:
    """Search what was asked for; begun again, it finds the same."""
    ruleset = Ruleset.objects.filter(slug=task.what["ruleset"]).first()
    if ruleset is None or _key(ruleset) != task.what["key"]:
        raise JobError(_("The rules have changed since this was requested."))
    try:
        find_moments(ruleset)
    except RulesError as error:
        raise JobError(str(error)) from error
    task.found(f"{reverse('recorded', args=[ruleset.slug])}?origin=found")
    task.progress(GAMES, GAMES)


def _key(ruleset: Ruleset) -> str:
    """What stands for a text and the clauses that are told of it."""
    names = sorted(ruleset.clauses.values_list("name", flat=True))
    return hashlib.sha256("\n".join([ruleset.digest, *names]).encode()).hexdigest()[:16]
