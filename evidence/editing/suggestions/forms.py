"""The form for readers, and that of whoever answers."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from evidence.editing.suggestions import guard
from evidence.editing.suggestions.models import LONGEST_ANSWER, Suggestion
from evidence.models import Revision
from games.admin_base import ModelForm


class SuggestionForm(ModelForm):
    """What is wrong or missing, and, if one likes, by whom. `website` is a trap for programs."""

    website = forms.CharField(required=False)
    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    class Meta:
        model = Suggestion
        fields = ("text", "name", "named", "contact")
        labels = {
            "text": _("What is wrong or missing?"),
            "name": _("Your name (optional)"),
            "named": _("Thank me by this name on the page, if it helps"),
            "contact": _("How to reach you (optional)"),
        }
        help_texts = {
            "text": _("If you can, cite a source: author, title, page."),
            "named": "",
            "contact": _("Seen only by those who answer, and deleted 90 days after the answer."),
        }
        widgets = {
            "text": forms.Textarea(attrs={"rows": 8}),
            "name": forms.TextInput(attrs={"autocomplete": "name"}),
            "contact": forms.TextInput(attrs={"autocomplete": "email"}),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})

    def clean_text(self) -> str:
        """Refuse a text that is full of addresses."""
        text: str = self.cleaned_data["text"]
        guard.check_links(text)
        return text

    def clean(self) -> dict[str, Any]:
        """Refuse what was sent too soon, or on a form that is not ours."""
        guard.check_stamp(self.cleaned_data.get("seen", ""))
        return self.cleaned_data

    @property
    def trapped(self) -> bool:
        """Whether what no person sees was filled in."""
        return bool(self.cleaned_data.get("website"))


class AnswerForm(forms.Form):
    """What becomes of a suggestion; `before` is the state in which it was looked at."""

    answer = forms.CharField(
        label=_("Answer"),
        help_text=_("Shown to everybody where the suggestion was accepted; may be empty."),
        max_length=LONGEST_ANSWER,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    revision = forms.ModelChoiceField(
        label=_("The change that followed"),
        queryset=Revision.objects.none(),
        required=False,
        empty_label=_("none, or none yet"),
    )
    state = forms.ChoiceField(choices=Suggestion.State.choices)
    before = forms.ChoiceField(choices=Suggestion.State.choices)

    def __init__(self, *args: Any, revisions: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        field: Any = self.fields["revision"]
        field.queryset = revisions
        field.label_from_instance = _in_words


def _in_words(revision: Revision) -> str:
    who = f", {revision.by}" if revision.by else ""
    return f"{date_format(revision.at, 'DATETIME_FORMAT')}{who}: {revision.why or '–'}"
