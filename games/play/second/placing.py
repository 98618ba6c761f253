"""Where sites are drawn: those of the board as they lie, all others in rows below it."""

from __future__ import annotations

from games.boards import Site
from games.engine.manifest import Manifest
from games.engine.manifest import Site as Place

BETWEEN = 1.5  # units from one row to the next
HALF = 0.46


def placed_sites(manifest: Manifest) -> dict[int, Site]:
    """The sites by number; those of each hand or set of dice in a row below the board."""
    on_board = [site for site in manifest.sites if site.x is not None]
    left = min((x for site in on_board for x, _ in site.outline), default=0.0)
    bottom = min((y for site in on_board for _, y in site.outline), default=0.0)
    off_board = [site for site in manifest.sites if site.x is None]
    rows = {
        container: n for n, container in enumerate(dict.fromkeys(s.container for s in off_board))
    }
    found = {site.number: _on_board(site) for site in on_board}
    for site in off_board:
        along = site.number - manifest.containers[site.container].first
        x, y = left + 0.5 + along, bottom - 1 - BETWEEN * rows[site.container]
        found[site.number] = Site(site.number, site.name, x, y, _square(x, y))
    return {number: found[number] for number in sorted(found)}


def _on_board(site: Place) -> Site:
    x, y = site.x or 0.0, site.y or 0.0
    return Site(site.number, site.name, x, y, site.outline or _square(x, y))


def _square(x: float, y: float) -> tuple[tuple[float, float], ...]:
    return (
        (x - HALF, y - HALF), (x + HALF, y - HALF), (x + HALF, y + HALF), (x - HALF, y + HALF),
    )  # fmt: skip
