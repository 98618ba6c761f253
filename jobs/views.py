"""The page of a job, its state for the script that looks again, and the buttons."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from jobs import queue
from jobs.asking import ask, may_end, may_see
from jobs.models import Job
from jobs.showing import shown, state_of

CONFLICT = 409


@require_safe
@never_cache
def job(request: HttpRequest, pk: int) -> HttpResponse:
    """One job, how far it has come, and what may be done with it."""
    return render(request, "jobs/job.html", shown(request, _seen(request, pk)))


@require_safe
@never_cache
def state(request: HttpRequest, pk: int) -> HttpResponse:
    """Progress, as JSON."""
    return JsonResponse(state_of(_seen(request, pk)))


@require_POST
def cancel(request: HttpRequest, pk: int) -> HttpResponse:
    """End it where it is; what is done is kept."""
    found = _own(request, pk)
    queue.cancel(found)
    return _back(found)


@require_POST
def again(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask once more for what was cancelled or failed: it goes on from what is kept."""
    old = _own(request, pk)
    if old.open or old.state == Job.State.DONE:
        return _back(old)
    fields = {name: getattr(old, name) for name in ("title", "page", "total", "seconds", "done")}
    try:
        return _back(ask(request, old.kind, old.what, **fields))
    except queue.Refused as refusal:
        context = shown(request, old) | {"refusal": str(refusal), "other": refusal.job}
        return render(request, "jobs/job.html", context, status=CONFLICT)


def _seen(request: HttpRequest, pk: int) -> Job:
    """A job; whoever may not see it is not told that there is one."""
    found = get_object_or_404(Job, pk=pk)
    if not may_see(request, found):
        raise Http404
    return found


def _own(request: HttpRequest, pk: int) -> Job:
    found = get_object_or_404(Job, pk=pk)
    if not may_end(request, found):
        raise PermissionDenied(_("This job belongs to someone else."))
    return found


def _back(found: Job) -> HttpResponse:
    return redirect(f"{found.page}?job={found.pk}")
