"""What somebody types into the search box, as words with all that each of them may be found by."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from evidence.search.lookup.reading import Reading
from evidence.search.lookup.synonyms import SYNONYMS
from evidence.words import forms, wanted, words, words_of_part

MOST_WORDS = 12  # of a query; those after them are not looked for
PASSED_OVER = frozenset((
    "a", "an", "and", "at", "by", "de", "for", "from", "game", "games", "how", "in", "la", "of",
    "on", "or", "play", "played", "rule", "rules", "the", "to", "was", "what", "with",
))  # fmt: skip
SAME, MEANS_THE_SAME, BEGINNING = 1.0, 0.9, 0.6
ARTICLES = frozenset(("a", "an", "la", "the"))
ALL_THAT_TELLS = 99.0  # what a name counts that differs in small words alone
WHOLE = 100.0  # what a name counts that is just what is asked for
LEAST_BEGINNING = 3  # letters by which records are found


@dataclass(frozen=True)
class Word:
    """A word of a query, and how well each word of a text that it may be found by fits it."""

    typed: str
    fitting: dict[str, float]
    begins: bool = False

    def fits(self, word: str) -> float:
        """How well a word fits: 1 is the word itself, 0 not at all."""
        if word in self.fitting:
            return self.fitting[word]
        if self.begins and word.startswith(self.typed):
            return BEGINNING + (SAME - BEGINNING) * len(self.typed) / len(word)
        return 0.0


@dataclass(frozen=True)
class Asked:
    """A query. `all_words` are those of the text as typed, `words` those that have to be found."""

    text: str
    words: tuple[Word, ...]
    all_words: tuple[Word, ...]

    @cached_property
    def reading(self) -> Reading:
        """What is read of records for this search."""
        return Reading()

    @cached_property
    def joined(self) -> str:
        """The words without blanks: "wei-qi" and "weiqi" are one."""
        return "".join(words(self.text))

    @cached_property
    def equivalents(self) -> list[str]:
        """The other words that are searched for because they mean the same, in order."""
        fitting = (word.fitting.items() for word in self.words)
        return sorted(other for each in fitting for other, fit in each if fit == MEANS_THE_SAME)

    def spelled(self, meant: dict[str, str]) -> Asked:
        """The query with other words in place of some."""
        return read(" ".join(meant.get(word.typed, word.typed) for word in self.all_words))

    def without(self, word: Word) -> Asked:
        """The query without one of its words."""
        return read(" ".join(each.typed for each in self.all_words if each != word))

    def fits(self, word: str) -> float:
        """How well a word fits any of those asked for."""
        return max(self._fitting.get(word, 0.0), *(each.fits(word) for each in self._begun), 0.0)

    @cached_property
    def _fitting(self) -> dict[str, float]:
        """How well each word fits that any of those asked for may be found by."""
        found: dict[str, float] = {}
        for word in self.words:
            for other, fit in word.fitting.items():
                found[other] = max(fit, found.get(other, 0.0))
        return found

    @cached_property
    def _begun(self) -> list[Word]:
        return [word for word in self.words if word.begins]

    @cached_property
    def found_in(self) -> _Found:
        """By part of a text between blanks: whether it has any of the words asked for."""
        return _Found(self)


class _Found(dict[str, bool]):
    """Parts of texts that have been looked at: the same ones stand in most texts."""

    def __init__(self, asked: Asked) -> None:
        self.asked = asked

    def __missing__(self, part: str) -> bool:
        return self.setdefault(part, any(map(self.asked.fits, words_of_part(part))))


def read(text: str, *, typing: bool = False) -> Asked:
    """The query that a text is; while somebody is typing, its last word may go on."""
    whole = "".join(words(text))
    typed = [whole] if whole in SYNONYMS else wanted(text)[:MOST_WORDS]
    every = tuple(_word(word) for word in typed)
    if typing and every and not text.endswith((" ", '"')):
        every = (*every[:-1], replace(every[-1], begins=True))
    needed = tuple(word for word in every if word.typed not in PASSED_OVER)
    return Asked(text, needed or every, every)


def _word(word: str) -> Word:
    plain = word.strip('*"')
    if word.startswith('"'):
        return Word(plain, {plain: SAME})
    others = dict.fromkeys(SYNONYMS.get(plain, ()), MEANS_THE_SAME)
    return Word(plain, others | dict.fromkeys(forms(plain), SAME), word.endswith("*"))


def name_score(asked: Asked, name: Sequence[str]) -> float:
    """How well a name fits, from 0 to 100: the whole name, its beginning, words of it.

    All words that are asked for have to be in it.
    """
    if asked.joined == "".join(name):
        return WHOLE
    fit = sum(fits := [max(map(word.fits, name), default=0.0) for word in asked.words])
    if not fits or not all(fits):
        return 0.0
    fit /= len(fits)
    telling = [word for word in name if word not in PASSED_OVER] or name
    share = min(1.0, len(asked.words) / len(telling))
    begins = _begins(asked.words, telling) and (telling[0] == name[0] or name[0] in ARTICLES)
    if not begins:
        return (60 + 15 * share) * fit
    return (ALL_THAT_TELLS if share == 1 else 80 + 10 * share) * fit


def _begins(asked: Sequence[Word], name: Sequence[str]) -> bool:
    return len(asked) <= len(name) and all(
        word.fits(other) for word, other in zip(asked, name, strict=False)
    )
