"""Boards as graphs of sites, and how to draw them.

`rectangle` and `concentric` fill a `Board` by themselves; all other boards are made as points,
edges and faces (`planar`, `shapes`), and then measured (`steps`, `measure`, `assembly`). `build`
makes any of them from a recipe; `games.compiler.boards` reads recipes out of rules.
"""

from games.boards.concentric import concentric
from games.boards.drawing import svg
from games.boards.graph import Board, BoardError, Site
from games.boards.recipes import build, surakarta
from games.boards.square import rectangle

__all__ = ["Board", "BoardError", "Site", "build", "concentric", "rectangle", "surakarta", "svg"]
