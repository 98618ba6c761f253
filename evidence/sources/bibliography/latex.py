"""LaTeX's way of writing letters, as BibTeX files have it, from and into plain text."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from pylatexenc.latex2text import (
    LatexNodes2Text,
    MacroTextSpec,
    get_default_latex_context_db,
)

BARE_PERCENT = re.compile(r"(?<!\\)%")  # for LaTeX it would begin a comment
URL = re.compile(r"\\url\s*\{([^{}]*)\}")
ESCAPED = re.compile(r"\\([_%&#$~{}])")
SPECIALS = re.compile(r"[&%$#_{}\\~^]")
WRITTEN = {
    "\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
}  # fmt: skip
# A single brace would end the field, escaped or not: BibTeX counts them all.
BRACES = {"{": r"\textbraceleft{}", "}": r"\textbraceright{}"}
# LaTeX makes a dash, a quotation mark or an inverted mark of these pairs.
LIGATURE = re.compile(r"(?<=-)(?=-)|(?<=')(?=')|(?<=[`?!])(?=`)")
# Text that has none of these is what LaTeX makes of it: most of a file need not be parsed.
MARKUP = re.compile(r"[\\{}$&#_%~^`]|--|''")
MACROS = {"textasciicircum": "^", "textbraceleft": "{", "textbraceright": "}"}

_context: Any = get_default_latex_context_db()
_context.add_context_category(
    "written here",
    prepend=True,
    macros=[MacroTextSpec(name, simplify_repl=letter) for name, letter in MACROS.items()],
)
_reader: Any = LatexNodes2Text(math_mode="verbatim", latex_context=_context)
_reader_of_names: Any = LatexNodes2Text(
    math_mode="verbatim", latex_context=_context, keep_braced_groups=True
)


def escaped(value: Any) -> str:
    """Text with the characters escaped that BibTeX or LaTeX would take for something else."""
    text = str(value)
    written = WRITTEN if is_balanced(text) else WRITTEN | BRACES
    separated = LIGATURE.sub("\0", text)
    found = SPECIALS.sub(lambda match: written.get(match[0], f"\\{match[0]}"), separated)
    return found.replace("\0", "{}")


def is_balanced(text: str) -> bool:
    """Whether each brace of the text has its other half."""
    depth = 0
    for letter in text:
        depth += (letter == "{") - (letter == "}")
        if depth < 0:
            return False
    return depth == 0


def plain_text(text: str) -> str:
    """The text without braces and commands, white space as one blank."""
    return _read(_reader, text)


def plain_names(text: str) -> str:
    """As `plain_text`, but braces that hold a name together stay."""
    return _read(_reader_of_names, text)


def _read(reader: Any, text: str) -> str:
    decoded = _decoded(reader, text) if MARKUP.search(text) else text
    return " ".join(decoded.replace("\u00a0", " ").split())


@lru_cache(maxsize=10_000)  # an entry is read once to find its faults, and once to take it
def _decoded(reader: Any, text: str) -> str:
    protected = BARE_PERCENT.sub(r"\\%", URL.sub(r"\1", text))
    decoded: str = reader.latex_to_text(protected)
    return decoded


def plain_address(text: str) -> str:
    """The address in a url field or a \\url command: nothing in it is a command."""
    found = URL.search(text)
    address = ESCAPED.sub(r"\1", found[1] if found else text).strip()
    return address.strip("{}").removeprefix("<").removesuffix(">")
