"""Proposals, votes and events: each has a number by its name."""

from __future__ import annotations

from games.engine.language import Typed
from games.engine.lowering import roles
from games.engine.lowering.builder import Builder
from games.engine.lowering.registry import appends


def event_number(b: Builder, kind: str, name: str) -> int:
    """The number of a proposal or event."""
    known: dict[str, int] = b.once(("events", kind), dict)
    return known.setdefault(name, len(known))


@appends("moves trigger")
def trigger(b: Builder, t: Typed) -> None:
    number = event_number(b, "triggered", str(t.args["event"].value))
    who = roles.player_of(b, t, "indexPlayer", "role")
    b.act("TRIGGER", who + number * 17)
