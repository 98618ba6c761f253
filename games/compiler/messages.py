"""Lower what players are told in the course of a game: `(note "…" to:Next)`.

A note changes nothing on the board. Where moves are traced it is an effect of its clause, with the
player who is told as its value, so that a page can show it; elsewhere nothing is left of it.
"""

from __future__ import annotations

from games.compiler import layout
from games.compiler.build import Build, Code, Scope, is_word
from games.compiler.dispatch import parts_of
from games.compiler.effects import effects, tell
from games.compiler.values import player
from games.ludemes.tree import Form, Text, written

# The value of a note to all players.
EVERYONE = "0"


@effects.on("note", reads=("to", "player"))
def _note(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """Players are told something. Whom it is about (`player:`) is for the eye, like its words."""
    (message,) = parts_of(form, 1, 1, '(note "message" to:Next)')
    if not isinstance(message, Text):
        build.miss(message, f"{written(message)} as a message", "write a text in quotes")
    to = form.named("to")
    everyone = to is None or is_word(to, "All")
    told = EVERYONE if to is None or everyone else player(build, to, scope)
    tell(build, code, form, layout.NOTE_EFFECT, "-1", told)
