"""Drafts of texts of rules: which there are, how each differs, and its publishing."""

from __future__ import annotations

from itertools import chain
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_http_methods, require_safe

from config.middleware import RULES, allows
from evidence.editing.curation import remarks
from evidence.editing.curation.rights import may_write, seen_by
from evidence.editing.curation.ruleset_models import RulesetDraft, RulesetSave
from evidence.editing.curation.rulesets import life
from evidence.editing.curation.rulesets.checking import games_tried
from evidence.editing.curation.rulesets.contents import content_of, draft_content
from evidence.editing.curation.rulesets.ready import leaving
from evidence.editing.curation.rulesets.telling import changed, compare
from evidence.editing.curation.telling import Compared
from evidence.editing.curation.views.remarked import in_context, on, remark_view, with_remarks
from evidence.editing.curation.views.ruleset_checks import NotChecked, checked, told
from evidence.editing.curation.words import changes
from evidence.editing.workflow.pages import number_in, page, stepped
from evidence.editing.workflow.refusals import Refusal
from people.matrix import Right
from people.rights import needs

CLOSED_SHOWN = 50
MOST_FORMS = 600  # lines of a text, each with a form to say something of it


@require_safe
@needs(Right.DRAFT)
def ruleset_drafts(request: HttpRequest) -> HttpResponse:
    """The drafts that are open, those in review first, and those that were closed, last first."""
    drafts = seen_by(request.user, RulesetDraft).select_related("closed_by")
    closed = Paginator(
        drafts.exclude(state__in=RulesetDraft.OPEN).order_by("-closed_at"), CLOSED_SHOWN
    )
    shown = closed.get_page(request.GET.get("page"))
    waiting = drafts.filter(state__in=RulesetDraft.OPEN).order_by("-state", "-saved_at", "-pk")
    context = {"open": waiting, "page": shown}
    return render(request, "curation/ruleset_drafts.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Right.DRAFT)
def ruleset_draft(request: HttpRequest, pk: int) -> HttpResponse:
    """A draft beside the published text, with what publishing needs; a POST publishes it."""
    draft = _draft(request, pk)
    if request.method != "POST":
        return _page(request, draft)
    return stepped(request, draft, request.POST.get("do", ""), life.LIFE, _page, life.take)


def _draft(request: HttpRequest, pk: int) -> RulesetDraft:
    return get_object_or_404(seen_by(request.user, RulesetDraft), pk=pk)


@allows(RULES)  # wherever the page is answered
def _page(
    request: HttpRequest, draft: RulesetDraft, refusal: Refusal | None = None
) -> HttpResponse:
    context = {"draft": draft} | _differing(request, draft)
    status, headers = 0, dict[str, str]()
    if draft.is_open:
        try:
            context |= _ready(request, draft)
        except NotChecked as error:
            context["fault"], status, headers = str(error), error.status, error.headers
    template = "curation/ruleset_draft.html"
    return page(request, template, context, refusal, status=status, headers=headers)


def _differing(request: HttpRequest, draft: RulesetDraft) -> dict[str, Any]:
    """The draft's text beside the published one, or beside what was saved with `?save=`."""
    saves = list(draft.saves.select_related("by"))
    number = number_in(request.GET, "save")
    save = next((each for each in saves if each.number == number), None)
    old = save.text if save else draft.ruleset.text if draft.ruleset else ""
    named = set(draft.comments.values_list("field", flat=True))
    fields = [each for each in _fields(draft, save) if each.changed or each.field in named]
    context = in_context(request, draft, fields, remarks.TEXT)
    on_text = on(remarks.TEXT, context.pop("said"))
    runs = changes(old, draft.text, {each.line for each in on_text} - {None})
    _rows, others = with_remarks(chain.from_iterable(runs or ()), on_text)
    return context | {
        "saves": saves,
        "save": save,
        "runs": None if runs is None else [with_remarks(run, on_text)[0] for run in runs],
        "text_remarks": others,
        "changed_clauses": sum(
            each.changed and each.field.startswith("clauses.") for each in fields
        ),
        "topics": remarks.fields_of(draft),
        "may_say": sum(map(len, runs or ())) <= MOST_FORMS,
        "may_write": may_write(request.user, draft),
    }


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
    ruleset, then = draft.ruleset, draft.begun_from
    since = changed(then, content_of(ruleset)) if ruleset and then is not None else []
    idle = {life.PUBLISH: bool(faults), "bring-up": not outdated}
    steps = [s for s in life.LIFE.open_to(request.user, draft) if not idle.get(s.name)]
    return told(draft.ruleset, found, content) | {
        "faults": faults,
        "outdated": outdated,
        "since": since,
        "leaving": leaving(draft),
        "own": draft.is_work_of(request.user),
        "steps": steps,
        "reasoned": any(step.reasoned for step in steps),
        "message": request.POST.get("why", ""),
        "bound": life.games_bound(draft),
        "tried": len(games_tried(draft.ruleset)) if draft.ruleset else 0,
    }


ruleset_remark = remark_view(_draft, _page, Right.DRAFT)
