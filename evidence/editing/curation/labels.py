"""What the fields of a content are called."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from evidence.editing.curation.words import BETWEEN
from evidence.editing.workflow.refusals import Fault
from evidence.history.contents import Content
from evidence.vocabulary import Vocabulary

LABELS = {
    "game_name": gettext_lazy("Game"),
    "identifications": gettext_lazy("Identified as"),
    "title": gettext_lazy("Title"),
    "type": gettext_lazy("Type"),
    "date": gettext_lazy("Date"),
    "date_as_given": gettext_lazy("Date as given"),
    "date_role": gettext_lazy("Date of"),
    "other_dates": gettext_lazy("Other dates"),
    "unknown": gettext_lazy("Marked as unknown"),
    "places": gettext_lazy("Places"),
    "rules": gettext_lazy("What it shows"),
    "content": gettext_lazy("About this source"),
    "quotations": gettext_lazy("Quotations"),
    "phrases": gettext_lazy("Marked phrases"),
    "sentences": gettext_lazy("Sentences"),
    "passages": gettext_lazy("Sentences"),
    "new_sentences": gettext_lazy("New sentences"),
    "pictures": gettext_lazy("Pictures"),
    "citations": gettext_lazy("Sources"),
    "confidence": gettext_lazy("Confidence"),
    "confidence_reason": gettext_lazy("Why this confidence"),
    "judged_by": gettext_lazy("Rated by"),
    "people": gettext_lazy("People"),
    "holdings": gettext_lazy("Held by"),
    "names": gettext_lazy("Names"),
    "relations": gettext_lazy("Related records"),
    "game_relations": gettext_lazy("The game and others"),
    "rulesets": gettext_lazy("Rulesets"),
    "ruleset_notes": gettext_lazy("Rulesets, by whom and how surely"),
    "no_ruleset": gettext_lazy("Why nothing can be played"),
    "portal_id": gettext_lazy("Ludii portal"),
    "external_ids": gettext_lazy("Identifiers elsewhere"),
    "checked_against": gettext_lazy("Checked against"),
}


def label_of(field: str) -> str:
    """The name of a field, with the number of its row, as in `places.0.note`."""
    whole, _dot, below = field.partition(".")
    if whole == "terms" and below in Vocabulary.values:
        return str(Vocabulary(below).label)
    label = str(LABELS.get({"game": "game_name"}.get(whole, whole), field))
    row = below.partition(".")[0]
    return f"{label}, {int(row) + 1}" if row.isdigit() else label


def word(choices: Any, value: str) -> str:
    """What a value among some choices is called; any other is called as it is."""
    return str(dict(choices.choices).get(value, value))


def in_line(row: Content, **fields: Any) -> str:
    """What fields of a row say, on one line, without those that it has not.

    Each is said as it is (""), by the name that it has among choices, or in words with a %s.
    """
    said = []
    for name, how in fields.items():
        value = row.get(name, "")
        if value != "":
            said.append(word(how, value) if hasattr(how, "choices") else str(how or "%s") % value)
    return BETWEEN.join(filter(None, said))


def clause_in_words(row: Content) -> str:
    """The clause, or the part of it, that a row names: as it is `called`, else by slug and name."""
    if row.get("called"):
        return str(row["called"])
    clause = f"{row.get('ruleset', '…')}, {row.get('clause', '…')}"
    if "part" in row:
        return _("%(clause)s, part %(n)d") % {"clause": clause, "n": row["part"]}
    return clause


def in_words(fault: Fault) -> str:
    """A fault with the name of its field."""
    return f"{label_of(fault.field)}: {fault.said}" if fault.field else fault.said
