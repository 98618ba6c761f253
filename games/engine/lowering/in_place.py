"""The rows that have no lowering of their own: what holds them reads them in its place.

A row belongs here once its holder reads all of its arguments, or refuses those that it does not.
"""

from __future__ import annotations

from games.engine.boards.reading import MAKERS
from games.engine.boards.values import SUMS
from games.engine.language import load_signatures

FRAME = (
    "game game",
    "players players",
    "players players/2",
    "players player",
    "rules rules",
    "rules rules/2",
    "start start",
    "moves play",
    "phase phase",
    "phase nextPhase",
    "end end",
    "end score",
    "meta meta",
    "meta no Repeat",
    "meta passEnd Draw",
    "meta passEnd NoEnd",
    "meta swap",
)
EQUIPMENT = (
    "equipment equipment",
    "components piece",
    "components tile",
    "containers board",
    "containers boardless Hexagonal",
    "containers boardless Square",
    "containers boardless Triangular",
    "containers dice",
    "containers hand",
    "containers mancalaBoard",
    "containers surakartaBoard",
    "containers track",
    "items map",
    "items map/2",
    "items regions",
)
PARTS = (
    "moves apply",
    "moves apply/2",
    "moves apply/3",
    "moves then",
    "parts between",
    "parts flips",
    "parts from",
    "parts piece",
    "parts player",
    "parts to",
    "directions difference",
    "directions directions",
    "directions directions/2",
    "directions directions/3",
    "directions if",
    "directions union",
    "range exact",
    "range max",
    "range min",
    "range range",
)


def in_place() -> frozenset[str]:
    """The keys of these rows, with the forms of `(pair …)`, of boards and of their sizes."""
    built = (
        row.key
        for row in load_signatures()
        if row.key in MAKERS
        or row.key.startswith(("parts pair", "graph poly"))
        or (row.kind in ("dim", "floats") and row.keyword in SUMS)
    )
    return frozenset((*FRAME, *EQUIPMENT, *PARTS, *built))
