"""Preview for administrators of what a page of the Ludii portal says, field by field.

It stores nothing: like everybody, they begin drafts of it, which somebody else reviews, at
`evidence.editing.curation.views.portal`.
"""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from config.bodies import at_most
from evidence.importers.portal import PortalError
from evidence.importers.portal_store import change_rows, import_page
from evidence.sources import StoreError
from people.matrix import Right
from people.rights import needs

LONGEST_TEXT = 200_000


class PortalForm(forms.Form):
    """The text of one page. White space is kept, so that line numbers are those of the text."""

    text = forms.CharField(
        label=gettext_lazy("Text of the page"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 18, "spellcheck": "false", "autocomplete": "off"}),
    )
    update = forms.BooleanField(
        label=gettext_lazy("Overwrite fields that already have a value"), required=False
    )

    def clean_text(self) -> str:
        """Refuse what is far longer than any page of the portal."""
        text: str = self.cleaned_data["text"]
        if len(text) > LONGEST_TEXT:
            raise forms.ValidationError(
                _("The text has %(size)d characters: paste one page, at most %(most)d.")
                % {"size": len(text), "most": LONGEST_TEXT}
            )
        return text


def _too_large(request: HttpRequest) -> HttpResponse:
    said = _("The text is too large to be read: paste one page, at most %(most)d characters.")
    return _page(request, PortalForm(), status=413, problem=said % {"most": LONGEST_TEXT})


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Right.ADMINISTER)
@at_most(lambda: settings.DATA_UPLOAD_MAX_MEMORY_SIZE or LONGEST_TEXT, _too_large)
def import_portal(request: HttpRequest) -> HttpResponse:
    """The form, and a preview of what would change."""
    form = PortalForm(request.POST or None)
    if not form.is_valid():
        problem = " ".join(str(error) for error in form.errors.get("text", []))
        return _page(request, form, status=400 if form.is_bound else 200, problem=problem)
    if request.POST.get("action") == "import":
        said = _("Nothing is published directly: create drafts, which someone else reviews.")
        return _page(request, form, status=403, problem=said)
    try:
        changes = import_page(
            form.cleaned_data["text"], dry_run=True, update=form.cleaned_data["update"]
        )
    except PortalError as error:
        return _page(request, form, status=400, refused=error)
    except StoreError as error:
        return _page(request, form, status=400, problem=str(error))
    results = [{"change": change, "rows": change_rows(change)} for change in changes]
    return _page(request, form, done=True, results=results)


def _page(
    request: HttpRequest, form: PortalForm, *, status: int = 200, **context: Any
) -> HttpResponse:
    wrong = context.get("problem") or context.get("refused")
    if wrong:
        form.fields["text"].widget.attrs |= {
            "aria-invalid": "true",
            "aria-describedby": "error-text",
        }
    return render(request, "evidence/import_portal.html", {"form": form, **context}, status=status)
