"""Mancala in tests: positions by the counters in holes, and what lies where after a move.

Positions are written as South's holes from his left, North's from his own left, and the stores of
both.
"""

from __future__ import annotations

from functools import lru_cache

from games.play.second.position import SecondPosition
from tests.games.families import second as rules

STORE_AT_RIGHT = ("toguz-almasy", "toguz-pantusov", "adji-boto", "pallankuli-parker")
Holes = tuple[int, ...]


@lru_cache
def named_sites(slug: str) -> tuple[list[str], list[str], str, str]:
    """The holes of South and of North from their own left, and the stores of South and North."""
    manifest = rules(slug).core.manifest
    names = {each.name for each in manifest.sites}
    letters = sorted(name[0] for name in names if name.endswith("2") and name != "Hand2")
    south = [f"{letter}1" for letter in letters]
    ends = sorted(name for name in names - set(south) if name[0] != "H" and name.endswith("1"))
    stores = ["Hand1", "Hand2"] if "Hand1" in names else ends
    if slug in STORE_AT_RIGHT:
        stores = ends[::-1]
    return south, [f"{letter}2" for letter in reversed(letters)], stores[0], stores[1]


def numbers(slug: str, position: SecondPosition) -> tuple[Holes, Holes, Holes]:
    """How many counters lie in South's holes, in North's, and in the stores."""
    site_of = {each.name: each.number for each in rules(slug).core.manifest.sites}
    counts = [0 if each is None else each.count for each in position.standing]
    south, north, *stores = named_sites(slug)
    return (
        tuple(counts[site_of[name]] for name in south),
        tuple(counts[site_of[name]] for name in north),
        tuple(counts[site_of[name]] for name in stores),
    )


def standing(
    slug: str, south: Holes, north: Holes, stores: Holes = (0, 0), *options: str
) -> SecondPosition:
    """A position with South to move, by the counters in the holes and stores."""
    found = rules(slug, *options)
    machine = found.core.machines.machine()
    machine.position = found.start().content
    counter = max(machine.numbers("what"))
    site_of = {each.name: each.number for each in found.core.manifest.sites}
    first, second, *ends = named_sites(slug)
    for name, count in zip([*first, *second, *ends], [*south, *north, *stores], strict=True):
        machine.set("what", counter if count else 0, site_of[name])
        machine.set("count", count, site_of[name])
    return SecondPosition(found.core, machine.position)


def played(position: SecondPosition, hole: str) -> SecondPosition:
    """The position after a move that begins in a hole; `c1-b1` says which way it goes."""
    labels = [each.label for each in position.legal_moves]
    (label,) = [each for each in labels if each == hole or each.startswith(f"{hole}-")]
    return position.play(label)


def origins(position: SecondPosition) -> list[str]:
    return sorted(move.label[:2] for move in position.legal_moves)


def lying(slug: str, counts: dict[str, int], *options: str) -> SecondPosition:
    """A position with these counters alone and South to move."""
    found = rules(slug, *options)
    machine = found.core.machines.machine()
    machine.position = found.start().content
    counter = max(machine.numbers("what"))
    for site in found.core.manifest.sites:
        count = counts.get(site.name, 0)
        machine.set("what", counter if count else 0, site.number)
        machine.set("count", count, site.number)
    return SecondPosition(found.core, machine.position)


def holes(position: SecondPosition) -> dict[str, int]:
    standing = zip(position.rules.manifest.sites, position.standing, strict=False)
    return {site.name: here.count for site, here in standing if here is not None}


def past_the_opening(slug: str, counts: dict[str, int], *options: str) -> SecondPosition:
    """A position with these counters alone, after a turn of each player."""
    position = lying(slug, counts, *options)
    machine = position.rules.machines.machine()
    machine.position = position.content
    machine.set("turns", 3)
    return SecondPosition(position.rules, machine.position)


def after_the_opening(south: Holes, north: Holes) -> SecondPosition:
    """A position of adji-boto in which every hole has been played once."""
    position = standing("adji-boto", south, north)
    machine = rules("adji-boto").core.machines.machine()
    machine.position = position.content
    machine.set("memory_count", 10)
    for n in range(10):
        machine.set("memory", n + 1, n)
    return SecondPosition(position.rules, machine.position)


def counters(position: SecondPosition) -> int:
    return sum(each.count for each in position.standing if each is not None)
