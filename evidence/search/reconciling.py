"""What lists of others can be reconciled with: games by all their names, places and regions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from django.db.models import Count, Max, Min
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from evidence.models import Evidence, Place, Region
from evidence.search.names import Entity, NameTable
from evidence.search.versions import Version, current_version
from evidence.words import words
from games.models import Game

SAME_SPOT = 1_000_000  # microdegrees; places of one name farther apart than this are several
LIKELY = 75.0  # the likeness from which a name may be another one, misspelt
Values = dict[str, list[Any]]


class Service(NamedTuple):
    """Something to reconcile with: its kinds of things, their properties, and where they are."""

    name: str
    title: str
    kinds: dict[str, str]
    properties: dict[str, str]
    table: Callable[[], NameTable]
    values: Callable[[Collection[str]], dict[str, Values]]
    page: Callable[[Entity], str]


def games_table() -> NameTable:
    """Games by name, native name and aliases."""
    return _games(current_version())


def likely_game(named: str) -> Entity | None:
    """The stored game that a name may be meant for, misspelt or with a word more."""
    found = games_table().like(named, 1)
    return found[0].entity if found and found[0].score >= LIKELY else None


def places_table() -> NameTable:
    """Regions, and the places of records by name."""
    return _places(current_version())


@lru_cache(maxsize=1)
def _games(version: Version) -> NameTable:
    rows = Game.objects.annotate(records=Count("evidence")).prefetch_related("aliases")
    return NameTable(
        Entity(
            game.slug,
            "game",
            tuple(
                filter(
                    None,
                    [game.name, game.native_name, *(each.name for each in game.aliases.all())],
                )
            ),
            ", ".join(
                filter(
                    None,
                    [
                        str(game.get_category_display()) if game.category else "",
                        _records(game.records),
                    ],
                )
            ),
        )
        for game in rows
    )


@lru_cache(maxsize=1)
def _places(version: Version) -> NameTable:
    regions = Region.objects.exclude(kind=Region.Kind.DRAWN).defer("shape")
    regions = regions.annotate(records=Count("evidence"))
    found = [
        Entity(
            f"region-{region.slug}",
            "region",
            (region.name,),
            f"{region.get_kind_display()}, {_records(region.records)}",
        )
        for region in regions
    ]
    named = Place.objects.exclude(name="").order_by("name").values("name")
    spots = named.annotate(records=Count("evidence", distinct=True), **_bounds())
    known: dict[str, Entity] = {}
    for spot in spots:
        key = "place-" + "-".join(words(spot["name"]))
        if key != "place-" and key not in known:
            known[key] = Entity(key, "place", (spot["name"],), _where(spot))
    return NameTable([*found, *known.values()])


def _bounds() -> dict[str, Any]:
    return {
        "south": Min("lat_u"), "north": Max("lat_u"), "west": Min("lon_u"), "east": Max("lon_u"),
    }  # fmt: skip


def _where(spot: Mapping[str, Any]) -> str:
    """How many records name the place, and where it is, if it is one place."""
    records = _records(spot["records"])
    if spot["south"] is None:
        return records
    if not _is_one(spot):
        return _("%(records)s, several places of that name") % {"records": records}
    return f"{spot['south'] / 1_000_000:.2f}, {spot['west'] / 1_000_000:.2f}, {records}"


def _is_one(spot: Mapping[str, Any]) -> bool:
    if spot["south"] is None:
        return False
    height, width = spot["north"] - spot["south"], spot["east"] - spot["west"]
    return bool(max(height, width) <= SAME_SPOT)


def _records(count: int) -> str:
    return ngettext("%(count)d record", "%(count)d records", count) % {"count": count}


def _game_values(ids: Collection[str]) -> dict[str, Values]:
    games = Game.objects.filter(slug__in=ids).prefetch_related("aliases").annotate(
        records=Count("evidence"), first=Min("evidence__year_from"),
    )  # fmt: skip
    return {
        game.slug: {
            "native_name": [game.native_name],
            "aliases": [alias.name for alias in game.aliases.all()],
            "category": [str(game.get_category_display()) if game.category else ""],
            "description": [game.description],
            "earliest_year": [game.first],
            "records": [game.records],
        }
        for game in games
    }


def _place_values(ids: Collection[str]) -> dict[str, Values]:
    found: dict[str, Values] = {}
    for entity in (places_table().entities.get(each) for each in ids):
        if entity is None:
            continue
        if entity.kind == "region":
            records = Evidence.objects.filter(regions__slug=entity.id.removeprefix("region-"))
            found[entity.id] = {"records": [records.count()]}
            continue
        rows = Place.objects.filter(name=entity.name)
        spot = rows.aggregate(records=Count("evidence", distinct=True), **_bounds())
        one = _is_one(spot)
        found[entity.id] = {
            "latitude": [spot["south"] / 1_000_000 if one else None],
            "longitude": [spot["west"] / 1_000_000 if one else None],
            "records": [spot["records"]],
        }
    return found


def _game_page(entity: Entity) -> str:
    return reverse("game", args=[entity.id])


def _place_page(entity: Entity) -> str:
    if entity.kind == "region":
        return reverse("region", args=[entity.id.removeprefix("region-")])
    return f"{reverse('evidence')}?{urlencode({'q': entity.name})}"


SERVICES = {
    "games": Service(
        "games",
        "Ashtapada: traditional games",
        {"game": "Traditional game"},
        {
            "native_name": "Native name",
            "aliases": "Other names",
            "category": "Category",
            "description": "Description",
            "earliest_year": "Year of the earliest evidence (astronomical: 0 is 1 BCE)",
            "records": "Number of records",
        },
        games_table,
        _game_values,
        _game_page,
    ),
    "places": Service(
        "places",
        "Ashtapada: places of evidence",
        {"place": "Place", "region": "Region"},
        {
            "latitude": "Latitude (WGS 84)",
            "longitude": "Longitude (WGS 84)",
            "records": "Number of records",
        },
        places_table,
        _place_values,
        _place_page,
    ),
}
