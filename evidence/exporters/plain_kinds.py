"""The kinds of assertion whose fields are words and numbers alone, as CSV and CLDF have them.

Each field of a draft is a column. To add a kind: a line in `PLAIN` of `evidence.claims.assertions`,
and one in `PLAIN_KINDS` here.
"""

from __future__ import annotations

from typing import NamedTuple

from evidence.claims.assertions import KINDS, PLAIN, Kind


class PlainKind(NamedTuple):
    """How a kind is called: before its columns in CSV, and as a table of CLDF."""

    prefix: str
    url: str
    about: str
    columns: dict[str, str]  # what each of its own fields holds


PLAIN_KINDS = {
    "people": PlainKind(
        "person", "people.csv", "who had a part in what a record describes",
        {"name": "", "role": "author, informant, collector …",
         "identifiers": "addresses in VIAF, Wikidata, ISNI, ORCID or GND, with blanks between"},
    ),
    "holdings": PlainKind(
        "held", "holdings.csv", "where the thing that a record describes is kept",
        {"museum": "museum or library", "collection": "", "number": "inventory or shelf number",
         "folio": ""},
    ),
    "names": PlainKind(
        "name", "names.csv", "what a game, a piece, a board or a move is called in a record",
        {"text": "in its own script", "of": "game, piece, board or move", "language": "BCP 47",
         "script": "ISO 15924", "transliteration": "",
         "meaning": "which piece or move, or what the word means",
         "passage": "number of the passage that has the name"},
    ),
}  # fmt: skip


def plain_kinds() -> list[tuple[str, Kind, PlainKind]]:
    """Each of them by name, with how it is stored and how it is called."""
    return [(name, KINDS[name], PLAIN_KINDS[name]) for name in PLAIN]
