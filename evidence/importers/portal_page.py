"""The lines of a portal page: heading, fields of each record, footer. No meaning yet.

page   = navigation "Evidence for" GAME count record* [footer]
count  = N "pieces of evidence found."
record = "Id" VALUE (LABEL VALUE)*          VALUE may go on over lines where TEXTS says so
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from evidence.importers.portal_lines import Line, PortalError, read_lines

# To accept one more field of the portal: its label and variants here, its meaning in portal.py.
LABELS = {
    "Id": ("Id", "ID"),
    "Game": ("Game",),
    "Ruleset": ("Ruleset", "Rulesets"),
    "Type": ("Type",),
    "Location": ("Location", "Locations"),
    "Date": ("Date",),
    "Rules": ("Rules",),
    "Content": ("Content",),
    "Confidence": ("Confidence",),
    "Uncertainty factors": ("Uncertainty factors", "Uncertainty factor", "Uncertainty Factors"),
    "Ages": ("Ages", "Age"),
    "Social status": ("Social status", "Social statuses", "Social Status"),
    "Genders": ("Genders", "Gender"),
    "Spaces": ("Spaces", "Space"),
    "Source": ("Source", "Sources"),
}
TEXTS = ("Rules", "Content", "Source")
VARIANTS = {variant: label for label, variants in LABELS.items() for variant in variants}
FIELD = re.compile(
    rf"(?P<label>{'|'.join(sorted(VARIANTS, key=len, reverse=True))})(?::?\s+(?P<value>.*))?:?"
)
HEADING = re.compile(r"Evidence for (?P<game>.*\S)")
COUNT = re.compile(r"(?P<count>[0-9]+) pieces? of evidence found\.?")
MENU = (
    "background Ludii Portal Home of the General Game System Games Forum Downloads References "
    "Concepts Contribute Tutorials Tournaments World Map Ludemes About Login Logout Register"
)
NAVIGATION_WORDS = frozenset(MENU.split())
FOOTER = re.compile(r"Contact Us|.*\bMaastricht\b.*|.*European Research Council.*|[^\s@]+@\S+")


@dataclass(frozen=True)
class Field:
    """A field of a record: its label as in LABELS, its value, and the line where it begins."""

    label: str
    value: str
    line: Line


@dataclass(frozen=True)
class Page:
    """A page: the game of its heading, and the fields of each record."""

    game: str
    records: tuple[tuple[Field, ...], ...]


def read_page(text: str) -> Page:
    """Read the text of one page. Raises PortalError for the first line that does not fit."""
    lines = read_lines(text)
    game, rest = _heading(lines)
    count_line, body = _count(rest)
    body, footer = _cut_footer(body)
    records = _records(body)
    _check_count(count_line, len(records))
    if not footer and records:
        _check_whole(records[-1][-1])
    return Page(game, tuple(tuple(record) for record in records))


def _heading(lines: list[Line]) -> tuple[str, list[Line]]:
    last = lines[0]
    for position, line in enumerate(lines):
        match = HEADING.fullmatch(line.text)
        if match:
            return match["game"], lines[position + 1 :]
        if line.text and not set(line.text.split()) <= NAVIGATION_WORDS:
            raise PortalError(
                'this is no line of an evidence page: one begins with "Evidence for" and '
                "the name of the game, after the portal's own menu",
                line,
            )
        last = line if line.text else last
    raise PortalError(
        'no line says "Evidence for" and the name of a game: copy the whole page', last
    )


def _count(lines: list[Line]) -> tuple[Line, list[Line]]:
    for position, line in enumerate(lines):
        if COUNT.fullmatch(line.text):
            return line, lines[position + 1 :]
        if line.text:
            raise PortalError('here should stand "N pieces of evidence found."', line)
    end = lines[-1] if lines else Line(1, "")
    raise PortalError(
        'the page ends before "N pieces of evidence found.": copy the whole page', end
    )


def _cut_footer(lines: list[Line]) -> tuple[list[Line], list[Line]]:
    start = next((i for i, line in enumerate(lines) if line.text == "Contact Us"), len(lines))
    footer = lines[start:]
    for line in footer:
        _refuse_second_page(line)
        if line.text and not FOOTER.fullmatch(line.text):
            raise PortalError("this line follows the portal's footer: remove it", line)
    return lines[:start], footer


def _refuse_second_page(line: Line) -> None:
    navigation = line.text.startswith("Home of the Ludii General Game System")
    if navigation or COUNT.fullmatch(line.text) or line.text.startswith("background Ludii"):
        raise PortalError("a second page begins here: put every page into a text of its own", line)


def _records(lines: list[Line]) -> list[list[Field]]:
    records: list[list[Field]] = []
    gap = False
    for line in lines:
        _refuse_second_page(line)
        match = FIELD.fullmatch(line.text)
        if not line.text:
            gap = True
            continue
        if match:
            _begin(records, Field(VARIANTS[match["label"]], (match["value"] or "").strip(), line))
        else:
            _go_on(records, line, gap)
        gap = False
    for record in records:
        _check_values(record)
    return records


def _begin(records: list[list[Field]], field: Field) -> None:
    if field.label == "Id":
        records.append([field])
        return
    if not records:
        raise PortalError(
            'a record begins with its Id: the line "Id DLP.Evidence.N" is missing', field.line
        )
    for other in records[-1]:
        if other.label == field.label:
            raise PortalError(
                f"this record has its {field.label} in line {other.line.number} already: "
                "leave one, or join the lines if the text above goes on here",
                field.line,
            )
    records[-1].append(field)


def _go_on(records: list[list[Field]], line: Line, gap: bool) -> None:
    """Add a line without a label to the field above it."""
    above = records[-1][-1] if records else None
    if above is None:
        raise PortalError('here should stand "Id DLP.Evidence.N"', line)
    if above.value and above.label not in TEXTS:
        raise PortalError(
            f"this line begins with no field of the portal, and {above.label} does not go on over "
            f"lines: the fields are {', '.join(LABELS)}",
            line,
        )
    between = "" if not above.value else "\n\n" if gap else "\n"
    records[-1][-1] = Field(above.label, above.value + between + line.text, above.line)


def _check_values(record: Sequence[Field]) -> None:
    for field in record:
        if not field.value:
            raise PortalError(
                f"{field.label} has no value: write it or leave the line out", field.line
            )


def _check_count(line: Line, found: int) -> None:
    said = int(line.text.split()[0])
    if said != found:
        raise PortalError(
            f"the page says {said} but {found} can be found: "
            "it may have been cut, copy the whole page",
            line,
        )


def _check_whole(last: Field) -> None:
    if last.label in ("Rules", "Content") and last.value.count('"') % 2:
        raise PortalError(
            f"the page ends inside a quotation of its {last.label}: copy the whole page", last.line
        )
