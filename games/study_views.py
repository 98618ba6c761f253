"""The page of a ruleset's studies, the same as files, and how one is asked for."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.job_forms import started
from games.models import Ruleset, Study
from games.play import RulesError
from games.rules_cache import rules_for
from games.ruleset_page import option_fields
from games.study.writing import as_csv, as_json, differences_as_csv
from games.study_job import StudyForm, address, allowed, ask_for
from games.study_page import (
    chosen,
    compared,
    context,
    drawn,
    measures_of,
    studies_of,
    titles_of,
)
from games.studying import about
from jobs.showing import jobs_of

TYPES = {"csv": "text/csv; charset=utf-8", "json": "application/json"}


@require_safe
def study(request: HttpRequest, slug: str) -> HttpResponse:
    """A stored study with its charts; `?format=csv` or `json` is the same as a file."""
    ruleset = get_object_or_404(Ruleset.objects.select_related("game"), slug=slug)
    return _shown(request, ruleset, StudyForm(ruleset, allowed(request)[0]))


@require_POST
def start(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask for a study; what cannot be counted is refused beside the field."""
    ruleset = get_object_or_404(Ruleset.objects.select_related("game"), slug=slug)
    form = StudyForm(ruleset, allowed(request)[0], request.POST)
    shown = partial(_shown, request, ruleset)
    return started(form, lambda: ask_for(request, form), shown, address(ruleset))


def _shown(
    request: HttpRequest, ruleset: Ruleset, form: StudyForm, status: int = 200, **more: Any
) -> HttpResponse:
    studies = studies_of(ruleset)
    one = chosen(studies, request.GET, "study") or next(iter(studies), None)
    other = chosen(studies, request.GET, "other")
    if wanted := request.GET.get("format"):
        return _file(one, other, wanted)
    given: dict[str, Any] = {"ruleset": ruleset, "studies": studies, "study": one, "other": other}
    given |= {"form": form, "options": _options(ruleset, form), "titles": titles_of(ruleset)}
    given |= {"jobs": jobs_of(request, address(ruleset)), **more}
    if one is not None:
        given |= context(one)
    if one is not None and other is not None:
        given |= drawn(compared(one, other))
    return render(request, "games/study.html", given, status=status)


def _options(ruleset: Ruleset, form: StudyForm) -> list[dict[str, Any]] | None:
    """The options as fields, as they were chosen; None for rules that cannot be run."""
    for options in (form.options, ()):
        try:
            return option_fields(rules_for(ruleset, options))
        except RulesError:
            continue
    return None


def _file(one: Study | None, other: Study | None, form: str) -> HttpResponse:
    """The figures as a file. Raises Http404 where there is none, or not in that format."""
    if one is None or form not in TYPES:
        raise Http404(_("Studies are written as csv or json, once there is one."))
    if other is None:
        measures = measures_of(one)
        text = as_csv(measures) if form == "csv" else as_json(about(one), measures)
    elif form == "csv":
        text = differences_as_csv(compared(one, other))
    else:
        both = (about(one), measures_of(one), about(other), measures_of(other))
        text = as_json(*both, compared(one, other))
    answer = HttpResponse(text, content_type=TYPES[form])
    answer["Content-Disposition"] = f'attachment; filename="{one.ruleset.slug}-study.{form}"'
    return answer
