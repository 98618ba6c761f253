"""The rows of the form for pictures and for the regions that are marked on them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from evidence.editing.curation.forms.clauses import clause_in, clause_value, clause_widget
from evidence.editing.curation.forms.fields import (
    area_field,
    choice_field,
    hidden_field,
    text_field,
)
from evidence.history.contents import Content
from evidence.models import PictureFile
from evidence.pictures.rows import MARKS, PICTURE, REGION
from evidence.vocabulary import PICTURE_LICENCES, Relation

TENTHS = 10  # of a per cent, which are thousandths of a side


class PictureRow(forms.Form):
    """A picture: an uploaded one by its digest, or the address of a IIIF manifest or image."""

    file = hidden_field(64, api="digest of an uploaded picture")
    address = text_field(
        _("Address elsewhere"), 2000, _("a IIIF manifest or image, or the holder’s page"),
        api="of a IIIF manifest, a IIIF image or a page",
    )  # fmt: skip
    alt = area_field(
        _("What can be seen"), 5000, 2, _("an alternative text, for people who cannot see it"),
        api="what can be seen",
    )  # fmt: skip
    caption = text_field(_("Caption"), 500)
    licence = text_field(_("Licence"), 300, api="URI of a licence or of a rights statement")
    holder = text_field(
        _("Holder"), 300, _("who holds the rights, such as a museum"), suggest="museums"
    )
    credit = text_field(_("Credit"), 500, _("as the holder wants it"))
    remove = forms.BooleanField(label=_("Remove this picture"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        said = str(self["licence"].value() or "")
        others = [(said, said)] if said and said not in PICTURE_LICENCES else []
        choices = [("", _("choose")), *PICTURE_LICENCES.items(), *others]
        self.fields["licence"].widget = forms.Select(choices=choices)

    @cached_property
    def kept(self) -> PictureFile | None:
        """The uploaded picture, if it is one."""
        digest = str(self["file"].value() or "")
        return PictureFile.objects.filter(digest=digest).first() if digest else None


class MarkRow(forms.Form):
    """One region of a picture, in per cent of its sides."""

    picture = forms.IntegerField(label=_("On picture"), required=False, min_value=1, max_value=200)
    x = forms.FloatField(label=_("From the left, %"), required=False, min_value=0, max_value=100)
    y = forms.FloatField(label=_("From the top, %"), required=False, min_value=0, max_value=100)
    width = forms.FloatField(label=_("Width, %"), required=False, min_value=0.1, max_value=100)
    height = forms.FloatField(label=_("Height, %"), required=False, min_value=0.1, max_value=100)
    clause = forms.CharField(label=_("Clause that it shows"), required=False, max_length=190)
    relation = choice_field(_("How"), Relation.choices, _("describes"))
    note = text_field(_("What can be seen there"), 300)
    remove = forms.BooleanField(label=_("Remove this mark"), required=False)

    def __init__(self, *args: Any, clauses: Any = (), pictures: int = 0, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        numbers = [(n, _("Picture %(n)d") % {"n": n}) for n in range(1, max(pictures, 1) + 1)]
        self.fields["picture"].widget = forms.Select(choices=numbers)
        self.fields["clause"].widget = clause_widget(self["clause"].value(), clauses)
        for name in REGION:
            self.fields[name].widget.attrs |= {"step": "0.1", "inputmode": "decimal"}


def mark_values(content: Content) -> list[Content]:
    """The marks of a content, each with the number of its picture."""
    return [
        _mark_values(number, mark)
        for number, row in enumerate(content.get("pictures", ()), 1)
        for mark in row.get(MARKS, ())
    ]


def _mark_values(number: int, mark: Content) -> Content:
    region = {name: f"{mark[name] / TENTHS:g}" for name in REGION if name in mark}
    return mark | region | {"picture": number, "clause": clause_value(mark)}


def pictures_from(
    pictures: Iterable[dict[str, Any]], marks: Iterable[dict[str, Any]]
) -> list[Content]:
    """The pictures of a content from what rows say, each with its marks."""
    found = [{name: row[name] for name in PICTURE if row.get(name)} for row in pictures]
    for mark in marks:
        number = mark.get("picture") or 1
        if mark and number <= len(found) and found[number - 1]:
            found[number - 1].setdefault(MARKS, []).append(_mark(mark))
    return found


def _mark(row: dict[str, Any]) -> Content:
    if not any(value not in ("", None) for name, value in row.items() if name != "picture"):
        return {}
    mark = clause_in(row["clause"])
    mark |= {name: round(row[name] * TENTHS) for name in REGION if row[name] is not None}
    return mark | {"relation": row["relation"] or Relation.DESCRIBES.value, "note": row["note"]}
