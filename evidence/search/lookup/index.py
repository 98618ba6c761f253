"""An index of things by the words of their names and texts, in memory."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from evidence.search.lookup.asked import Asked, Word, name_score
from evidence.search.lookup.spelling import Spellings
from evidence.search.lookup.synonyms import SYNONYMS
from evidence.search.lookup.things import ORDER, Kind, Thing

MOST_SCORED = 500  # things whose names have the words, and as many whose texts have
MOST_BEGINNINGS = 300  # words that go on from what has been typed
OTHER_NAME = 0.97  # what a name that is not the first counts
SEVERAL_NAMES = 45.0  # words of which each is in another name
IN_TEXT = 10.0  # what words of a text count at least, and how much more at most
MORE_IN_TEXT = 30.0
ALSO_NAMED = 5.0  # where one of the words is in a name
BEGUN = 80.0
K1, B = 1.2, 0.75  # of BM25
AHEAD = {Kind.GAME: 5.0, Kind.RULESET: 3.0, Kind.CONCEPT: 3.0, Kind.REGION: 2.0, Kind.SOURCE: -3.0}


class Hit(NamedTuple):
    """A thing that was found, how well it fits, and the name by which, if any."""

    thing: Thing
    score: float
    name: str = ""


class Index:
    """Things by their words; answers in milliseconds, however common a word is."""

    def __init__(self, things: Iterable[Thing]) -> None:
        self.things = sorted(things, key=_among_equals)
        self.names: defaultdict[str, list[int]] = defaultdict(list)
        self.texts: defaultdict[str, list[int]] = defaultdict(list)
        self.whole: defaultdict[str, list[int]] = defaultdict(list)
        for number, thing in enumerate(self.things):
            self._add(number, thing)
        told = sum(each.text_words.total() for each in self.things)
        self.usual_length = told / max(1, len(self.things)) or 1.0

    def _add(self, number: int, thing: Thing) -> None:
        for name in thing.name_words:
            self.whole["".join(name)].append(number)
        for word in {word for name in thing.name_words for word in name}:
            self.names[word].append(number)
        for word in thing.text_words:
            self.texts[word].append(number)

    @cached_property
    def _beginnings(self) -> list[str]:
        return sorted(self.names)

    @cached_property
    def _whole_beginnings(self) -> list[str]:
        return sorted(self.whole)

    @cached_property
    def spellings(self) -> Spellings:
        """The words of names, and names as one word."""
        short = (name for name, found in self.whole.items() if self._is_short(found))
        return Spellings({*self.names, *short, *SYNONYMS})

    def _is_short(self, found: Collection[int]) -> bool:
        return any(len(name) <= 3 for number in found for name in self.things[number].name_words)

    def knows(self, word: Word) -> bool:
        """Whether any name or text has a word, or one that it may be found by."""
        known = any(each in self.names or each in self.texts for each in word.fitting)
        return known or bool(word.begins and any(self._going_on(word.typed)))

    def search(self, asked: Asked, *, names_only: bool = False) -> tuple[list[Hit], Counter[Kind]]:
        """What has all words, best first, and how many things of each kind there are."""
        named = self._all(asked, names_only=True)
        told = set() if names_only else self._all(asked, names_only=False) - named
        counts = Counter(self.things[number].kind for number in (*named, *told))
        hits = [self._by_name(asked, number) for number in sorted(named)[:MOST_SCORED]]
        hits += [self._by_text(asked, number) for number in sorted(told)[:MOST_SCORED]]
        return sorted(hits, key=lambda hit: (-hit.score, ORDER[hit.thing.kind])), counts

    def _all(self, asked: Asked, *, names_only: bool) -> set[int]:
        """Things that have each of the words in a name, or in a name or the text."""
        sets = [self._having(word, names_only=names_only) for word in asked.words]
        found = set.intersection(*sorted(sets, key=len)) if sets else set()
        found.update(self.whole.get(asked.joined, ()))
        if asked.words and asked.words[-1].begins:
            for name in _from(self._whole_beginnings, asked.joined):
                found.update(self.whole[name])
        return found

    def _having(self, word: Word, *, names_only: bool) -> set[int]:
        found: set[int] = set()
        for other in (*word.fitting, *(self._going_on(word.typed) if word.begins else ())):
            found.update(self.names.get(other, ()))
            if not names_only:
                found.update(self.texts.get(other, ()))
        return found

    def _going_on(self, beginning: str) -> Iterator[str]:
        return _from(self._beginnings, beginning)

    def _by_name(self, asked: Asked, number: int) -> Hit:
        thing = self.things[number]
        scores = [_name_score(asked, name) for name in thing.name_words]
        scores[1:] = [score * OTHER_NAME for score in scores[1:]]
        best = max(scores)
        ahead = AHEAD.get(thing.kind, 0.0)
        if not best:
            return Hit(thing, SEVERAL_NAMES + ahead)
        return Hit(thing, best + ahead, thing.names[scores.index(best)])

    def _by_text(self, asked: Asked, number: int) -> Hit:
        thing = self.things[number]
        fits = sum(self._weight(thing, word) for word in asked.words)
        share = fits / (fits + len(asked.words))
        named = any(asked.fits(word) for name in thing.name_words for word in name)
        score = IN_TEXT + MORE_IN_TEXT * share + ALSO_NAMED * named
        return Hit(thing, score + AHEAD.get(thing.kind, 0.0))

    def _weight(self, thing: Thing, word: Word) -> float:
        """BM25 of a word in the text of a thing; a word of its name counts as one of its text."""
        in_text = thing.text_words
        times = sum(in_text[other] for other in word.fitting) or 1
        having = sum(len(self.texts.get(other, ())) for other in word.fitting)
        rarity = math.log(1 + (len(self.things) + 0.5) / (having + 0.5))
        return rarity * bm25(times, in_text.total() / self.usual_length) / 4


def _name_score(asked: Asked, name: Sequence[str]) -> float:
    """How well a name fits; one that begins with what is being typed, written in one, fits too."""
    score = name_score(asked, name)
    if score or not (asked.words[-1].begins and "".join(name).startswith(asked.joined)):
        return score
    return BEGUN


def _among_equals(thing: Thing) -> tuple[int, int, str, str]:
    return ORDER[thing.kind], -thing.weight, thing.name.casefold(), thing.key


def bm25(times: int, length: float) -> float:
    """What a word counts that stands so often in a text of this length; the usual length is 1."""
    return times * (K1 + 1) / (times + K1 * (1 - B + B * length))


def _from(words: Sequence[str], beginning: str) -> Iterator[str]:
    """Those of some words in order that begin so, up to a bound."""
    start = bisect_left(words, beginning)
    for word in islice(words, start, start + MOST_BEGINNINGS):
        if not word.startswith(beginning):
            return
        yield word
