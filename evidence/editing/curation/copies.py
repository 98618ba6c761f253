"""What a proposal shares with what is there: sources that may be stored, copies of records."""

from __future__ import annotations

from typing import NamedTuple

from evidence.editing.curation.models import OPEN, Proposal
from evidence.editing.curation.rights import Person, seen_by
from evidence.history.contents import Content, content_of
from evidence.models import Evidence, Source
from evidence.records.stored import read_draft, with_all
from evidence.sources.matching import Matches, folded, unstored

MOST = 200  # records or proposals that are compared


class AlikeSource(NamedTuple):
    """A source of a proposal, by its number in it, that may be one that is stored."""

    number: int
    citation: str
    source: Source
    is_sure: bool


class Copy(NamedTuple):
    """What has the same words from the same place of the same source."""

    title: str
    address: str
    words: str


def alike_sources(content: Content) -> list[AlikeSource]:
    """The sources of a content that are not stored as they are written, but may be otherwise."""
    rows, found = content.get("citations", ()), _unstored(content)
    return [
        AlikeSource(number, citation, meant.first, meant.sure is not None)
        for number, row in enumerate(rows, 1)
        if (citation := row.get("citation", "")) and (meant := found.get(citation)) and meant.first
    ]


def copies(identifier: str, content: Content, person: Person) -> list[Copy]:
    """Published records, and open proposals that somebody may see, that quote the same from the
    same place.
    """
    found = _unstored(content)
    meant = {citation: each.sure.citation for citation, each in found.items() if each.sure}
    own = _quoted(content, meant)
    if not own:
        return []
    texts = set(own.values()) - {""}
    records = Evidence.objects.filter(quotations__text__in=texts).exclude(identifier=identifier)
    proposals = seen_by(person, Proposal).filter(state__in=OPEN).exclude(identifier=identifier)
    others: list[tuple[Evidence | Proposal, Content]] = [
        *((row, content_of(read_draft(row))) for row in with_all(records.distinct()[:MOST])),
        *((row, row.content) for row in proposals.order_by("-saved_at")[:MOST]),
    ]
    return [
        Copy(str(row), row.get_absolute_url(), own[next(iter(same))])
        for row, said in others
        if texts & {quoted.get("text", "") for quoted in said.get("quotations", ())}
        and (same := _quoted(said, meant).keys() & own.keys())
    ]


def _unstored(content: Content) -> dict[str, Matches]:
    return unstored(row.get("citation", "") for row in content.get("citations", ()))


Quoted = tuple[str, str, str]  # words, citation and locator, without case and signs


def _quoted(content: Content, meant: dict[str, str]) -> dict[Quoted, str]:
    """The quotations with each of the places that they may be from, and their words.

    `meant` has the stored citation for those that are written otherwise.
    """
    found: dict[Quoted, str] = {}
    citations = content.get("citations", ())
    for row in content.get("quotations", ()):
        at, text = row.get("citation"), row.get("text", "")
        cited = [citations[at]] if at is not None and at < len(citations) else citations
        for each in cited:
            citation = each.get("citation", "")
            found[_key(text, meant.get(citation, citation), each.get("locator", ""))] = text
    return found


def _key(text: str, citation: str, locator: str) -> Quoted:
    page = " ".join(word for word in folded(locator) if word not in ("p", "pp", "page", "pages"))
    return " ".join(folded(text)), " ".join(folded(citation)), page
