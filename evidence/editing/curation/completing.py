"""What goes on from what somebody types into the form: names of what is stored, by kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import NamedTuple

from evidence.models import Evidence, Holding, Picture, Place
from evidence.places import print_decimal
from evidence.places.gazetteer import towns_called
from evidence.search.lookup.asked import read
from evidence.search.lookup.current import current_index
from evidence.search.lookup.records import find
from evidence.search.lookup.things import Kind, Thing
from evidence.vocabulary import PlaceRole

MOST = 10


class Completion(NamedTuple):
    """What is put into the field, and what it is; of a town also where it is."""

    name: str
    about: str = ""
    point: str = ""


def _things(kind: Kind, name_of: Callable[[Thing], str] = lambda thing: thing.name) -> Complete:
    """The completions of a kind that the search box knows."""

    def complete(text: str) -> list[Completion]:
        asked = read(text, typing=True)
        hits, _counts = current_index().search(asked, names_only=True) if asked.words else ([], {})
        found = [hit.thing for hit in hits if hit.thing.kind == kind][:MOST]
        return [Completion(name_of(thing), str(thing.about)) for thing in found]

    return complete


def _records(text: str) -> list[Completion]:
    """Records whose identifier begins so, or that have the words in their title."""
    asked = read(text, typing=True)
    named = Evidence.objects.filter(identifier__startswith=text).order_by("identifier")
    titled = list(find(asked, titles_only=True).scores)[:MOST] if asked.words else []
    records = [*named[:MOST], *Evidence.objects.filter(pk__in=titled)]
    found = {each.identifier: Completion(each.identifier, each.title) for each in records}
    return list(found.values())[:MOST]


def _places(text: str) -> list[Completion]:
    """Towns, with their coordinates, then names of places that records have."""
    towns = towns_called(text, MOST)
    times = Counter(town.name for town in towns)
    found = {
        name: Completion(name, town.where, print_decimal(town.point))
        for town in towns
        for name in [town.name if times[town.name] == 1 else f"{town.name}, {town.where}"]
    }
    for each in _things(Kind.PLACE)(text):
        found.setdefault(each.name, each)
    return list(found.values())[:MOST]


def _museums(text: str) -> list[Completion]:
    """Museums and libraries that hold what records describe, or the rights in pictures."""
    if not text:
        return []
    kept = Place.objects.filter(role=PlaceRole.KEPT, name__istartswith=text)
    rights = Picture.objects.filter(holder__istartswith=text)
    held = Holding.objects.filter(museum__istartswith=text)
    names = [
        name
        for rows, column in ((kept, "name"), (held, "museum"), (rights, "holder"))
        for name in rows.order_by(column).values_list(column, flat=True).distinct()[:MOST]
    ]
    return [Completion(name) for name in dict.fromkeys(names)][:MOST]


Complete = Callable[[str], list[Completion]]
KINDS: Mapping[str, Complete] = {
    "games": _things(Kind.GAME),
    "places": _places,
    "regions": _things(Kind.REGION),
    "people": _things(Kind.PERSON),
    "sources": _things(Kind.SOURCE, lambda thing: thing.text),
    "records": _records,
    "museums": _museums,
}
