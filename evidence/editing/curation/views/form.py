"""The form of a record: a new one, a change of a published one, a proposal that goes on."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from evidence.editing.curation import life
from evidence.editing.curation.as_typed import published_as_typed
from evidence.editing.curation.contents import (
    asked,
    begun_from,
    missing,
    read,
    unjudged,
    unreasoned,
    unsendable,
)
from evidence.editing.curation.copies import alike_sources, copies
from evidence.editing.curation.forms.fields import json_in
from evidence.editing.curation.forms.locating import locate
from evidence.editing.curation.forms.pasted import read_pasted
from evidence.editing.curation.forms.record import RecordForm
from evidence.editing.curation.labels import in_words
from evidence.editing.curation.merging import Merged, merge
from evidence.editing.curation.models import OPEN, Proposal, State
from evidence.editing.curation.presence import forget_editing, note_editing, others_editing
from evidence.editing.curation.published import version_of, versions_of
from evidence.editing.curation.readings import readings_of
from evidence.editing.curation.steps import take
from evidence.editing.curation.telling import Compared, clash_in_words, compare
from evidence.editing.curation.views.remarked import remarks_beside
from evidence.editing.curation.views.shared import closed, kept, proposal_for
from evidence.editing.workflow.pages import number_in
from evidence.editing.workflow.refusals import Fault, Refusal
from evidence.history.contents import Content
from evidence.models import Evidence, RecordVersion
from games.models import Game
from people.matrix import Right
from people.rights import needs


@dataclass
class Begun:
    """What the form begins from: a proposal, a published record, or nothing."""

    content: Content
    proposal: Proposal | None = None
    record: str = ""  # identifier of the published record that is to change
    seen: int | None = None  # number of the version that the content is
    why: str = ""

    @property
    def number(self) -> int:
        """Number of the content; 0 where there is no proposal yet."""
        return self.proposal.number if self.proposal else 0

    @property
    def identifier(self) -> str:
        """Of the record; nothing for a new one that is not saved yet."""
        return self.proposal.identifier if self.proposal else self.record


@dataclass
class Page:
    """What the page of the form shows beside the form."""

    status: int = 200
    refusal: Refusal | None = None
    missing: list[Fault] | None = None  # of a form that was sent: what it still has to have
    joined: Merged | None = None
    theirs: list[Compared] = field(default_factory=list)
    base: Content | None = None
    number: int | None = None
    bring_up: int | None = None
    published: int | None = None  # the version that was joined, where it was not a save
    who: str = ""
    is_yours: bool = False  # the same person has saved it, in another tab
    why: str = ""  # of a version that is nobody's


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Right.DRAFT)
def new(request: HttpRequest) -> HttpResponse:
    """A record that is not there yet."""
    game = Game.objects.filter(slug=request.GET.get("game", "")).first()
    content = {"game": game.slug, "game_name": game.name} if game else {}
    return _answer(request, Begun(content))


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Right.EDIT)
def edit_record(request: HttpRequest, identifier: str) -> HttpResponse:
    """A change of a published record; one's own open one goes on."""
    if not Evidence.objects.filter(identifier=identifier).exists():
        raise Http404(_("There is no record “%s”.") % identifier)
    mine = Proposal.objects.filter(
        identifier=identifier, author=request.user.pk, state__in=OPEN
    ).first()
    if mine and request.method != "POST":
        return redirect("proposal-edit", mine.pk)
    last = versions_of(identifier)[-1]
    content = begun_from(last.content or {})
    return _answer(request, Begun(content, record=identifier, seen=last.number))


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Right.DRAFT)
def edit(request: HttpRequest, pk: int) -> HttpResponse:
    """A proposal that goes on."""
    found = proposal_for(request, pk)
    if answer := closed(request, found):
        return answer
    return _answer(request, Begun(found.content, found, found.identifier, found.base, found.why))


def _answer(request: HttpRequest, begun: Begun) -> HttpResponse:
    if begun.identifier:
        note_editing(begun.identifier, request.user)
    if request.method != "POST":
        return _opened(request, begun)
    form = RecordForm.sent(request.POST)
    if request.POST.get("autosave"):
        return _autosave(request, form, begun)
    deed = request.POST.get("deed", "save")
    if deed.startswith("add-") or deed in ("locate", "paste", "again"):
        return _more(request, begun, deed)
    return _save(request, form, begun, deed)


def _opened(request: HttpRequest, begun: Begun) -> HttpResponse:
    """The form; with what has been published since, if its proposal is outdated."""
    if begun.proposal and life.is_outdated(begun.proposal):
        page = _with_published(begun.proposal, begun.seen or 0, begun.content)
        if page:
            page.status = 200
            return _joined_page(request, begun, page, begun.why)
        messages.warning(request, _("The record has been withdrawn since."))
    return _page(request, RecordForm.of(begun.content, begun.why), begun, Page())


