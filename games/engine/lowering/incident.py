"""Sites that meet: the cells at a point, the edges of a cell and so on."""

from __future__ import annotations

from games.engine.boards.reading import read_incident
from games.engine.language import Typed, walk
from games.engine.lowering.builder import Builder
from games.engine.lowering.regions import Region, TableRegion
from games.engine.lowering.registry import lowers
from games.engine.lowering.sites import default_type
from games.ludemes.source import LudemeError


@lowers("region sites Incident")
def incident_sites(b: Builder, t: Typed) -> Region:
    """The sites of one kind that meet a site of another; none where there is no such site."""
    if t.has("owner") or t.has("roleOwner"):
        raise b.missing(t, "of an owner")
    if _plays_on_others(b):
        raise b.missing(t, "where pieces stand on sites of several kinds")
    board = next(each for each in walk(b.equipment.game) if each.key.startswith("containers"))
    try:
        rows = read_incident(board, t.args["resultType"].word, t.args["of"].word)
    except LudemeError as error:
        raise b.missing(t, error.message) from error
    return TableRegion([(), *rows], b.number(t.args["at"]) + 1)


def _plays_on_others(b: Builder) -> bool:
    """Whether the rules speak of sites of a kind other than the board's.

    But for what they meet, and how many pieces lie there: none but in hands.
    """
    own, game = default_type(b), b.equipment.game
    pieces = [
        each for each in game.args["equipment"].args["items"].items if "components" in each.key
    ]
    return any(
        part.type == "SiteType" and part.word != own
        for top in (game.args["rules"], *pieces)
        for each in walk(top)
        if each.row is not None and each.key not in ("region sites Incident", "ints count")
        for part in each.args.values()
    )
