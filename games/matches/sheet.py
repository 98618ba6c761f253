"""The text of a game as lines: headers, then a line for each ply. Knows nothing of any rules.

    [Ruleset "chaturanga-davidson"]
    [Digest "6d0c…"]
    [Option "Board/Plain"]
    [Setup "2;e1:King1;e8:King2"]
    [Title "Two pawns become ministers"]
    [White "A. Reader"]
    [Black "B. Reader"]
    [Date "2026"]
    [Note "Played by post."]
    [Result "0-1"]
    [Ending "White resigns"]

    // What is said of the position before the first move.
    1. P e2-e4 // What is said of this ply,
    // one line or more.
    1... p e7-e5

`Ruleset` is needed, all else may be left out. `Setup` is where a game begins if not from the usual
opening: who moves first, then what stands where. `Option` and `Note` may come several times, a note
being as many lines. In a value `"` is written `\\"` and a backslash `\\\\`. A number before a
move may be left out; one that is there must be right: 1. is the first move, whoever plays it. Empty
lines say nothing. Only who knows the rules can tell a clause behind a move
(`P a3-a4 // OrderToRek // so he said`) from what is said. Where the family of the rules has a
notation, a line may be a whole turn, `1. 31: 8/5 6/5`; numbers then count lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from games.matches.errors import LogError

LONGEST, MOST_PLIES = 200_000, 1000
MOST_HEADERS = 200
ONCE = ("Ruleset", "Digest", "Setup", "Title", "White", "Black", "Date", "Result", "Ending")
NAMES = (
    "Ruleset",
    "Digest",
    "Option",
    "Setup",
    "Title",
    "White",
    "Black",
    "Date",
    "Note",
    "Result",
    "Ending",
)
HEADER = re.compile(r'\[(?P<name>\w+) +"(?P<value>(?:[^"\\]|\\["\\])*)"\]')
NUMBER = re.compile(r"(?P<number>\d{1,6})(?P<dots>\.{3}|…|\.)\s*(?P<rest>.*)")
COMMENT = "//"


@dataclass(frozen=True)
class Line:
    """A ply as it is written: its line in the text, from 1, and all but the move's number."""

    number: int
    text: str


@dataclass
class Sheet:
    """What a text of a game says, before any rules are asked.

    `headers` has the values of each name in order, `remarks` what is said of a ply in lines of its
    own, 0 being before the first move; `places` the line of each header. To print, the first line
    of a remark stands behind its move, unless it is empty.
    """

    headers: dict[str, list[str]] = field(default_factory=dict)
    plies: list[Line] = field(default_factory=list)
    remarks: dict[int, str] = field(default_factory=dict)
    places: dict[str, int] = field(default_factory=dict)

    def one(self, name: str) -> str:
        """The value of a header, "" where there is none."""
        return next(iter(self.headers.get(name, [])), "")

    def fault(self, name: str, reason: str) -> LogError:
        """An error that is about a header."""
        return LogError(self.places.get(name, 0), f"{name}: {reason}")


def parse(text: str) -> Sheet:
    """Read headers, moves and remarks. Raises LogError with the line."""
    if len(text) > LONGEST:
        raise LogError(0, f"the log has {len(text):,} characters: {LONGEST:,} at most are read")
    if "\0" in text:
        raise LogError(text[: text.index("\0")].count("\n") + 1, "it holds a NUL character")
    sheet = Sheet()
    for number, raw in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        line = raw.strip()
        if line.startswith("[") and not sheet.plies:
            _header(sheet, number, line)
        elif line.startswith(COMMENT):
            _remark(sheet, line.removeprefix(COMMENT).strip())
        elif line:
            _ply(sheet, number, line)
    if not sheet.one("Ruleset"):
        raise LogError(
            0, 'the log does not say its rules: begin it with [Ruleset "…"], its address'
        )
    return sheet


def _header(sheet: Sheet, number: int, line: str) -> None:
    read = HEADER.fullmatch(line)
    if read is None:
        raise LogError(number, f'{line[:80]} is no header: write it as [Title "A game"]')
    name = read["name"]
    if name not in NAMES:
        raise LogError(number, f"there is no header {name}: there are {', '.join(NAMES)}")
    if name in ONCE and name in sheet.headers:
        raise LogError(number, f"{name} is said already, in line {sheet.places[name]}")
    if len(sheet.headers.get(name, [])) >= MOST_HEADERS:
        raise LogError(number, f"{name} is said more than {MOST_HEADERS} times")
    sheet.headers.setdefault(name, []).append(re.sub(r"\\(.)", r"\1", read["value"]))
    sheet.places.setdefault(name, number)


def _remark(sheet: Sheet, text: str) -> None:
    ply = len(sheet.plies)
    said = sheet.remarks.get(ply)
    sheet.remarks[ply] = text if said is None else f"{said}\n{text}"


def _ply(sheet: Sheet, number: int, line: str) -> None:
    read = NUMBER.fullmatch(line)
    ply = len(sheet.plies) + 1
    if ply > MOST_PLIES:
        raise LogError(number, f"the log goes on after ply {MOST_PLIES}: no longer game is read")
    if read is not None and (read["number"], read["dots"] == ".") != (_number(ply), bool(ply % 2)):
        raise LogError(number, f"{line[:80]} is numbered wrongly: here stands {count(ply)}")
    sheet.plies.append(Line(number, read["rest"] if read is not None else line))


def _number(ply: int) -> str:
    return str((ply + 1) // 2)


def count(ply: int) -> str:
    """What stands before a ply: `1.` before the first, `1...` before the second."""
    return f"{_number(ply)}{'.' if ply % 2 else '...'}"


def printed(sheet: Sheet) -> str:
    """The text of a sheet; `parse` reads the same from it."""
    return "".join(f"{line}\n" for line in _lines(sheet))


def _lines(sheet: Sheet) -> Iterator[str]:
    for name in NAMES:
        for value in sheet.headers.get(name, []):
            escaped = re.sub(r'(["\\])', r"\\\1", value)
            yield f'[{name} "{escaped}"]'
    yield ""
    yield from (_remark_line(said) for said in sheet.remarks.get(0, "").splitlines())
    for ply, line in enumerate(sheet.plies, start=1):
        said = sheet.remarks.get(ply, "").splitlines()
        behind = [_remark_line(text) for text in said[:1] if text]
        yield " ".join([count(ply), line.text, *behind])
        yield from map(_remark_line, said[1:])


def _remark_line(said: str) -> str:
    return f"{COMMENT} {said}".rstrip()
