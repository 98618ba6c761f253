"""Drafts of texts of rules: which there are, how each differs, and its publishing."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from curation.errors import Refusal
from curation.models import RulesetDraft, RulesetSave
from curation.rulesets import life
from curation.rulesets.checking import games_tried
from curation.rulesets.contents import content_of, draft_content
from curation.rulesets.difference import changes
from curation.rulesets.ready import leaving
from curation.rulesets.telling import changed
from curation.telling import Compared
from curation.views.ruleset_checks import NotChecked, checked, told
from curation.views.shared import number_in, status_of
from people.matrix import Right
from people.rights import may, needs

CLOSED_SHOWN = 50
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
    drafts = RulesetDraft.objects.select_related("ruleset__game", "game", "author", "saved_by")
    draft = get_object_or_404(drafts, pk=pk)
    refusal = None
    if request.method == "POST":
        try:
            return _act(request, draft)
        except Refusal as error:
            refusal = error
            draft.refresh_from_db()
    status = status_of(refusal) if refusal else OK
    context: dict[str, Any] = {"draft": draft, "refusal": refusal} | _differing(request, draft)
    if draft.is_open:
        try:
            context |= _ready(request, draft)
        except NotChecked as error:
            context["fault"], status = str(error), error.status
    return render(request, "curation/ruleset_draft.html", context, status=status)


def _act(request: HttpRequest, draft: RulesetDraft) -> HttpResponse:
    number, person, do = number_in(request.POST), request.user, request.POST.get("do", "")
    if do == "publish":
        ruleset = life.publish(draft, number=number, person=person)
        messages.success(request, _("The text is published."))
        return redirect(ruleset)
    if do == "bring-up":
        life.bring_up(draft, number=number, person=person)
        return redirect(draft)
    if do == "drop":
        life.drop(draft, number=number, person=person)
        messages.success(request, _("The draft is given up. What was saved of it stays here."))
        return redirect("ruleset-drafts")
    raise Refusal("faulty", [_("A draft can be published, brought up to date, or given up.")])


def _differing(request: HttpRequest, draft: RulesetDraft) -> dict[str, Any]:
    """The draft's text beside the published one, or beside what was saved with `?save=`."""
    saves = list(draft.saves.select_related("by"))
    number = number_in(request.GET, "save")
    save = next((each for each in saves if each.number == number), None)
    old = save.text if save else draft.ruleset.text if draft.ruleset else ""
    return {
        "saves": saves,
        "save": save,
        "runs": changes(old, draft.text),
        "fields": _fields(draft, save),
    }


def _fields(draft: RulesetDraft, save: RulesetSave | None) -> list[Compared]:
    """What is said beside the text, where it differs."""
    published = content_of(draft.ruleset) if draft.ruleset else None
    if save is None:
        return changed(published, draft_content(draft))
    return changed(save.content, draft_content(draft)) if save.content else []


def _ready(request: HttpRequest, draft: RulesetDraft) -> dict[str, Any]:
    content = draft_content(draft)
    found = checked(request, draft.ruleset, draft.text, whole=True, looks=content["pieces"])
    own = any(each.by_id == request.user.pk for each in draft.saves.all())
    return told(draft.ruleset, found, content) | {
        "faults": life.faults_of(draft, found),
        "outdated": life.is_outdated(draft),
        "since": _since(draft),
        "leaving": leaving(draft),
        "own": own,
        "may_publish": may(request.user, Right.PUBLISH) and not own,
        "bound": life.games_bound(draft),
        "tried": len(games_tried(draft.ruleset)) if draft.ruleset else 0,
    }


def _since(draft: RulesetDraft) -> list[Compared]:
    """What was published beside the text since a draft was begun."""
    if draft.ruleset is None or draft.begun_from is None:
        return []
    return changed(draft.begun_from, content_of(draft.ruleset))
