"""Who asks for a job, and who may end it."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from config.clients import asker_of
from jobs import queue
from jobs.models import Job
from jobs.tasks import KINDS

MINE = "jobs"
MOST_REMEMBERED = 20


def ask(request: HttpRequest, kind: str, what: dict[str, Any], **fields: Any) -> Job:
    """Put a job into the queue for whoever sends this request. Raises jobs.queue.Refused."""
    user: Any = request.user if request.user.is_authenticated else None
    asker = asker_of(request, "jobs", user)
    job = queue.ask(kind, what, by=user, asker=asker, **fields)
    if user is None and job.by is None and job.asker == asker:
        mine = [pk for pk in request.session.get(MINE, []) if pk != job.pk]
        request.session[MINE] = [*mine, job.pk][-MOST_REMEMBERED:]
    return job


def may_see(request: HttpRequest, job: Job) -> bool:
    """Whether its page is for whoever sends this request."""
    kind = KINDS.get(job.kind)
    is_public = kind is not None and kind.is_public
    return is_public or may_end(request, job) or request.user.has_perm("jobs.view_job")


def may_end(request: HttpRequest, job: Job) -> bool:
    """Whether this is who asked for the job, or someone who looks after all of them."""
    user: Any = request.user
    if user.is_authenticated:
        return bool(job.by_id == user.pk or user.has_perm("jobs.change_job"))
    return job.pk in request.session.get(MINE, [])
