"""BibTeX in UTF-8, as biber and reference managers read it; keys are the sources' slugs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from evidence.exporters.references import NOWHERE, Locators, identity, item, year
from evidence.models import Source
from evidence.records.licence import LICENCE_URL
from evidence.sources.bibliography import bibtex_fields
from evidence.sources.bibliography.carried import CITATION, LICENCE, OWN, left_over
from evidence.sources.bibliography.latex import escaped, plain_names
from evidence.sources.bibliography.ris_fields import CITED

__all__ = ["composed", "entry", "escaped", "protected", "write"]

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
    "report": "techreport",
    "pamphlet": "booklet",
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
    "ISSN": "issn",
    "number-of-volumes": "volumes",
    "chapter-number": "chapter",
    "number-of-pages": "pagetotal",
}
ROLES = ("author", "editor", "translator")
ABSTRACTS = ("abstract", "note")
LOWERED = ("title", "booktitle", "series", "howpublished")  # by styles, unless they are in braces
VERBATIM = ("url", "doi")
MONTHS = 2  # parts of a date that has one


def write(sources: Iterable[Source], locators: Locators = NOWHERE) -> Iterator[str]:
    """The entries, one at a time."""
    for source in sources:
        yield f"{entry(source, locators.get(source.pk, ''))}\n\n"


def entry(source: Source, locator: str = "") -> str:
    """One entry; where the source is cited stands in annote.

    `pages` stay the source's own: programs take them for its extent.
    """
    csl = item(source)
    kind = _kind(csl)
    fields = {name: str(value) for name, value in _fields(kind, csl).items() if value}
    own = identity(source)
    beside = {
        "annote": f"{CITED}{locator}" if locator else "",
        OWN: own.slug,
        CITATION: own.citation,
        LICENCE: LICENCE_URL,
        **_left_over(kind, fields, csl),
    }
    people = {role: _people(csl, role, escaped) for role in ROLES}
    return composed(kind, source.slug, people | _written(fields) | _written(beside))


def composed(kind: str, key: str, fields: dict[str, str]) -> str:
    """An entry of these fields, whose values are BibTeX already; empty ones are left out."""
    lines = [f"  {name} = {{{value}}}," for name, value in fields.items() if value]
    return "\n".join([f"@{kind}{{{key},", *lines, "}"])


def protected(value: Any) -> str:
    """Text whose capital letters no style may change."""
    return f"{{{escaped(value)}}}"


def _written(fields: dict[str, str]) -> dict[str, str]:
    return {name: _value(name, value) for name, value in fields.items() if value}


def _value(name: str, value: str) -> str:
    if name in VERBATIM:
        return value
    if name == "pages":
        return escaped(value).replace("-{}-", "--")
    return protected(value) if name in LOWERED else escaped(value)


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
        **_issued(csl),
        "pages": str(csl.get("page", "")).replace("-", "--"),
        **{name: csl.get(key) for key, name in PLAIN.items()},
        "url": csl.get("URL"),
        **{name: csl.get(name) for name in ABSTRACTS},
    } | ({"publisher": "", "school": csl.get("publisher")} if "thesis" in kind else {})


def _issued(csl: dict[str, Any]) -> dict[str, str]:
    """The year, and the whole date where more of it is known."""
    date = csl.get("issued") or {}
    if not date.get("date-parts"):
        return {"year": str(date.get("literal", ""))}
    first = date["date-parts"][0]
    exact = f"{first[0]:04}-{'-'.join(f'{part:02}' for part in first[1:])}"
    return {"year": year(csl), "date": exact if len(first) >= MONTHS else ""}


def _left_over(kind: str, fields: dict[str, str], csl: dict[str, Any]) -> dict[str, str]:
    """What the importer would not read from these fields."""
    people = {role: _as_read(_people(csl, role, escaped)) for role in ROLES}
    read_back, _read = bibtex_fields.csl_of(kind, fields | people)
    return left_over({name: value for name, value in csl.items() if name != "id"}, read_back)


def _as_read(people: str) -> str:
    return plain_names(people) if "{" in people or "\\" in people else people


def _people(csl: dict[str, Any], role: str, text: Callable[[str], str]) -> str:
    """Names of a role; one that is given whole, as of a body, is braced to stay whole."""
    return " and ".join(_person(name, text) for name in csl.get(role, []) if isinstance(name, dict))


def _person(name: dict[str, str], text: Callable[[str], str]) -> str:
    if "family" not in name or "given" not in name:
        return f"{{{text(name.get('family') or name.get('literal', ''))}}}"
    particle = name.get("non-dropping-particle") or name.get("dropping-particle") or ""
    family = _part(name["family"], text, alone=not particle)
    parts = [f"{text(particle)} {family}".strip()]
    parts += [_part(name[key], text) for key in ("suffix", "given") if name.get(key)]
    return ", ".join(parts)


def _part(part: str, text: Callable[[str], str], *, alone: bool = False) -> str:
    """A part of a name, in braces where it would be taken apart or for a particle."""
    whole = "," in part or " and " in part.casefold() or (alone and not part[:1].isupper())
    return f"{{{text(part)}}}" if whole else text(part)
