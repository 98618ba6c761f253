"""The editor of a text of rules, and the check that it asks for while somebody types."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import messages
from django.forms.models import model_to_dict
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from curation.errors import Refusal
from curation.models import RulesetDraft
from curation.rulesets import life
from curation.rulesets.checking import LONGEST
from curation.rulesets.difference import changes
from curation.views.ruleset_checks import NotChecked, checked, told
from curation.views.shared import number_in, status_of
from games.models import Game, Ruleset
from people.matrix import Right
from people.rights import needs

OK, BAD_REQUEST = 200, 400
BEGINNING = """(define "Board" (board (square 8)))

(game "{name}"
    (players 2)
    (equipment {{
        "Board"
    }})
    (rules
        (play (forEach Piece))
        (end (if (no Moves Next) (result Mover Win)))
    )
)
"""
Context = dict[str, Any]

if TYPE_CHECKING:
    ModelForm = forms.ModelForm[RulesetDraft]
else:
    ModelForm = forms.ModelForm


class AboutForm(ModelForm):
    """What new rules are called, and of which game they are."""

    class Meta:
        model = RulesetDraft
        fields = ("game", "name", "slug", "kind", "summary")
        widgets = {"summary": forms.Textarea(attrs={"rows": 3})}
        help_texts = {
            "slug": gettext_lazy("small letters, digits and hyphens, as in shodra-1913"),
            "kind": gettext_lazy(
                "whose they are: described by a source, put together by a scholar …"
            ),
        }


@dataclass(frozen=True)
class Begun:
    """What the editor is opened on: a published text, a draft, or nothing yet."""

    ruleset: Ruleset | None
    game: Game | None
    text: str
    draft: RulesetDraft | None = None

    def about(self, data: Any) -> AboutForm | None:
        """The form of what new rules are called."""
        if self.ruleset is not None:
            return None
        initial = model_to_dict(self.draft) if self.draft else {"game": self.game}
        return AboutForm(data, initial=initial, auto_id="about-%s")


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Right.EDIT)
def edit_text(request: HttpRequest, slug: str) -> HttpResponse:
    """The text of a ruleset in the editor, or the draft that there is of it."""
    ruleset = get_object_or_404(Ruleset.objects.select_related("game"), slug=slug)
    draft = ruleset.drafts.filter(state=RulesetDraft.State.DRAFT).first()
    if draft is not None and request.method != "POST":
        return redirect("ruleset-draft-edit", draft.pk)
    return _editor(request, Begun(ruleset, ruleset.game, ruleset.text))


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Right.EDIT)
def new_text(request: HttpRequest) -> HttpResponse:
    """An empty editor for rules of a game, `?game=` its slug."""
    game = Game.objects.filter(slug=request.GET.get("game", "")).first()
    name = (game.name if game else _("A game")).replace('"', "")
    return _editor(request, Begun(None, game, BEGINNING.format(name=name)))


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Right.EDIT)
def edit_draft(request: HttpRequest, pk: int) -> HttpResponse:
    """A draft in the editor."""
    draft = get_object_or_404(RulesetDraft.objects.select_related("ruleset", "game"), pk=pk)
    if not draft.is_open and request.method != "POST":
        return redirect(draft)
    return _editor(request, Begun(draft.ruleset, draft.game, draft.text, draft))


@require_POST
@needs(Right.EDIT)
def check_text(request: HttpRequest) -> HttpResponse:
    """Check `text`, of the ruleset with that slug or of none, with the `option`s that are chosen.

    JSON: problems, doubts, definitions, options, clauses, board (SVG), and as parts of the
    page `shown` and `choices`.
    """
    ruleset = Ruleset.objects.filter(slug=request.POST.get("ruleset", "")[:80]).first()
    try:
        found = checked(request, ruleset, _text(request))
    except NotChecked as error:
        return JsonResponse({"detail": str(error)}, status=error.status)
    context = told(ruleset, found)
    return JsonResponse(
        {
            "problems": found.problems,
            "doubts": found.doubts,
            "definitions": found.definitions,
            "options": found.options,
            "clauses": context["coverage"].told(),
            "board": found.board,
            "shown": render_to_string("curation/ruleset_checked.html", context, request),
            "choices": render_to_string("curation/ruleset_options.html", context, request),
        }
    )


def _editor(request: HttpRequest, begun: Begun) -> HttpResponse:
    """The editor; a POST checks what is sent, and keeps it where `do` is `save`."""
    saving = request.method == "POST" and request.POST.get("do") == "save"
    about = begun.about(request.POST if saving else None)
    context: Context = {"about": about, "number": begun.draft.number if begun.draft else 0}
    status = OK
    if saving and about is not None and not about.is_valid():
        status = BAD_REQUEST
    elif saving:
        try:
            draft = _save(request, begun, about.cleaned_data if about else None)
        except Refusal as refusal:
            context |= {"refusal": refusal, "theirs": _theirs(refusal, begun, _text(request))}
            status = status_of(refusal)
        else:
            messages.success(request, _("Saved. Readers see it once somebody else publishes it."))
            return redirect(draft)
    return _page(request, begun, context, status)


def _save(request: HttpRequest, begun: Begun, about: Any) -> RulesetDraft:
    text, why = _text(request), request.POST.get("why", "")
    if begun.draft is None:
        return life.begin(request.user, begun.ruleset, text, why, about)
    number = number_in(request.POST)
    return life.save(begun.draft, text, why, number=number, person=request.user, about=about)


def _theirs(refusal: Refusal, begun: Begun, yours: str) -> Any:
    """How what somebody else has saved differs from what was sent."""
    if refusal.kind != "outdated" or begun.draft is None:
        return None
    return changes(begun.draft.text, yours)


def _page(request: HttpRequest, begun: Begun, context: Context, status: int) -> HttpResponse:
    sent = request.method == "POST"
    text = _text(request) if sent else begun.text
    why = begun.draft.why if begun.draft else ""
    context |= {
        "ruleset": begun.ruleset,
        "game": begun.game,
        "draft": begun.draft,
        "longest": LONGEST,
        "text": text,
        "why": request.POST.get("why", "") if sent else why,
    }
    try:
        context |= told(begun.ruleset, checked(request, begun.ruleset, text))
    except NotChecked as error:
        context["fault"], status = str(error), error.status
    return render(request, "curation/ruleset_text.html", context, status=status)


def _text(request: HttpRequest) -> str:
    """What was sent, with the ends of lines that texts of rules have."""
    return request.POST.get("text", "").replace("\r\n", "\n")
