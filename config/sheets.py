"""Style sheets that are written apart and fetched together.

Nothing is painted before every style sheet has come, and a phone has six connections. Those that
are always asked for together are therefore one file of the collected static files; templates name
it with `{% sheets %}`, and the files themselves are served where nothing is collected.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from posixpath import dirname, join, relpath

SHEETS = {
    "css/site.css": (
        "css/fonts.css",
        "css/tokens.css",
        "css/type.css",
        "css/layout.css",
        "css/components.css",
    ),
    "css/front.css": ("css/home.css", "css/locator.css", "css/rules.css", "css/drawn.css"),
    "css/maps.css": ("vendor/leaflet/leaflet.css", "css/map.css"),
}
ADDRESS = re.compile(r"""url\((["']?)(?![a-z]+:|[/#])([^"')]+)\1\)""")


def joined(name: str, read: Callable[[str], str]) -> str:
    """The sheets that a name stands for, in their order, as one text.

    Addresses in a sheet are relative to its own folder, hence they are written anew.
    """
    return "\n".join(_moved(read(part), part, dirname(name)) for part in SHEETS[name])


def _moved(text: str, part: str, folder: str) -> str:
    def anew(found: re.Match[str]) -> str:
        return f'url("{relpath(join(dirname(part), found[2]), folder)}")'

    return ADDRESS.sub(anew, text)
