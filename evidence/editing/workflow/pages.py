"""What the pages of all kinds of work share: a step that is taken, and why it is not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string

from evidence.editing.workflow.refusals import Refusal
from evidence.editing.workflow.steps import Work, Workflow


def number_in(data: Any, name: str = "number") -> int:
    """A number that a form sends back; -1, which nothing has, where it is none."""
    text = str(data.get(name, ""))
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1


def page(
    request: HttpRequest, template: str, context: dict[str, Any], refusal: Refusal | None = None,
    *, status: int = 0, headers: Mapping[str, str] | None = None,
) -> HttpResponse:  # fmt: skip
    """A page, which says why nothing was done where something was refused."""
    status = status or (refusal.status if refusal else 200)
    text = render_to_string(template, context | {"refusal": refusal}, request)
    return HttpResponse(text, status=status, headers=headers)


def stepped(
    request: HttpRequest, work: Work, name: str, workflow: Workflow,
    refused: Callable[..., HttpResponse], take: Callable[..., Work],
) -> HttpResponse:  # fmt: skip
    """Do what a button says; the page of the work as it is now, where that is refused."""
    why, number = request.POST.get("why", ""), number_in(request.POST)
    try:
        done = take(name, work, person=request.user, number=number, why=why)
    except Refusal as refusal:
        work.refresh_from_db()
        return refused(request, work, refusal)
    step = workflow.steps[name]
    if step.done:
        messages.success(request, str(step.done))
    return redirect(step.leads(done))
