"""Lines of pasted text with their numbers, and the error that points at one of them."""

from __future__ import annotations

import re
from dataclasses import dataclass

HTML = re.compile(r"\s*<(?:!doctype|/?(?:html|head|body|div|table|tr|td|th|br|p|span)\b)", re.I)
CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
LONGEST_QUOTE = 100


@dataclass(frozen=True)
class Line:
    """A line of the page; `text` has no white space around it."""

    number: int
    text: str


class PortalError(ValueError):
    """What does not fit a portal page, with the line's number (from 1) and text."""

    def __init__(self, message: str, line: Line) -> None:
        self.message = message
        self.number = line.number
        self.line = line.text
        super().__init__(message, line)

    @property
    def quoted(self) -> str:
        """The line, cut where it is long."""
        if len(self.line) <= LONGEST_QUOTE:
            return self.line
        return self.line[: LONGEST_QUOTE - 1] + "…"

    def __str__(self) -> str:
        return f"line {self.number}: {self.message}\n    {self.quoted}".rstrip()


def read_lines(text: str) -> list[Line]:
    """The lines of a page's text. Raises PortalError for what is no text of a page at all."""
    rows = re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff"))
    lines = [Line(number, row.strip()) for number, row in enumerate(rows, start=1)]
    if not any(line.text for line in lines):
        raise PortalError("the text is empty: copy the whole page of the portal", Line(1, ""))
    for line in lines:
        if CONTROL.search(line.text):
            shown = Line(line.number, CONTROL.sub("�", line.text))
            raise PortalError("this line holds a control character: copy the page as text", shown)
        if HTML.match(line.text):
            raise PortalError(
                "this is the HTML source of a page, not its text: "
                "copy what the browser shows (select all, copy)",
                line,
            )
    return lines
