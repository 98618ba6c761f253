"""The random games of a study once more, slowly: over positions, with numbers drawn in Python."""

from __future__ import annotations

from collections import Counter, defaultdict

from games.play import Position, Rules
from games.study.tally import Shown, Tally

WORD = 0xFFFFFFFF


class Numbers:
    """The random numbers of loops.rpy: a state from MurmurHash3's mixing, then xorshift32."""

    def __init__(self, seed: int) -> None:
        x = seed ^ seed >> 16
        x = x * 0x85EBCA6B & WORD
        x ^= x >> 13
        x = x * 0xC2B2AE35 & WORD
        self.state = (x ^ x >> 16) or 1

    def below(self, limit: int) -> int:
        x = self.state
        x = (x ^ x << 13) & WORD
        x ^= x >> 17
        self.state = (x ^ x << 5) & WORD
        return self.state % limit


def slow_tally(rules: Rules, seed: int, games: int) -> Tally:
    """What `count` should find."""
    total = Tally()
    for number in range(games):
        total.add(_game(rules, Numbers(seed + number)))
    return total


def _game(rules: Rules, numbers: Numbers) -> Tally:
    position, moves = rules.start(), 0
    plies: dict[tuple[str, str], list[int]] = defaultdict(list)
    while position.outcome is None:
        before, legal = position, list(position.legal_moves)
        moves += len(legal)
        position = position.play(legal[numbers.below(len(legal))])
        for key in _showing(before, position):
            plies[key].append(position.ply)
    outcome, length = position.outcome, position.ply
    if outcome.clause:
        plies[outcome.clause, "ended"].append(length)
    return Tally(
        1, length, length**2, moves, moves**2, moves * length,
        plies=Counter([length]),
        endings=Counter([(outcome.winner, outcome.clause or outcome.reason)]),
        clauses={key: _shown(found, length) for key, found in plies.items()},
    )  # fmt: skip


def _showing(before: Position, after: Position) -> set[tuple[str, str]]:
    found = {(move.clause, "allowed") for move in before.legal_moves}
    found |= {(each.clause, "forbade") for each in before.forbidden}
    found |= {(effect.clause, "effect") for effect in after.effects}
    return {key for key in found if key[0]}


def _shown(plies: list[int], length: int) -> Shown:
    count = len(plies)
    return Shown(count, 1, count**2, count * length, Counter(plies), Counter([plies[0]]))
