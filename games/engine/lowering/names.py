"""Names of a text that nothing there has: the message says so, and which name is most like it."""

from __future__ import annotations

from collections.abc import Collection
from difflib import get_close_matches

from games.engine.language import Typed
from games.ludemes import LudemeError


def unknown(typed: Typed, kind: str, name: str, names: Collection[str]) -> LudemeError:
    """The error for a name that nothing has; `names` are those that would do."""
    near = get_close_matches(name, names, 2)
    if near:
        remedy = "; do you mean {}?".format(" or ".join(f'"{each}"' for each in near))
    else:
        remedy = "; there are {}".format(", ".join(f'"{each}"' for each in names)) if names else ""
    return LudemeError(f'there is no {kind} "{name}"{remedy}', typed.node.span, typed.node.origin)
