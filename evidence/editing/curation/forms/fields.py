"""The fields of the form: one form for what a record has once, one for each kind of row."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from django import forms
from django.utils.html import format_html
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from evidence.editing.curation.forms.clauses import clause_widget
from evidence.editing.curation.forms.factors import FACTORS
from evidence.editing.curation.shape_fields import LONGEST
from evidence.sources import LONGEST_CITATION, plain
from evidence.vocabulary import (
    CLOSED_TERMS,
    Certainty,
    DateRole,
    EvidenceType,
    PlaceRole,
    Precision,
    Relation,
    RulesetRelation,
    Seen,
    Sureness,
)


class TextField(forms.CharField):
    """A text that may be left out; `api` is the hint for programs, `hint` that for people.

    `read` gives it the one form in which a content has it.
    """

    def __init__(
        self, label: Any, most: int, hint: Any = "", *,
        api: str = "", read: Callable[[str], str] = str, **more: Any,
    ) -> None:  # fmt: skip
        super().__init__(label=label, max_length=most, required=False, help_text=hint, **more)
        self.api, self.read = api, read


def text_field(
    label: Any, most: int, hint: Any = "", *, api: str = "", suggest: str = "",
    notation: bool = False, read: Callable[[str], str] = str, **attrs: Any,
) -> TextField:  # fmt: skip
    """A line; `suggest` says which names are offered."""
    attrs = {"autocomplete": "off", **attrs}
    attrs |= {"class": "notation"} if notation else {}
    attrs |= {"data-suggest": suggest} if suggest else {}
    return TextField(label, most, hint, api=api, read=read, widget=forms.TextInput(attrs=attrs))


def area_field(label: Any, most: int, rows: int, hint: Any = "", **more: Any) -> TextField:
    """A text of several lines."""
    return TextField(label, most, hint, widget=forms.Textarea(attrs={"rows": rows}), **more)


def hidden_field(most: int, *, api: str = "") -> TextField:
    """A text that nobody types."""
    return TextField(None, most, api=api, widget=forms.HiddenInput)


def json_in(text: str, otherwise: Any) -> Any:
    """What a hidden field has kept as JSON; something else where that is none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return otherwise


def number_field(
    label: Any, least: int, most: int, hint: Any = "", *, required: bool = False
) -> forms.IntegerField:
    """A whole number, which may be left out unless it is required."""
    said = _("write a whole number from {least} to {most}")
    wrong = dict.fromkeys(
        ("invalid", "min_value", "max_value"), format_lazy(said, least=least, most=most)
    )
    return forms.IntegerField(
        error_messages=wrong, label=label, required=required,
        min_value=least, max_value=most, help_text=hint,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )  # fmt: skip


def choice_field(label: Any, choices: Any, blank: Any) -> forms.ChoiceField:
    """One of some words, or none, which is called `blank`."""
    said = [(value, name) for value, name in choices if value]
    return forms.ChoiceField(label=label, choices=[("", blank), *said], required=False)


def _several(label: Any, choices: Any) -> forms.MultipleChoiceField:
    return forms.MultipleChoiceField(
        label=label, choices=choices, required=False, widget=forms.CheckboxSelectMultiple
    )


def _factor(name: str) -> tuple[str, str]:
    return name, format_html('{} <span class="hint">{}</span>', name, FACTORS[name])


