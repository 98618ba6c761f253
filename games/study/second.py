"""What counts the games of rules on the engine's second design."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from games.engine.play.machine import Machine
from games.play.second import SecondRules
from games.play.second.machines import Machines
from games.play.second.random_games import Roles, drawn_plies, played
from games.study.tally import Shown, Tally

WITHOUT_CLAUSE = "the end rules, or the limit of turns"


@dataclass(frozen=True)
class CountedSecond:
    """Compiled rules with what counts their games. `digest` is that of the module's bytes."""

    rules: SecondRules

    @property
    def digest(self) -> str:
        """SHA-256 of the module, in hexadecimal."""
        return hashlib.sha256(self.rules.module).hexdigest()

    @cached_property
    def _machines(self) -> Machines:
        return Machines(self.rules.core.compiled, None, optimised=True)

    def count(self, first: int, games: int) -> Tally:
        """The games with the seeds from `first`."""
        total, machine = Tally(), self._machines.machine()
        for seed in range(first, first + games):
            total.add(self._game(machine, seed))
        return total

    def _game(self, machine: Machine, seed: int) -> Tally:
        moves, shown = 0, list[Roles]()
        for count, chosen, _throw in drawn_plies(machine, seed):
            moves += count
            shown.append(played(self.rules.core, machine, chosen))
        plies, winner = len(shown), machine.get("winner")
        winner = winner if winner <= self.rules.players else 0
        ended = [name for name, role in (shown[-1] if shown else ()) if role == "ended"]
        return Tally(
            games=1,
            positions=plies,
            positions_squares=plies**2,
            moves=moves,
            moves_squares=moves**2,
            moves_crossed=moves * plies,
            plies=Counter([plies]),
            endings=Counter([(winner, ended[0] if ended else WITHOUT_CLAUSE)]),
            clauses=_clauses(shown),
        )


def _clauses(shown: list[Roles]) -> dict[tuple[str, str], Shown]:
    """How each clause showed up in a game, by name and role."""
    found: dict[tuple[str, str], Shown] = {}
    for ply, roles in enumerate(shown, start=1):
        for pair, times in roles.items():
            here = found.setdefault(pair, Shown(games=1, firsts=Counter([ply])))
            here.count += times
            here.plies[ply] += times
    for each in found.values():
        each.squares, each.crossed = each.count**2, each.count * len(shown)
    return found
