"""Concepts of capture, and of moves that one must make."""

from __future__ import annotations

from collections.abc import Iterator

from games.concepts.forms import Forms, argument, is_ludeme, part
from games.ludemes.tree import Form

TAKERS = ("move", "custodial", "intervene", "enclose", "surround", "directional")
PENDING = ("is Pending", "value Pending", "sites Pending")


def replacing(forms: Forms) -> Iterator[Form]:
    """Removals of what stands where a move ends."""
    for removal in forms.find("remove"):
        taker = forms.around(removal, *TAKERS)
        if is_ludeme(argument(removal, 0), "to") and is_ludeme(taker, "move"):
            yield removal


def custodial(forms: Forms) -> Iterator[Form]:
    """Captures of what stands between two of one's own."""
    yield from forms.find("custodial")


def intervening(forms: Forms) -> Iterator[Form]:
    """Captures of the two between which a piece moves."""
    yield from forms.find("intervene")


def enclosing(forms: Forms) -> Iterator[Form]:
    """Captures of groups without a way out, and of single pieces with enemies all round."""
    yield from forms.find("enclose", "surround")


def in_passing(forms: Forms) -> Iterator[Form]:
    """Steps that take the piece which has just gone past, on another square than its own."""
    for step in forms.moves("Step"):
        goal = part(step, "to")
        removals = forms.find("remove", within=goal) if goal is not None else []
        at_once = any(is_ludeme(argument(each, 0), "last To") for each in removals)
        passed = forms.holds(goal, *PENDING)
        if at_once or (passed and any(forms.holds(then, "remove") for then in step.thens())):
            yield step


def of_itself(forms: Forms) -> Iterator[Form]:
    """Removals of the piece that has just moved, as a consequence of its move."""
    for removal in forms.find("remove"):
        when = forms.around(removal, "then", "apply")
        if is_ludeme(argument(removal, 0), "last To") and is_ludeme(when, "then"):
            yield removal


def compelled(forms: Forms) -> Iterator[Form]:
    """Moves before which others are not allowed, and orders that bind the other player."""
    yield from forms.find("priority", "max Moves")
    asked = any(forms.around(each, "play") is not None for each in forms.find("is Pending"))
    for order in forms.find("set Pending"):
        around = forms.around(order, "and", "then")
        if asked and len(order.arguments()) == 1 and not forms.holds(around, "moveAgain"):
            yield order
