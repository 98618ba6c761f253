"""Values and rows of a content in words."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from evidence.editing.curation.words import BETWEEN
from evidence.editing.workflow.refusals import Fault
from evidence.history.contents import Content
from evidence.records.labels import label_of


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
    label = getattr(fault, "label", "") or label_of(fault.field)
    return f"{label}: {fault.said}" if label else fault.said
