"""The rows of the form for assertions: games, dates, relations, people, holdings and names.

Rows of game relations show what the record's game is to others, as stored or as a draft has it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from evidence.claims.game_relations import NAMES
from evidence.editing.curation.assertions import in_edtf, known_by, slug_of
from evidence.editing.curation.forms.fields import choice_field, json_in, text_field
from evidence.editing.curation.related_games import NAME, WITHDRAWN, key, stored_of
from evidence.editing.curation.shape_fields import MOST_PASSAGES
from evidence.history.contents import Content
from evidence.sources import LONGEST_CITATION, plain
from evidence.vocabulary import DateRole, GameLink, Link, NameOf, PersonRole, Sureness, Voice
from games.models import Game

BY = ("voice", "who", "source", "locator", "reason")


class AssertionRow(forms.Form):
    """How sure an assertion is, and who makes it, where and why."""

    certainty = choice_field(_("How sure"), Sureness.choices, _("not stated"))
    voice = choice_field(_("Said by"), Voice.choices, _("not stated"))
    who = text_field(_("Their name"), 200, suggest="people")
    source = text_field(
        _("Their source"), LONGEST_CITATION,
        _("a stored source, or one cited below; by its citation"), suggest="sources",
        api="citation of a stored source, or of one that the record cites", read=plain,
    )  # fmt: skip
    locator = text_field(_("Where in it"), 200)
    reason = text_field(_("Why"), 5000)

    @property
    def asserts_more(self) -> bool:
        """Whether it says, or says wrongly, who makes it, where or why."""
        return any(self[name].value() or self[name].errors for name in BY)


class IdentificationRow(AssertionRow):
    """A game that the record, or a part of what it describes, is evidence of, and who says so."""

    game = text_field(
        _("Game"), 200, _("a stored game"), suggest="games", read=slug_of,
        api="slug or name of a stored game",
    )  # fmt: skip
    about = text_field(
        _("Which part"), 300, _("“the other side”; empty for the whole"),
        api="which part; empty: the whole",
    )  # fmt: skip
    remove = forms.BooleanField(label=_("Remove this identification"), required=False)


class DateRow(AssertionRow):
    """A date beside the leading one."""

    role = choice_field(_("Date of"), DateRole.choices, _("choose"))
    date = text_field(
        _("Date"), 200,
        _("in words or EDTF; write it as the source does: your words are kept"),
        read=in_edtf,
        api="EDTF or plain words; read into EDTF where it can be",
    )  # fmt: skip
    as_given = text_field(
        _("As the source gives it"), 2000,
        _("only if it differs from the words that you wrote as the date"),
    )  # fmt: skip
    remove = forms.BooleanField(label=_("Remove this date"), required=False)


class RelationRow(AssertionRow):
    """What the record is to another one."""

    relation = choice_field(_("This record"), Link.choices, _("choose"))
    target = text_field(
        _("The other record"), 60, _("its identifier, as in dlp-1408"),
        notation=True, suggest="records", api="identifier of the other record",
    )  # fmt: skip
    remove = forms.BooleanField(label=_("Remove this relation"), required=False)


class PersonRow(AssertionRow):
    """Somebody who had a part in it, and in which role."""

    name = text_field(_("Name"), 200, suggest="people")
    role = choice_field(_("Role"), PersonRole.choices, _("choose"))
    identifiers = text_field(
        _("Identifiers"), 500, _("addresses in VIAF, Wikidata, ISNI, ORCID or GND"),
        notation=True, read=known_by,
        api="addresses in VIAF, Wikidata, ISNI, ORCID or GND, with blanks between them",
    )  # fmt: skip
    remove = forms.BooleanField(label=_("Remove this person"), required=False)


class HoldingRow(AssertionRow):
    """Where the thing is kept."""

    museum = text_field(_("Museum or library"), 200, suggest="museums", api="or library")
    collection = text_field(_("Collection"), 200)
    number = text_field(
        _("Inventory or shelf number"), 200, notation=True, api="inventory or shelf number"
    )
    folio = text_field(_("Folio"), 100)
    remove = forms.BooleanField(label=_("Remove this holding"), required=False)


class NameRow(AssertionRow):
    """What the game, a piece, the board or a move is called there."""

    text = text_field(_("Name"), 200, _("in its own script"), dir="auto", api="in its own script")
    of = choice_field(_("What it names"), NameOf.choices, _("choose"))
    language = text_field(_("Language"), 35, _("BCP 47, as in fa"), notation=True, api="BCP 47")
    script = text_field(
        _("Script"), 4, _("ISO 15924, as in Arab"), notation=True, api="ISO 15924, as in Arab"
    )
    transliteration = text_field(_("Transliteration"), 200)
    meaning = text_field(
        _("Which, or what it means"), 200, api="which piece or move, or what the word means"
    )
    passage = forms.IntegerField(
        label=_("In which sentence"), required=False, min_value=1, max_value=MOST_PASSAGES,
        help_text=_("its number, below"),
    )  # fmt: skip
    remove = forms.BooleanField(label=_("Remove this name"), required=False)


class GameRelationRow(AssertionRow):
    """What the record's game is to another one: a change of what is stored of the game."""

    relation = choice_field(_("The game"), GameLink.choices, _("choose"))
    target = text_field(
        _("Which game"), 200, _("a stored game"), suggest="games",
        api="slug or name of the other game", read=slug_of,
    )  # fmt: skip
    # What is stored of it, as the form was opened.
    was = forms.CharField(required=False, max_length=20_000, widget=forms.HiddenInput)
    remove = forms.BooleanField(label=_("Remove this relation"), required=False)


