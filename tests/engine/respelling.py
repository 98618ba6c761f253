"""The same rules written otherwise: other blanks, comments and order of definitions."""

from __future__ import annotations

import random

from games.ludemes import read
from games.ludemes.reader import tokens
from games.ludemes.source import Source
from games.ludemes.tree import Form

BLANKS = (" ", "\n", "\t", "   ", "\n\n    ", " // (a note)\n", "\n// } it's \" so\n")


def respelled(text: str, chance: random.Random) -> str:
    """The text with other blanks between its words, and its definitions in another order."""
    return _with_other_blanks(_with_other_order(text, chance), chance)


def _with_other_blanks(text: str, chance: random.Random) -> str:
    parts, end = [], 0
    for token in tokens(Source("text", text), text):
        parts.append(chance.choice(BLANKS) if token.start > end and end else "")
        parts.append(text[token.start : token.end])
        end = token.end
    return "".join(parts)


def _with_other_order(text: str, chance: random.Random) -> str:
    """A definition may stand anywhere at the top, but for others of its name."""
    tops = [item.node for item in read(text)]
    spans = [node.span.text + "*" * getattr(node, "starred", 0) for node in tops]
    places = [
        n for n, node in enumerate(tops) if isinstance(node, Form) and node.keyword == "define"
    ]
    names = [tops[n].items[1].node for n in places]
    if len({name.value for name in names}) < len(names):
        return text
    shuffled = chance.sample(places, len(places))
    moved = dict(zip(places, shuffled, strict=True))
    return "\n".join(spans[moved.get(n, n)] for n in range(len(spans)))
