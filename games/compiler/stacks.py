"""Lower what asks about stacks: several like pieces on a site, of which the top one may go alone.

In a game of stacks pieces of different kinds never stand on each other: the rules are stopped where
they would.
"""

from __future__ import annotations

from games.compiler.build import Build, Scope
from games.compiler.dispatch import parts_of
from games.compiler.values import number, numbers
from games.ludemes.tree import Form, written


@numbers.on("size", "Stack", reads=("at",))
def _size(build: Build, form: Form, scope: Scope) -> str:
    """How many pieces stand on a site: `(size Stack at:site)`."""
    parts_of(form, 1, 1, "(size Stack at:site)")
    at = form.named("at")
    if at is None:
        return build.miss(form, written(form), "write (size Stack at:site)")
    site = number(build, at, scope)
    return f"((ld8(WHAT + {site}) != 0) + ld8(SPARE + {site}))"
