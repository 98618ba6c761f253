"""Where in a source something stands, in words: 372 → p. 372, 342-343 → pp. 342–343."""

from __future__ import annotations

import re

PAGE = r"\d+[a-z]?"
PAGES = re.compile(rf"{PAGE}(\s*[-–]\s*{PAGE})?(\s*,\s*{PAGE}(\s*[-–]\s*{PAGE})?)*( ?ff?\.?)?")


def locator_words(locator: str) -> str:
    """Bare numbers are pages; anything else is as it is given."""
    text = locator.strip()
    if not PAGES.fullmatch(text):
        return text
    several = re.search(r"[-–,]", text) is not None or text.endswith(("f", "f."))
    text = re.sub(r"\s*[-–]\s*", "–", text)
    return f"pp. {text}" if several else f"p. {text}"


def cited(source: str, locator: str) -> str:
    """A source with the place in it, without the full stop at the end of either."""
    text, where = source.strip().rstrip(". "), locator_words(locator)
    if not where or _names(text, where):
        return text
    return f"{text}, {where}"


def _names(text: str, where: str) -> bool:
    """Whether the citation ends with the same pages already."""
    bare = re.sub(r"^pp?\. ", "", where)
    ends = rf"(?<![\w-]){re.escape(bare)}\W*$".replace("–", "[-–]")
    return re.search(ends, text) is not None
