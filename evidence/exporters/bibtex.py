"""BibTeX in UTF-8, as biber and reference managers read it; keys are the sources' slugs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from evidence.exporters.references import CITED, NOWHERE, Locators, item, names, year
from evidence.models import Source

TYPES = {
    "book": "book",
    "classic": "book",
    "chapter": "incollection",
    "article": "article",
    "article-journal": "article",
    "article-magazine": "article",
    "article-newspaper": "article",
    "paper-conference": "inproceedings",
    "thesis": "phdthesis",
    "manuscript": "unpublished",
}
CONTAINERS = {"article": "journal", "incollection": "booktitle", "inproceedings": "booktitle"}
PLAIN = {
    "publisher": "publisher",
    "publisher-place": "address",
    "volume": "volume",
    "issue": "number",
    "collection-title": "series",
    "edition": "edition",
    "language": "language",
    "DOI": "doi",
    "ISBN": "isbn",
}
ROLES = ("author", "editor", "translator")
SPECIALS = re.compile(r"[&%$#_{}\\~^]")
WRITTEN = {
    "\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
}  # fmt: skip


def write(sources: Iterable[Source], locators: Locators = NOWHERE) -> Iterator[str]:
    """The entries, one at a time."""
    for source in sources:
        yield f"{entry(source, locators.get(source.pk, ''))}\n\n"


def entry(source: Source, locator: str = "") -> str:
    """One entry; the citation as it was given stands in its note, where it is cited in annote.

    `pages` stay the source's own: programs take them for its extent.
    """
    csl = item(source)
    kind = _kind(csl)
    fields = {role: _people(csl, role) for role in ROLES}
    fields |= {name: escaped(value) for name, value in _fields(kind, csl).items() if value}
    fields["url"] = str(csl.get("URL", "")).replace("{", "%7B").replace("}", "%7D")
    fields["note"] = escaped(source.citation)
    fields["annote"] = escaped(f"{CITED}{locator}") if locator else ""
    return composed(kind, source.slug, fields)


def composed(kind: str, key: str, fields: dict[str, str]) -> str:
    """An entry of these fields, whose values are BibTeX already; empty ones are left out."""
    lines = [f"  {name} = {{{value}}}," for name, value in fields.items() if value]
    return "\n".join([f"@{kind}{{{key},", *lines, "}"])


def escaped(value: Any) -> str:
    """Text with BibTeX's special characters escaped."""
    return SPECIALS.sub(lambda found: WRITTEN.get(found[0], f"\\{found[0]}"), str(value))


def _kind(csl: dict[str, Any]) -> str:
    """The kind of entry; what is an article of nothing is a preprint."""
    if csl["type"] == "thesis" and "master" in str(csl.get("genre", "")).casefold():
        return "mastersthesis"
    if csl["type"] == "article" and not csl.get("container-title"):
        return "misc"
    return TYPES.get(csl["type"], "misc")


def _fields(kind: str, csl: dict[str, Any]) -> dict[str, Any]:
    container = CONTAINERS.get(kind, "howpublished")
    return {
        "title": csl["title"],
        container: csl.get("container-title"),
        "year": year(csl),
        "pages": str(csl.get("page", "")).replace("-", "--"),
        **{name: csl.get(key) for key, name in PLAIN.items()},
    } | ({"publisher": "", "school": csl.get("publisher")} if "thesis" in kind else {})


def _people(csl: dict[str, Any], role: str) -> str:
    """Names of a role; one that is given whole, as of a body, is braced to stay whole."""
    return " and ".join(
        escaped(name) if ", " in name else f"{{{escaped(name)}}}" for name in names(csl, role)
    )
