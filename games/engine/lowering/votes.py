"""Proposals, votes and events, each with a number by its name; bets."""

from __future__ import annotations

from games.engine.language import Typed
from games.engine.lowering import roles
from games.engine.lowering.builder import Builder
from games.engine.lowering.ranges import read_range
from games.engine.lowering.registry import appends, lowers

EVENTS = 8


def event_number(b: Builder, t: Typed, kind: str, name: str) -> int:
    """The number of a proposal or event."""
    known: dict[str, int] = b.once(("events", kind), dict)
    number = known.setdefault(name, len(known))
    if number >= EVENTS:
        raise b.missing(t, f"over {EVENTS} names")
    return number


@appends("moves trigger")
def trigger(b: Builder, t: Typed) -> None:
    """Note an event; where nothing asks for any, there is no room for it and no need."""
    number = event_number(b, t, "triggered", str(t.args["event"].value))
    if b.features["TRIGGERS"]:
        b.act("TRIGGER", roles.player_of(b, t, "indexPlayer", "role") + number * 17)


@lowers("moves move Propose", "moves propose", "moves move Vote", "moves vote")
def propose(b: Builder, t: Typed) -> None:
    """A proposal, or a vote for one; it is decided once more than half of the players voted so."""
    voting = t.key.endswith(("Vote", "vote"))
    listed = next(
        each.items or (each,)
        for name in ("message", "messages", "vote", "votes", "proposition", "propositions")
        if (each := t.get(name)) is not None
    )
    for each in listed:
        number = event_number(b, t, "proposed", str(each.value))
        with b.proposing(-1, -1):
            b.act("VOTE" if voting else "PROPOSE", number)


@lowers("moves move Bet", "moves bet")
def bet(b: Builder, t: Typed) -> None:
    """A move for each number of the range, which becomes the amount of the player."""
    who = b.temp(roles.player_of(b, t, "who", "role"), "who")
    low, high = read_range(b, t.args["range"])
    with b.counting(low, high + 1) as amount:
        with b.proposing(-1, -1):
            b.act("AMOUNT", who, amount)
