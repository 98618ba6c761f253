"""What a row of a table is called for good: its identifier, or its number in its museum."""

from __future__ import annotations

import hashlib
import re
import unicodedata

from evidence.importers.table_cells import Arranged, CellError, Cells

IDENTIFIER = re.compile(r"[-a-zA-Z0-9_]+")
LONGEST = 60  # characters of an identifier
LONGEST_MUSEUM = 500
SLUG = "use letters from a to z, digits, - and _"
NUMBER = "accession_number"


def identifier_of(table: Arranged, cells: Cells) -> str:
    """The identifier of a row. Raises CellError.

    What is no identifier of ours is an accession number, and known together with its museum.
    """
    text = table.text(cells, "identifier").strip()
    if IDENTIFIER.fullmatch(text):
        return text
    number = accession_number(table, cells)
    if not number:
        raise CellError("identifier", _missing(table))
    museum = table.text(cells, "museum").strip()
    if not museum and text:
        raise CellError("identifier", f"“{text}” is not valid: {SLUG}; an accession number needs "
                        "its museum beside it, in a column museum")  # fmt: skip
    if not museum:
        raise CellError("museum", f"“{number}” is an accession number: name its museum")
    return made_identifier(museum, number)


def _missing(table: Arranged) -> str:
    if NUMBER in table.mapping and "identifier" not in table.mapping:
        return f"no {table.named(NUMBER)} is given: a record needs one, or an identifier"
    return f"“” is not valid: {SLUG}"


def accession_number(table: Arranged, cells: Cells) -> str:
    """The number of the row's piece in its museum, empty if the row has none."""
    number = table.text(cells, NUMBER).strip()
    text = table.text(cells, "identifier").strip()
    return number or ("" if IDENTIFIER.fullmatch(text) else text)


def museum_of(table: Arranged, cells: Cells) -> str:
    """Where the piece is and its number there, as in “British Museum, 1872,0601.1”."""
    museum, number = table.text(cells, "museum"), accession_number(table, cells)
    if not number or number in museum:
        found = museum
    else:
        found = f"{museum.strip()}, {number}" if museum.strip() else number
    if len(found) > LONGEST_MUSEUM:
        raise CellError("museum", f"{len(found)} characters: at most {LONGEST_MUSEUM} are kept")
    return found


def made_identifier(museum: str, number: str) -> str:
    """As in british-museum-1872-0601-1: the same for the same museum and number, always.

    Where letters are lost, or it is too long, a checksum tells it from others.
    """
    whole = f"{museum} {number}"
    plain, lost = _plain(whole)
    if not lost and len(plain) <= LONGEST:
        return plain
    mark = hashlib.blake2b(" ".join(whole.split()).encode(), digest_size=4).hexdigest()
    return f"{plain[: LONGEST - len(mark) - 1].rstrip('-')}-{mark}".lstrip("-")


def _plain(text: str) -> tuple[str, bool]:
    """The text in small letters, digits and hyphens, and whether letters of it were lost."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    kept = "".join(letter for letter in letters if not unicodedata.combining(letter))
    lost = any(letter.isalnum() and not letter.isascii() for letter in kept)
    return re.sub(r"[^a-z0-9]+", "-", kept).strip("-"), lost
