"""What the columns of a table are called where one is chosen: as the form of a record says it."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from evidence.records.labels import LABELS

Words = str | Promise

RECORD: dict[str, Words] = {
    "identifier": gettext_lazy("Identifier"),
    "accession_number": gettext_lazy("Accession number"),
    "portal_id": LABELS["portal_id"],
    "title": LABELS["title"],
    "game": gettext_lazy("Game, as in its address"),
    "game_name": LABELS["game_name"],
    "type": LABELS["type"],
    "date_edtf": gettext_lazy("Date, in words or EDTF"),
    "date_text": gettext_lazy("Date, in words alone"),
    "date_as_given": gettext_lazy("Date as the source gives it"),
    "date_role": LABELS["date_role"],
    "year_from_astronomical": gettext_lazy("First year, where 0 is 1 BCE"),
    "year_to_astronomical": gettext_lazy("Last year, where 0 is 1 BCE"),
    "year_from": gettext_lazy("First year"),
    "year_to": gettext_lazy("Last year"),
    "rules": LABELS["rules"],
    "content": LABELS["content"],
    "confidence": LABELS["confidence"],
    "confidence_reason": LABELS["confidence_reason"],
    "judged_by": LABELS["judged_by"],
    "museum": gettext_lazy("Museum"),
    "checked_against": LABELS["checked_against"],
    "uncertainty": gettext_lazy("Uncertainty factors"),
    "ages": gettext_lazy("Ages"),
    "genders": gettext_lazy("Genders"),
    "social_statuses": gettext_lazy("Social statuses"),
    "spaces": gettext_lazy("Spaces played in"),
    "ruleset": gettext_lazy("Ruleset"),
    "ruleset_relation": gettext_lazy("What it is to the ruleset"),
    "source": gettext_lazy("Source, as in its address"),
    "source_citation": gettext_lazy("Source"),
}
ASSERTED: dict[str, Words] = {
    "certainty": gettext_lazy("How sure"),
    "voice": gettext_lazy("Said by"),
    "by": gettext_lazy("Their name"),
    "source": gettext_lazy("Their source"),
    "locator": gettext_lazy("Where in it"),
    "reason": gettext_lazy("Why"),
}
# Columns whose names begin alike: what they are about, and the rest of each name in words.
GROUPS: dict[str, tuple[Words, dict[str, Words]]] = {
    "place": (gettext_lazy("Place"), {
        "name": gettext_lazy("Name"),
        "as_given": gettext_lazy("As the source gives it"),
        "latitude": gettext_lazy("Latitude"),
        "longitude": gettext_lazy("Longitude"),
        "region": gettext_lazy("Region"),
        "precision": gettext_lazy("How precise"),
        "certainty": gettext_lazy("How sure"),
        "role": gettext_lazy("What happened there"),
    }),
    "source": (gettext_lazy("Source"), {
        "locator": gettext_lazy("Where in it"),
        "seen": gettext_lazy("How it was seen"),
        "via": gettext_lazy("Via which other source"),
        "pages_checked": gettext_lazy("Pages checked"),
    }),
    "quotation": (gettext_lazy("Quotation"), {
        "text": gettext_lazy("The exact words"),
        "language": gettext_lazy("Language"),
        "translator": gettext_lazy("Translator"),
        "reference": gettext_lazy("Reference that follows the words"),
        "rights": gettext_lazy("Rights"),
    }),
    "identified": (LABELS["identifications"], {
        "game": gettext_lazy("Game, as in its address"),
        "game_name": LABELS["game_name"],
        "about": gettext_lazy("Which part"),
        **ASSERTED,
    }),
    "other_date": (gettext_lazy("Other date"), {
        "edtf": gettext_lazy("Date, in words or EDTF"),
        "role": LABELS["date_role"],
        "as_given": gettext_lazy("As the source gives it"),
        **ASSERTED,
    }),
    "related": (gettext_lazy("Related record"), {
        "how": gettext_lazy("What this one is to it"),
        "record": gettext_lazy("Identifier"),
        **ASSERTED,
    }),
    "person": (gettext_lazy("Person"), {
        "name": gettext_lazy("Name"),
        "role": gettext_lazy("Role"),
        "identifiers": gettext_lazy("Identifiers"),
        **ASSERTED,
    }),
    "held": (LABELS["holdings"], {
        "museum": gettext_lazy("Museum or library"),
        "collection": gettext_lazy("Collection"),
        "number": gettext_lazy("Inventory or shelf number"),
        "folio": gettext_lazy("Folio"),
        **ASSERTED,
    }),
    "name": (gettext_lazy("Name"), {
        "text": gettext_lazy("As it is written"),
        "of": gettext_lazy("What it names"),
        "language": gettext_lazy("Language"),
        "script": gettext_lazy("Script"),
        "transliteration": gettext_lazy("Transliteration"),
        "meaning": gettext_lazy("Which, or what it means"),
        "passage": gettext_lazy("In which sentence"),
        **ASSERTED,
    }),
}  # fmt: skip


def column_label(name: str) -> str:
    """A column of ours in words, as in “Place: Latitude”."""
    if name in RECORD:
        return str(RECORD[name])
    start = next(start for start in GROUPS if name.startswith(f"{start}_"))
    about, words = GROUPS[start]
    said = words[name.removeprefix(f"{start}_")]
    return _("%(about)s: %(said)s") % {"about": about, "said": said}
