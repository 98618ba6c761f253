"""How a file is brought in that has no columns to choose."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from batches.models import Batch


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
            "ask": _("is left out, and named"),
            "complete": _("fills the blanks of that source"),
            "add": _("becomes another source"),
        },
        initial="ask",
    )
