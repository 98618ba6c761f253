"""Moves as readers see them: drops by their sign, and beside it what the family of games writes."""

from __future__ import annotations

from games.notation.hands import dropped
from games.play import Position, Rules
from games.play.turns import ply_text


def said(rules: Rules, before: Position, label: str) -> str:
    """A move that is legal in a position, as in `c3-d4 (11-15)`."""
    plain = dropped(label, rules.points)
    if rules.family is None:
        return plain
    text = ply_text(rules.family, before, label)
    return plain if text == label else f"{plain} ({text})"
