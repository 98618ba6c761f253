"""LaTeX's way of writing letters, as BibTeX files have it, into plain text."""

from __future__ import annotations

import re
from typing import Any

from pylatexenc.latex2text import LatexNodes2Text

BARE_PERCENT = re.compile(r"(?<!\\)%")  # for LaTeX it would begin a comment
URL = re.compile(r"\\url\s*\{([^{}]*)\}")
ESCAPED = re.compile(r"\\([_%&#$~{}])")

_reader: Any = LatexNodes2Text(math_mode="verbatim")
_reader_of_names: Any = LatexNodes2Text(math_mode="verbatim", keep_braced_groups=True)


def plain_text(text: str) -> str:
    """The text without braces and commands, white space as one blank."""
    return _read(_reader, text)


def plain_names(text: str) -> str:
    """As `plain_text`, but braces that hold a name together stay."""
    return _read(_reader_of_names, text)


def _read(reader: Any, text: str) -> str:
    protected = BARE_PERCENT.sub(r"\\%", URL.sub(r"\1", text))
    decoded: str = reader.latex_to_text(protected)
    return " ".join(decoded.replace("\u00a0", " ").split())


def plain_address(text: str) -> str:
    """The address in a url field or a \\url command: nothing in it is a command."""
    found = URL.search(text)
    return ESCAPED.sub(r"\1", found[1] if found else text).strip().strip("{}<>")