def _more(request: HttpRequest, begun: Begun, deed: str) -> HttpResponse:
    """The same form with one more row, pasted sources, or coordinates of towns that are named.

    A browser that has kept what was typed asks for its rows so, without any more of them.
    """
    data, rows = request.POST.copy(), list[tuple[str, Content]]()
    if deed == "locate":
        for said in locate(data):
            messages.info(request, said)
    elif deed == "paste":
        try:
            rows = [("citations", row) for row in read_pasted(data.get("paste", ""))]
        except Refusal as refusal:
            form, page = RecordForm.sent(data), _as_sent(request, status=400)
            page.missing = _still_asked(request, form, begun)
            page.refusal = Refusal(refusal.kind, form.blame(refusal.faults))
            return _page(request, form, begun, page)
        data["paste"] = ""
        told = ngettext("%(n)d source was read.", "%(n)d sources were read.", len(rows))
        messages.info(request, told % {"n": len(rows)})
    elif deed == "again":
        messages.info(request, _("What you typed and did not save is back in this form."))
    else:
        rows = [(deed.removeprefix("add-"), {})]
    form, page = RecordForm.sent(data), _as_sent(request)
    page.missing = _still_asked(request, form, begun) if begun.proposal else []
    for name, values in rows:
        form.add_row(name, values)
    return _page(request, form, begun, page)


def _as_sent(request: HttpRequest, status: int = 200) -> Page:
    """What the form was begun from stays what it was."""
    number, version = number_in(request.POST), _version_in(request, "bring_up")
    return Page(status=status, number=number, base=_base_sent(request), bring_up=version)


def _version_in(request: HttpRequest, name: str) -> int | None:
    """The number of a version that the form has kept, if it has one."""
    return max(number_in(request.POST, name), 0) or None


def _base_sent(request: HttpRequest) -> Content:
    """The content that the person began from, as the form has kept it."""
    try:
        return read(json_in(request.POST.get("base", ""), {}))
    except Refusal:
        return {}


def _save(request: HttpRequest, form: RecordForm, begun: Begun, deed: str) -> HttpResponse:
    try:
        content = _content(request, form, begun, sending=deed == "send")
        with transaction.atomic():
            saved = _stored(request, form, content, begun)
            if deed == "send":
                take("send", saved, number=saved.number, person=request.user)
    except Refusal as refusal:
        outdated = begun.proposal if refusal.kind == "outdated" else None
        if outdated and (joined := _join(request, outdated, content)):
            return _joined_page(request, begun, joined, form.main.cleaned_data["why"])
        page = _as_sent(request, refusal.status)
        page.missing = _still_asked(request, form, begun, refusal.faults)
        page.refusal = Refusal(refusal.kind, form.blame(refusal.faults))
        return _page(request, form, begun, page)
    forget_editing(saved.identifier, request.user)
    if deed == "picture":
        return redirect(reverse("proposal-pictures", args=[saved.pk]) + kept(request))
    _say_saved(request, saved, deed)
    return redirect(saved.get_absolute_url() + kept(request))


def _say_saved(request: HttpRequest, saved: Proposal, deed: str) -> None:
    if deed != "send":
        said = _("Saved as a draft.") if saved.state == State.DRAFT else _("Saved.")
        messages.success(request, said)
        return
    messages.success(request, _("Saved and sent to review."))
    if left := len(missing(saved.content, saved.identifier)):
        told = ngettext(
            "%(n)d point, listed below, has to be settled before it can be published.",
            "%(n)d points, listed below, have to be settled before it can be published.",
            left,
        )
        messages.warning(request, told % {"n": left})


def _content(
    request: HttpRequest, form: RecordForm, begun: Begun, sending: bool = False
) -> Content:
    """What the form says, if it is to be sent fit for that. Raises Refusal with all its faults."""
    form.is_valid()
    wrong: list[Fault] = [*form.errors()]
    lacking: list[Fault] = []
    content: Content = {}
    try:
        said = form.content(_base_sent(request) or begun.content)
        content = read(said, published_as_typed(begun.identifier))
        rated = content | ({"confidence": 0} if "confidence" in form.main.errors else {})
        if sending:
            why = unreasoned(begun.seen, form.main.cleaned_data.get("why", ""))
            lacking = [*unsendable(content), *unjudged(rated), *why]
    except Refusal as refusal:
        wrong += refusal.faults
    told = {fault.field for fault in wrong}
    if faults := [*wrong, *(each for each in lacking if each.field not in told)]:
        raise Refusal("faulty" if wrong else "missing", faults)
    return content


def _still_asked(
    request: HttpRequest, form: RecordForm, begun: Begun, refused: Collection[Fault] = ()
) -> list[Fault]:
    """What the form, as it was sent, still has to have beside what is refused; said at fields."""
    try:
        said = form.content(_base_sent(request) or begun.content)
        content = read(said, published_as_typed(begun.identifier))
    except Refusal:
        return []
    form.take_over(content)
    told = {fault.field for fault in refused}
    lacking = asked(content, begun.identifier)
    return form.ask(fault for fault in lacking if fault.field not in told)


def _stored(request: HttpRequest, form: RecordForm, content: Content, begun: Begun) -> Proposal:
    """The proposal with what the form says. Raises Refusal."""
    person, why = request.user, form.main.cleaned_data["why"]
    if begun.proposal is None:
        base = _version_in(request, "seen") if begun.record else None
        return life.begin(person, content, record=begun.record, base=base, why=why)
    number, base = number_in(request.POST), _version_in(request, "bring_up")
    return life.save(begun.proposal, content, number=number, person=person, why=why, base=base)


