"""RIS, as reference managers read it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from evidence.exporters.references import CITED, NOWHERE, Locators, item, names, year
from evidence.models import Source

TYPES = {
    "book": "BOOK",
    "classic": "CLSWK",
    "chapter": "CHAP",
    "article": "JOUR",
    "article-journal": "JOUR",
    "article-magazine": "MGZN",
    "article-newspaper": "NEWS",
    "paper-conference": "CPAPER",
    "thesis": "THES",
    "manuscript": "UNPB",
    "webpage": "ELEC",
    "dataset": "DATA",
}
TAGS = (
    ("T2", "container-title"),
    ("T3", "collection-title"),
    ("VL", "volume"),
    ("IS", "issue"),
    ("PB", "publisher"),
    ("CY", "publisher-place"),
    ("ET", "edition"),
    ("LA", "language"),
    ("DO", "DOI"),
    ("SN", "ISBN"),
    ("UR", "URL"),
)


def write(sources: Iterable[Source], locators: Locators = NOWHERE) -> Iterator[str]:
    """The references, one at a time."""
    for source in sources:
        yield reference(source, locators.get(source.pk, ""))


def reference(source: Source, locator: str = "") -> str:
    """One reference; the citation as it was given stands in its note, where it is cited in another.

    Pages stay the source's own: programs take them for its extent.
    """
    cited = f"{CITED}{locator}" if locator else ""
    return f"{composed(item(source), source.slug, [source.citation, cited])}\r\n"


def composed(csl: dict[str, Any], key: str, notes: Iterable[str] = ()) -> str:
    """A CSL-JSON item as a reference with these notes."""
    first, _, last = str(csl.get("page", "")).partition("-")
    lines = [
        ("TY", _kind(csl)),
        ("ID", key),
        *(("AU", name) for name in names(csl, "author")),
        *(("A2", name) for name in names(csl, "editor")),
        *(("A4", name) for name in names(csl, "translator")),
        ("TI", csl["title"]),
        ("PY", year(csl)),
        *((tag, csl.get(key)) for tag, key in TAGS),
        ("SP", first),
        ("EP", last),
        *(("N1", note) for note in notes),
    ]
    return "".join(_line(tag, value) for tag, value in lines if value) + "ER  - \r\n"


def _kind(csl: dict[str, Any]) -> str:
    """The type; what is an article of nothing is a preprint."""
    if csl["type"] == "article" and not csl.get("container-title"):
        return "UNPB"
    return TYPES.get(csl["type"], "GEN")


def _line(tag: str, value: Any) -> str:
    return f"{tag}  - {' '.join(str(value).split())}\r\n"
