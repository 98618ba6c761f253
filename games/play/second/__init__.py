"""Rules on the engine's second design, behind the interface that pages know.

An adapter: `games.engine` compiles, plays, throws dice and writes plies.
"""

from games.play.second.core import program_of
from games.play.second.position import SecondPosition
from games.play.second.rules import SecondRules, load_second, second_of

__all__ = ["SecondPosition", "SecondRules", "load_second", "program_of", "second_of"]
