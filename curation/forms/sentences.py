"""The rows of the form for sentences of the sources, and what each states about a clause."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from curation.forms.clauses import clause_in, clause_widget, part_value
from curation.forms.fields import area_field, choice_field, text_field
from curation.sentences import CLAIM, PASSAGE
from curation.shapes import LONGEST
from evidence.contents import Content
from evidence.models import Claim, Passage
from evidence.sources import LONGEST_CITATION

NAMES = (*PASSAGE, "source", *CLAIM, "claimed_by")


class SentenceRow(forms.Form):
    """One sentence, and the claim that rests on it."""

    text = area_field(_("Sentence"), LONGEST, 2)
    kind = choice_field(_("These are"), Passage.Kind.choices, _("choose"))
    source = text_field(
        _("Source"), LONGEST_CITATION,
        _("a stored source, or one cited above; by its citation"), **{"data-suggest": "sources"},
    )  # fmt: skip
    locator = text_field(_("Where in it"), 200, _("p. 342, fol. 12r, line 4"))
    language = text_field(_("Language"), 35, _("as in en, fa or grc"))
    voice = choice_field(_("Who speaks"), Passage.Voice.choices, _("the witness itself"))
    bearing = choice_field(_("What for"), Passage.Bearing.choices, _("bears on rules"))
    clause = forms.CharField(label=_("Clause, or a part of it"), required=False, max_length=190)
    stance = choice_field(_("The sentence"), Claim.Stance.choices, _("choose"))
    claimed_by = choice_field(_("So says"), Claim.Voice.choices, _("who speaks in it"))
    who = text_field(_("Their name"), 200, **{"data-suggest": "people"})
    certainty = choice_field(_("How sure"), Claim.Certainty.choices, _("not stated"))
    reason = text_field(_("Why"), 5000)
    remove = forms.BooleanField(label=_("Remove this sentence"), required=False)

    def __init__(self, *args: Any, clauses: Any = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["clause"].widget = clause_widget(self["clause"].value(), clauses)

    @property
    def claims(self) -> bool:
        """Whether it says, or says wrongly, what it states about a clause."""
        return any(self[name].value() or self[name].errors for name in ("clause", *CLAIM))


def sentence_values(rows: list[Content]) -> list[Content]:
    """The sentences of a content, as rows show them."""
    return [
        row | {"clause": part_value(f"{row.get('ruleset', '')}/{row['clause']}", row.get("part"))}
        if "clause" in row
        else row
        for row in rows
    ]


def sentence_from(row: dict[str, Any]) -> Content:
    """The sentence that a row says; nothing for a blank one."""
    said = {name: row[name] for name in NAMES if row.get(name)}
    return said | (clause_in(row["clause"]) if row.get("clause") else {})
