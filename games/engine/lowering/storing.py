"""A position that is remembered, and moves that do not bring it back."""

from __future__ import annotations

from games.engine.language import Typed
from games.engine.lowering.builder import Builder
from games.engine.lowering.registry import appends, lowers


@appends("moves remember State")
def remember_position(b: Builder, t: Typed) -> None:
    b.act("STORE")


@lowers("moves avoidStoredState")
def avoid_stored_position(b: Builder, t: Typed) -> None:
    """As published: before a position is remembered, none is avoided."""

    def body() -> None:
        start = b.temp(b.game("move_count"), "start")
        b.moves(t.args["moves"])
        if b.features["STORED"]:
            b.run("avoid_stored", start)

    b.together("avoided", body)
