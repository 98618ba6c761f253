"""BibTeX, RIS and CSL-JSON files into sources; all of a file or nothing."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.db import transaction

from evidence.drafts import CitationDraft
from evidence.history import revision
from evidence.history.shared import content_of, note_shared
from evidence.importers.bibtex import read_bibtex
from evidence.importers.csl_json import read_csl_json
from evidence.importers.outcomes import shared_change
from evidence.importers.own_exports import named
from evidence.importers.reference import BibliographyError, Reference, text_of
from evidence.importers.report import Outcome, Progress, Report, unheard
from evidence.importers.ris import read_ris
from evidence.importers.same_words import folded
from evidence.models import Evidence, Source
from evidence.search.index import index_records
from evidence.sources import (
    Changes,
    StoreError,
    complete_source,
    csl_year,
    save_checked,
    source_of,
)
from evidence.sources.bibliography.csl import doi_of, tidied
from evidence.storing import Action, Change

READERS = {
    ".bib": read_bibtex, ".bibtex": read_bibtex, ".ris": read_ris, ".json": read_csl_json,
}  # fmt: skip
CHOICES = ("ask", "complete", "add")
BIBTEX = re.compile(r"^[^\S\n]*@\w+\s*[{(]", re.MULTILINE)  # an entry begins so


def read_references(path: Path) -> list[Reference]:
    """The entries of a file, BibTeX, RIS or CSL-JSON by its ending, else by how it begins.

    Raises BibliographyError, naming line and entry.
    """
    text = text_of(path)
    reader = READERS.get(path.suffix.lower())
    if reader is None and re.match(r"\s*TY  -", text):
        reader = read_ris
    if reader is None and BIBTEX.search(text):
        reader = read_bibtex
    if reader is None and re.match(r"\s*[\[{]", text):
        reader = read_csl_json
    if reader is None:
        said = (
            f"{path}: neither BibTeX (@book{{…), RIS (TY  - …) nor CSL-JSON ([{{…): "
            "name a .bib, .ris or .json file"
        )
        raise BibliographyError(said)
    return reader(path, text)


def import_references(
    path: Path, *, duplicates: str = "ask", dry_run: bool = False, progress: Progress = unheard
) -> Report:
    """Store the sources of a file. Raises BibliographyError; then nothing is stored.

    A source is known by its citation or its DOI, and only its blanks are filled. An entry that
    has the title and year of a stored source, or its DOI under another title, may be the same:
    `duplicates` says whether to "ask" (leave it out and say so), "complete" that source, or "add"
    another.
    """
    references = read_references(path)
    report = Report()
    with transaction.atomic(), revision(f"import of {path.name}"):
        known, changed = Known(), set[int]()
        for done, reference in enumerate(references):
            progress(done, len(references))
            source = store_reference(path, reference, known, duplicates, report)
            changed |= {source.pk} if source else set()
        if dry_run:
            transaction.set_rollback(True)
        elif changed:
            index_records(_citing(changed))
    _remark_fields(report, references)
    return report


@dataclass
class Known:
    """The stored sources, but for these citations, by what an entry may have in common.

    Those that were stored since are `fresh`.
    """

    but: set[str] = field(default_factory=set)
    fresh: set[int] = field(default_factory=set)
    by_doi: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    by_title: dict[tuple[str, int | None], list[int]] = field(
        default_factory=lambda: defaultdict(list)
    )

    def __post_init__(self) -> None:
        for source in Source.objects.iterator(2000):
            if source.citation not in self.but:
                self.add(source)

    def add(self, source: Source) -> None:
        """Note a source, also one that has just been stored."""
        if said := folded(doi_of(source.csl)):
            self.by_doi[said].append(source.pk)
        if title := folded(source.title):
            self.by_title[title, source.year].append(source.pk)

    def same(self, csl: dict[str, Any], citation: str) -> Source | None:
        """The source that the entry surely is: of this citation, or of this DOI and title."""
        found = source_of(citation)
        if found:
            return found
        by_doi = Source.objects.filter(pk__in=self._with_doi(csl)).order_by("pk")
        title = folded(csl.get("title", ""))
        return next((row for row in by_doi if folded(row.title) in ("", title)), None)

    def alike(self, csl: dict[str, Any], *, fresh: bool = True) -> Source | None:
        """The first source that may be the same: of this DOI, or of this title and year."""
        year = csl_year(csl)
        pks = self._with_doi(csl)
        if year is not None:
            pks = pks + self.by_title.get((folded(csl.get("title", "")), year), [])
        if not fresh:
            pks = [pk for pk in pks if pk not in self.fresh]
        return Source.objects.filter(pk__in=pks).order_by("pk").first()

    def _with_doi(self, csl: dict[str, Any]) -> list[int]:
        return self.by_doi.get(folded(doi_of(csl)), []) if doi_of(csl) else []


def store_reference(
    path: Path, reference: Reference, known: Known, duplicates: str, report: Report
) -> Source | None:
    """Store one entry; gives the source if it changed. Raises BibliographyError."""
    said = named(reference)
    source, csl = said.source, said.csl
    if not said.slug:
        source = source or known.same(csl, said.citation)
    # Sources that one of our own files tells apart are not the same.
    alike = None if source else known.alike(csl, fresh=not said.slug)
    if alike and duplicates == "ask":
        _leave_out(reference, alike, _common(alike, csl), report)
        return None
    if alike and duplicates == "complete":
        source = alike
    before = content_of(source) if source else None
    kept: Changes = {}
    try:
        if source is None:
            source = complete_source(CitationDraft(said.citation, csl=csl), said.slug)[0]
            known.fresh.add(source.pk)
        else:
            kept = _complete(source, csl)
    except StoreError as error:
        raise BibliographyError(f"{path}, {reference.place}: {error}") from error
    after = content_of(source)
    note_shared(source, before, after)
    change = shared_change(source, before, after, kept)
    action = _told(reference, source, change, report)
    known.add(source)
    return source if action == "changed" else None


def _leave_out(reference: Reference, alike: Source, common: str, report: Report) -> None:
    report.note("sources", "left out")
    report.remark(
        "may be stored already, left out (--duplicates complete fills its blanks, "
        "--duplicates add stores another)",
        [f"{reference.place}: {common} {alike.slug}"],
    )
    change = Change(alike.slug, "unchanged")
    title = str(reference.csl["title"])
    report.outcomes.append(Outcome("source", reference.place, title, change, left_out=common))


def _told(reference: Reference, source: Source, change: Change, report: Report) -> Action:
    """Report what became of an entry: created, changed or unchanged."""
    kept = change.kept
    report.note("sources", change.action)
    report.remark(
        "kept, the file has another value",
        [f"{reference.place}: {', '.join(sorted(kept))} of {source.slug}"] if kept else [],
    )
    report.outcomes.append(Outcome("source", reference.place, str(source.title), change))
    return change.action


def _complete(source: Source, said: dict[str, Any]) -> Changes:
    """Fill what is blank; what has a value stays, and is given where the file has another."""
    known = tidied(source.csl)
    only_year = {"date-parts": [[source.year]]}
    if said.get("issued") == only_year:
        known.setdefault("issued", only_year)
    csl = {name: value for name, value in said.items() if name not in known} | source.csl
    offered = {"csl": csl, "title": source.title or csl.get("title", "")}
    offered["year"] = csl_year(csl) if source.year is None else source.year
    changed = {name for name, value in offered.items() if getattr(source, name) != value}
    for name in changed:
        setattr(source, name, offered[name])
    if changed:
        save_checked(source)
    return {
        name: (known[name], value)
        for name, value in said.items()
        if name in known and known[name] != value
    }


def _common(source: Source, csl: dict[str, Any]) -> str:
    same_doi = doi_of(csl) and folded(doi_of(csl)) == folded(doi_of(source.csl))
    return "the same DOI as" if same_doi else "the same title and year as"


def _citing(sources: set[int]) -> list[int]:
    """The records whose words to search have changed with their sources."""
    cited = Evidence.objects.filter(citations__source__in=sources)
    return list(cited.distinct().values_list("pk", flat=True))


def _remark_fields(report: Report, references: list[Reference]) -> None:
    counts = Counter(name for reference in references for name in reference.left_out)
    report.remark("not read", (f"{name}: {number}" for name, number in counts.items()))
