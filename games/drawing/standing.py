"""What stands on the sites of a position, as static/js/engine/standing.js reads it too."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.play.machine import Machine


@dataclass(frozen=True)
class Standing:
    """The pieces on a site: `piece` is the top one, `levels` has all of a stack from below.

    `count` is the number of pieces where they form no stack, `face` the number of a die's face.
    """

    piece: int
    count: int = 1
    levels: tuple[int, ...] = ()
    face: int | None = None


def standing_of(machine: Machine) -> list[Standing | None]:
    """What stands on each site, by its number; None for nothing."""
    dice = {die.site for die in machine.manifest.dice}
    return [
        _on(machine, site, piece, site in dice) if piece and machine.label(piece) else None
        for site, piece in enumerate(machine.numbers("what"))
    ]


def _on(machine: Machine, site: int, piece: int, is_die: bool) -> Standing:
    if is_die:
        return Standing(piece, face=machine.get("state", site))
    if machine.manifest.stacks:
        levels = machine.manifest.levels
        here = machine.numbers("level_what", site * levels, machine.get("size", site))
        return Standing(piece, levels=tuple(here))
    return Standing(piece, machine.get("count", site) if machine.has("count") else 1)
