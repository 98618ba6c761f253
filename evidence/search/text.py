"""Keep the searchable words of each record up to date."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Sequence

from django.db import connection

from evidence.bulk import insert
from evidence.models import Citation, Evidence, Place, Quotation, SearchText
from evidence.words import joined
from games.models import GameAlias

Texts = dict[int, list[str]]

RECORD = (
    "identifier", "portal_id", "title", "rules", "content", "game__name", "game__native_name",
)  # fmt: skip
INSERT = (
    "INSERT INTO evidence_searchtext (evidence_id, words) "
    "SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]') FROM json_each(%s)"
)


def index_text(pks: Collection[int]) -> None:
    """Rebuild the words of these records (a few hundred at a time, by a fixed number of queries).

    Searched are identifiers, here and elsewhere (a museum's number), title, the game's names,
    rules, content, quotations, names of places, and what the sources' citations say. Whoever
    renames a game or changes a source calls this for the records concerned. Ids of records that
    no longer exist are passed over.
    """
    texts = _texts_of_records(pks)
    SearchText.objects.filter(evidence_id__in=pks).delete()
    insert_words([(pk, joined(parts)) for pk, parts in texts.items()])


def insert_words(rows: Sequence[tuple[int, str]]) -> None:
    """Write the words of records that have none yet, by record's id; a few thousand at a time.

    On SQLite by one statement: FTS5 writes down what it has gathered before each statement that
    has a trigger, which for one row at a time takes four times as long.
    """
    if connection.vendor == "postgresql":
        insert(SearchText, ("evidence_id", "words"), rows)
        return
    with connection.cursor() as cursor:
        cursor.execute(INSERT, [json.dumps(rows)])


def _texts_of_records(pks: Collection[int]) -> Texts:
    texts: Texts = {}
    by_game: dict[int, list[int]] = defaultdict(list)
    for pk, game, elsewhere, *parts in Evidence.objects.filter(pk__in=pks).values_list(
        "pk", "game_id", "external_ids", *RECORD
    ):
        texts[pk] = [str(part) for part in (*parts, *elsewhere.values()) if part]
        by_game[game].append(pk)
    names = GameAlias.objects.filter(game_id__in=by_game).order_by()
    for game, name in names.values_list("game_id", "name"):
        for pk in by_game[game]:
            texts[pk].append(name)
    _add_children(texts)
    return texts


def _add_children(texts: Texts) -> None:
    of_these = {"evidence_id__in": list(texts)}
    for rows in (
        Quotation.objects.filter(**of_these).values_list("evidence_id", "text", "translator"),
        Place.objects.filter(**of_these).values_list("evidence_id", "name", "as_given"),
        Citation.objects.filter(**of_these).values_list(
            "evidence_id", "source__citation", "source__title"
        ),
    ):
        for pk, *parts in rows.order_by():
            texts[pk] += parts
