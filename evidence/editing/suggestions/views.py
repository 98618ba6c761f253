"""Making a suggestion, and answering it."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from config.bodies import at_most
from config.clients import asker_of
from evidence.editing.suggestions import guard
from evidence.editing.suggestions.answering import answer, revisions_after
from evidence.editing.suggestions.forms import AnswerForm, SuggestionForm
from evidence.editing.suggestions.models import Suggestion
from evidence.editing.suggestions.subjects import Subject, of_clause, of_record, of_suggestion
from people.matrix import Right
from people.rights import needs

PER_PAGE = 30
State = Suggestion.State


def _too_large(request: HttpRequest, /, **about: str) -> HttpResponse:
    form = SuggestionForm(initial={"seen": guard.stamp()})
    problem = _("The text is too long: write at most 5,000 characters.")
    return _page(request, _subject(**about), form, 413, problem)


def _subject(**about: str) -> Subject:
    found = of_clause(about["slug"], about["clause"]) if "clause" in about else of_record(**about)
    if found is None:
        raise Http404(_("There is nothing here to make a suggestion on."))
    return found


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@at_most(lambda: guard.BODY, _too_large)
def suggest(request: HttpRequest, /, **about: str) -> HttpResponse:
    """Something is wrong or missing: in a record (`identifier`) or a clause (`slug`, `clause`)."""
    subject = _subject(**about)
    if request.method != "POST":
        return _page(request, subject, SuggestionForm(initial={"seen": guard.stamp()}))
    new = Suggestion(**subject.names)
    form = SuggestionForm(request.POST, instance=new)
    if not form.is_valid():
        return _page(request, subject, _stamped(form), 400)
    who = asker_of(request, "suggestions")
    try:
        guard.check_rate(who)
    except ValidationError as refused:
        return _page(request, subject, _stamped(form), 429, str(refused.message))
    new.asker, new.version = who, subject.version
    new.state = State.SPAM if form.trapped else State.WAITING
    form.save()
    return redirect("suggestion-thanks")


@require_safe
def thanks(request: HttpRequest) -> HttpResponse:
    """It has arrived."""
    return render(request, "suggestions/thanks.html")


@require_safe
@never_cache
@needs(Right.MODERATE)
def listed(request: HttpRequest) -> HttpResponse:
    """The suggestions in one state: waiting ones oldest first, others newest first."""
    state = request.GET.get("state", State.WAITING)
    if state not in State.values:
        raise Http404
    rows = Suggestion.objects.filter(state=state).select_related("answered_by", "revision")
    page = Paginator(rows.order_by("pk" if state == State.WAITING else "-pk"), PER_PAGE).get_page(
        request.GET.get("page")
    )
    counts = dict(Suggestion.objects.order_by().values_list("state").annotate(number=Count("pk")))
    context = {
        "page": page,
        "page_query": f"state={state}&",
        "rows": [(one, of_suggestion(one)) for one in page],
        "state": state,
        "states": [(value, label, counts.get(value, 0)) for value, label in State.choices],
    }
    return render(request, "suggestions/list.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@needs(Right.MODERATE)
def one(request: HttpRequest, pk: int) -> HttpResponse:
    """One suggestion, and what is to become of it."""
    found = get_object_or_404(Suggestion.objects.select_related("answered_by", "revision"), pk=pk)
    form = AnswerForm(
        request.POST if request.method == "POST" else None,
        revisions=revisions_after(found),
        initial={"answer": found.answer, "revision": found.revision_id},
    )
    if not form.is_bound or not form.is_valid():
        return _answering(request, found, form, 400 if form.is_bound else 200)
    said = form.cleaned_data
    if answer(
        found, state=said["state"], before=said["before"], by=request.user,
        words=said["answer"], revision=said["revision"],
    ):  # fmt: skip
        messages.success(request, _("The suggestion is now: %s.") % State(said["state"]).label)
        return redirect("suggestions")
    found.refresh_from_db()
    form.add_error(None, _("Someone else has answered this in the meantime; look at it again."))
    return _answering(request, found, form, 409)


def _answering(
    request: HttpRequest, found: Suggestion, form: AnswerForm, status: int
) -> HttpResponse:
    context = {"one": found, "subject": of_suggestion(found), "form": form}
    return render(request, "suggestions/one.html", context, status=status)


def _stamped(form: SuggestionForm) -> SuggestionForm:
    """The form with all that was written, to be sent again."""
    data: Any = form.data.copy()  # type: ignore[attr-defined]
    data["seen"] = guard.stamp()
    form.data = data
    return form


def _page(
    request: HttpRequest, subject: Subject, form: SuggestionForm, status: int = 200, said: str = ""
) -> HttpResponse:
    context = {"subject": subject, "form": form, "problem": said}
    return render(request, "suggestions/suggest.html", context, status=status)
