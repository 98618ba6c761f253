"""Play rules: `load` a text, then `start()`, `legal_moves` and `play(move)`."""

from games.ludemes import LudemeError, OptionError, RulesError
from games.play.interface import Kind, Playouts, Position, Rules
from games.play.loading import first_design, load_rules
from games.play.machine import Limits, RulesStopped
from games.play.moves import (
    AmbiguousMove,
    Effect,
    Forbidden,
    IllegalMove,
    LegalMoves,
    Move,
    MoveError,
    NeedsThrow,
    Outcome,
    UnreadableMove,
)
from games.play.position import FirstPosition
from games.play.rules import FirstRules, load
from games.play.second import SecondPosition, SecondRules
from games.play.written import Written

__all__ = [
    "AmbiguousMove",
    "Effect",
    "FirstPosition",
    "FirstRules",
    "Forbidden",
    "IllegalMove",
    "Kind",
    "LegalMoves",
    "Limits",
    "LudemeError",
    "Move",
    "MoveError",
    "NeedsThrow",
    "OptionError",
    "Outcome",
    "Playouts",
    "Position",
    "Rules",
    "RulesError",
    "RulesStopped",
    "SecondPosition",
    "SecondRules",
    "UnreadableMove",
    "Written",
    "first_design",
    "load",
    "load_rules",
]
