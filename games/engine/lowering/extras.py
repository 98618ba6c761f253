"""Functions that a program has for one use only: no page plays the modules that have them.

To add one: a kernel in games/engine/kernels, and an Extra with its exports, fields and constants.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from math import prod

from games.engine.ir.schema import Layout
from games.engine.lowering.equipment import Equipment

# Positions that `successors` reads at once, and positions after them that it has room for.
POSITIONS_IN, POSITIONS_OUT = 512, 8192
MOST_DICE = 64
# The most throws, counting each die separately, and the most throws of all positions in one call.
MOST_THROWS, BRANCHES = 1296, 8192


@dataclass(frozen=True)
class Extra:
    """Functions to export; `scratch` are single numbers, `positions` room for so many positions."""

    exports: tuple[str, ...] = ()
    scratch: tuple[str, ...] = ()
    lists: tuple[tuple[str, int], ...] = ()
    positions: tuple[tuple[str, int], ...] = ()
    fixed: Mapping[str, int] | None = None
    every_throw: bool = False

    def add_fields(self, layout: Layout) -> None:
        """Room behind the state, so that positions stay as they are."""
        size = layout.state_end - layout.state_start
        for name in self.scratch:
            layout.add(name, "scratch", 4, signed=True)
        for name, length in self.lists:
            layout.add(name, "scratch", 4, length, signed=True)
        for name, length in self.positions:
            layout.add(name, "stack", 1, length * size)

    def add_tables(self, layout: Layout, equipment: Equipment) -> None:
        """All throws, for kernels that try each."""
        if self.every_throw:
            faces = [range(len(each.faces)) for each in equipment.components if each.faces]
            count = prod(map(len, faces))
            flat = [n for each in product(*faces) for n in each] if count <= MOST_THROWS else []
            layout.named_table("THROW_FACES", flat or [0])
            layout.named_table("THROW_COUNT", [count])

    def constants(self, layout: Layout) -> dict[str, int]:
        """What its kernels call by name."""
        places = {name.upper(): layout.fields[name].base for name, _ in self.positions}
        return {**places, **(self.fixed or {})}


NOTHING = Extra()
# All positions after some, for solvers.
SUCCESSORS = Extra(
    exports=("successors",),
    lists=(("solve_count", POSITIONS_IN),),
    positions=(("solve_in", POSITIONS_IN), ("solve_out", POSITIONS_OUT)),
    fixed={"POSITIONS_OUT": POSITIONS_OUT},
)
# The same where dice are thrown: all positions after some, under every throw.
OUTCOMES = Extra(
    exports=("outcomes",),
    scratch=("solve_late",),
    lists=(
        ("solve_count", POSITIONS_IN), ("solve_moves", BRANCHES), ("solve_waits", POSITIONS_OUT),
    ),
    positions=(("solve_in", POSITIONS_IN), ("solve_out", POSITIONS_OUT)),
    fixed={"POSITIONS_OUT": POSITIONS_OUT, "BRANCHES": BRANCHES},
    every_throw=True,
)  # fmt: skip
# Games between computer players.
CONTESTS = Extra(
    exports=("contest",),
    scratch=(
        "contest_plies", "contest_moves", "contest_leader", "contest_changes", "contest_since",
        "contest_value", "contest_chosen",
    ),
    lists=(("contest_thrown", MOST_DICE), ("contest_men", MOST_DICE)),
    fixed={"CONTEST_CHOSEN": 400, "CONTEST_PLIES": 4000, "CONTEST_DEPTH": 40},
)  # fmt: skip
