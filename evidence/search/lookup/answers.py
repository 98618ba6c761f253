"""The answer to a query over everything: things and records in one order.

Where nothing has all words of a query, it is answered as it was probably meant; where that is of no
use either, with words left out. The answer says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from evidence.search.lookup.asked import Asked, Word, read
from evidence.search.lookup.current import current_index
from evidence.search.lookup.index import Hit, Index
from evidence.search.lookup.records import Records, exists, find, having
from evidence.search.lookup.spelling import errors, sound
from evidence.search.lookup.synonyms import PHRASES
from evidence.search.lookup.things import ORDER, Kind

MOST_LISTED = 500
AT_FIRST = 5  # of a kind, before those of other kinds have had their turn
SUGGESTED, SUGGESTED_OF_A_KIND = 8, 4
LEAST_TYPED = 2  # letters, before anything is suggested
MEANT = 3


class Entry(NamedTuple):
    """One entry of the list: a thing by its hit, or a record by its id."""

    kind: Kind
    score: float
    hit: Hit | None = None
    record: int = 0


@dataclass(frozen=True)
class Answer:
    """What was found by `asked`, which was typed or, if `corrected`, is what was probably meant.

    `meant` is what else may have been; `left_out` are words that are in no entry. There are `more`
    records than are counted.
    """

    asked: Asked
    entries: Sequence[Entry] = ()
    counts: dict[Kind, int] = field(default_factory=dict)
    more: bool = False
    corrected: bool = False
    meant: Sequence[str] = ()
    left_out: Sequence[str] = ()

    @property
    def count(self) -> int:
        """How many entries there are of all kinds; at least, where there are `more`."""
        return sum(self.counts.values())


def answer(text: str, kind: Kind | None = None) -> Answer:
    """What has the words of a text, best first; of one kind, if that is given."""
    index, asked = current_index(), read(text)
    found = _found(index, asked)
    if not found.count and asked.words:
        found = _as_meant(index, asked) or _with_less(index, asked) or found
    return replace(found, entries=_listed(found.entries, kind))


def _found(index: Index, asked: Asked) -> Answer:
    hits, counts = index.search(asked)
    records = find(asked)
    counts[Kind.RECORD] = len(records.scores)
    known = {kind: counts[kind] for kind in Kind if counts[kind]}
    return Answer(asked, _entries(hits, records), known, records.more)


def _entries(hits: Iterable[Hit], records: Records) -> list[Entry]:
    found = [Entry(hit.thing.kind, hit.score, hit) for hit in hits]
    found += [Entry(Kind.RECORD, score, record=pk) for pk, score in records.scores.items()]
    return sorted(found, key=lambda each: (-each.score, ORDER[each.kind]))


def _listed(entries: Iterable[Entry], kind: Kind | None) -> list[Entry]:
    """Those of a kind; of all, no more than a few of each kind before others have their turn."""
    if kind:
        return [each for each in entries if each.kind == kind][:MOST_LISTED]
    first: list[Entry] = []
    later: list[Entry] = []
    seen = Counter[Kind]()
    for each in entries:
        seen[each.kind] += 1
        (first if seen[each.kind] <= AT_FIRST else later).append(each)
    return (first + later)[:MOST_LISTED]


def _as_meant(index: Index, asked: Asked) -> Answer | None:
    likely = corrections(index, asked, found_nothing=True)
    for at, text in enumerate(likely):
        found = _found(index, read(text))
        if found.count:
            return replace(found, corrected=True, meant=likely[at + 1 :])
    return None


def corrections(index: Index, asked: Asked, *, found_nothing: bool = False) -> list[str]:
    """What was probably meant, the likeliest first: the whole as one name, words that are known.

    If the whole query found nothing, a single word is not looked for again.
    """
    absent = found_nothing and len(asked.all_words) == 1
    unknown = [
        word for word in asked.all_words if not (index.knows(word) or (not absent and exists(word)))
    ]
    found = [PHRASES[asked.joined]] if asked.joined in PHRASES else []
    if len(asked.all_words) > 1:
        found += _as_one_name(index, asked, strictly=not unknown)
    for at in range(MEANT):
        meant = {word.typed: _likely(index, word, at) for word in unknown}
        if unknown and all(meant.values()):
            found.append(asked.spelled(meant).text)
    return list(dict.fromkeys(found))[:MEANT]


def _as_one_name(index: Index, asked: Asked, *, strictly: bool) -> list[str]:
    """Names that sound like the whole, or nearly are it: "wei ch'i" is Weiqi."""
    whole = asked.joined
    return [
        name
        for name in index.spellings.like(whole)
        if not strictly or sound(name) == sound(whole) or errors(whole, name, 1) <= 1
    ]


def _likely(index: Index, word: Word, at: int) -> str:
    like = index.spellings.like(word.typed)
    return like[min(at, len(like) - 1)] if like else ""


def _with_less(index: Index, asked: Asked) -> Answer | None:
    """What has the words but some: each time that is left out without which the best is found."""
    left_out: list[str] = []
    while len(asked.words) > 1:
        word, asked = max(
            ((word, asked.without(word)) for word in asked.words),
            key=lambda tried: _best(index, tried[1]),
        )
        left_out.append(word.typed)
        if _best(index, asked):
            return replace(_found(index, asked), left_out=left_out)
    return None


def _best(index: Index, asked: Asked) -> float:
    hits, _counts = index.search(asked)
    return hits[0].score if hits else float(bool(having(asked.words, 1)))


def suggestions(text: str) -> list[Entry]:
    """What goes on from what somebody has typed so far, by names alone, best first."""
    index, asked = current_index(), read(text, typing=True)
    if not asked.words or (asked.joined.isascii() and len(asked.joined) < LEAST_TYPED):
        return []
    entries = _suggested(index, asked)
    if not entries:
        likely = corrections(index, read(text))
        entries = _suggested(index, read(likely[0])) if likely else []
    return _few_of_each(entries)


def _suggested(index: Index, asked: Asked) -> list[Entry]:
    hits, _counts = index.search(asked, names_only=True)
    return _entries(hits, find(asked, titles_only=True))


def _few_of_each(entries: Iterable[Entry]) -> list[Entry]:
    """The first few of each kind; of those with the same name the first alone."""
    seen, names, chosen = Counter[Kind](), set(), []
    for each in entries:
        name = (each.kind, each.hit.thing.name if each.hit else each.record)
        if name not in names and seen[each.kind] < SUGGESTED_OF_A_KIND:
            chosen.append(each)
            seen[each.kind] += 1
            names.add(name)
    return chosen[:SUGGESTED]
