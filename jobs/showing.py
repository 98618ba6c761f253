"""How a job is told of: the same words on its page and to the script that looks again."""

from __future__ import annotations

from typing import Any

from django.contrib.humanize.templatetags.humanize import intcomma
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config.refusals import NoSuchValue
from jobs import aside, queue
from jobs.asking import may_end
from jobs.models import Job

LONGEST_NUMBER = 12


def shown(request: HttpRequest, job: Job) -> dict[str, Any]:
    """What parts/job.html needs."""
    return {"job": job, "state": state_of(job), "may_end": may_end(request, job)}


def jobs_of(request: HttpRequest, page: str) -> list[dict[str, Any]]:
    """The jobs asked for on a page that are not done, and the one that `?job=` names.

    Raises NoSuchValue for a job that is none of this page's.
    """
    number = request.GET.get("job", "")
    jobs = list(queue.jobs_on(page))
    if number and number not in {str(job.pk) for job in jobs}:
        found = number.isascii() and number.isdecimal() and len(number) <= LONGEST_NUMBER
        job = Job.objects.filter(page=page, pk=int(number)).first() if found else None
        if job is None:
            raise NoSuchValue(_("No job %(number)s was asked for here.") % {"number": number})
        jobs.append(job)
    return [shown(request, job) for job in jobs]


def state_of(job: Job) -> dict[str, Any]:
    """What changes while a job is waited for, as JSON."""
    aside.read(job)
    return {
        "state": job.state,
        "open": job.open,
        "done": job.done,
        "total": job.total,
        "text": text_of(job),
        "message": job.message,
        "result": job.result,
    }


def text_of(job: Job) -> str:
    """Progress, in one line."""
    state = Job.State
    if job.lost:
        return _("Its worker has stopped; it continues when another starts.")
    if job.state == state.WAITING:
        return _waiting(job)
    if job.stopping and job.open:
        return _("It is ending, at %(far)s.") % {"far": _far(job)}
    said = {
        state.RUNNING: _("Running: %(far)s."),
        state.DONE: _("Done: %(far)s."),
        state.CANCELLED: _("Cancelled at %(far)s; what was done by then is kept."),
        state.FAILED: _("Ended at %(far)s."),
    }
    return said[state(job.state)] % {"far": _far(job)}


def _far(job: Job) -> str:
    if not job.total:
        return str(intcomma(job.done))
    return _("%(done)s of %(total)s") % {"done": intcomma(job.done), "total": intcomma(job.total)}


def _waiting(job: Job) -> str:
    if queue.unattended(job):
        return _("Waiting: no worker is running. An administrator starts one with manage.py work.")
    number = queue.ahead(job)
    said = ngettext("Waiting for %(n)d other job.", "Waiting for %(n)d other jobs.", number)
    return said % {"n": number} if number else _("It is about to begin.")
