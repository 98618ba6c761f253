"""Which stored source somebody means by a citation that is written otherwise.

Sure is only what one source alone can be: an author's name with the title's own words or with the
year, or a full citation that holds author, year and title. What merely may be one is offered.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import reduce
from operator import and_
from typing import NamedTuple

from django.db.models import Q, QuerySet

from evidence.models import Source
from evidence.sources import plain, source_of

ARTICLES = "a an the of and in on at to de der die das des du la le les el"
STOP = frozenset(f"{ARTICLES} et al ed eds vol p pp s".split())
YEAR = re.compile(r"1[0-9]{3}|20[0-9]{2}")
MOST_WORDS, MOST_CANDIDATES, MOST_OFFERED = 8, 50, 3
MOST_LOOKED_FOR = 20  # sources of one record
ALIKE = 0.75  # share of words that two citations have in common
LONGEST = 2000


class Matches(NamedTuple):
    """The stored source that a citation surely is, and those that it may be."""

    sure: Source | None
    maybe: list[Source]

    @property
    def first(self) -> Source | None:
        """The best of them."""
        return self.sure or next(iter(self.maybe), None)


class Said(NamedTuple):
    """A citation in words without case, accents and signs."""

    words: list[str]
    years: set[str]

    @property
    def telling(self) -> set[str]:
        """The words that tell it from others."""
        return {word for word in self.words if word not in STOP and len(word) > 1}


def folded(text: str) -> list[str]:
    """The words of a text without case, accents and signs."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    kept = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return re.sub(r"[\W_]+", " ", kept).split()


def matches(citation: str) -> Matches:
    """The sources that a citation, as it is typed or pasted, may be."""
    text = plain(citation)[:LONGEST]
    stored = source_of(text) or Source.objects.filter(slug=text).first()
    if stored or not text:
        return Matches(stored, [])
    said = _said(text)
    if len(said.telling) < 2:
        return Matches(None, [])
    judged = [(source, _judged(said, source)) for source in _candidates(text, said)]
    sure = [source for source, how in judged if how == "sure"]
    maybe = [source for source, how in judged if how]
    if len(sure) == 1:
        return Matches(sure[0], [])
    return Matches(None, (sure or maybe)[:MOST_OFFERED])


def surely(citations: Iterable[str]) -> dict[str, str]:
    """For citations that are not stored the stored one that they surely are."""
    found = {}
    for citation in citations:
        source = matches(citation).sure
        if source and source.citation != plain(citation):
            found[plain(citation)] = source.citation
    return found


def unstored(citations: Iterable[str]) -> dict[str, Matches]:
    """For citations that are not stored as they are written what they may be, for some of them."""
    wanted = list(dict.fromkeys(filter(None, citations)))
    stored = set(Source.objects.filter(citation__in=wanted).values_list("citation", flat=True))
    others = [citation for citation in wanted if citation not in stored][:MOST_LOOKED_FOR]
    found = {citation: matches(citation) for citation in others}
    return {citation: each for citation, each in found.items() if each.first}


def _said(text: str) -> Said:
    words = folded(text)
    return Said(words, {word for word in words if YEAR.fullmatch(word)})


def _candidates(text: str, said: Said) -> QuerySet[Source]:
    """Sources with all the words, or with a name and year of a longer citation."""
    words = [word for word in re.split(r"[\W_]+", text) if word.casefold() not in STOP]
    telling = sorted((word for word in words if len(word) > 1), key=len, reverse=True)
    parts = (
        Q(citation__icontains=word) | Q(title__icontains=word) for word in telling[:MOST_WORDS]
    )
    wanted = reduce(and_, parts, Q())
    names = [word for word in words if word[:1].isupper() and len(word) > 2][:MOST_WORDS]
    if names and said.years:
        years = Q(year__in=[int(year) for year in said.years])
        for year in said.years:
            years |= Q(citation__contains=year)
        wanted |= years & Q(citation__istartswith=names[0])
    return Source.objects.filter(wanted).order_by("pk")[:MOST_CANDIDATES]


def _judged(said: Said, source: Source) -> str:
    """Whether a citation is a source: "sure", "maybe" or not at all."""
    stored = _said(f"{source.citation} {source.title}")
    years = stored.years | ({str(source.year)} if source.year else set())
    if said.years and years and not said.years & years:
        return ""
    authors, title = _authors(source), folded(source.title)
    has_author = bool(authors & set(said.words))
    same_year = bool(said.years & years)
    if said.telling <= stored.telling | years:
        title_words = _from_first(said.words, authors | years)
        phrase = len(set(title_words) - STOP) > 1 and _within(title_words, stored.words)
        return "sure" if has_author and (phrase or same_year) else "maybe"
    if has_author and len(set(title) - STOP) > 1 and _within(title, said.words):
        return "sure" if same_year or not (said.years and years) else "maybe"
    common = len(said.telling & stored.telling) / len(said.telling | stored.telling)
    return "maybe" if has_author and common >= ALIKE else ""


def _from_first(words: list[str], others: set[str]) -> list[str]:
    """What is left of a citation without names, initials and years: “history of chess”."""
    telling = [word not in others and len(word) > 1 for word in words]
    start = telling.index(True) if True in telling else len(words)
    return [word for word in words[start:] if word not in others]


def _within(words: list[str], text: list[str]) -> bool:
    """Whether words stand one after another in a text."""
    return f" {' '.join(words)} " in f" {' '.join(text)} "


def _authors(source: Source) -> set[str]:
    """The words of its authors' names; of an unread citation the one that it begins with."""
    named = [
        row.get("family") or row.get("literal") or ""
        for name in ("author", "editor")
        for row in source.csl.get(name) or []
        if isinstance(row, dict)
    ]
    return {word for name in named for word in folded(name) if len(word) > 1} or set(
        folded(source.citation)[:1]
    )
