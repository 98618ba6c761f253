"""What the fields of records, sources, regions and games are called on pages."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

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
    known = LABELS.get({"game": "game_name"}.get(whole, whole))
    if known is None:
        return field
    label = str(known)
    row = below.partition(".")[0]
    return f"{label}, {int(row) + 1}" if row.isdigit() else label


SHARED = {
    "container-title": gettext_lazy("Published in"),
    "collection-title": gettext_lazy("Series"),
    "issued": gettext_lazy("Date"),
    "page": gettext_lazy("Pages"),
    "shape": gettext_lazy("Area"),
    "external_ids": LABELS["external_ids"],
    "relations": gettext_lazy("Related games"),
}


def shared_label(field: str) -> str:
    """The name of a field of a source, with those of CSL-JSON, of a region or of a game."""
    plain = field.replace("-", " ").replace("_", " ")
    return str(SHARED.get(field, plain[:1].upper() + plain[1:]))
