"""What no lowering reads: forms that give it are refused where they are used, never misread.

Pieces stand on sites of one kind, the board's, and on the cells of hands. A form that speaks of
other sites is therefore refused, but where a cell may be one of a hand. To read such an argument,
take it out of UNREAD in the same commit.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from games.engine.language import Typed, load_signatures
from games.engine.lowering.builder import Builder
from games.engine.lowering.sites import default_type

UNREAD = {
    "booleans is Blocked": ("at",),
    "booleans is Within": ("specificMoves",),
    "ints count Pips": ("role", "of", "name", "in", "If"),
    "region expand": ("containerIdFn", "containerName"),
    "moves select": ("mover",),
    "moves move Select": ("mover",),
}
# Forms of a single site, which may be one of a hand.
OF_A_SITE = frozenset(
    {
        "booleans is Empty", "booleans is Occupied", "ints count", "ints size Stack",
        "ints topLevel", "ints what", "ints who", "ints state", "ints value Piece",
        "ints rotation", "moves remove", "moves move Remove", "moves flip", "moves promote",
        "moves move Promote", "moves set State", "moves set Count", "moves set Value",
        "moves take Control", "parts from", "parts to", "start place", "start place/2",
        "start place Stack", "start set Count", "region sites Hand",
    }
)  # fmt: skip
# Forms that speak of sites of any kind, or for which the kind does not matter.
OF_ANY_KIND = frozenset(
    {
        "region sites", "region sites Incident", "directions directions", "moves set Hidden",
        "start set Hidden",
    }
)  # fmt: skip


def refused_forms(b: Builder) -> dict[int, str]:
    """For each form that is refused, by its identity, what of it is not read."""
    own = default_type(b)
    found = {id(each): what for each in b.equipment.nodes for what in _unread(each, own)}
    if found:
        for each in b.equipment.nodes:
            for part in each.args.values():
                if id(part) in found and part.kind == "parts":
                    found[id(each)] = found[id(part)]
    return found


def _unread(form: Typed, own: str) -> Iterator[str]:
    if form.row is None:
        return
    for name in UNREAD.get(form.key, ()):
        if form.has(name):
            yield f"{form.key}: with {name}"
    for name in _kinds_of_site(form.key):
        if form.has(name) and _is_of_others(form, form.args[name].word, own):
            yield f"{form.key}: on sites of the kind {form.args[name].word}"


def _is_of_others(form: Typed, kind: str, own: str) -> bool:
    if kind == own or form.key in OF_ANY_KIND:
        return False
    return kind != "Cell" or form.key not in OF_A_SITE


@lru_cache(maxsize=1)
def _by_form() -> dict[str, tuple[str, ...]]:
    return {
        row.key: tuple(each.name for each in row.parameters if each.type == "SiteType")
        for row in load_signatures()
    }


def _kinds_of_site(key: str) -> tuple[str, ...]:
    return _by_form().get(key, ())
