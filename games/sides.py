"""What the players are called, where the pieces of a ruleset say so."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.frames import Looks
from games.play import Rules

BETWEEN = " / "


def named_by(looks: Looks) -> bool:
    """Whether any piece says what its player is called."""
    return any(look.get("side") for look in looks.values())


def called(usual: Mapping[str, str], rules: Rules, looks: Looks) -> dict[str, str]:
    """The names of the players by number: the usual ones, but where pieces say others.

    The `side` of a look names the player who owns such pieces, whichever player that is under the
    options chosen. For pieces that all players have or share it lists all names, in order.
    """
    names = dict(usual)
    for kind in rules.kinds if named_by(looks) else ():
        told = _look(kind.name, kind.owner, looks).get("side", "").split(BETWEEN)
        if len(told) > 1:
            names |= {number: name for number, name in zip(names, told, strict=False) if name}
        elif told[0] and str(kind.owner) in names:
            names[str(kind.owner)] = told[0]
    return names


def _look(name: str, owner: int, looks: Looks) -> Mapping[str, Any]:
    return looks.get(name) or looks.get(name.removesuffix(str(owner))) or {}
