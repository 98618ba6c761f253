"""The editor of a text of rules, and the check that it asks for while somebody types."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from config.middleware import RULES, allows
from evidence.editing.curation.forms.ruleset import BesideForm, pieces_sent
from evidence.editing.curation.rights import may_write, seen_by
from evidence.editing.curation.ruleset_models import RulesetDraft
from evidence.editing.curation.rulesets import life
from evidence.editing.curation.rulesets.checking import LONGEST
from evidence.editing.curation.rulesets.contents import draft_content, whole
from evidence.editing.curation.rulesets.telling import changed, compared
from evidence.editing.curation.views.remarked import remarks_beside
from evidence.editing.curation.views.ruleset_begun import Begun, Context, NamesForm
from evidence.editing.curation.views.ruleset_checks import NotChecked, checked, told
from evidence.editing.curation.views.ruleset_start import given_by
from evidence.editing.curation.views.shared import kept
from evidence.editing.curation.words import changes
from evidence.editing.workflow.form_faults import fault_at, refusal_of
from evidence.editing.workflow.pages import number_in, page
from evidence.editing.workflow.refusals import Fault, Refusal
from games.library import library
from games.models import Game, Ruleset
from games.ruleset_page import phrases
from people.matrix import Right
from people.rights import needs

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


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Right.EDIT)
def edit_text(request: HttpRequest, slug: str) -> HttpResponse:
    """The text of a ruleset in the editor, or the draft that there is of it."""
    ruleset = get_object_or_404(Ruleset.objects.select_related("game"), slug=slug)
    draft = ruleset.drafts.filter(state__in=RulesetDraft.OPEN).first()
    if draft is not None and request.method != "POST":
        return redirect("ruleset-draft-edit", draft.pk)
    return _editor(request, Begun(ruleset, ruleset.game, ruleset.text))


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Right.DRAFT)
def new_text(request: HttpRequest) -> HttpResponse:
    """The editor for new rules of a game, `?game=` its slug, begun as the query says."""
    game = Game.objects.filter(slug=request.GET.get("game", "")).first()
    if begun := given_by(request.GET, game):
        return _editor(request, begun)
    name = (game.name if game else _("A game")).replace('"', "")
    return _editor(request, Begun(None, game, BEGINNING.format(name=name)))


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Right.DRAFT)
def edit_draft(request: HttpRequest, pk: int) -> HttpResponse:
    """A draft in the editor."""
    draft = get_object_or_404(seen_by(request.user, RulesetDraft), pk=pk)
    if not (draft.is_open and may_write(request.user, draft)) and request.method != "POST":
        return redirect(draft)
    return _editor(request, Begun(draft.ruleset, draft.game, draft.text, draft))


@require_POST
@needs(Right.DRAFT)
def check_text(request: HttpRequest) -> HttpResponse:
    """Check `text`, of the ruleset with that slug or of none, with the `option`s that are chosen.

    The clauses are those of the `draft` with that id, as it was saved, or of the ruleset.
    JSON: problems, doubts, definitions, options, clauses, board (SVG), and as parts of the
    page `shown` and `choices`; where `play` is sent, also what the page plays the text with.
    """
    ruleset = Ruleset.objects.filter(slug=request.POST.get("ruleset", "")[:80]).first()
    draft = seen_by(request.user, RulesetDraft).filter(pk=number_in(request.POST, "draft")).first()
    content = draft_content(draft) if draft else None
    if content is None and ruleset is None:
        form = BesideForm.sent(request.POST)
        content = form.content() if form.is_valid() else None
    looks = pieces_sent(request.POST) or (content["pieces"] if content else None)
    try:
        text, play = _typed(request, "text"), "play" in request.POST
        found = checked(request, ruleset, text, looks=looks, play=play)
    except NotChecked as error:
        return JsonResponse({"detail": str(error)}, status=error.status, headers=error.headers)
    context = told(ruleset, found, content) | {"draft": draft}
    names = ("problems", "doubts", "definitions", "options", "board", "play")
    said = {name: getattr(found, name) for name in names} | {
        "clauses": context["coverage"].told(),
        "shown": render_to_string("curation/ruleset_checked.html", context, request),
        "choices": render_to_string("curation/ruleset_options.html", context, request),
    }
    return JsonResponse(said)


def _editor(request: HttpRequest, begun: Begun) -> HttpResponse:
    """The editor; a POST checks what is sent, and keeps it where `do` is `save`."""
    sent = request.POST if request.method == "POST" else None
    saving = sent is not None and sent.get("do") == "save"
    about, beside = begun.about(sent if saving else None, sent or {}), begun.beside(sent)
    context: Context = {"number": begun.draft.number if begun.draft else 0}
    refused = _wrong(begun, about, beside) if saving else None
    if saving and not refused:
        try:
            draft = _save(request, begun, about.cleaned_data if about else None, beside)
        except Refusal as refusal:
            refused = Refusal(refusal.kind, _placed(refusal.faults, about))
            if refusal.kind == "outdated":
                context |= _theirs(request, begun, about, beside)
        else:
            messages.success(request, _("Saved. Readers see it once another editor publishes it."))
            return redirect(f"{draft.get_absolute_url()}{kept(request)}")
    return _page(request, begun, context | {"about": about, "beside": beside}, refused)


def _wrong(begun: Begun, about: NamesForm | None, beside: BesideForm) -> Refusal | None:
    """All that is wrong in the forms, with a name in addresses that others have."""
    refused = refusal_of(about, *beside.rows)
    if refused is None or about is None or begun.ruleset is not None:
        return refused
    taken = life.taken(about.cleaned_data.get("slug", ""), None, begun.draft)
    return Refusal(refused.kind, [*refused.faults, *_placed(taken, about)])


def _placed(faults: Iterable[Fault], about: NamesForm | None) -> Iterator[Fault]:
    """Faults of what the rules are called with links to its fields."""
    for fault in faults:
        named = about is not None and fault.field in about.fields
        yield fault_at(about, fault.field, fault.said) if about and named else fault


def _save(request: HttpRequest, begun: Begun, about: Any, beside: BesideForm) -> RulesetDraft:
    text, why = _typed(request, "text"), _typed(request, "why")
    content = begun.said(beside, request.POST)
    if begun.draft is None:
        return life.begin(request.user, begun.ruleset, text, why, about, content)
    number, person = number_in(request.POST), request.user
    draft = begun.draft
    return life.save(draft, text, why, number=number, person=person, about=about, content=content)


def _theirs(
    request: HttpRequest, begun: Begun, about: NamesForm | None, beside: BesideForm
) -> Context:
    """How what somebody else has saved differs from what was sent, text and all beside it."""
    draft = begun.draft
    if draft is None:
        return {}
    theirs, said = draft_content(draft), begun.said(beside, request.POST)
    yours = whole(about.instance if about else draft, theirs if said is None else said)
    others = [(_("Reason"), draft.why, _typed(request, "why").strip())]
    if about and begun.ruleset is None:
        others += [
            (str(about.fields[name].label), getattr(draft, name), about.cleaned_data[name])
            for name in ("game", "new_game", "slug")
        ]
    fields = [*changed(theirs, yours), *(compared(*each) for each in others)]
    return {
        "theirs": changes(draft.text, _typed(request, "text")),
        "their_fields": [field for field in fields if field.changed],
    }


@allows(RULES)
def _page(
    request: HttpRequest, begun: Begun, context: Context, refusal: Refusal | None
) -> HttpResponse:
    sent = request.method == "POST"
    text = _typed(request, "text") if sent else begun.text
    why = begun.draft.why if begun.draft else ""
    context |= {
        "ruleset": begun.ruleset,
        "game": begun.game,
        "draft": begun.draft,
        "longest": LONGEST,
        "words": phrases(),
        "library": library(),
        "remarks": remarks_beside(begun.draft, context["beside"].anchor),
        "text": text,
        "unsaved": sent,
        "open_row": request.POST.get("do", "").removeprefix("more "),
        "why": _typed(request, "why") if sent else why,
        **begun.shown(),
    }
    content, status, headers = begun.content, 0, dict[str, str]()
    try:
        found = checked(request, begun.ruleset, text, looks=content["pieces"])
        context |= told(begun.ruleset, found, content)
        if request.POST.get("do") == "clauses":
            context["beside"].add_clauses(each["name"] for each in found.definitions)
    except NotChecked as error:
        context["fault"] = str(error)
        if sent:  # a page that is only opened is checked again by its script
            status, headers = error.status, error.headers
    template = "curation/ruleset_text.html"
    return page(request, template, context, refusal, status=status, headers=headers)


def _typed(request: HttpRequest, name: str) -> str:
    """What was sent, with the ends of lines that texts of rules have."""
    return request.POST.get(name, "").replace("\r\n", "\n")
