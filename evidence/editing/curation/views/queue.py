"""/curate/: what is waiting, for whom."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.db.models import Prefetch, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from evidence.editing.curation.models import OPEN, Proposal, ProposalEvent, State
from evidence.editing.workflow.kinds import waiting_for
from people.matrix import Right
from people.rights import may, needs

MOST = 100
CLOSED_SHOWN = 20


@require_safe
@needs(Right.DRAFT)
def queue(request: HttpRequest) -> HttpResponse:
    """My proposals, those given to me, and all that waits for anybody's review."""
    events = Prefetch("events", ProposalEvent.objects.select_related("by").defer("content"))
    rows = Proposal.objects.select_related("author", "reviewer").prefetch_related(events)
    person = request.user.pk
    mine = rows.filter(author=person)
    lists = {"mine": mine.filter(state__in=OPEN)}
    closed = Paginator(mine.exclude(state__in=OPEN), CLOSED_SHOWN)
    if may(request.user, Right.REVIEW):
        others = rows.filter(state=State.REVIEW).exclude(author=person).order_by("saved_at")
        lists["assigned"] = others.filter(reviewer=person)
        lists["waiting"] = others.exclude(reviewer=person)
        lists["drafts"] = rows.filter(state=State.DRAFT).exclude(author=person)
    context: dict[str, object] = {name: _first(found) for name, found in lists.items()}
    context["kinds"] = waiting_for(request.user)
    context["page"] = page = closed.get_page(request.GET.get("page"))
    context["closed"] = {"rows": list(page), "left": 0}
    return render(request, "curation/queue.html", context)


def _first(rows: QuerySet[Proposal]) -> dict[str, object]:
    """The first rows of a list, and how many there are."""
    shown = list(rows[:MOST])
    left = rows.count() - len(shown) if len(shown) == MOST else 0
    return {"rows": shown, "left": left}
