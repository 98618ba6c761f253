"""What stands on the sites of a position, as static/js/engine/standing.js reads it too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.engine.play.machine import Machine

SEEN = ("wholly", "what", "who")  # the first bits of what is hidden, which a drawing shows


@dataclass(frozen=True)
class Standing:
    """The pieces on a site: `piece` is the top one, `levels` has all of a stack from below.

    `count` is the number of pieces where they form no stack, `face` the number of a die's face.
    `hidden` has a bit for each player: from whom the site is hidden wholly, the kind of piece, its
    owner. `veil` is what somebody cannot see of it: "", "what" or "who".
    """

    piece: int
    count: int = 1
    levels: tuple[int, ...] = ()
    face: int | None = None
    hidden: tuple[int, ...] = ()
    veil: str = ""


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
    count = machine.get("count", site) if machine.has("count") else 1
    return Standing(piece, count, hidden=_hidden(machine, site))


def _hidden(machine: Machine, site: int) -> tuple[int, ...]:
    if not machine.manifest.hides:
        return ()
    total = len(machine.numbers("what"))
    of = {
        each.number: machine.get("hidden", each.number * total + site)
        for each in machine.manifest.players
    }
    return tuple(
        sum((bits >> kind & 1) << (player - 1) for player, bits in of.items())
        for kind in range(len(SEEN))
    )


def seen_by(standing: Sequence[Standing | None], viewer: int | None) -> list[Standing | None]:
    """What a player sees of it: 0 is who watches, and sees only what nobody is denied; None all."""
    return [each and (each if viewer is None else _seen(each, viewer)) for each in standing]


def _seen(here: Standing, viewer: int) -> Standing | None:
    bits = 1 << (viewer - 1) if viewer else -1
    veiled = [kind for kind, players in zip(SEEN, here.hidden, strict=False) if players & bits]
    if "wholly" in veiled:
        return None
    return replace(here, veil=veiled[-1]) if veiled else here
