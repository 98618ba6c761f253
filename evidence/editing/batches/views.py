"""The pages of imported files."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from config.bodies import at_most
from config.unpacking import MIB
from config.uploads import allow_upload
from evidence.editing.batches import sending
from evidence.editing.batches.forms import ColumnsForm
from evidence.editing.batches.job import TITLES, ask_for
from evidence.editing.batches.kinds import KINDS
from evidence.editing.batches.models import Batch
from evidence.editing.batches.options import OptionsForm
from evidence.editing.batches.previews import preview
from evidence.editing.batches.steps import LIFE, LOOK
from evidence.editing.workflow.form_faults import refusal_of
from evidence.editing.workflow.refusals import Refusal
from jobs.queue import Refused, jobs_on
from jobs.showing import jobs_of
from people.matrix import Right
from people.rights import needs

LISTED = 50
State = Batch.State
BAD_REQUEST, CONFLICT, TOO_LARGE = 400, 409, 413


def _too_large(request: HttpRequest) -> HttpResponse:
    said = _("The file is too large: at most %(most)d MB are read at a time.")
    return _list(request, TOO_LARGE, said % {"most": sending.MOST // MIB})


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@needs(Right.EDIT)
@at_most(lambda: sending.MOST, _too_large)
def batches(request: HttpRequest) -> HttpResponse:
    """The files that were sent, and a form for another."""
    if request.method != "POST":
        return allow_upload(request, _list(request))
    file = request.FILES.get("file")
    if file is None:
        return _list(request, BAD_REQUEST, _("Choose a file."))
    try:
        found = sending.received(file, request.user)
    except sending.WRONG as error:
        return _list(request, BAD_REQUEST, str(error))
    if found.is_table:
        return redirect(found)
    try:
        job = ask_for(request, found, LOOK)
    except Refused:
        return redirect(found)  # whose page has a button for it
    return redirect(f"{found.get_absolute_url()}?job={job.pk}")


def _list(request: HttpRequest, status: int = 200, problem: str = "") -> HttpResponse:
    rows = Batch.objects.select_related("by").defer("header", "sample", "said")
    page = Paginator(rows, LISTED).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "problem": problem,
        "most": {name: size // MIB for name, size in sending.LIMITS.items()},
    }
    return render(request, "batches/list.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@needs(Right.EDIT)
def batch(request: HttpRequest, pk: int) -> HttpResponse:
    """One file: how it is read, what bringing it in would do, and what it did."""
    found = get_object_or_404(Batch.objects.select_related("by", "revision", "undoing"), pk=pk)
    if request.method != "POST":
        return _page(request, found)
    try:
        return _done(request, found, request.POST.get("deed", ""))
    except Refusal as refusal:
        return _page(request, found, refusal.status, refusal=refusal)
    except Refused as refused:
        return _page(request, found, CONFLICT, problem=str(refused), other=refused.job)


def _done(request: HttpRequest, found: Batch, deed: str) -> HttpResponse:
    """Take a step, or ask for the job that does. Raises Refusal and Refused."""
    LIFE.check(deed, found, request.user)
    is_chosen = deed == LOOK and found.state in Batch.OPEN
    if is_chosen:
        form = _form(found, request.POST)
        if not form.is_valid():
            return _page(request, found, BAD_REQUEST, form=form, refusal=refusal_of(form))
    if (deed not in TITLES or is_chosen) and (other := jobs_on(found.get_absolute_url()).first()):
        raise Refused(_("A job is running on this file: wait for it, or cancel it."), other)
    if deed not in TITLES:
        LIFE.take(deed, found, person=request.user, why=request.POST.get("why", ""))
        return redirect(found)
    if is_chosen and not found.choose(request.user, **form.chosen):
        LIFE.check(LOOK, found, request.user)  # in review it is looked through as it is
    job = ask_for(request, found, deed)
    return redirect(f"{found.get_absolute_url()}?job={job.pk}")


def _form(found: Batch, data: QueryDict | None = None) -> ColumnsForm | OptionsForm:
    if found.is_table:
        return ColumnsForm(found, data)
    return KINDS[found.kind].form(found, data)


def _page(request: HttpRequest, found: Batch, status: int = 200, **more: Any) -> HttpResponse:
    context: dict[str, Any] = {
        "batch": found,
        "kind": KINDS.get(found.kind),
        "jobs": jobs_of(request, found.get_absolute_url()),
        "steps": LIFE.open_to(request.user, found),
        "own": found.is_work_of(request.user),
        "events": found.events.select_related("by"),
    }
    context["busy"] = any(each["job"].open for each in context["jobs"])
    if found.state in Batch.OPEN:
        # The form has a button of its own to look through it.
        context["steps"] = [step for step in context["steps"] if step.name != LOOK]
        context["form"] = _form(found)
    if found.state in (State.READY, State.REVIEW):
        context |= preview(request, found)
    return render(request, "batches/batch.html", context | more, status=status)
