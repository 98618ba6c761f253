"""Games and sources found or made, one row each, however many records name them.

A field that is already filled is never changed from here: a curator may have filled it.
"""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.utils.text import slugify

from evidence.drafts import CitationDraft, GameDraft, is_blank
from evidence.models import Source, SourceAlias
from games.models import Game, GameAlias

LONGEST_CITATION = 2000  # PostgreSQL's index on the text holds no row above 2700 bytes
Changes = dict[str, tuple[Any, Any]]
# The game of a record of which nobody knows theirs, so that it has a place in lists and exports.
NO_GAME = GameDraft(
    "Unidentified game",
    slug=Game.UNIDENTIFIED,
    description="Boards, pieces and texts of which nobody has said which game they belong to.",
)


class StoreError(ValueError):
    """Which record cannot be stored, what is wrong with it, and what would be right.

    `field` is the draft's field, or the vocabulary, where it is known which is wrong.
    """

    def __init__(self, said: str, field: str = "") -> None:
        super().__init__(said)
        self.field = field


def is_text(said: Any) -> bool:
    """Whether either database can store it as a text."""
    if not isinstance(said, str) or "\0" in said:
        return False
    return not any("\ud800" <= letter <= "\udfff" for letter in said)


def plain(text: str) -> str:
    """The text with every run of white space as one blank."""
    return " ".join(text.split())


def save_checked(row: models.Model) -> None:
    """Save a row whose fields fit. Raises StoreError naming the field that does not."""
    check_fields(row)
    row.save()


def check_fields(row: models.Model) -> None:
    """Raises StoreError naming the field whose value does not fit.

    SQLite would take a text that is too long for its column, PostgreSQL would not.
    """
    unchecked = [
        field.name
        for field in row._meta.fields
        if field.is_relation or getattr(row, field.name) == {}
    ]
    try:
        row.clean_fields(exclude=unchecked)
    except ValidationError as error:
        wrong = "; ".join(f"{name}: {' '.join(said)}" for name, said in error.message_dict.items())
        raise StoreError(f"{row._meta.verbose_name} does not fit, {wrong}") from error


def unique_slug(model: type[Game] | type[Source], base: str) -> str:
    """`base`, or with the first number behind it that no row has yet."""
    length = (model._meta.get_field("slug").max_length or 50) - 4
    base = _shortened(base, length) or model._meta.model_name or "row"
    like = model._default_manager.filter(slug__startswith=base).order_by()
    taken = set(like.values_list("slug", flat=True))
    if model is Source:
        former = SourceAlias.objects.filter(slug__startswith=base).order_by()
        taken |= set(former.values_list("slug", flat=True))
    slug, number = base, 1
    while slug in taken:
        number += 1
        slug = f"{base}-{number}"
    return slug


def _shortened(slug: str, length: int) -> str:
    if len(slug) <= length:
        return slug
    return slug[: length + 1].rpartition("-")[0] or slug[:length]


def find_game(draft: GameDraft) -> Game | None:
    """The stored game with the draft's slug, its name, or, if only one has it, its alias."""
    wanted = Q(name=draft.name)
    if draft.slug:
        wanted |= Q(slug=draft.slug)
    found = list(Game.objects.filter(wanted).order_by("pk"))
    if found:
        return next((game for game in found if game.slug == draft.slug), found[0])
    by_alias = Game.objects.filter(aliases__name=draft.name)[:2]
    return by_alias[0] if len(by_alias) == 1 else None


def complete_game(draft: GameDraft, found: Game | None = None) -> tuple[Game, Changes]:
    """The draft's game, `found` or made if need be, its blanks filled; and what changed."""
    game = found or find_game(draft)
    if game is None:
        slug = draft.slug or unique_slug(Game, slugify(draft.name))
        game = Game(name=draft.name, slug=slug)
    changes = _fill(game, draft, ("native_name", "category", "description", "origin"))
    changes |= _fill_mapping(game, draft.external_ids)
    if changes or game.pk is None:
        save_checked(game)
    changes |= _add_aliases(game, draft.aliases)
    return game, {f"game.{name}": change for name, change in changes.items()}


def _fill(row: Game, draft: GameDraft, names: tuple[str, ...]) -> Changes:
    changes: Changes = {}
    for name in names:
        old, new = getattr(row, name), getattr(draft, name)
        if is_blank(old) and not is_blank(new):
            setattr(row, name, new)
            changes[name] = (old, new)
    return changes


def _fill_mapping(game: Game, offered: dict[str, Any]) -> Changes:
    said = {key: value for key, value in offered.items() if not is_blank(value)}
    merged = said | game.external_ids
    if merged == game.external_ids:
        return {}
    change = (game.external_ids, merged)
    game.external_ids = merged
    return {"external_ids": change}


def _add_aliases(game: Game, aliases: tuple[str, ...]) -> Changes:
    if not aliases:
        return {}
    known = set(game.aliases.values_list("name", flat=True)) | {game.name}
    new = [alias for alias in dict.fromkeys(aliases) if alias and alias not in known]
    rows = [GameAlias(game=game, name=alias) for alias in new]
    for row in rows:
        check_fields(row)
    GameAlias.objects.bulk_create(rows)
    return {"aliases": (None, tuple(new))} if new else {}


def source_of(citation: str) -> Source | None:
    """The stored source of this citation, or the one into which it was joined."""
    found = Source.objects.filter(citation=citation).first()
    return found or Source.objects.filter(aliases__citation=citation).first()


def complete_source(draft: CitationDraft, slug: str = "") -> tuple[Source, Changes]:
    """The source that the citation names, made if need be, its blanks filled; what changed.

    A new one gets this slug, or the next that is free.
    """
    citation = plain(draft.citation)
    if not citation or len(citation) > LONGEST_CITATION:
        raise StoreError(f"a citation has 1 to {LONGEST_CITATION} characters, not {len(citation)}")
    source = source_of(citation)
    if source is None:
        slug = unique_slug(Source, slug or source_slug(draft.csl, citation))
        source = Source(citation=citation, slug=slug)
    changes: Changes = {}
    offered = {"csl": draft.csl, "title": draft.csl.get("title"), "year": csl_year(draft.csl)}
    for name, value in offered.items():
        if is_blank(getattr(source, name)) and not is_blank(value):
            changes[f"source {source.slug}.{name}"] = (None, value)
            setattr(source, name, value)
    if changes or source.pk is None:
        save_checked(source)
    return source, changes


def csl_year(csl: dict[str, Any]) -> int | None:
    """The year of publication in CSL-JSON, or None."""
    try:
        return int(csl["issued"]["date-parts"][0][0])
    except (KeyError, IndexError, TypeError, ValueError):
        return None


def source_slug(csl: dict[str, Any], citation: str) -> str:
    """Author, year and title as in murray-1913-a-history-of-chess; else the citation's words."""
    authors = csl.get("author") or [{}]
    name = authors[0].get("family") or authors[0].get("literal") or ""
    year = csl_year(csl)
    parts = [name, "" if year is None else str(year), csl.get("title") or ""]
    if not csl.get("title"):
        return _shortened(slugify(citation), 80)
    return _shortened(slugify(" ".join(part for part in parts if part)), 80)
