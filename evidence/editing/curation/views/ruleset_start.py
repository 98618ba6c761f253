"""Where new rules begin: a text of a family, a copy of published rules, or a form."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from evidence.editing.curation.forms.ruleset_simple import SimpleForm
from evidence.editing.curation.rulesets.contents import content_of
from evidence.editing.curation.views.ruleset_begun import Begun
from evidence.editing.workflow.form_faults import refusal_of
from games.drafting import FAMILIES, Beginning, template
from games.models import Clause, Game, Ruleset
from people.matrix import Right
from people.rights import needs

TEMPLATES = (
    ("chess", gettext_lazy("Chess"), gettext_lazy("six kinds of men, check and mate")),
    ("draughts", gettext_lazy("Draughts"), gettext_lazy("men that leap, capture forced, kings")),
    ("tafl", gettext_lazy("Tafl"), gettext_lazy("a king among attackers")),
    ("morris", gettext_lazy("Morris"), gettext_lazy("men set and moved, mills that take")),
    ("race", gettext_lazy("Race"), gettext_lazy("throwing sticks and a track")),
    ("sowing", gettext_lazy("Sowing"), gettext_lazy("holes, counters and stores")),
    ("hunt", gettext_lazy("Hunt"), gettext_lazy("one beast against many men")),
)


@require_safe
@needs(Right.DRAFT)
def start(request: HttpRequest) -> HttpResponse:
    """Choose how new rules begin; `write` in the query has them written from the form."""
    game = Game.objects.filter(slug=request.GET.get("game", "")).first()
    form = SimpleForm(request.GET if "write" in request.GET else None)
    if form.is_bound and form.is_valid() and form.beginning is not None:
        return redirect(f"{reverse('ruleset-new')}?{request.GET.urlencode()}")
    context = {
        "game": game,
        "templates": TEMPLATES,
        "rulesets": Ruleset.objects.select_related("game").order_by("name"),
        "form": form,
        "refusal": refusal_of(form, *form.men),
    }
    return render(request, "curation/ruleset_start.html", context)


def given_by(query: QueryDict, game: Game | None) -> Begun | None:
    """What a query asks new rules to begin with: `template`, `copy` or the form; else None."""
    if (family := query.get("template", "")) in FAMILIES:
        reason = _("From the pattern of a family; nobody has said yet what it rests on.")
        return _given(game, template(family), Clause.Status.BORROWED, reason)
    if slug := query.get("copy", "")[:80]:
        ruleset = Ruleset.objects.select_related("game").filter(slug=slug).first()
        if ruleset is None:
            return None
        return Begun(None, game or ruleset.game, ruleset.text, given=content_of(ruleset))
    if "write" in query:
        form = SimpleForm(query)
        if form.is_valid() and form.beginning is not None:
            reason = _("Chosen by whoever wrote these rules; no source is given.")
            return _given(game, form.beginning, Clause.Status.INFERRED, reason)
    return None


def _given(game: Game | None, beginning: Beginning, status: str, reason: str) -> Begun:
    content = beginning.content(status, reason)
    return Begun(None, game, beginning.text, given=content, called=beginning.name)
