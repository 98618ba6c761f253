"""Which column of a foreign table is probably which of ours."""

from __future__ import annotations

import re
from collections.abc import Sequence

from evidence.importers.table_drafts import READ

# What people call our columns, in small letters without anything between words.
ALSO = {
    "identifier": ("id", "key", "recordid", "evidenceid"),
    "game_name": ("game", "gamename"),
    "game": ("gameslug",),
    "title": ("name", "label", "heading"),
    "type": ("kind", "evidencetype"),
    "date_edtf": ("date", "edtf"),
    "date_as_given": ("dategiven", "originaldate"),
    "year_from_astronomical": ("yearfrom", "from", "start", "startyear", "earliest"),
    "year_to_astronomical": ("yearto", "to", "end", "endyear", "latest"),
    "content": ("description",),
    "rules": ("summary", "shows"),
    "place_name": ("place", "site", "town", "location", "findspot"),
    "place_latitude": ("lat", "latitude"),
    "place_longitude": ("lon", "lng", "long", "longitude"),
    "place_region": ("region",),
    "source_citation": ("source", "citation", "reference", "bibliography"),
    "source_locator": ("page", "pages", "locator"),
    "quotation_text": ("quotation", "quote"),
    "ages": ("age",),
    "genders": ("gender", "sex"),
}
BY_NAME = {word: name for name, words in ALSO.items() for word in words}


def guessed(header: Sequence[str]) -> dict[str, str]:
    """Our column for each of the table's: its own name first, then what people call it; once."""
    found: dict[str, str] = {}
    for exact in (True, False):
        for column in header:
            plain = re.sub(r"[^a-z]", "", column.lower())
            name = column if exact and column in READ else "" if exact else BY_NAME.get(plain, "")
            if name and column not in found and name not in found.values():
                found[column] = name
    return found
