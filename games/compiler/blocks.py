"""What a position keeps only if the rules ask for it: scores, bets, what is remembered."""

from __future__ import annotations

from games.compiler.dispatch import first_word
from games.ludemes.tree import Form, Text, walk

SCORES, AMOUNTS, TAKEN = "scores", "amounts", "taken"

# Numbers from 0 that can be remembered under a name; a bit is kept for each.
MEMORY_SIZE = 512

ABOUT = {
    ("score", ""): SCORES,
    ("addScore", ""): SCORES,
    ("byScore", ""): SCORES,
    ("set", "Score"): SCORES,
    ("pot", ""): AMOUNTS,
    ("amount", ""): AMOUNTS,
    ("set", "Pot"): AMOUNTS,
    ("move", "Bet"): AMOUNTS,
    ("max", "Captures"): TAKEN,
}


KEYWORDS = {"remember", "values", *(keyword for keyword, _ in ABOUT)}


def memory(name: str) -> str:
    """What the numbers remembered under a name are kept as."""
    return f"remembered {name}"


def blocks_of(game: Form, players: int) -> dict[str, int]:
    """The blocks that a game needs, and their sizes in bytes."""
    found: dict[str, int] = {}
    for form in walk(game):
        if not isinstance(form, Form) or form.keyword not in KEYWORDS:
            continue
        word = first_word(form)
        about = ABOUT.get((form.keyword, word)) or ABOUT.get((form.keyword, ""))
        if about is not None:
            found[about] = 4 * (players + 1)
        elif word in ("Value", "Remembered") and form.keyword in ("remember", "values"):
            texts = [node.value for node in form.arguments() if isinstance(node, Text)]
            found[memory(texts[0] if texts else "")] = MEMORY_SIZE // 8
    return found
