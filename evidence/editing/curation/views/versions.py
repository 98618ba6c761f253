"""The versions of a record, each at its permanent address; going back; withdrawing."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from evidence.editing.curation import life, published
from evidence.editing.curation.contents import begun_from
from evidence.editing.curation.edits import edits_of_record
from evidence.editing.curation.published import changed_fields, last_said, version_of, versions_of
from evidence.editing.curation.telling import compare
from evidence.editing.workflow.pages import number_in, page
from evidence.editing.workflow.refusals import Refusal
from evidence.exporters.citing import CiteThis, Permalink, cite_version
from evidence.models import RecordVersion
from people.matrix import Right
from people.rights import needs


@require_safe
def versions(request: HttpRequest, identifier: str) -> HttpResponse:
    """All versions of a record, the last one first."""
    found = _versions(identifier)
    edits = edits_of_record(identifier, found)
    rows = [
        (
            version,
            changed_fields(version_of(found, version.number - 1), version),
            edits.get(version.number),
        )
        for version in reversed(found)
    ]
    return render(request, "curation/versions.html", _about(identifier, found) | {"rows": rows})


@require_safe
def version(request: HttpRequest, identifier: str, number: int) -> HttpResponse:
    """One version, with what differs from another one: from the one before it, unless asked."""
    return _version_page(request, identifier, number)


def _version_page(
    request: HttpRequest, identifier: str, number: int, refusal: Refusal | None = None
) -> HttpResponse:
    found = _versions(identifier)
    shown = _one(found, number)
    asked = number_in(request.GET, "with") if request.GET.get("with") else None
    other = version_of(found, number - 1) if asked is None else _one(found, asked)
    old = other.content if other and other.content else {}
    context = _about(identifier, found) | {
        "version": shown,
        "other": other,
        "versions": found,
        "before": version_of(found, number - 1),
        "after": version_of(found, number + 1),
        "is_last": number == found[-1].number,
        "fields": compare(old, shown.content or {}),
        "cite": _cited(request, identifier, shown),
        "edits": edits_of_record(identifier, found).get(number, ()),
        "why": request.POST.get("why", ""),
    }
    return page(request, "curation/version.html", context, refusal)


def _cited(request: HttpRequest, identifier: str, shown: RecordVersion) -> CiteThis | None:
    """How to cite a version, unless with it the record was withdrawn."""
    if shown.content is None:
        return None
    address = reverse("record-version", args=[identifier, shown.number])
    version = Permalink(shown.number, shown.revision.at, request.build_absolute_uri(address))
    return cite_version(shown.content, version, timezone.localdate())


@require_POST
@needs(Right.WITHDRAW)
def restore(request: HttpRequest, identifier: str, number: int) -> HttpResponse:
    """Make a version the published one again, at once, for a reason."""
    _one(_versions(identifier), number)
    try:
        made = published.restore(identifier, number, **_act(request))
    except Refusal as refusal:
        return _version_page(request, identifier, number, refusal)
    said = _("Version %(old)d is published again, as version %(new)d.")
    messages.success(request, said % {"old": number, "new": made.number})
    return redirect("record", identifier)


@require_POST
@needs(Right.EDIT)
def propose(request: HttpRequest, identifier: str, number: int) -> HttpResponse:
    """Propose to go back to a version."""
    wanted = _one(_versions(identifier), number)
    try:
        if wanted.content is None:
            raise Refusal("state", [_("The record was withdrawn then.")])
        why = _("back to version %(number)d") % {"number": number}
        content = begun_from(wanted.content)
        made = life.begin(request.user, content, record=identifier, why=why)
    except Refusal as refusal:
        return _version_page(request, identifier, number, refusal)
    return redirect(made)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Right.WITHDRAW)
def withdraw(request: HttpRequest, identifier: str) -> HttpResponse:
    """Ask for the reason; take the record out of what is published."""
    found = _versions(identifier)
    if found[-1].content is None:
        return redirect("record", identifier)
    refusal = None
    if request.method == "POST":
        try:
            published.withdraw(identifier, **_act(request))
        except Refusal as error:
            refusal = error
        else:
            messages.success(request, _("The record is withdrawn. Its versions remain."))
            return redirect("record-versions", identifier)
    context = _about(identifier, found) | {"why": request.POST.get("why", "")}
    return page(request, "curation/withdraw.html", context, refusal)


def _act(request: HttpRequest) -> dict[str, Any]:
    """Which version somebody has seen as the last, who they are, and why they act."""
    why = request.POST.get("why", "")
    return {"number": number_in(request.POST, "last"), "person": request.user, "why": why}


def _versions(identifier: str) -> list[RecordVersion]:
    found = versions_of(identifier)
    if not found:
        raise Http404(_("There is no record “%s”.") % identifier)
    return found


def _one(found: list[RecordVersion], number: int) -> RecordVersion:
    shown = version_of(found, number)
    if shown is None:
        said = _("The record has no version %(number)d: its versions are 1 to %(last)d.")
        raise Http404(said % {"number": number, "last": found[-1].number})
    return shown


def _about(identifier: str, found: list[RecordVersion]) -> dict[str, Any]:
    said = last_said(found).content or {}
    game = said.get("game_name", "")
    return {
        "identifier": identifier,
        "title": said.get("title") or game or identifier,
        "game": game,
        "last": found[-1],
        "withdrawn": found[-1].content is None,
        "address": reverse("record", args=[identifier]),
    }
