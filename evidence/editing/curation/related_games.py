"""What the game of a record is to other games, as a proposal changes it.

`game_relations` of a content has the changes alone: a row takes the place of the stored one of the
same kind and game, or takes it away (`withdrawn`). Published, they are part of the game and of its
history, not of the record.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from evidence.claims.game_relations import contents_of, store_relations
from evidence.drafts import GameDraft, GameRelationDraft
from evidence.editing.curation import assertions
from evidence.editing.curation.labels import in_line, word
from evidence.editing.workflow.refusals import Fault
from evidence.history.contents import Content
from evidence.history.shared import content_of, note_shared
from evidence.sources import find_game
from evidence.vocabulary import GameLink
from games.models import Game

NAME = "game_relations"
WITHDRAWN = "withdrawn"


def read(content: Content) -> None:
    """Drop rows that say nothing new."""
    stored = stored_of(content)
    known = {key(row) for row in stored}
    content[NAME] = [
        row
        for row in filter(None, content.get(NAME, ()))
        if row not in stored and (WITHDRAWN not in row or key(row) in known)
    ]


def key(row: Content) -> tuple[str, str]:
    """By what a row is known among those of its game."""
    return row.get("relation", ""), row.get("target", "")


def game_of(content: Content) -> Game | None:
    """The stored game of a content, by its slug or name."""
    named = GameDraft(content.get("game_name", ""), slug=content.get("game", ""))
    return find_game(named) if named.slug or named.name else None


def stored_of(content: Content) -> list[Content]:
    """What is published of the game of a content."""
    game = Game.objects.filter(slug=content.get("game", "")).first()
    return contents_of(game) if game else []


def wrong(content: Content) -> Iterator[Fault]:
    """Rows without a kind, about no stored game or the same one, or on no stored source's word."""
    cited = {row.get("citation") for row in content.get("citations", ())}
    if content.get(NAME) and "game" in content.get("unknown", ()):
        yield Fault(NAME, _("it is not known which game this is: relate known games"))
    for position, row in enumerate(content.get(NAME, ())):
        field = f"{NAME}.{position}"
        if not row.get("relation"):
            yield Fault(f"{field}.relation", _("say what it is to the other game"))
        yield from assertions.wrong_game(field, row, "target")
        if row.get("target") == content.get("game", ""):
            yield Fault(f"{field}.target", _("a game is related to another game"))
        yield from assertions.wrong_source(field, row, cited)


def tell(row: Content, _content: Content) -> str:
    """A row on one line."""
    relation, target = key(row)
    game = Game.objects.filter(slug=target).first()
    said = f"{word(GameLink, relation or '…')} {game.name if game else target}"
    if WITHDRAWN in row:
        return _("not any more: %(said)s") % {"said": said}
    return in_line(row | {"relation": said}, relation="", **assertions.BY)


def store_changes(content: Content) -> None:
    """Make the stored relations of a game what a published content says. Raises StoreError."""
    changes = content.get(NAME, ())
    found = game_of(content) if changes and content.get("game_name") else None
    if found is None:
        return
    game: Any = Game.objects.select_for_update().get(pk=found.pk)
    before = content_of(game)
    rows = {key(row): row for row in contents_of(game)} | {key(row): row for row in changes}
    kept = [row for row in rows.values() if WITHDRAWN not in row]
    store_relations(game, [GameRelationDraft(**row) for row in kept])
    note_shared(game, before)