ROWS: dict[str, type[AssertionRow]] = {
    "identifications": IdentificationRow,
    "other_dates": DateRow,
    "relations": RelationRow,
    "people": PersonRow,
    "holdings": HoldingRow,
    "names": NameRow,
}


def with_names(rows: list[Content], field: str) -> list[Content]:
    """Rows with the name of a game in the place of its slug."""
    names = _names({row.get(field, "") for row in rows})
    return [row | {field: names.get(row.get(field, ""), row.get(field, ""))} for row in rows]


def _names(slugs: set[str]) -> dict[str, str]:
    """The names of games by slug; none that is the slug of another game."""
    known = dict(Game.objects.filter(slug__in=slugs).values_list("slug", "name"))
    taken = set(Game.objects.filter(slug__in=known.values()).values_list("slug", flat=True))
    return {slug: name for slug, name in known.items() if name not in taken}


def values_of(row: forms.Form) -> dict[str, Any]:
    """What a row says, as it was sent or is shown; nothing where it was sent wrong."""
    if not row.is_bound:
        return dict(row.initial or {})
    return row.cleaned_data if row.is_valid() else {}


def telling(rows: Sequence[forms.Form]) -> list[forms.Form]:
    """Those of some rows that make an assertion, by whose order faults name them."""
    return [
        row
        for row, said in zip(rows, map(values_of, rows), strict=True)
        if any(said.values()) and (not said.get("remove") or said.get("number"))
    ]


def game_relation_values(content: Content) -> list[Content]:
    """What is stored of the game, with the changes of a content, and what it adds."""
    changes = {key(row): row for row in content.get(NAME, ())}
    rows = []
    for stored in stored_of(content):
        row = changes.pop(key(stored), stored)
        said = stored if WITHDRAWN in row else row
        rows.append({**said, "was": json.dumps(stored), "remove": WITHDRAWN in row})
    rows += changes.values()
    return with_names(rows, "target")


def game_relations_from(rows: Iterable[dict[str, Any]]) -> list[Content]:
    """What rows say anew, in their order; then what they take away."""
    rows = list(rows)
    gone = [
        {"relation": relation, "target": target, WITHDRAWN: True}
        for row in rows
        for relation, target in [key(_was(row))]
        if target and (row["remove"] or (relation, target) != key(_said(row)))
    ]
    return [*(_said(row) for row in rows if _is_new(row)), *gone]


def changing(rows: Iterable[forms.Form]) -> list[forms.Form]:
    """Those of some rows that say something anew, by whose order faults name them."""
    return [row for row in rows if _is_new(values_of(row))]


def _said(row: dict[str, Any]) -> Content:
    said = {name: row[name] for name in NAMES if row.get(name)}
    return said | ({"target": slug_of(said["target"])} if "target" in said else {})


def _is_new(row: dict[str, Any]) -> bool:
    said = _said(row)
    return bool(said) and not row.get("remove") and said != _was(row)


def _was(row: dict[str, Any]) -> Content:
    """What was stored, as the form has kept it."""
    found = json_in(row.get("was") or "", {})
    return {name: str(said) for name, said in found.items()} if isinstance(found, dict) else {}
