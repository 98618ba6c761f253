"""Text that a spreadsheet would take for a formula, written to CSV so that it stays text.

A spreadsheet evaluates a cell that begins with =, + or -, and some act on @, a tab or a line break:
a title such as `=HYPERLINK(…)` becomes a link or a command on the computer of whoever opens the
file. Such a cell is written with an apostrophe before it, as OWASP advises. Negative numbers and
dates before the year 0 (EDTF, `-1400~/-1300`), one or several in a cell, stay as they are: programs
read them, and nothing in them can call anything. So that reading undoes writing, text that already
begins with apostrophes before such a character is given one more.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Sequence
from typing import Any

GUARD = "'"
LEADS = "=+-@\t\r\n＝＋－＠"  # the last four are full-width
FIRST = frozenset(GUARD + LEADS)
GUARDED = re.compile(f"{GUARD}+[{re.escape(LEADS)}]")
NUMBER = r"-[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?"
DATES = r"-[0-9X]{4,}[-0-9X~?%/.| ]*"  # the characters of EDTF, with " | " between dates
COORDINATES = rf"{NUMBER}(?: \|[-0-9. |]*)?"
PLAIN = re.compile(f"{DATES}|{COORDINATES}")


def guard(text: str) -> str:
    """The text as a CSV cell holds it."""
    if not text or text[0] not in FIRST:
        return text
    formula = GUARDED.match(text) if text[0] == GUARD else not PLAIN.fullmatch(text)
    return GUARD + text if formula else text


def unguard(cell: str) -> str:
    """The text that `guard` wrote as this cell."""
    return cell[1:] if cell.startswith(GUARD) and GUARDED.match(cell) else cell


def guard_row(values: Iterable[Any]) -> list[Any]:
    """A row for a writer of the csv module: its texts are guarded, its numbers stay numbers."""
    return [guard(value) if isinstance(value, str) else value for value in values]


def unguard_row(cells: Sequence[str]) -> list[str]:
    """A row as a reader of the csv module gives it, with the texts that were written."""
    return [unguard(cell) if cell[:1] == GUARD else cell for cell in cells]


class Writer:
    """A writer of the csv module, with every text guarded."""

    def __init__(self, file: Any, **dialect: Any) -> None:
        self._writer = csv.writer(file, **dialect)

    def writerow(self, values: Iterable[Any]) -> None:
        """Write one row."""
        self._writer.writerow(guard_row(values))

    def writerows(self, rows: Iterable[Iterable[Any]]) -> None:
        """Write several rows."""
        self._writer.writerows(map(guard_row, rows))
