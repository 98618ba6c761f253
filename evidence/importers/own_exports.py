"""References that this project has written: which source they were, and what they say of it."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from django.db.models import Q

from evidence.importers.reference import Reference, citation_text
from evidence.importers.same_words import folded
from evidence.models import Source
from evidence.sources import plain, source_of, source_slug
from evidence.sources.bibliography.csl import doi_of


class Named(NamedTuple):
    """What an entry says of a source, by what citation; `source` is the stored one, if any.

    `slug` is that of an entry that an installation of this project has written.
    """

    source: Source | None
    citation: str
    csl: dict[str, Any]
    slug: str = ""


def named(reference: Reference) -> Named:
    """The source of an entry, where it is known by what the entry carries."""
    if reference.own is None:
        return _by_note(reference)
    citation, slug = plain(reference.own.citation), reference.own.slug
    csl = _without_citation(reference.csl, citation)
    return Named(_stored(slug, citation, reference.csl), citation, csl, slug)


def _stored(slug: str, citation: str, csl: dict[str, Any]) -> Source | None:
    """The source of this citation, else of this slug and title or DOI, or what it was joined into.

    The citation may have been corrected since; the slugs of another installation are others.
    """
    if by_citation := source_of(citation):
        return by_citation
    found = Source.objects.filter(Q(slug=slug) | Q(aliases__slug=slug)).order_by("pk").first()
    if found is None:
        return None
    same_title = folded(found.title) == folded(csl.get("title", ""))
    same_doi = doi_of(csl) and folded(doi_of(found.csl)) == folded(doi_of(csl))
    return found if same_title or same_doi else None


def _without_citation(csl: dict[str, Any], citation: str) -> dict[str, Any]:
    """A source that nobody has parsed is written as a document with its citation for a title."""
    if plain(csl.get("title", "")) != citation:
        return csl
    unparsed = {"title"} | ({"type"} if csl.get("type") == "document" else set())
    return {name: value for name, value in csl.items() if name not in unparsed}


def _by_note(reference: Reference) -> Named:
    """Before references carried a source's id, their note was the citation as it was given."""
    note = plain(reference.csl.get("note", ""))
    csl = {name: value for name, value in reference.csl.items() if name != "note"}
    if note and note == plain(csl["title"]):
        csl = {name: csl[name] for name in ("issued",) if name in csl}
    source = Source.objects.filter(slug=reference.key).first() if reference.key else None
    if source and note and folded(source.citation) == folded(note):
        return Named(source, source.citation, csl)
    made = source_slug(csl, note) if note else ""
    if made and re.fullmatch(f"{re.escape(made)}(-[0-9]+)?", reference.key):
        return Named(None, note, csl)
    return Named(None, plain(citation_text(reference.csl)), reference.csl)
