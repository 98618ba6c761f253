"""Boards, pieces and dice of modules, drawn from their manifest and from what stands on each site.

The server draws them here; static/js/engine/figures.js draws the same pieces on the page.
"""

from games.drawing.board import svg
from games.drawing.looks import Sheet, sheet_of
from games.drawing.places import places_of
from games.drawing.standing import Standing, seen_by, standing_of

__all__ = ["Sheet", "Standing", "places_of", "seen_by", "sheet_of", "standing_of", "svg"]
