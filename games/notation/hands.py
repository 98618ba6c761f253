"""Moves from and to hands as readers see them: `@d1` puts a man from the hand on d1.

`@` is the usual sign of a drop. Where a hand has several places, the number of the place stands
before it, `3@d1`; `c3-hand` goes to a hand. Games are stored by labels, such as `Hand1-d1`;
static/js/words.js writes the same.
"""

from __future__ import annotations

import re

FROM_HAND = re.compile(r"\bhand\d+(?:\.(\d+))?-", re.IGNORECASE)
TO_HAND = re.compile(r"-hand\d+(\.\d+)?(?![\w.])", re.IGNORECASE)


def dropped(label: str) -> str:
    """The label of a ply as readers see it."""
    said = TO_HAND.sub(lambda found: f"-hand{found[1] or ''}", label)
    return FROM_HAND.sub(lambda found: f"{found[1] or ''}@", said)
