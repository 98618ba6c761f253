"""Rules text: read, expanded and printed. Knows nothing of boards or play."""

from games.ludemes.definitions import Definition, Library, definitions_of
from games.ludemes.expansion import Expansion, default_choices, expand
from games.ludemes.leaving import left_out
from games.ludemes.options import Choice, Option, OptionError
from games.ludemes.printer import write, write_node
from games.ludemes.reader import read
from games.ludemes.source import (
    LudemeError,
    Origin,
    RetiredWordError,
    RulesError,
    Source,
    Span,
)

__all__ = [
    "Choice",
    "Definition",
    "Expansion",
    "Library",
    "LudemeError",
    "Option",
    "OptionError",
    "Origin",
    "RetiredWordError",
    "RulesError",
    "Source",
    "Span",
    "default_choices",
    "definitions_of",
    "expand",
    "left_out",
    "read",
    "write",
    "write_node",
]
