"""Which column of a foreign table is which of ours, by its plain name, however it is written.

To let one more name be understood: a word in ALSO, in small letters without anything between words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence

ALSO = {
    "identifier": ("id", "key", "recordid", "evidenceid"),
    "accession_number": (
        "accession", "accessionno", "accessionnr", "accessionnum", "inventorynumber", "inventoryno",
        "invno", "invnr", "inventory", "museumnumber", "museumno", "objectnumber",
        "registrationnumber", "catalognumber", "cataloguenumber",
    ),
    "museum": ("institution", "collection", "repository", "keptat", "heldby", "holder"),
    "game_name": ("game", "gamename", "nameofgame"),
    "title": ("name", "label", "heading", "object", "objectname", "objecttitle"),
    "type": ("kind", "evidencetype", "objecttype", "typeofevidence"),
    "date_edtf": ("date", "edtf", "dating", "dated", "when", "dateofobject", "objectdate"),
    "date_text": ("datetext", "dateinwords", "displaydate"),
    "date_as_given": ("dategiven", "originaldate"),
    "year_from": ("yearfrom", "from", "start", "startyear", "earliest", "datefrom", "begin"),
    "year_to": ("yearto", "to", "end", "endyear", "latest", "dateto"),
    "content": ("description", "objectdescription"),
    "rules": ("summary", "shows"),
    "place_name": (
        "place", "site", "town", "location", "findspot", "provenance", "provenience", "placename",
        "places", "foundat",
    ),
    "place_latitude": ("lat", "latitude"),
    "place_longitude": ("lon", "lng", "long", "longitude"),
    "place_region": ("region",),
    "place_precision": ("precision",),
    "place_certainty": ("certainty", "certaintyofplace"),
    "source_citation": (
        "source", "citation", "reference", "bibliography", "sources", "publication", "literature",
    ),
    "source_locator": ("page", "pages", "locator", "pp", "folio", "pageno", "pagenumber"),
    "quotation_text": ("quotation", "quote", "quotedtext", "exactwords"),
    "quotation_language": ("language",),
    "ages": ("age",),
    "genders": ("gender", "sex"),
}  # fmt: skip
BY_NAME = {word: name for name, words in ALSO.items() for word in words}


def plain(column: str) -> str:
    """The name of a column in small letters and digits alone."""
    return re.sub(r"[^a-z0-9]", "", column.casefold())


def guessed(header: Sequence[str], names: Collection[str]) -> dict[str, str]:
    """Our column (of `names`) for each of the table's, each of ours once.

    One that is exactly so called comes first. `source` alone holds citations, not slugs.
    """
    ours = {plain(name): name for name in names}
    called = {"source": "source_citation"} if "source_citation" not in header else {}
    ways: tuple[Callable[[str], str], ...] = (
        lambda column: called.get(column, column),
        lambda column: BY_NAME.get(plain(column), ""),
        lambda column: "" if plain(column) in BY_NAME else ours.get(plain(column), ""),
    )
    found: dict[str, str] = {}
    for way in ways:
        for column in header:
            name = way(column)
            if name in names and column not in found and name not in found.values():
                found[column] = name
    return found
