"""Boards as graphs of sites, and how to draw them.

To add a kind of board: write a module that fills a `Board`, and name its keyword in
`games.compiler.equipment.BOARDS`.
"""

from games.boards.concentric import concentric
from games.boards.drawing import svg
from games.boards.graph import Board, BoardError, Site
from games.boards.square import rectangle

__all__ = ["Board", "BoardError", "Site", "concentric", "rectangle", "svg"]
