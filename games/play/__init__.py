"""Play rules: `load` a text, then `start()`, `legal_moves` and `play(move)`."""

from games.ludemes import LudemeError, OptionError, RulesError
from games.play.machine import Limits, RulesStopped
from games.play.moves import (
    AmbiguousMove,
    Effect,
    Forbidden,
    IllegalMove,
    LegalMoves,
    Move,
    MoveError,
    Outcome,
    UnreadableMove,
)
from games.play.position import Position
from games.play.rules import Playouts, Rules, load
from games.play.written import Written

__all__ = [
    "AmbiguousMove",
    "Effect",
    "Forbidden",
    "IllegalMove",
    "LegalMoves",
    "Limits",
    "LudemeError",
    "Move",
    "MoveError",
    "OptionError",
    "Outcome",
    "Playouts",
    "Position",
    "Rules",
    "RulesError",
    "RulesStopped",
    "UnreadableMove",
    "Written",
    "load",
]
