"""The rows of the form for sentences of the sources, and for what each states about clauses."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from evidence.editing.curation.forms.clauses import clause_in, clause_value, clause_widget
from evidence.editing.curation.forms.fields import (
    area_field,
    choice_field,
    hidden_field,
    json_in,
    text_field,
)
from evidence.editing.curation.sentences import CLAIM, CLAIMS, HAD, NAME, PASSAGE, WITHDRAWN
from evidence.editing.curation.shape_fields import LONGEST, MOST, MOST_PASSAGES
from evidence.history.contents import Content
from evidence.models import Claim, Passage
from evidence.sources import LONGEST_CITATION, plain

SAID = (*PASSAGE, "source", "number")
CLAIMED = (*CLAIM, "claimed_by", "statement")


class SentenceRow(forms.Form):
    """A sentence of a source, which is or becomes a passage, and what it states of clauses."""

    # Of a passage of the record that is corrected or withdrawn.
    number = forms.IntegerField(
        required=False, min_value=1, max_value=MOST_PASSAGES, widget=forms.HiddenInput
    )
    text = area_field(_("Sentence"), LONGEST, 2, api="the words, or what they say in short")
    kind = choice_field(_("These are"), Passage.Kind.choices, _("choose"))
    language = text_field(_("Language"), 35, _("as in en, fa or grc"), api="BCP 47")
    source = text_field(
        _("Source"), LONGEST_CITATION,
        _("a stored source, or one cited above; by its citation"), suggest="sources",
        api="citation of a stored source, or of one that the record cites", read=plain,
    )  # fmt: skip
    locator = text_field(_("Where in it"), 200, _("p. 342, fol. 12r, line 4"))
    by = text_field(
        _("Translated or reported by"), 200, suggest="people",
        api="who translated or reports it, where that is no stored source",
    )  # fmt: skip
    rights = text_field(_("Rights"), 200)
    voice = choice_field(_("Who speaks"), Passage.Voice.choices, _("the witness itself"))
    bearing = choice_field(_("What for"), Passage.Bearing.choices, _("bears on rules"))
    original = forms.IntegerField(
        label=_("Translation of sentence"), required=False, min_value=1, max_value=MOST
    )
    had = hidden_field(LONGEST)
    remove = forms.BooleanField(label=_("Remove this sentence"), required=False)
    claims: Sequence[ClaimRow] = ()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self["number"].value():
            self.fields["remove"].label = _("Withdraw this sentence, with what it states")


class ClaimRow(forms.Form):
    """What a sentence states of a part of a clause."""

    sentence = forms.IntegerField(
        label=_("Sentence number"), required=False, min_value=1, max_value=MOST
    )
    clause = forms.CharField(label=_("Clause, or a part of it"), required=False, max_length=190)
    statement = text_field(_("As a new part of the clause"), 5000, _("a short statement"))
    stance = choice_field(_("The sentence"), Claim.Stance.choices, _("choose"))
    claimed_by = choice_field(_("So says"), Claim.Voice.choices, _("who speaks in it"))
    who = text_field(_("Their name"), 200, suggest="people")
    certainty = choice_field(_("How sure"), Claim.Certainty.choices, _("not stated"))
    reason = text_field(_("Why"), 5000)
    remove = forms.BooleanField(label=_("Remove this claim"), required=False)

    def __init__(self, *args: Any, clauses: Any = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["clause"].widget = clause_widget(self["clause"].value(), clauses)


def sentence_values(content: Content) -> list[Content]:
    """The sentences of a content, as rows show them."""
    return [
        row
        | {"remove": WITHDRAWN in row}
        | ({HAD: json.dumps(row[HAD], ensure_ascii=False)} if HAD in row else {})
        | ({"original": row["original"] + 1} if "original" in row else {})
        for row in content.get(NAME, ())
    ]


def claim_values(content: Content) -> list[Content]:
    """Their claims, each with the number of its sentence."""
    return [
        claim | {"sentence": at, "clause": clause_value(claim)}
        for at, row in enumerate(content.get(NAME, ()), 1)
        for claim in row.get(CLAIMS, ())
    ]


def sentences_from(
    sentences: Iterable[dict[str, Any]], claims: Iterable[dict[str, Any]]
) -> list[Content]:
    """The sentences that rows say, each with its claims; nothing for a blank or removed one."""
    found = [_sentence(row) for row in sentences]
    for row in claims:
        said = {name: row[name] for name in CLAIMED if row.get(name)}
        said |= clause_in(row["clause"]) if row.get("clause") else {}
        at = row.get("sentence") or len(found)
        if said and 0 < at <= len(found) and found[at - 1]:
            found[at - 1].setdefault(CLAIMS, []).append(said)
    return found


def _sentence(row: dict[str, Any]) -> Content:
    if row["remove"] and not row["number"]:
        return {}
    said: Content = {name: row[name] for name in SAID if row[name]}
    said |= {WITHDRAWN: True} if row["remove"] else {}
    said |= {"original": row["original"] - 1} if row["original"] else {}
    return said | ({HAD: json_in(row[HAD], [])} if row[HAD] else {})


def nest(sentences: Sequence[forms.Form], claims: Iterable[forms.Form]) -> list[forms.Form]:
    """Give each sentence the rows of its claims; gives those that belong to none."""
    among: dict[str, list[forms.Form]] = {str(n): [] for n in range(1, len(sentences) + 1)}
    others: list[forms.Form] = []
    for row in claims:
        among.get(str(row["sentence"].value() or ""), others).append(row)
    for row, mine in zip(sentences, among.values(), strict=True):
        row.claims = mine  # type: ignore[attr-defined]  # they are SentenceRows
    return others
