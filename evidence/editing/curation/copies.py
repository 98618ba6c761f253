"""What a proposal shares with what is there: sources that may be stored, copies of records."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from evidence.editing.curation.models import OPEN, Proposal
from evidence.editing.curation.rights import Person, seen_by
from evidence.history.contents import Content
from evidence.models import Citation, Evidence, Source
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
    return [*_records(identifier, own), *_proposals(identifier, own, meant, person)]


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


def _records(identifier: str, own: dict[Quoted, str]) -> Iterator[Copy]:
    texts = {text for text in own.values() if text}
    named = Evidence.objects.filter(quotations__text__in=texts).exclude(identifier=identifier)
    for record in named.select_related("game").distinct()[:MOST]:
        cited = Citation.objects.filter(evidence=record).select_related("source")
        places = [(row.source.citation, row.locator) for row in cited]
        for quotation in record.quotations.all():
            keys = {_key(quotation.text, *place) for place in places} & own.keys()
            if keys:
                yield Copy(str(record), record.get_absolute_url(), quotation.text)
                break


def _proposals(
    identifier: str, own: dict[Quoted, str], meant: dict[str, str], person: Person
) -> Iterator[Copy]:
    others = seen_by(person, Proposal).filter(state__in=OPEN).exclude(identifier=identifier)
    for proposal in others.order_by("-saved_at")[:MOST]:
        texts = {row.get("text", "") for row in proposal.content.get("quotations", ())}
        if texts & set(own.values()) and (
            same := _quoted(proposal.content, meant).keys() & own.keys()
        ):
            yield Copy(str(proposal), proposal.get_absolute_url(), own[next(iter(same))])
