"""Moves as readers see them: `@d1` puts a man from the hand on d1, `Stone@d1` one from nowhere.

`@` is the usual sign of a drop. Where a hand has several places, the number of the place stands
before it, `3@d1`; `c3-hand` goes to a hand. What happens on one site alone, such as the emptying of
a hole, is written as that site, `c1`. Points of Go have the names that players give them
(`games.notation.points`). Games are stored by labels, such as `Hand1-d1`,
`d1-d1=Stone1` and `c1-c1`; static/js/words.js writes the same.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

FROM_HAND = re.compile(r"\bhand\d+(?:\.(\d+))?-", re.IGNORECASE)
TO_HAND = re.compile(r"-hand\d+(\.\d+)?(?![\w.])", re.IGNORECASE)
IN_PLACE = re.compile(r"(?<![\w.-])([A-Za-z]+\d+)-\1(?![\w.-])(?:=(\w*[A-Za-z_])\d+(?!\w))?")
SITE = re.compile(r"(?<![\w.])[a-z]\d+(?!\w)")


def dropped(label: str, points: Mapping[str, str] | None = None) -> str:
    """The label of a ply as readers see it, with the names of its sites if they have any."""
    said = TO_HAND.sub(lambda found: f"-hand{found[1] or ''}", label)
    said = FROM_HAND.sub(lambda found: f"{found[1] or ''}@", said)
    said = IN_PLACE.sub(lambda found: f"{found[2]}@{found[1]}" if found[2] else found[1], said)
    return SITE.sub(lambda found: points.get(found[0], found[0]), said) if points else said
