"""Drafts of texts of rules: which there are, how each differs, and its publishing."""

from __future__ import annotations

from itertools import chain, islice
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from curation import remarks
from curation.models import RulesetDraft, RulesetSave
from curation.rulesets import life
from curation.rulesets.checking import games_tried
from curation.rulesets.contents import content_of, draft_content
from curation.rulesets.difference import changes
from curation.rulesets.ready import leaving
from curation.rulesets.telling import changed, compare
from curation.telling import Compared
from curation.views.remarked import Remarked, on, said_in, typed_in, with_remarks
from curation.views.ruleset_checks import NotChecked, checked, told
from curation.views.shared import number_in
from curation.words import Line
from people.matrix import Right
from people.rights import needs
from workflow.refusals import Refusal

CLOSED_SHOWN = 50
MOST_FORMS = 600  # lines of a text, each with a form to say something of it
OK = 200


@require_safe
@needs(Right.EDIT)
def ruleset_drafts(request: HttpRequest) -> HttpResponse:
    """The drafts that are open, and those that were closed, the last ones first."""
    drafts = RulesetDraft.objects.select_related("game", "saved_by", "closed_by")
    is_open = RulesetDraft.State.DRAFT
    closed = Paginator(drafts.exclude(state=is_open).order_by("-closed_at"), CLOSED_SHOWN)
    page = closed.get_page(request.GET.get("page"))
    context = {"open": drafts.filter(state=is_open), "page": page}
    return render(request, "curation/ruleset_drafts.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Right.EDIT)
def ruleset_draft(request: HttpRequest, pk: int) -> HttpResponse:
    """A draft beside the published text, with what publishing needs; a POST publishes it."""
    draft = get_object_or_404(_whole_drafts(), pk=pk)
    if request.method != "POST":
        return _page(request, draft)
    try:
        return _act(request, draft)
    except Refusal as error:
        draft.refresh_from_db()
        return _page(request, draft, error)


@require_POST
@needs(Right.EDIT)
def ruleset_remark(request: HttpRequest, pk: int) -> HttpResponse:
    """Say something of a draft, or mark a remark as done."""
    draft = get_object_or_404(_whole_drafts(), pk=pk)
    try:
        said = said_in(request, draft)
    except Refusal as error:
        return _page(request, draft, error, typed_in(request))
    return redirect(f"{draft.get_absolute_url()}#remark-{said.pk}")


def _whole_drafts() -> QuerySet[RulesetDraft]:
    return RulesetDraft.objects.select_related("ruleset__game", "game", "author", "saved_by")


def _page(
    request: HttpRequest, draft: RulesetDraft, refusal: Refusal | None = None,
    typed: dict[str, str] | None = None,
) -> HttpResponse:  # fmt: skip
    status = refusal.status if refusal else OK
    context: dict[str, Any] = {"draft": draft, "refusal": refusal, "typed": typed or {}}
    context |= _differing(request, draft)
    headers: dict[str, str] = {}
    if draft.is_open:
        try:
            context |= _ready(request, draft)
        except NotChecked as error:
            context["fault"], status, headers = str(error), error.status, error.headers
    answer = render(request, "curation/ruleset_draft.html", context, status=status)
    for name, value in headers.items():
        answer[name] = value
    return answer


def _act(request: HttpRequest, draft: RulesetDraft) -> HttpResponse:
    name, number = request.POST.get("do", ""), number_in(request.POST)
    draft = life.take(name, draft, number=number, person=request.user)
    if done := life.LIFE.steps[name].done:
        messages.success(request, str(done))
    return redirect((name == life.PUBLISH and draft.ruleset) or draft)


def _differing(request: HttpRequest, draft: RulesetDraft) -> dict[str, Any]:
    """The draft's text beside the published one, or beside what was saved with `?save=`."""
    saves = list(draft.saves.select_related("by"))
    number = number_in(request.GET, "save")
    save = next((each for each in saves if each.number == number), None)
    old = save.text if save else draft.ruleset.text if draft.ruleset else ""
    said = list(draft.comments.select_related("by", "resolved_by"))
    on_text = on(remarks.TEXT, said)
    runs = changes(old, draft.text, {each.line for each in on_text} - {None})
    rows, others = with_remarks(chain.from_iterable(runs or ()), on_text)
    fields = [
        (field, *with_remarks(field.lines, on(field.field, said)))
        for field in _fields(draft, save)
        if field.changed or on(field.field, said)
    ]
    shown = {field.field for field, _rows, _others in fields} | {remarks.TEXT}
    return {
        "saves": saves,
        "save": save,
        "runs": None if runs is None else _cut(runs, rows),
        "text_remarks": others,
        "fields": fields,
        "changed_clauses": sum(
            field.changed and field.field.startswith("clauses.") for field, _rows, _others in fields
        ),
        "remarks": [each for each in said if each.field not in shown],
        "open_remarks": sum(each.resolved_at is None for each in said),
        "remark_url": reverse("ruleset-remark", args=[draft.pk]),
        "topics": remarks.fields_of(draft),
        "may_say": sum(map(len, runs or ())) <= MOST_FORMS,
        "may_write": True,
    }


def _cut(runs: list[list[Line]], rows: list[Remarked]) -> list[list[Remarked]]:
    """The lines with their remarks, in runs as they were."""
    left = iter(rows)
    return [list(islice(left, len(run))) for run in runs]


def _fields(draft: RulesetDraft, save: RulesetSave | None) -> list[Compared]:
    """What is said beside the text, with what differs; saves of old had no word of it."""
    if save is not None:
        return compare(save.content, draft_content(draft)) if save.content else []
    published = content_of(draft.ruleset) if draft.ruleset else None
    return compare(published, draft_content(draft))


def _ready(request: HttpRequest, draft: RulesetDraft) -> dict[str, Any]:
    content = draft_content(draft)
    found = checked(request, draft.ruleset, draft.text, whole=True, looks=content["pieces"])
    faults, outdated = life.faults_of(draft, found), life.is_outdated(draft)
    idle = {life.PUBLISH: bool(faults), "bring-up": not outdated}
    return told(draft.ruleset, found, content) | {
        "faults": faults,
        "outdated": outdated,
        "since": _since(draft),
        "leaving": leaving(draft),
        "own": draft.is_work_of(request.user),
        "steps": [s for s in life.LIFE.open_to(request.user, draft) if not idle.get(s.name)],
        "bound": life.games_bound(draft),
        "tried": len(games_tried(draft.ruleset)) if draft.ruleset else 0,
    }


def _since(draft: RulesetDraft) -> list[Compared]:
    """What was published beside the text since a draft was begun."""
    if draft.ruleset is None or draft.begun_from is None:
        return []
    return changed(draft.begun_from, content_of(draft.ruleset))
