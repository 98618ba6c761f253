"""Records that have the words of a query, best first: of very many, those that are looked at.

The database finds them by the words that decision 6 keeps for it, and no more than MOST_FOUND; of
these the titles are compared, and the texts of MOST_READ. So the work is bounded, however common a
word is. What more there is, and exact counts, are on the page to explore.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from django.db import connection, transaction
from django.db.models import Max

from evidence.models import Evidence
from evidence.search.lookup.asked import LEAST_BEGINNING, Asked, Word, name_score
from evidence.search.lookup.index import IN_TEXT, MORE_IN_TEXT, bm25
from evidence.words import words

MOST_FOUND = 500
MOST_READ = 60
MANY = 100_000  # records, of which beginnings of words take the database too long while one types
USUAL_LENGTH = 150  # words of a record's text
IN_PLACE, IN_GAME = 45.0, 42.0

SQLITE = (
    "SELECT id, title FROM evidence_searchtext_fts JOIN evidence_evidence "
    "ON id = evidence_searchtext_fts.rowid WHERE evidence_searchtext_fts MATCH %s "
    "ORDER BY evidence_searchtext_fts.rowid LIMIT %s"
)
# In the very words of the GIN indexes. By these alone, as reading rows in the order of their ids
# would split the words of nearly all of them where few match. An index hands out all rows of a word
# before the first is read, so one record in sixteen is asked first: of common words it has enough.
POSTGRESQL = (
    "SELECT evidence_id FROM evidence_searchtext "
    "WHERE array_to_tsvector(string_to_array(words, ' ')) @@ %s::tsquery"
)
OF_SOME, OF_ALL = " AND evidence_id / 4096 %% 16 = 0 LIMIT %s", " LIMIT %s"
BY_INDEX = "SET LOCAL enable_seqscan = off; SET LOCAL enable_indexscan = off"
AS_USUAL = "SET LOCAL enable_seqscan TO DEFAULT; SET LOCAL enable_indexscan TO DEFAULT"
TITLES = "SELECT id, title FROM evidence_evidence WHERE id = ANY(%s) ORDER BY id"


Titled = tuple[int, str]


@dataclass(frozen=True)
class Records:
    """The ids of records with how well each fits, best first, and whether there are more."""

    scores: dict[int, float]
    more: bool = False


def find(asked: Asked, *, titles_only: bool = False) -> Records:
    """The records that have all words; while somebody types, only those with them in the title."""
    wanted = _whole_words(asked.words) if titles_only and _are_many() else asked.words
    titles = having(wanted, MOST_FOUND + 1)
    more, titles = len(titles) > MOST_FOUND, titles[:MOST_FOUND]
    scores = _by_title(asked, titles)
    if not titles_only:
        rest = sorted((pk for pk, _title in titles if pk not in scores), reverse=True)
        scores |= _by_text(asked, rest[: max(0, MOST_READ - len(scores))])
        scores |= dict.fromkeys(rest[MOST_READ:], 0.0)
    ranked = sorted(scores, key=lambda pk: (-scores[pk], -pk))
    return Records({pk: scores[pk] for pk in ranked}, more)


def _are_many() -> bool:
    return (Evidence.objects.aggregate(newest=Max("pk"))["newest"] or 0) > MANY


def _whole_words(asked: Iterable[Word]) -> list[Word]:
    return [replace(word, begins=False) for word in asked]


def exists(word: Word) -> bool:
    """Whether any record has a word."""
    return bool(having([word], 1))


def having(asked: Collection[Word], most: int) -> list[Titled]:
    """Records that have each of the words, by id and title; of more than `most` any."""
    if not asked or any(_is_too_short(word) for word in asked):
        return []
    if connection.vendor == "postgresql":
        return _from_postgresql(" & ".join(map(_tsquery, asked)), most)
    with connection.cursor() as cursor:
        cursor.execute(SQLITE, [" AND ".join(map(_fts5, asked)), most])
        return list(cursor.fetchall())


def _from_postgresql(query: str, most: int) -> list[Titled]:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(BY_INDEX)
        for which in (OF_SOME, OF_ALL):
            cursor.execute(POSTGRESQL + which, [query, most])
            found = [pk for (pk,) in cursor.fetchall()]
            if len(found) == most:
                break
        cursor.execute(AS_USUAL)
        cursor.execute(TITLES, [found])
        return list(cursor.fetchall())


def _is_too_short(word: Word) -> bool:
    return word.begins and len(word.typed) < LEAST_BEGINNING


def _fts5(word: Word) -> str:
    found = [f'"{each}"' for each in word.fitting]
    if word.begins:
        found.append(f'"{word.typed}" *')
    return f"({' OR '.join(found)})"


def _tsquery(word: Word) -> str:
    found = [f"'{each}'" for each in word.fitting]
    if word.begins:
        found.append(f"'{word.typed}':*")
    return f"({' | '.join(found)})"


def _by_title(asked: Asked, records: Iterable[Titled]) -> dict[int, float]:
    scores = {
        pk: name_score(asked, words(title)) for pk, title in records if _may_fit(asked, title)
    }
    return {pk: score for pk, score in scores.items() if score}


def _may_fit(asked: Asked, title: str) -> bool:
    """Whether a title may have the words; quickly, as most that are looked at have not."""
    if not title.isascii():
        return True
    plain = title.lower()
    return all(any(each in plain for each in word.fitting) for word in asked.words)


def _by_text(asked: Asked, pks: Sequence[int]) -> dict[int, float]:
    scores = {}
    for record in asked.reading.records_of(pks):
        text = words(f"{record.title} {record.rules} {record.content}")
        score = _text_score(asked, text)
        if name_score(asked, words(record.game)):
            score = max(score, IN_GAME)
        if any(name_score(asked, words(place.name)) for place in record.places):
            score = max(score, IN_PLACE)
        scores[record.pk] = score
    return scores


def _text_score(asked: Asked, text: Sequence[str]) -> float:
    length = len(text) / USUAL_LENGTH
    total = sum(bm25(times, length) for times in _times(asked.words, text) if times)
    return IN_TEXT + MORE_IN_TEXT * total / (total + len(asked.words))


def _times(asked: Iterable[Word], text: Sequence[str]) -> Iterable[int]:
    known = Counter(text)
    for word in asked:
        fitting = known.keys() & word.fitting.keys()
        if word.begins:
            fitting |= {other for other in known if word.fits(other)}
        yield sum(known[other] for other in fitting)
