"""The sources that a table cites: found by their citations or made, some hundred at a time."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from evidence.bulk import insert
from evidence.exporters.table_columns import FORMERLY, LINE
from evidence.importers.report import Report
from evidence.importers.table_rows import Made
from evidence.models import Source, SourceAlias
from evidence.sources import source_slug, unique_slug
from evidence.words import distinct

MOST_KEPT = 100_000
BLANK = ("{}", "")  # CSL-JSON and title
Cited = tuple[str, str]  # a citation, and its slug in the table


class Found(NamedTuple):
    """A stored source, and the words of its title."""

    pk: int
    words: frozenset[str]


class Sources:
    """Stored sources by their citations; those that are asked for often are kept."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self._kept: dict[str, Found] = {}

    def pk(self, citation: str) -> int:
        """The id of a source that has been stored."""
        return self._kept[citation].pk

    def with_titles(self, made: Made) -> str:
        """The words of a record, with those of its sources' titles."""
        found = [self._kept[citation].words for citation, *_rest in made.citations]
        if not any(found):
            return made.words
        return " ".join(sorted(set(made.words.split()).union(*found)))

    def store(self, cited: Iterable[Cited]) -> None:
        """Find or make the sources of some citations; each has the slug of the table, if free."""
        wanted = dict(cited)
        if len(self._kept) > MOST_KEPT:
            self._kept.clear()
        self._find([citation for citation in wanted if citation not in self._kept])
        self._find_former([each for each in wanted if FORMERLY in each and each not in self._kept])
        new = {citation: slug for citation, slug in wanted.items() if citation not in self._kept}
        if new:
            self._make(new)
            self._find(list(new))
            self.report.count("sources", "created", len(new))

    def _find(self, citations: list[str]) -> None:
        rows = Source.objects.filter(citation__among=citations).order_by()
        for pk, citation, title in rows.values_list("pk", "citation", "title"):
            self._kept[citation] = Found(pk, frozenset(distinct([title])))
        joined = SourceAlias.objects.filter(citation__among=citations)
        for citation, pk, title in joined.values_list("citation", "source_id", "source__title"):
            self._kept[citation] = Found(pk, frozenset(distinct([title])))

    def _find_former(self, citations: list[str]) -> None:
        """Sources as exports cited them before vertical lines were doubled."""
        meant = {citation: citation.replace(FORMERLY, LINE) for citation in citations}
        self._find(list(meant.values()))
        found = {each: self._kept[said] for each, said in meant.items() if said in self._kept}
        self._kept.update(found)

    def _make(self, new: dict[str, str]) -> None:
        slugs = {citation: slug or source_slug({}, citation) for citation, slug in new.items()}
        taken = set(
            Source.objects.filter(slug__among=list(slugs.values())).values_list("slug", flat=True)
        )
        former = SourceAlias.objects.filter(slug__among=list(slugs.values()))
        taken |= set(former.values_list("slug", flat=True))
        rows: list[tuple[str, str]] = []
        later: list[tuple[str, str]] = []
        for citation, slug in slugs.items():
            (later if slug in taken or not slug else rows).append((slug, citation))
            taken.add(slug)
        insert(Source, ("slug", "citation", "csl", "title"), ((*row, *BLANK) for row in rows))
        for slug, citation in later:
            own = unique_slug(Source, slug)
            insert(Source, ("slug", "citation", "csl", "title"), [(own, citation, *BLANK)])
