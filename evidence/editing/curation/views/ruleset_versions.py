"""The versions of a ruleset's text, each at its permanent address."""

from __future__ import annotations

from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from evidence.editing.curation.edits import edits_of_ruleset
from evidence.editing.curation.published import version_of
from evidence.editing.curation.ruleset_models import RulesetVersion
from evidence.editing.curation.rulesets.history import versions_of
from evidence.editing.curation.rulesets.telling import changed, tell, what_differs
from evidence.editing.curation.telling import Compared
from evidence.editing.curation.words import changes
from evidence.editing.workflow.pages import number_in
from games.models import Ruleset


def _found(slug: str) -> tuple[Ruleset, list[RulesetVersion]]:
    ruleset = get_object_or_404(Ruleset.objects.select_related("game"), slug=slug)
    return ruleset, versions_of(ruleset)


def _one(versions: list[RulesetVersion], number: int) -> RulesetVersion:
    found = version_of(versions, number)
    if found is None:
        raise Http404(_("There is no version %(number)d of these rules.") % {"number": number})
    return found


@require_safe
def ruleset_versions(request: HttpRequest, slug: str) -> HttpResponse:
    """All versions of a text, the last one first, with how many recorded games each has."""
    ruleset, versions = _found(slug)
    games = ruleset.matches.order_by().values_list("digest")
    played = dict(games.annotate(number=Count("pk")))
    edits = edits_of_ruleset(versions)
    rows = [
        (each, played.get(each.digest, 0), edits.get(each.number), _differs(versions, each))
        for each in reversed(versions)
    ]
    context = {"ruleset": ruleset, "rows": rows}
    return render(request, "curation/ruleset_versions.html", context)


def _differs(versions: list[RulesetVersion], each: RulesetVersion) -> list[str]:
    before = version_of(versions, each.number - 1)
    return what_differs(before, each) if before else []


@require_safe
def ruleset_version(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One version, with what differs from the one before it, or from that `with=` another."""
    ruleset, versions = _found(slug)
    shown = _one(versions, number)
    asked = number_in(request.GET, "with") if request.GET.get("with") else None
    other = version_of(versions, number - 1) if asked is None else _one(versions, asked)
    context = {
        "ruleset": ruleset,
        "version": shown,
        "other": other,
        "versions": versions,
        "last": versions[-1],
        "runs": changes(other.text, shown.text) if other else [],
        "fields": _fields(other, shown),
        "told": tell(shown.content) if shown.content else [],
        "edits": edits_of_ruleset(versions).get(number, ()),
        "games": ruleset.matches.filter(digest=shown.digest).count(),
    }
    return render(request, "curation/ruleset_version.html", context)


def _fields(other: RulesetVersion | None, shown: RulesetVersion) -> list[Compared] | None:
    """What differs beside the texts; None where it was not noted of both."""
    if other is None or other.content is None or shown.content is None:
        return None
    return changed(other.content, shown.content)