def _autosave(request: HttpRequest, form: RecordForm, begun: Begun) -> HttpResponse:
    """Save what can be saved, and say how it is read; nothing is ever joined behind one's back."""
    others = others_editing(begun.identifier, request.user) if begun.identifier else []
    try:
        saved = _stored(request, form, _content(request, form, begun), begun)
    except Refusal as refusal:
        said = list(map(in_words, refusal.faults))
        answer: dict[str, Any] = {"refused": refusal.kind, "faults": said, "others": others}
        if refusal.kind == "outdated" and begun.proposal:
            begun.proposal.refresh_from_db()
            answer["yours"] = begun.proposal.saved_by == request.user
        return JsonResponse(answer, status=refusal.status)
    lacking = asked(saved.content, saved.identifier)
    return JsonResponse(
        {
            "number": saved.number,
            "address": reverse("proposal-edit", args=[saved.pk]),
            "base": saved.content,
            "readings": readings_of(saved.content),
            "typed": form.take_over(saved.content),
            "missing": list(map(in_words, lacking)),
            "left": sum(fault.stops for fault in lacking),
            "asked": render_to_string("curation/missing.html", {"missing": form.ask(lacking)}),
            "others": others,
        }
    )


def _join(request: HttpRequest, outdated: Proposal, yours: Content) -> Page | None:
    """What was sent with what has been saved or published since, to be looked at and saved.

    None where the record has been withdrawn.
    """
    proposal = proposal_for(request, outdated.pk)
    if proposal.number != number_in(request.POST):
        return _with_saved(request, proposal, yours)
    seen = max(number_in(request.POST, "bring_up"), proposal.base or 0)
    return _with_published(proposal, seen, yours)


def _with_saved(request: HttpRequest, proposal: Proposal, yours: Content) -> Page:
    """Somebody has saved the proposal: joined with a newer version, as far as yours is."""
    theirs, up_to = proposal.content, number_in(request.POST, "bring_up")
    versions = versions_of(proposal.identifier)
    newer = up_to > (proposal.base or 0) and version_of(versions, up_to)
    if newer:
        old = version_of(versions, proposal.base or 0)
        theirs = merge(_said(old), _said(newer), theirs).content
    page = _joined(_base_sent(request), theirs, yours)
    page.number, page.who = proposal.number, str(proposal.saved_by)
    page.is_yours = proposal.saved_by == request.user
    page.bring_up = up_to if newer else None
    return page


def _with_published(proposal: Proposal, seen: int, yours: Content) -> Page | None:
    """The record is no longer what version `seen` says; None where it has been withdrawn."""
    versions = versions_of(proposal.identifier)
    last = versions[-1] if versions else None
    if last is None or last.content is None:
        return None
    page = _joined(_said(version_of(versions, seen)), _said(last), yours)
    page.number, page.bring_up, page.published = proposal.number, last.number, last.number
    page.who, page.why = str(last.revision.by or ""), last.revision.why
    return page


def _said(version: RecordVersion | None) -> Content:
    return begun_from(version.content) if version and version.content else {}


def _joined(base: Content, theirs: Content, yours: Content) -> Page:
    joined = merge(base, theirs, yours)
    changed = [each for each in compare(base, theirs) if each.changed]
    return Page(status=409, joined=joined, theirs=changed, base=theirs)


def _joined_page(request: HttpRequest, begun: Begun, page: Page, why: str) -> HttpResponse:
    content = page.joined.content if page.joined else {}
    return _page(request, RecordForm.of(content, why), begun, page)


def _missing(form: RecordForm, begun: Begun, page: Page) -> list[Fault]:
    """What the draft still has to have, said at the fields, too."""
    if page.missing is not None:
        return page.missing
    content = page.joined.content if page.joined else begun.content
    form.take_over(content)
    return form.ask(asked(content, begun.identifier) if begun.proposal else [])


def _page(request: HttpRequest, form: RecordForm, begun: Begun, page: Page) -> HttpResponse:
    base = begun.content if page.base is None else page.base
    context: dict[str, Any] = {
        "form": form,
        "main": form.main,
        "groups": form.groups,
        "begun": begun,
        "page": page,
        "clashes": [clash_in_words(each) for each in page.joined.clashes] if page.joined else [],
        "number": begun.number if page.number is None else page.number,
        "base": json.dumps(base, ensure_ascii=False),
        "readings": readings_of(base),
        "missing": _missing(form, begun, page),
        "alike": alike_sources(begun.content) if begun.proposal else [],
        "copies": copies(begun.identifier, begun.content, request.user) if begun.proposal else [],
        "others": others_editing(begun.identifier, request.user) if begun.identifier else [],
        "remarks": remarks_beside(begun.proposal, form.anchor),
        "most": settings.DATA_UPLOAD_MAX_MEMORY_SIZE,
    }
    return render(request, "curation/form.html", context, status=page.status)
