"""/sources/SLUG/join/: a source joined into another that is the same, and parted again."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from evidence.models import Source, SourceAlias
from evidence.sources.matching import matches
from evidence.storing.joining import JoinError, join
from evidence.storing.undoing import undo
from people.matrix import Right
from people.rights import may, needs

LONGEST = 2000
BAD_REQUEST = 400


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@needs(Right.PUBLISH)
def join_sources(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose the source to join this one into, look at what moves, and join; or part again."""
    source = get_object_or_404(Source, slug=slug)
    if request.method != "POST":
        return _page(request, source)
    if alias := request.POST.get("part"):
        return _part(request, source, alias)
    typed = request.POST.get("into", "").strip()[:LONGEST]
    found = matches(typed.rstrip("/").rpartition("/")[2] if "/sources/" in typed else typed)
    if found.sure is None:
        problem = _("Name the other source by its address, or by its citation.")
        return _page(request, source, BAD_REQUEST, typed=typed, problem=problem, maybe=found.maybe)
    if not request.POST.get("sure"):
        return _page(request, source, typed=found.sure.slug, into=found.sure)
    try:
        join(source, found.sure, by=request.user, why=request.POST.get("why", "").strip()[:LONGEST])
    except JoinError as error:
        return _page(request, source, BAD_REQUEST, typed=typed, problem=str(error))
    messages.success(request, _("The two sources are joined."))
    return redirect(found.sure)


def _part(request: HttpRequest, source: Source, slug: str) -> HttpResponse:
    if not may(request.user, Right.WITHDRAW):
        raise PermissionDenied
    alias = get_object_or_404(SourceAlias, source=source, slug=slug)
    why = _("source %(old)s parted from %(into)s") % {"old": slug, "into": source.slug}
    user: Any = request.user
    undone = undo(alias.revision, by=user, why=why)
    for name, said in (undone.left | undone.kept).items():
        messages.warning(request, f"{name}: {said}")
    messages.success(request, _("The source is separate again."))
    return redirect("source", slug)


def _page(request: HttpRequest, source: Source, status: int = 200, **more: Any) -> HttpResponse:
    context = {
        "source": source,
        "records": source.citations.values("evidence").distinct().count(),
        "clauses": source.clause_citations.count(),
        "aliases": source.aliases.select_related("revision__by"),
        **more,
    }
    return render(request, "evidence/join_sources.html", context, status=status)
