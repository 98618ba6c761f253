"""Random play with throws, and a checksum of every position on the way.

static/js/engine/random-play.js plays the same: where both agree, they read and play one module
alike over that many throws and plies.
"""

from __future__ import annotations

from dataclasses import dataclass
from zlib import crc32

from games.engine.play.chance import Chance
from games.engine.play.machine import Machine


@dataclass(frozen=True)
class Played:
    """What random play came to: games that ended, plies, throws, and the checksum."""

    games: int
    plies: int
    throws: int
    checksum: int


def play_at_random(machine: Machine, seed: int, plies: int) -> Played:
    """Play that many plies; when a game ends another begins."""
    chance = Chance(seed)
    games, throws, checksum = 0, 0, 0
    machine.throw(None)
    machine.start()
    for _ in range(plies):
        if machine.over:
            games += 1
            machine.throw(None)
            machine.start()
        thrown = random_ply(machine, chance)
        throws += thrown is not None
        checksum = crc32(machine.state, crc32(bytes(thrown or ()), checksum))
    return Played(games, plies, throws, checksum)


def random_ply(machine: Machine, chance: Chance) -> list[int] | None:
    """Play a random move; the throw that the rules asked for, as faces, or None."""
    machine.throw(None)
    count = machine.call("generate")
    if machine.waits_for_throw:
        return _with_throw(machine, chance, None)
    before, chosen = machine.position, chance.below(count)
    machine.call("play", chosen)
    if not machine.waits_for_throw:
        return None
    # The throw comes after the move: what follows from the move needs it.
    machine.position = before
    return _with_throw(machine, chance, chosen)


def _with_throw(machine: Machine, chance: Chance, chosen: int | None) -> list[int]:
    thrown = chance.throw(machine.manifest.dice)
    machine.throw(thrown)
    count = machine.call("generate")
    machine.call("play", chance.below(count) if chosen is None else chosen)
    return thrown
