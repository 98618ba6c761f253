"""Marking phrases in the admin: a curator writes the words, their place is looked up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from evidence.models import Evidence, Phrase
from evidence.passages.phrases import check, texts_of
from evidence.records.stored import as_draft, phrase_draft
from evidence.sources import StoreError
from games.admin_base import ModelForm

if TYPE_CHECKING:
    InlineFormSet = forms.BaseInlineFormSet[Phrase, Evidence, forms.ModelForm[Phrase]]
else:
    InlineFormSet = forms.BaseInlineFormSet


class PhraseForm(ModelForm):
    """A phrase by its words."""

    words = forms.CharField(
        label=_("words"),
        strip=False,
        help_text=_("exactly as they stand in the text, once"),
    )

    class Meta:
        model = Phrase
        fields = ("position", "field", "quotation", "words", "clause", "part", "relation")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            text = _texts(self.instance.evidence).get(_place(self.instance), "")
            self.initial["words"] = text[self.instance.start : self.instance.end]

    def locate(self, record: Evidence) -> None:
        """Find the words in the record as it will be. Raises ValidationError."""
        row, words = self.instance, self.cleaned_data["words"]
        text = _texts(record).get(_place(row))
        if text is None:
            raise ValidationError({"quotation": _("The record has no such text.")})
        if row.end and text[row.start : row.end] == words:
            return
        if text.count(words) != 1:
            told = _("These words stand %(number)d times in the text: once is needed.")
            raise ValidationError({"words": told % {"number": text.count(words)}})
        row.start = text.index(words)
        row.end = row.start + len(words)


class PhraseFormSet(InlineFormSet):
    """All phrases of a record: each in its text, none over another."""

    def clean(self) -> None:
        """Find the words of every phrase that stays."""
        super().clean()
        kept = [form for form in self.forms if self._stays(form)]
        for form in kept:
            try:
                form.locate(self.instance)  # type: ignore[attr-defined]
            except ValidationError as error:
                form.add_error(None, error)
        if any(form.errors for form in kept):
            return
        try:
            check([phrase_draft(form.instance) for form in kept], _texts(self.instance))
        except StoreError as error:
            raise ValidationError(str(error)) from error

    def _stays(self, form: Any) -> bool:
        cleaned: dict[str, Any] = getattr(form, "cleaned_data", None) or {}
        return bool(cleaned) and not form.errors and not cleaned.get("DELETE")


def _texts(record: Evidence) -> dict[tuple[str, int | None], str]:
    """The texts of a record as it is about to be saved, with the quotations that are stored."""
    quotations = as_draft(record).quotations if record.pk else ()
    return texts_of(record.rules, record.content, quotations)


def _place(row: Phrase) -> tuple[str, int | None]:
    return row.field, row.quotation
