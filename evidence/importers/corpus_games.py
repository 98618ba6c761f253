"""What the games of a corpus are to each other: games.jsonl, a game a line."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path

from evidence.claims.game_relations import NAMES, drafts_of, store_relations
from evidence.drafts import GameRelationDraft
from evidence.history.shared import RELATIONS, content_of, note_shared
from evidence.importers.corpus_files import CorpusError, Row, read_lines
from evidence.models import SharedVersion
from evidence.sources import StoreError, plain
from evidence.vocabulary import GameLink, Sureness, Voice
from games.models import Game


@dataclass(frozen=True)
class RelatedGame:
    """A game by name, and its relations; their targets are names, too."""

    row: Row
    name: str
    relations: tuple[GameRelationDraft, ...]


def read_games(path: Path, named: Collection[str]) -> list[RelatedGame]:
    """The lines of the file, if there is one; all games in it have records. Raises CorpusError."""
    rows = list(read_lines(path)) if path.exists() else []
    return [_game(row, named) for row in rows]


def _game(row: Row, named: Collection[str]) -> RelatedGame:
    row.only(frozenset({"game", "relations"}))
    name = _known(row, "game", named)
    return RelatedGame(row, name, tuple(_relation(each, named) for each in row.rows("relations")))


def _known(row: Row, key: str, named: Collection[str]) -> str:
    name = row.need(key, str)
    if name not in named:
        row.fail(key, f"{name!r} is the game of no record")
    return name


def _relation(row: Row, named: Collection[str]) -> GameRelationDraft:
    row.only(frozenset(NAMES))
    _known(row, "target", named)
    choices = {"relation": GameLink.values, "certainty": Sureness.values, "voice": Voice.values}
    for key, known in choices.items():
        if row.may(key, str, "") not in (*known, *([] if key == "relation" else [""])):
            row.fail(key, f"{row.data.get(key)!r} is not one of {', '.join(known)}")
    said = {key: row.may(key, str, "") for key in NAMES}
    return GameRelationDraft(**said | {"source": plain(said["source"])})


def store_related(game: RelatedGame, importer: str, *, update: bool) -> str:
    """Store its relations, and tell whether they are changed, unchanged, or kept as people have
    changed them. `importer` is how the reasons of the importer's acts begin. Raises CorpusError.
    """
    stored = Game.objects.get(name=game.name)
    slugs = dict(Game.objects.values_list("name", "slug"))
    drafts = tuple(replace(each, target=slugs[each.target]) for each in game.relations)
    if drafts_of(stored) == drafts:
        return "unchanged"
    if not update and _is_curated(stored, importer):
        return "kept"
    before = content_of(stored)
    try:
        store_relations(stored, drafts)
    except StoreError as error:
        raise CorpusError(f"{game.row.path}, line {game.row.line}: {error}") from error
    note_shared(stored, before)
    return "changed"


def _is_curated(game: Game, importer: str) -> bool:
    """Whether somebody else than the importer changed its relations last."""
    versions = SharedVersion.objects.filter(what=SharedVersion.What.GAME, slug=game.slug)
    for version in versions.select_related("revision").order_by("-pk"):
        before, after = ((each or {}).get(RELATIONS) for each in (version.before, version.after))
        if before != after:
            return not version.revision.why.startswith(importer)
    return False
