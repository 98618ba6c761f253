"""Roles such as Mover, P2 or Enemy: which player, and which players."""

from __future__ import annotations

from games.engine.ir import nodes as ir
from games.engine.language import Typed
from games.engine.lowering.builder import Builder
from games.engine.lowering.registry import NotImplementedLudeme


def is_numbered(word: str) -> bool:
    return word.startswith("P") and word[1:].isdigit()


def player(b: Builder, word: str) -> ir.Expression:
    """The one player that a role means; players + 1 for Shared, All and Each, 0 for Neutral."""
    everyone = b.equipment.players + 1
    if is_numbered(word):
        return ir.Const(int(word[1:]))
    if word in ("Mover", "Next", "Prev"):
        return b.game(word.lower())
    if word == "Player":
        return b.context("player")
    if word in ("All", "Each", "Shared", "Any"):
        return ir.Const(everyone)
    if word == "Neutral":
        return ir.Const(0)
    if word in ("Enemy", "NonMover") and b.equipment.players == 2:
        return ir.const(3) - b.game("mover")
    if word == "TeamMover":
        return b.load("team", b.game("mover"))
    if word.startswith("Team") and word[4:].isdigit():
        return ir.Const(int(word[4:]))
    raise NotImplementedLudeme(f"the role {word} as one player")


def is_of(b: Builder, word: str, who: ir.Expression) -> ir.Expression:
    """Whether an owner is one of those that a role means."""
    players = b.equipment.players
    if word in ("Enemy", "NonMover"):
        others = (who.differs(b.game("mover")), who > 0, who <= players)
        if teams(b):
            mine = b.load("team", b.game("mover"))
            return ir.both(*others, b.load("team", who).differs(mine))
        return ir.both(*others)
    if word in ("All", "Each", "Any"):
        return ir.Const(1)
    if word in ("Friend", "Ally", "TeamMover") and teams(b):
        return ir.both(who > 0, b.load("team", who).same(b.load("team", b.game("mover"))))
    if word in ("Friend", "Ally"):
        return who.same(b.game("mover"))
    if word.startswith("Team") and word[4:].isdigit() and teams(b):
        return ir.both(who > 0, b.load("team", who).same(int(word[4:])))
    return who.same(player(b, word))


def teams(b: Builder) -> bool:
    return bool(b.features.get("TEAMS"))


def player_of(
    b: Builder, typed: Typed, *names: str, default: ir.Operand | None = None
) -> ir.Expression:
    """The player of the first of some arguments: a role, a `(player …)` or a number."""
    for name in names:
        found = typed.get(name)
        if found is None:
            continue
        if found.row is not None and found.key == "parts player":
            return b.number(found.args["index"])
        if found.row is None and isinstance(found.value, str):
            return player(b, found.word)
        return b.number(found)
    if default is None:
        raise b.missing(typed, "without a player")
    return ir.const(default)


def role_of(typed: Typed, *names: str) -> str:
    """The word of the first of some arguments that is a role, or ""."""
    for name in names:
        found = typed.get(name)
        if found is not None and found.row is None and isinstance(found.value, str):
            return found.word
    return ""
