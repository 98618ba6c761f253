"""Pieces called by name, as Ludii finds them: by a part of the name, and perhaps not at all.

A role and a name mean the player's first piece whose name, with the owner's number, holds that
text. A name that no piece has is no fault to Ludii: there is no such piece, number -1. Since that
is hardly what an author means, it is noted as a doubt.
"""

from __future__ import annotations

from struct import pack

from games.compiler.build import Build
from games.ludemes.source import LudemeError
from games.ludemes.tree import Node

# The number of a piece that is not there.
NOBODY = "(0 - 1)"


def piece(build: Build, node: Node, name: str, whose: str) -> str:
    """An expression for the number of a player's piece of that name, -1 where there is none."""
    players = range(1, build.equipment.players + 1)
    neutral = build.equipment.called(name, 0)
    found = [neutral, *(build.equipment.called(name, player) for player in players)]
    numbers = [component.number if component else -1 for component in found]
    if max(numbers) < 0:
        return _nobody(build, node, name)
    if whose.isdigit() and int(whose) < len(numbers):
        return str(numbers[int(whose)]) if numbers[int(whose)] > 0 else NOBODY
    if min(numbers[1:]) > 0:
        return f"ld8({build.table(bytes([max(numbers[0], 0), *numbers[1:]]))} + {whose})"
    return f"ld16s({build.table(pack(f'<{len(numbers)}h', *numbers))} + {whose} * 2)"


def is_piece(build: Build, value: str) -> str:
    """A condition for whether a number is that of a piece."""
    return f"({value} > 0) and ({value} <= {len(build.equipment.components)})"


def piece_with_owner(build: Build, node: Node, name: str) -> str:
    """The number of the piece with that name and its owner's number, -1 where there is none."""
    component = build.equipment.named(name)
    return str(component.number) if component else _nobody(build, node, name)


def members(build: Build, node: Node, names: list[str] | None, *, exactly: bool) -> bytes:
    """Which components count, at [row * (components + 1) + component]; see `_owners_by_row`.

    Names are whole ones, or only parts of those with the owner's number.
    """
    components = build.equipment.components
    rows = bytearray()
    for name in names or []:
        if not any(_is_called(c.name, c.owner, name, exactly) for c in components):
            _nobody(build, node, name)
    for owners in _owners_by_row(build):
        rows.append(0)
        for each in components:
            called = names is None or any(
                _is_called(each.name, each.owner, name, exactly) for name in names
            )
            rows.append(int(called and each.owner in owners))
    return bytes(rows)


def _owners_by_row(build: Build) -> list[set[int]]:
    """Everyone, each player; and, where it is not only about two players: no player (neutral
    pieces), the enemies of each player, and all but that player."""
    players = range(1, build.equipment.players + 1)
    rows = [{0, *players}, *({player} for player in players)]
    if only_two_sides(build):
        return rows
    return [
        *rows,
        {0},
        *(set(players) - {player} for player in players),
        *({0, *players} - {player} for player in players),
    ]


def only_two_sides(build: Build) -> bool:
    """Whether there are two players, and no pieces but theirs."""
    return build.equipment.players == 2 and all(c.owner for c in build.equipment.components)


def _is_called(name: str, owner: int, text: str, exactly: bool) -> bool:
    return text == name if exactly else text in f"{name}{owner}"


def _nobody(build: Build, node: Node, name: str) -> str:
    build.doubts.append(no_piece(build, node, name))
    return NOBODY


def no_piece(build: Build, node: Node, name: str) -> LudemeError:
    """The error that says that no piece has a name, and which there are."""
    known = ", ".join(dict.fromkeys(f'"{c.name}"' for c in build.equipment.components)) or "none"
    return LudemeError(f'there is no piece "{name}": there are {known}', node.span, node.origin)