class RecordFields(forms.Form):
    """What a record has once."""

    game_name = text_field(
        _("Game"), 200, _("an existing game, or the name of a new one"), suggest="games"
    )
    unidentified = forms.BooleanField(
        label=_("Unidentified: it is not known which game this is"), required=False
    )
    title = text_field(_("Title"), 300, _("a short title, such as “Board from a tomb”"))
    type = choice_field(_("Type"), EvidenceType.choices, _("choose"))
    date = text_field(
        _("Date"),
        200,
        _(
            "332-331 BCE, about 600 BCE, late 12th century, before 1909; or EDTF: -0331, 156X. "
            "Write it as the source does: your words are kept beside the date"
        ),
    )
    undated = forms.BooleanField(label=_("Undated: no date is known"), required=False)
    date_as_given = text_field(
        _("Date as the source gives it"), 2000,
        _("only if it differs from the words that you wrote as the date"),
    )  # fmt: skip
    date_role = choice_field(_("Date of"), DateRole.choices, _("not stated"))
    unlocated = forms.BooleanField(label=_("Unlocated: no place is known"), required=False)
    rules = area_field(
        _("What it shows"), LONGEST, 7, _("in your own words; only what this source says")
    )
    no_ruleset = area_field(
        _("Why nothing can be played"), 5000, 2, _("where no ruleset can honestly be linked")
    )
    content = area_field(_("About this source"), LONGEST, 4, _("what it is and what it looks like"))
    confidence = number_field(_("Confidence"), 0, 100, _("0 to 100; empty if not rated"))
    confidence_reason = area_field(_("Why"), 5000, 3)
    judged_by = text_field(
        _("Rated by"), 200, _("who says how sure it is: yourself, an author, the Ludii portal"),
        suggest="people",
    )  # fmt: skip
    unjudged = forms.BooleanField(label=_("It is not known who rated it"), required=False)
    uncertainty = _several(
        _("Uncertainty factors"), [_factor(name) for name in CLOSED_TERMS["uncertainty"]]
    )
    age = _several(_("Ages"), [(word, word) for word in CLOSED_TERMS["age"]])
    gender = _several(_("Genders"), [(word, word) for word in CLOSED_TERMS["gender"]])
    status = text_field(
        _("Social statuses"), 2000, _("separated by commas, as in Nobility, Royalty")
    )
    space = text_field(_("Spaces played in"), 2000, _("separated by commas, as in Home, Tavern"))
    museum = text_field(
        _("Museum"), 500, _("holding institution and inventory number"), suggest="museums"
    )
    portal_id = text_field(
        _("Ludii portal"), 60, _("its id there, such as DLP.Evidence.1408, if it comes from there")
    )
    checked_against = area_field(
        _("Checked against"), 20_000, 2,
        _("pages that it was compared with: addresses such as https://…, one a line"),
    )  # fmt: skip
    paste = forms.CharField(
        label=_("Paste BibTeX, RIS, CSL-JSON or a DOI"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false"}),
    )
    why = text_field(
        _("Reason"),
        5000,
        _("why it is added or changed; kept in its history, and needed for a change"),
    )


class PlaceRow(forms.Form):
    """A place: a point, a region by its slug, an area of its own, or a name alone."""

    name = text_field(
        _("Name"), 300, _("towns are offered with their coordinates"), suggest="places"
    )
    as_given = text_field(
        _("As the source gives it"), 2000,
        _("only if it differs from the coordinates that you wrote"),
    )  # fmt: skip
    point = text_field(
        _("Coordinates"),
        200,
        _(
            "41°0'36\"N, 28°58'48\"E or 41.01, 28.98; without these or a region, no map shows it. "
            "Write them as the source does: your words are kept, too"
        ),
        notation=True,
    )
    region = text_field(
        _("Or a region"), 80, _("by its name; an area instead of a point"), suggest="regions"
    )
    outline = area_field(
        _("Its area, as GeoJSON"), LONGEST, 2,
        _("a Polygon or MultiPolygon, drawn on the map above or written here; it needs a name"),
        api="the same as text; read into shape",
    )  # fmt: skip
    precision = choice_field(_("How precise"), Precision.choices, _("not stated"))
    certainty = choice_field(_("How sure"), Certainty.choices, _("not stated"))
    note = text_field(_("Note"), 5000)
    role = choice_field(_("What happened there"), PlaceRole.choices, _("not stated"))
    remove = forms.BooleanField(label=_("Remove this place"), required=False)


class CitationRow(forms.Form):
    """A source by its citation, and where in it."""

    citation = area_field(
        _("Source"), LONGEST_CITATION, 2, _("Author (year). Title. Place: Publisher."), read=plain
    )
    locator = text_field(_("Where in it"), 200, _("pp. 342-343, fol. 12r, plate 4"))
    note = text_field(_("Note"), 5000)
    seen = choice_field(_("Seen by you"), Seen.choices, _("not stated"))
    via = text_field(
        _("Via which other source"), 2000, suggest="sources", api="through which other source"
    )
    pages_checked = text_field(_("Pages checked"), 200, api="pages that were read for the record")
    csl = hidden_field(20_000)
    alike = forms.SlugField(required=False, max_length=120, widget=forms.HiddenInput)
    same = forms.BooleanField(required=False)
    remove = forms.BooleanField(label=_("Remove this source"), required=False)


class QuotationRow(forms.Form):
    """Exact words; `citation` is a position in the citations, from 0."""

    text = area_field(_("The exact words"), LONGEST, 4)
    language = text_field(_("Language"), 35, _("as a code: en, fr, grc"), api="BCP 47")
    translator = text_field(_("Translator"), 200)
    citation = number_field(_("From source number"), 1, 200)
    as_cited = text_field(_("Reference that follows the words"), 300)
    rights = text_field(_("Rights"), 200, _("public domain, CC BY 4.0 …; empty if not known"))
    remove = forms.BooleanField(label=_("Remove this quotation"), required=False)


class PhraseRow(forms.Form):
    """One marked phrase, and the clause that it carries."""

    words = text_field(_("Marked words"), 2000, _("exactly as they stand in the text"))
    text = forms.CharField(label=_("They stand in"), required=False, max_length=20)
    clause = forms.CharField(label=_("Clause that they carry"), required=False, max_length=190)
    relation = choice_field(_("How"), Relation.choices, _("describes"))
    before = forms.CharField(required=False, max_length=200, strip=False, widget=forms.HiddenInput)
    start = forms.IntegerField(required=False, min_value=0, widget=forms.HiddenInput)
    remove = forms.BooleanField(label=_("Remove this mark"), required=False)

    def __init__(self, *args: Any, clauses: Any = (), quotations: int = 0, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        texts: list[tuple[str, Any]] = [
            ("rules", _("What it shows")),
            ("content", _("About this source")),
        ]
        numbers = range(1, max(quotations, 1) + 1)
        texts += [(f"quotation-{n}", _("Quotation %(n)d") % {"n": n}) for n in numbers]
        self.fields["text"].widget = forms.Select(choices=texts)
        said = self["clause"].value()
        self.fields["clause"].widget = clause_widget(said, clauses, _("choose"))


class RulesetRow(forms.Form):
    """One ruleset that the record bears on."""

    ruleset = forms.CharField(label=_("Ruleset"), required=False, max_length=80)
    relation = choice_field(_("This record"), RulesetRelation.choices, _("choose"))
    proposed_by = text_field(
        _("Proposed by"), 200, _("as in “Kendall 1978”, where rules are proposed")
    )
    certainty = choice_field(_("How sure"), Sureness.choices, _("not stated"))
    note = text_field(_("Note"), 2000)
    remove = forms.BooleanField(label=_("Remove this ruleset"), required=False)

    def __init__(self, *args: Any, names: Any = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["ruleset"].widget = forms.Select(choices=[("", _("choose")), *names])
