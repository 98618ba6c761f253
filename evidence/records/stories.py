"""What a step of a story is made of.

A step is an object: `title`, `text` (paragraphs), at most one figure, and `records`, identifiers
of further records that it rests on. The figure is a `record`; a `map`, the query of Explore that
it shows; or a board: a `ruleset` alone at its start, with a `clause` as it shows up in play, with
a `match` and a `ply` a position. `evidence.pages.views.story_figures` makes the figures.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

TEXTS = frozenset({"title", "text", "records"})
FIGURE_KEYS = (
    frozenset[str](),
    frozenset({"record"}),
    frozenset({"map"}),
    frozenset({"ruleset"}),
    frozenset({"ruleset", "clause"}),
    frozenset({"ruleset", "clause", "match"}),
    frozenset({"ruleset", "clause", "match", "ply"}),
    frozenset({"ruleset", "match", "ply"}),
)
STEP_KEYS = TEXTS.union(*FIGURE_KEYS)

Step = Mapping[str, Any]


def is_one_figure(step: Step) -> bool:
    """Whether what a step has beside its words is one figure, or none."""
    return frozenset(step) - TEXTS in FIGURE_KEYS
