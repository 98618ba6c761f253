"""Study a ruleset: many random games, how its clauses show up in them, and what if one were not.

Design ──count──▶ Tally (integers; tallies add up) ──figures──▶ shares, medians, intervals
   └──run: batches by any Executor──▶ the same Tally             └──differences──▶ of two designs
"""

from games.study.counting import Counted, count
from games.study.design import Design, DesignError
from games.study.differences import differences
from games.study.figures import figures
from games.study.running import BATCH, batches, run
from games.study.tally import Tally

__all__ = [
    "BATCH",
    "Counted",
    "Design",
    "DesignError",
    "Tally",
    "batches",
    "count",
    "differences",
    "figures",
    "run",
]
