"""Records that have the words of a query, best first: of very many, those that are looked at.

The database finds them by the words that decision 6 keeps for it, and no more than MOST_FOUND; of
these the titles are compared, and the texts of MOST_READ. So the work is bounded, however common a
word is. What more there is, and exact counts, are on the page to explore.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from django.db import connection, transaction

from evidence.lookup.asked import LEAST_BEGINNING, Asked, Word, name_score
from evidence.lookup.index import IN_TEXT, MORE_IN_TEXT, bm25
from evidence.models import Evidence, Place
from evidence.words import words

MOST_FOUND = 1_000
MOST_READ = 100
CHUNK = 500
USUAL_LENGTH = 150  # words of a record's text
IN_PLACE, IN_GAME = 45.0, 42.0

SQLITE = (
    "SELECT rowid FROM evidence_searchtext_fts WHERE evidence_searchtext_fts MATCH %s "
    "ORDER BY rowid LIMIT %s"
)
# In the very words of the GIN index. By that index alone, as reading rows in the order of their ids
# would split the words of nearly all of them where few match.
POSTGRESQL = (
    "SELECT evidence_id FROM evidence_searchtext "
    "WHERE array_to_tsvector(string_to_array(words, ' ')) @@ %s::tsquery LIMIT %s"
)
BY_INDEX = "SET LOCAL enable_seqscan = off; SET LOCAL enable_indexscan = off"


@dataclass(frozen=True)
class Records:
    """The ids of records with how well each fits, best first, and whether there are more."""

    scores: dict[int, float]
    more: bool = False


def find(asked: Asked, *, titles_only: bool = False) -> Records:
    """The records that have all words; while somebody types, only those with them in the title."""
    pks = having(asked.words, MOST_FOUND + 1)
    more, pks = len(pks) > MOST_FOUND, pks[:MOST_FOUND]
    scores = _by_title(asked, pks)
    if not titles_only:
        rest = sorted((pk for pk in pks if pk not in scores), reverse=True)
        scores |= _by_text(asked, rest[: max(0, MOST_READ - len(scores))])
        scores |= dict.fromkeys(rest[MOST_READ:], 0.0)
    ranked = sorted(scores, key=lambda pk: (-scores[pk], -pk))
    return Records({pk: scores[pk] for pk in ranked}, more)


def exists(word: Word) -> bool:
    """Whether any record has a word."""
    return bool(having([word], 1))


def having(asked: Collection[Word], most: int) -> list[int]:
    """Ids of records that have each of the words, of more than `most` any."""
    if not asked or any(_is_too_short(word) for word in asked):
        return []
    if connection.vendor == "postgresql":
        return _from_postgresql(" & ".join(map(_tsquery, asked)), most)
    with connection.cursor() as cursor:
        cursor.execute(SQLITE, [" AND ".join(map(_fts5, asked)), most])
        return [pk for (pk,) in cursor.fetchall()]


def _from_postgresql(query: str, most: int) -> list[int]:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(BY_INDEX)
        cursor.execute(POSTGRESQL, [query, most])
        found = sorted(pk for (pk,) in cursor.fetchall())
        cursor.execute("SET LOCAL enable_seqscan TO DEFAULT; SET LOCAL enable_indexscan TO DEFAULT")
    return found


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


def _by_title(asked: Asked, pks: Sequence[int]) -> dict[int, float]:
    scores = {}
    for start in range(0, len(pks), CHUNK):
        rows = Evidence.objects.filter(pk__in=pks[start : start + CHUNK]).order_by()
        for pk, title in rows.values_list("pk", "title"):
            score = name_score(asked, words(title))
            if score:
                scores[pk] = score
    return scores


def _by_text(asked: Asked, pks: Sequence[int]) -> dict[int, float]:
    rows = Evidence.objects.filter(pk__in=pks).order_by()
    fields = ("pk", "game__name", "title", "rules", "content")
    scores = {}
    for pk, game, *texts in rows.values_list(*fields):
        in_game = IN_GAME if name_score(asked, words(game)) else 0.0
        scores[pk] = max(in_game, _text_score(asked, words(" ".join(texts))))
    for pk, place in Place.objects.filter(evidence__in=pks).values_list("evidence_id", "name"):
        if pk in scores and name_score(asked, words(place)):
            scores[pk] = max(scores[pk], IN_PLACE)
    return scores


def _text_score(asked: Asked, text: Sequence[str]) -> float:
    length = len(text) / USUAL_LENGTH
    total = sum(bm25(times, length) for times in _times(asked.words, text) if times)
    return IN_TEXT + MORE_IN_TEXT * total / (total + len(asked.words))


def _times(asked: Iterable[Word], text: Sequence[str]) -> Iterable[int]:
    known = set(text)
    for word in asked:
        fitting = {other for other in known if word.fits(other)}
        yield sum(other in fitting for other in text)
