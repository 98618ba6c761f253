"""How a file is imported that has no columns to choose."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from evidence.editing.batches.models import Batch
from evidence.importers.regions import KINDS
from evidence.models import Region
from evidence.vocabulary import EvidenceType


class OptionsForm(forms.Form):
    """The options of one kind of file. `update` is kept apart, since all kinds may have it."""

    def __init__(self, batch: Batch, data: QueryDict | None = None) -> None:
        initial = {**batch.options, "update": batch.update}
        super().__init__(data, initial=initial, label_suffix="")

    @property
    def chosen(self) -> dict[str, Any]:
        """What `Batch.choose` takes."""
        options = dict(self.cleaned_data)
        return {"update": options.pop("update", False), "options": options}

    @classmethod
    def usual(cls, name: str) -> dict[str, Any]:
        """The options of a file of this name that nobody has chosen yet."""
        return {key: field.initial for key, field in cls.base_fields.items() if key != "update"}


class ReferencesForm(OptionsForm):
    """What becomes of entries that may be stored already."""

    duplicates = forms.ChoiceField(
        label=_("An entry with the title and year of a stored source, or its DOI"),
        choices={
            "ask": _("is skipped and listed"),
            "complete": _("fills the blanks of that source"),
            "add": _("becomes another source"),
        },
        initial="ask",
    )


class RegionsForm(OptionsForm):
    """What the regions of KML files are called, which kind they are, and who drew them."""

    set_name = forms.RegexField(
        r"\A[a-z0-9]+(-[a-z0-9]+)*\Z",
        label=_("Name of the set"),
        help_text=_(
            "Begins the address of each region, and tells regions of this set from others. Small "
            "letters, digits and hyphens, the same whenever the set is sent again."
        ),
        max_length=30,
        initial="regions",
    )
    kind = forms.ChoiceField(
        label=_("Kind of regions, if a file does not say"),
        choices=[(kind, Region.Kind(kind).label) for kind in KINDS],
        initial=Region.Kind.HISTORICAL.value,
    )
    attribution = forms.CharField(
        label=_("Who drew the shapes, and under what licence"),
        help_text=_("Empty: as a file LICENSE in the zip file says, if there is one."),
        max_length=500,
        required=False,
        initial="",
    )
    update = forms.BooleanField(label=_("Overwrite values of stored regions"), required=False)

    @classmethod
    def usual(cls, name: str) -> dict[str, Any]:
        """Files of a zip file are a set by its name."""
        path = Path(name)
        named = slugify(path.stem)[:30].strip("-_").replace("_", "-")
        own = {"set_name": named} if path.suffix.lower() == ".zip" and named else {}
        return super().usual(name) | own


class DatasetForm(OptionsForm):
    """What the descriptions of a CLDF dataset are evidence of."""

    type = forms.ChoiceField(
        label=_("Type of the evidence"),
        choices=EvidenceType.choices,
        initial=EvidenceType.ETHNOGRAPHY.value,
    )
    update = forms.BooleanField(label=_("Overwrite stored values"), required=False)
