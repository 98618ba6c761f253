"""The games that a table names: found as `evidence.sources` finds them or made, all at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from django.core.exceptions import ValidationError
from django.utils.text import slugify

from evidence.importers.report import Report
from evidence.importers.table_rows import Key, KnownGame
from evidence.words import distinct
from games.models import Game, GameAlias


class Games:
    """All stored games by slug, name and alias; there are some thousand at most."""

    def __init__(self) -> None:
        self.by_slug: dict[str, Game] = {}
        self.by_name: dict[str, Game] = {}
        self.aliases: defaultdict[int, list[str]] = defaultdict(list)
        self.by_alias: defaultdict[str, list[Game]] = defaultdict(list)
        self.new: list[Game] = []
        by_pk = Game.objects.in_bulk()
        for game in by_pk.values():
            self._keep(game)
        for pk, name in GameAlias.objects.values_list("game_id", "name"):
            self.aliases[pk].append(name)
            self.by_alias[name].append(by_pk[pk])

    def find(self, slug: str, name: str) -> Game | None:
        """The game of the slug, of the name, or, if only one has it, of the alias."""
        known_as = self.by_alias.get(name, [])
        alone = known_as[0] if len(known_as) == 1 else None
        return self.by_slug.get(slug) or self.by_name.get(name) or alone

    def add(self, slug: str, name: str) -> Game:
        """A game that will be stored. Raises ValidationError where a field does not fit."""
        game = Game(name=name, slug=slug or self._free_slug(slugify(name)[:70] or "game"))
        game.clean_fields(exclude=["external_ids"])
        self.new.append(game)
        self._keep(game)
        return game

    def _keep(self, game: Game) -> None:
        self.by_slug[game.slug] = self.by_name[game.name] = game

    def _free_slug(self, base: str) -> str:
        slug, number = base, 1
        while slug in self.by_slug:
            number += 1
            slug = f"{base}-{number}"
        return slug


def store_games(
    named: Iterable[Key], report: Report, *, dry_run: bool = False
) -> dict[Key, KnownGame | str]:
    """Each named game (slug, name), stored if it was not, or why it cannot be.

    After a dry run those that would be stored have no number.
    """
    games = Games()
    found: dict[Key, Game | str] = {}
    for slug, name in sorted(named):
        try:
            found[slug, name] = games.find(slug, name) or games.add(slug, name)
        except ValidationError as error:
            wrong = (f"{field}: {' '.join(said)}" for field, said in error.message_dict.items())
            found[slug, name] = f"game does not fit, {'; '.join(wrong)}"
    if not dry_run:
        Game.objects.bulk_create(games.new)
    if games.new:
        report.count("games", "created", len(games.new))
    return {
        key: game if isinstance(game, str) else _known(game, games.aliases[game.pk])
        for key, game in found.items()
    }


def _known(game: Game, aliases: list[str]) -> KnownGame:
    words = distinct([game.name, game.native_name, *aliases])
    return KnownGame(game.pk, game.slug, game.name, tuple(words))
