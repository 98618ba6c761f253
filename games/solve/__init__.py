"""Solve small games: the value of every position that can arise, by retrograde analysis.

Problem ──lasting──▶ what of a position the future depends on
   └──explore: all positions, breadth first, inside WebAssembly──▶ Space (moves as a graph)
         └──backwards: from the ends of games to what leads there──▶ Solution

Where dice are thrown:
Problem ──chances.explore, under every throw: Lots ──swept: value iteration──▶ Expected
"""

from typing import Any

from games.solve.backwards import attracted, values
from games.solve.expected import KIND, Expected, expect
from games.solve.limits import Bounds, SolveError, Unsolvable
from games.solve.problem import Problem
from games.solve.solution import VERSION, Solution, solve

__all__ = [
    "VERSION",
    "Bounds",
    "Expected",
    "Problem",
    "Solution",
    "SolveError",
    "Unsolvable",
    "attracted",
    "expect",
    "read_solution",
    "solve",
    "values",
]


def read_solution(data: dict[str, Any]) -> Solution | Expected:
    """A solved game of either kind, from what it has written."""
    return Expected.read(data) if data.get("kind") == KIND else Solution.read(data)
