"""RIS, as reference managers read it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from evidence.exporters.references import item, names, year
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


def write(sources: Iterable[Source]) -> Iterator[str]:
    """The references, one at a time."""
    for source in sources:
        yield reference(source)


def reference(source: Source) -> str:
    """One reference; the citation as it was given stands in its note."""
    csl = item(source)
    first, _, last = str(csl.get("page", "")).partition("-")
    lines = [
        ("TY", TYPES.get(csl["type"], "GEN")),
        ("ID", source.slug),
        *(("AU", name) for name in names(csl, "author")),
        *(("A2", name) for name in names(csl, "editor")),
        *(("A4", name) for name in names(csl, "translator")),
        ("TI", csl["title"]),
        ("PY", year(csl)),
        *((tag, csl.get(key)) for tag, key in TAGS),
        ("SP", first),
        ("EP", last),
        ("N1", source.citation),
    ]
    return "".join(_line(tag, value) for tag, value in lines if value) + "ER  - \r\n\r\n"


def _line(tag: str, value: Any) -> str:
    return f"{tag}  - {' '.join(str(value).split())}\r\n"
