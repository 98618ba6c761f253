"""RIS, as reference managers read it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rispy.config import DELIMITED_TAG_MAPPING, LIST_TYPE_TAGS, TAG_KEY_MAPPING

from evidence.exporters.references import NOWHERE, Locators, identity, item, names, year
from evidence.models import Source
from evidence.records.licence import LICENCE_URL
from evidence.sources.bibliography.carried import left_over
from evidence.sources.bibliography.ris_fields import (
    CITATION,
    CITED,
    IDENTITY,
    LEFT_OVER,
    LICENCE,
    MARK,
    csl_of,
)

Line = tuple[str, Any]
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
    "report": "RPRT",
    "pamphlet": "PAMP",
    "map": "MAP",
    "graphic": "ART",
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
    ("M3", "genre"),
    ("NV", "number-of-volumes"),
)


def write(sources: Iterable[Source], locators: Locators = NOWHERE) -> Iterator[str]:
    """The references, one at a time."""
    for source in sources:
        yield reference(source, locators.get(source.pk, ""))


def reference(source: Source, locator: str = "") -> str:
    """One reference; where the source is cited stands in a note.

    Pages stay the source's own: programs take them for its extent.
    """
    csl, own = item(source), identity(source)
    lines = [*_lines(csl, source.slug), ("N1", f"{CITED}{locator}" if locator else "")]
    lines += [(IDENTITY, f"{MARK}{own.slug}"), (CITATION, own.citation)]
    lines += [(LICENCE, LICENCE_URL)]
    return f"{_record([*lines, *_left_over(csl)])}\r\n"


def composed(csl: dict[str, Any], key: str, notes: Iterable[str] = ()) -> str:
    """A CSL-JSON item as a reference with these notes."""
    return _record([*_lines(csl, key), *(("N1", note) for note in notes)])


def _record(lines: Iterable[Line]) -> str:
    return "".join(_line(tag, value) for tag, value in lines if value) + "ER  - \r\n"


def _lines(csl: dict[str, Any], key: str) -> list[Line]:
    first, _, last = str(csl.get("page", "")).partition("-")
    return [
        ("TY", _kind(csl)),
        ("ID", key),
        *(("AU", name) for name in names(csl, "author")),
        *(("A2", name) for name in names(csl, "editor")),
        *(("A4", name) for name in names(csl, "translator")),
        ("TI", csl["title"]),
        *_issued(csl),
        *((tag, csl.get(key)) for tag, key in TAGS),
        ("SP", first),
        ("EP", last),
        ("AB", csl.get("abstract")),
        ("N1", csl.get("note")),
    ]


def _issued(csl: dict[str, Any]) -> Iterator[Line]:
    """The year or its words, and the whole date where more of it is known."""
    date = csl.get("issued") or {}
    yield "PY", year(csl) or date.get("literal", "")
    if len(first := (date.get("date-parts") or [[]])[0]) > 1:
        yield "DA", "/".join(f"{part:02}" for part in first)


def _left_over(csl: dict[str, Any]) -> Iterator[Line]:
    """What the importer would not read from these lines."""
    found: dict[str, Any] = {}
    for tag, value in _lines(csl, ""):
        name = TAG_KEY_MAPPING[tag]
        if value and tag in DELIMITED_TAG_MAPPING:
            found[name] = str(value).split(DELIMITED_TAG_MAPPING[tag])
        elif value and tag in LIST_TYPE_TAGS:
            found.setdefault(name, []).append(str(value))
        elif value:
            found[name] = str(value)
    read_back, _read = csl_of(found)
    own = {name: value for name, value in csl.items() if name != "id"}
    for name, text in left_over(own, read_back).items():
        yield LEFT_OVER, f"{name}: {text}"


def _kind(csl: dict[str, Any]) -> str:
    """The type; what is an article of nothing is a preprint."""
    if csl["type"] == "article" and not csl.get("container-title"):
        return "UNPB"
    return TYPES.get(csl["type"], "GEN")


def _line(tag: str, value: Any) -> str:
    return f"{tag}  - {' '.join(str(value).split())}\r\n"
