"""Which family of notation rules of the second design have, by their board, tracks and men."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.language import walk
from games.engine.lowering.draws import DRAWS
from games.engine.manifest import Manifest
from games.notation.family import Family
from games.notation.naming import draughts, mancala, race
from games.play.second.core import Core
from games.play.second.position import SecondPosition

HOLES = "containers mancalaBoard"
SPIRAL = "graph spiral"


def family_of(opening: SecondPosition) -> Family | None:
    """The family, by the usual opening; None for all others, who are written by coordinates."""
    core, manifest = opening.rules, opening.rules.manifest
    board = core.board_names
    keys = {each.key for each in walk(core.bound.root)}
    if HOLES in keys:
        places = [(s.name, s.x or 0.0, s.y or 0.0) for s in manifest.sites if s.number in board]
        return mancala(places, core.players)
    if manifest.dice and keys.isdisjoint(DRAWS):
        hands = [s.name for s in manifest.sites if s.kind == "hand"]
        labels = list(board.values())
        spiral = [(0, labels[::-1])] if SPIRAL in keys else []  # from the outer end to the centre
        return race(labels, list(_ways(core, manifest)) or spiral, hands, core.players)
    return draughts(board.values(), {site: who for site, _, who in opening.pieces()})


def _ways(core: Core, manifest: Manifest) -> Iterator[tuple[int, list[str]]]:
    """The sites of the board that each track passes, with its owner."""
    board = core.board_names
    for track in manifest.tracks:
        yield track.owner, [board[site] for site in track.sites if site in board]
