"""Readings of rules compared by how they play: every combination of a text's options.

Reading (text, options) ──contests: games between computer players──▶ Tally (integers)
   └──running: round after round, what is clearly out stops──▶ measures with intervals ──▶ ranking
"""

from games.readings.contests import VERSION, Kind, Reading, Ready, compiled, play
from games.readings.control import made_up
from games.readings.measures import CRITERIA, Measured, measured
from games.readings.ranking import Row, Weights, ranked
from games.readings.running import Progress, run
from games.readings.tally import Tally

__all__ = [
    "CRITERIA",
    "VERSION",
    "Kind",
    "Measured",
    "Progress",
    "Reading",
    "Ready",
    "Row",
    "Tally",
    "Weights",
    "compiled",
    "made_up",
    "measured",
    "play",
    "ranked",
    "run",
]
