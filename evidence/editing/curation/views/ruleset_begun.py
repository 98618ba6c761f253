"""What the editor of rules is opened on, and the forms of what is said beside the text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms.models import model_to_dict
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from evidence.drafts import GameDraft
from evidence.editing.curation.forms.ruleset import BesideForm
from evidence.editing.curation.forms.sources import offered, records_offered
from evidence.editing.curation.ruleset_models import RulesetDraft
from evidence.editing.curation.rulesets.contents import (
    FIELDS,
    Content,
    content_of,
    draft_content,
    taken_out,
)
from evidence.editing.curation.rulesets.ready import leaving
from evidence.sources import find_game
from games.admin_base import ModelForm
from games.models import Game, Ruleset

BESIDE = "beside"  # a field that says that the form has clauses and pieces
Context = dict[str, Any]


class NamesForm(ModelForm):
    """What rules are called that are published already."""

    class Meta:
        model = RulesetDraft
        fields: tuple[str, ...] = FIELDS
        widgets = {"summary": forms.Textarea(attrs={"rows": 3})}
        help_texts = {
            "slug": gettext_lazy("small letters, digits and hyphens, as in shodra-1913"),
            "kind": gettext_lazy(
                "whose they are: described by a source, put together by a scholar …"
            ),
        }

    def clean_summary(self) -> str:
        """The summary, with the ends of lines that texts of rules have."""
        return str(self.cleaned_data["summary"]).replace("\r\n", "\n")


class AboutForm(NamesForm):
    """What new rules are called, and of which game they are."""

    class Meta(NamesForm.Meta):
        fields = ("game", "new_game", "name", "slug", "kind", "summary")

    def clean(self) -> dict[str, Any]:
        """One game: one that is stored, or the name of a new one that no stored game has."""
        said: dict[str, Any] = super().clean() or self.cleaned_data
        if {"game", "new_game"} & self.errors.keys():
            return said
        if said["game"] and said["new_game"]:
            self.add_error("new_game", _("Choose a game or name a new one, not both."))
        elif not said["game"] and not said["new_game"]:
            self.add_error("game", _("Choose the game, or name a new one."))
        elif said["new_game"] and (stored := find_game(GameDraft(said["new_game"]))):
            said["game"], said["new_game"] = stored, ""
        return said


@dataclass(frozen=True)
class Begun:
    """What the editor is opened on: a published text, a draft, or nothing yet."""

    ruleset: Ruleset | None
    game: Game | None
    text: str
    draft: RulesetDraft | None = None
    given: Content | None = None  # clauses and pieces of new rules
    called: str = ""

    @property
    def content(self) -> Content:
        """What is said beside the text."""
        if self.draft is not None:
            return draft_content(self.draft)
        return self.given or content_of(self.ruleset)

    def about(self, data: Any, typed: Mapping[str, Any]) -> NamesForm | None:
        """The form of what the rules are called; none where that was not sent with the text.

        What was `typed` is shown; nobody has asked yet for it to be kept.
        """
        if self.ruleset and data is not None and BESIDE not in data:
            return None
        kind: type[NamesForm] = NamesForm if self.ruleset else AboutForm
        named = self.draft or self.ruleset
        initial = model_to_dict(named, kind.base_fields) if named else self._first_names()
        initial |= {name: typed[name] for name in kind.base_fields if name in typed}
        return kind(data, initial=initial, auto_id="about-%s")

    def _first_names(self) -> dict[str, Any]:
        """What the form of new rules says at first."""
        if not self.called:
            return {"game": self.game}
        slug, kind = slugify(self.called), Ruleset.Kind.SUGGESTED
        return {"game": self.game, "name": self.called, "slug": slug, "kind": kind}

    def beside(self, data: Any) -> BesideForm:
        """The form of clauses and pieces: what was sent, else what there is."""
        if data is not None and BESIDE in data:
            return BesideForm.sent(data)
        return BesideForm.of(self.content)

    def said(self, form: BesideForm, data: Any) -> Content | None:
        """What a form says beside the text; None where nothing of it was sent."""
        if BESIDE not in data:
            return None
        content = form.content()
        if self.draft:
            was_out, back = taken_out(self.ruleset, self.draft.content), data.getlist("back")
            content["clauses"] += [row for row in was_out if row["name"] in back]
        gone = {row["name"] for row in taken_out(self.ruleset, content)}
        let_go = [name for name in data.getlist("let_go") if name in gone]
        return content | ({"let_go": let_go} if let_go else {})

    def shown(self) -> Mapping[str, Any]:
        """What the page needs beside the forms."""
        return {
            "leaving": leaving(self.draft) if self.draft else [],
            "sources": offered(self.game, self.ruleset),
            "records": records_offered(self.game),
        }
