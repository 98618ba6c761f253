"""Players chosen by team, by who is whose enemy, or by a condition; and each team in turn."""

from __future__ import annotations

from collections.abc import Callable

from games.engine.ir import nodes as ir
from games.engine.language import Typed
from games.engine.lowering.arrays import Array, Visit
from games.engine.lowering.builder import Builder
from games.engine.lowering.regions import EmittedRegion, Region, region_of
from games.engine.lowering.registry import lowers

MOST_TEAMS = 16
Belongs = Callable[[ir.Expression], ir.Expression]


def _players(b: Builder, t: Typed, belongs: Belongs, first: int = 1, beyond: int = 1) -> Array:
    """The players from a number on that belong and meet the condition, which sees each."""

    def emit(b: Builder, visit: Visit) -> None:
        with b.keeping("player"), b.counting(first, b.equipment.players + beyond) as who:
            b.set_context("player", who)
            with b.when(ir.both(b.truth(t.get("If")), belongs(who))):
                visit(who)

    return Array(emit)


@lowers(*(f"intArray players Team{number}" for number in range(1, MOST_TEAMS + 1)))
def of_team(b: Builder, t: Typed) -> Array:
    """The players of a team; where there are no teams, each player is one."""
    number = int(t.word.removeprefix("Team"))
    if not b.features["TEAMS"]:
        alone = number <= b.equipment.players
        return Array(lambda b, visit: visit(ir.Const(number)) if alone else None)
    return _players(b, t, lambda who: b.load("team", who).same(number))


@lowers("intArray players All", "intArray players NonMover")
def all_players(b: Builder, t: Typed) -> Array:
    """As published, with 0 for nobody, and among all the number after the last player."""
    if t.word == "All":
        return _players(b, t, lambda who: ir.Const(1), 0, 2)
    return _players(b, t, lambda who: who.differs(b.game("mover")), 0)


@lowers("intArray players Ally", "intArray players Enemy", "intArray players Friend")
def related_players(b: Builder, t: Typed) -> Array:
    """Those on the side of a player, or against him: none of somebody who is no player."""

    def emit(b: Builder, visit: Visit) -> None:
        of = b.temp(b.number(t.get("of"), b.game("mover")), "of")
        belongs = TEAM_RELATIONS if b.features["TEAMS"] else RELATIONS
        with b.when(ir.both(of > 0, of <= b.equipment.players)):
            _players(b, t, lambda who: belongs[t.word](b, who, of)).each(b, visit)

    return Array(emit)


Relation = Callable[[Builder, ir.Expression, ir.Expression], ir.Expression]
RELATIONS: dict[str, Relation] = {
    "Ally": lambda b, who, of: ir.Const(0),
    "Enemy": lambda b, who, of: who.differs(of),
    "Friend": lambda b, who, of: who.same(of),
}


def _together(b: Builder, who: ir.Expression, of: ir.Expression) -> ir.Expression:
    return b.load("team", who).same(b.load("team", of))


TEAM_RELATIONS: dict[str, Relation] = {
    "Ally": lambda b, who, of: ir.both(who.differs(of), _together(b, who, of)),
    "Enemy": lambda b, who, of: ir.both(
        who.differs(b.game("mover")), ir.negate(_together(b, who, of))
    ),
    "Friend": _together,
}


@lowers("intArray team")
def of_this_team(b: Builder, t: Typed) -> Array:
    """The players of the team that is looked at."""
    return _players(b, t, lambda who: _team_of(b, who).same(b.context("team")))


def _team_of(b: Builder, who: ir.Expression) -> ir.Expression:
    return b.load("team", who) if b.features["TEAMS"] else who


def _each_team(b: Builder, body: Callable[[], None]) -> None:
    """Emit a loop over the teams that have players."""
    with b.keeping("team"), b.counting(1, b.equipment.players + 1) as number:
        peopled = b.temp(0, "peopled")
        with b.counting(1, b.equipment.players + 1) as who:
            with b.when(_team_of(b, who).same(number)):
                b.assign(peopled, 1)
        with b.when(peopled):
            b.set_context("team", number)
            body()


@lowers("moves forEach Team")
def moves_of_each_team(b: Builder, t: Typed) -> None:
    _each_team(b, lambda: b.moves(t.args["moves"]))


@lowers("start forEach Team")
def start_of_each_team(b: Builder, t: Typed) -> None:
    _each_team(b, lambda: b.lower(t.args["startingRule"]))


@lowers("region forEach Team")
def region_of_each_team(b: Builder, t: Typed) -> Region:
    def emit(b: Builder, visit: Visit) -> None:
        _each_team(b, lambda: region_of(b, t.args["region"]).each(b, visit))

    return EmittedRegion(emit, unique=True)
