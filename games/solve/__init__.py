"""Solve small games: the value of every position that can arise, by retrograde analysis.

Problem ──lasting──▶ what of a position the future depends on
   └──explore: all positions, breadth first, inside WebAssembly──▶ Space (moves as a graph)
         └──backwards: from the ends of games to what leads there──▶ Solution
"""

from games.solve.backwards import attracted, values
from games.solve.limits import Bounds, SolveError, Unsolvable
from games.solve.problem import Problem
from games.solve.solution import VERSION, Solution, solve

__all__ = [
    "VERSION",
    "Bounds",
    "Problem",
    "Solution",
    "SolveError",
    "Unsolvable",
    "attracted",
    "solve",
    "values",
]
