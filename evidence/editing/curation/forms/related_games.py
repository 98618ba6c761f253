"""The rows of the form for what the record's game is to others, as stored or as a draft has it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from evidence.claims.game_relations import NAMES
from evidence.editing.curation.forms.assertions import AssertionRow, with_names
from evidence.editing.curation.forms.fields import choice_field, text_field
from evidence.editing.curation.related_games import NAME, WITHDRAWN, in_one_form, key, stored_of
from evidence.history.contents import Content
from evidence.vocabulary import GameLink


class GameRelationRow(AssertionRow):
    """What the record's game is to another one: a change of what is stored of the game."""

    relation = choice_field(_("The game"), GameLink.choices, _("choose"))
    target = text_field(
        _("Which game"), 200, _("a stored game"), suggest="games",
        api="slug or name of the other game",
    )  # fmt: skip
    # What is stored of it, as the form was opened.
    was = forms.CharField(required=False, max_length=20_000, widget=forms.HiddenInput)
    remove = forms.BooleanField(label=_("Remove this relation"), required=False)


def values(content: Content) -> list[Content]:
    """What is stored of the game, with the changes of a content, and what it adds."""
    changes = {key(row): row for row in content.get(NAME, ())}
    rows = []
    for stored in stored_of(content):
        row = changes.pop(key(stored), stored)
        said = stored if WITHDRAWN in row else row
        rows.append({**said, "was": json.dumps(stored), "remove": WITHDRAWN in row})
    rows += changes.values()
    return with_names(rows, "target")


def changes_from(rows: Iterable[dict[str, Any]]) -> list[Content]:
    """What rows say anew, in their order; then what they take away."""
    rows = list(rows)
    gone = [
        {"relation": relation, "target": target, WITHDRAWN: True}
        for row in rows
        for relation, target in [key(_was(row))]
        if target and (row["remove"] or (relation, target) != key(in_one_form(_said(row))))
    ]
    return [*(_said(row) for row in rows if _is_new(row)), *gone]


def changing(rows: Iterable[forms.Form]) -> list[forms.Form]:
    """Those of some rows that say something anew, by whose order faults name them."""
    return [row for row in rows if row.is_valid() and _is_new(row.cleaned_data)]


def _said(row: dict[str, Any]) -> Content:
    return {name: row[name] for name in NAMES if row.get(name)}


def _is_new(row: dict[str, Any]) -> bool:
    said = _said(row)
    return bool(said) and not row["remove"] and in_one_form(said) != _was(row)


def _was(row: dict[str, Any]) -> Content:
    """What was stored, as the form has kept it."""
    try:
        found = json.loads(row.get("was") or "{}")
    except (ValueError, RecursionError):
        return {}
    return {name: str(said) for name, said in found.items()} if isinstance(found, dict) else {}
