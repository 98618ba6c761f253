"""/curate/PROPOSAL/pictures/: a picture is added to a draft, with its rights."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from config.bodies import KIB, at_most
from config.uploads import allow_upload
from evidence.editing.curation import life
from evidence.editing.curation.forms.pictures import PictureRow
from evidence.editing.curation.models import Proposal
from evidence.editing.curation.pictures import REQUIRED, wrong_rights
from evidence.editing.curation.views.shared import closed, proposal_for
from evidence.editing.workflow.form_faults import refusal_of
from evidence.editing.workflow.refusals import Refusal
from evidence.pictures.encoding import MOST_BYTES, Encoded, PictureError, encoded, too_large
from evidence.pictures.files import keep_encoded
from people.matrix import Right
from people.rights import needs

MOST = MOST_BYTES + 64 * KIB  # with the form around the file
ACCEPTED = "image/jpeg,image/png,image/webp,image/tiff"
BAD_REQUEST, TOO_LARGE = 400, 413


class PictureForm(PictureRow):
    """A picture to be added: a file or an address, and all its rights."""

    upload = forms.FileField(
        label=gettext_lazy("File"), required=False, allow_empty_file=True,
        help_text=gettext_lazy("JPEG, PNG, WebP or TIFF, at most 20 MB and 40 million pixels"),
        widget=forms.ClearableFileInput(attrs={"accept": ACCEPTED}),
    )  # fmt: skip

    field_order = ("upload",)
    drawn: Encoded | None = None  # what was uploaded, as it will be kept

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in REQUIRED:
            field = self[name]
            field.label = _("%(label)s (required)") % {"label": field.label}
            self.fields[name].widget.attrs["aria-required"] = "true"

    def clean(self) -> dict[str, Any]:
        """Ask for what has to be said of every picture; read the one that was uploaded."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if not data.get("upload") and not data.get("address"):
            self.add_error("upload", _("Choose a file, or give an address."))
        for fault in wrong_rights("", data):
            if fault.field not in self.errors:
                self.add_error(fault.field, capfirst(fault.said) + ".")
        if upload := data.get("upload"):
            self._read(upload)
        return data

    def _read(self, upload: Any) -> None:
        """Browsers do not send a file twice: with a form that is refused it is chosen again."""
        try:
            self.drawn = encoded(upload.read())
        except PictureError as error:
            self.add_error("upload", str(error))
        else:
            if self.errors:
                self.add_error("upload", _("Choose the file again: it was not kept."))


def _too_large(request: HttpRequest, pk: int) -> HttpResponse:
    found = proposal_for(request, pk)
    form = PictureForm()
    return _page(request, found, form, TOO_LARGE, too_large())


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@needs(Right.DRAFT)
@at_most(lambda: MOST, _too_large)
def pictures(request: HttpRequest, pk: int) -> HttpResponse:
    """A form for one picture more; what is wrong with it stands at its field."""
    found = proposal_for(request, pk)
    if answer := closed(request, found):
        return answer
    if request.method != "POST":
        return allow_upload(request, _page(request, found, PictureForm()))
    form = PictureForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, found, form, BAD_REQUEST)
    try:
        _add(request, found, form)
    except Refusal as refusal:
        return _page(request, found, form, refusal.status, str(refusal))
    messages.success(request, _("The picture has been added to the draft."))
    return redirect(f"{reverse('proposal-edit', args=[found.pk])}#s-pictures")


def _add(request: HttpRequest, found: Proposal, form: PictureForm) -> None:
    """Put the picture behind those of the draft. Raises Refusal."""
    said = form.cleaned_data
    names = ("alt", "caption", "licence", "holder", "credit", "address")
    row = {name: said[name] for name in names if said[name]}
    with transaction.atomic():
        if form.drawn:
            row["file"] = keep_encoded(form.drawn, request.user).digest
        found = Proposal.objects.select_for_update().get(pk=found.pk)
        content = found.content | {"pictures": [*found.content.get("pictures", ()), row]}
        life.save(found, content, number=found.number, person=request.user)


def _page(
    request: HttpRequest, found: Proposal, form: PictureForm, status: int = 200, problem: str = ""
) -> HttpResponse:
    refusal = Refusal("faulty", [problem]) if problem else refusal_of(form)
    context = {"proposal": found, "form": form, "refusal": refusal}
    return render(request, "curation/pictures.html", context, status=status)
