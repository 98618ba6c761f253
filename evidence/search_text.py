"""Keep the searchable words of each record up to date."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection

from evidence.models import Citation, Evidence, Place, Quotation, SearchText
from evidence.words import joined
from games.models import GameAlias

Texts = dict[int, list[str]]

RECORD = (
    "identifier", "portal_id", "title", "rules", "content", "game__name", "game__native_name",
)  # fmt: skip


def index_text(pks: Collection[int]) -> None:
    """Rebuild the words of these records (a few hundred at a time, by a fixed number of queries).

    Searched are identifiers, title, the game's names, rules, content, quotations, names of
    places, and what the sources' citations say. Whoever renames a game or changes a source calls
    this for the records concerned. Ids of records that no longer exist are passed over.
    """
    texts = _texts_of_records(pks)
    SearchText.objects.filter(evidence_id__in=pks).delete()
    SearchText.objects.bulk_create(
        [SearchText(evidence_id=pk, words=joined(parts)) for pk, parts in texts.items()],
        batch_size=500,
    )


def _texts_of_records(pks: Collection[int]) -> Texts:
    texts: Texts = {}
    by_game: dict[int, list[int]] = defaultdict(list)
    for pk, game, *parts in Evidence.objects.filter(pk__in=pks).values_list(
        "pk", "game_id", *RECORD
    ):
        texts[pk] = [part for part in parts if part]
        by_game[game].append(pk)
    for game, name in GameAlias.objects.filter(game_id__in=by_game).values_list("game_id", "name"):
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
        for pk, *parts in rows:
            texts[pk] += parts
