"""The page of a ruleset's readings, the same as CSV, and how they are asked for."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.job_forms import started
from games.models import Ruleset
from games.play import RulesError
from games.readings_job import ReadingsForm, address, allowed, ask_for
from games.readings_page import context, found_table
from games.readings_table import as_csv
from jobs.showing import jobs_of


@require_safe
def readings(request: HttpRequest, slug: str) -> HttpResponse:
    """The readings by how they play; `?format=csv` is the same as a file."""
    ruleset = get_object_or_404(Ruleset.objects.select_related("game"), slug=slug)
    if request.GET.get("format"):
        return _file(ruleset, request)
    return _shown(request, ruleset, ReadingsForm(ruleset, allowed(request)))


@require_POST
def start_readings(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask for readings to be played; what cannot be played is refused beside the field."""
    ruleset = get_object_or_404(Ruleset.objects.select_related("game"), slug=slug)
    form = ReadingsForm(ruleset, allowed(request), request.POST)
    shown = partial(_shown, request, ruleset)
    return started(form, lambda: ask_for(request, form), shown, address(ruleset))


def _shown(
    request: HttpRequest, ruleset: Ruleset, form: ReadingsForm, status: int = 200, **more: Any
) -> HttpResponse:
    given: dict[str, Any] = {"ruleset": ruleset, "form": form}
    given |= {"jobs": jobs_of(request, address(ruleset)), **more}
    try:
        given |= context(ruleset, *found_table(ruleset, request.GET))
    except RulesError as error:
        given["fault"] = str(error)
    return render(request, "games/readings.html", given, status=status)


def _file(ruleset: Ruleset, request: HttpRequest) -> HttpResponse:
    """The table as a file. Raises Http404 where there is none, or not in that format."""
    try:
        table, weights = found_table(ruleset, request.GET)
    except RulesError as error:
        raise Http404(str(error)) from error
    if request.GET["format"] != "csv" or not table.readings:
        raise Http404(_("Readings are written as csv, once they are played."))
    answer = HttpResponse(as_csv(ruleset, table, weights), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{ruleset.slug}-readings.csv"'
    return answer
