"""Regions by what stands on their sites."""

from __future__ import annotations

from collections.abc import Callable

from games.engine.ir import nodes as ir
from games.engine.language import Typed
from games.engine.lowering import roles
from games.engine.lowering.builder import Builder
from games.engine.lowering.regions import FilteredRegion, Region, Visit, fixed
from games.engine.lowering.registry import lowers
from games.engine.lowering.sites import board_sites, container_region, default_type, of_container


class EmptySites(FilteredRegion):
    """The empty sites of the board."""

    def __init__(self, b: Builder) -> None:
        super().__init__(board_sites(b), lambda site: b.load("what", site).same(0))

    def each(self, b: Builder, visit: Visit) -> None:
        with b.following("next_with", 0, b.equipment.sites, 0) as site:
            visit(site)

    def count(self, b: Builder) -> ir.Expression:
        return b.call("number_with", 0, b.equipment.sites, 0)


@lowers("region sites Empty")
def empty_sites(b: Builder, t: Typed) -> Region:
    if not t.has("index"):
        return EmptySites(b)
    inner = of_container(b, t.args["index"])
    return FilteredRegion(inner, lambda site: b.load("what", site).same(0))


@lowers("region sites State")
def in_state(b: Builder, t: Typed) -> Region:
    """The sites of the board whose local state is a number."""
    wanted = b.number(t.args["index"])
    return FilteredRegion(board_sites(b), lambda s: b.call("state_safe", s, -1).same(wanted))


@lowers("region sites Occupied")
def occupied(b: Builder, t: Typed) -> Region:
    """Where pieces of a player stand.

    Without a container the sites of hands and dice count too, as cells do: not where pieces stand
    on vertices or edges.
    """
    sites = _container(b, t)
    who = roles.player_of(b, t, "by", "By", default=-1) if not t.has("By") else None
    word = roles.role_of(t, "By", "by")
    names = _component_names(t)

    def fits(what: ir.Expression) -> ir.Expression:
        owner = b.field("OWNER").load(what)
        tests = [what.differs(0)]
        if word not in ("All", "Each", "Any"):
            tests.append(_owned(b, word, owner) if word else owner.same(who or 0))
        if names is not None:
            numbers = [c.index for n in names for c in b.equipment.named(n)]
            tests.append(ir.either(*(what.same(number) for number in numbers)))
        if t.has("component"):
            tests.append(what.same(b.number(t.args["component"])))
        return ir.both(*tests)

    if t.has("top") and b.features["STACKS"]:
        return FilteredRegion(sites, lambda site: _on_any_level(b, t.args["top"], site, fits))
    return FilteredRegion(sites, lambda site: fits(b.load("what", site)))


def _owned(b: Builder, word: str, owner: ir.Expression) -> ir.Expression:
    """Whether an owner is one of a role's: nobody is a non-mover too, an ally is another."""
    if word == "NonMover":
        return ir.both(owner.differs(b.game("mover")), owner <= b.equipment.players)
    if word == "Ally":
        others = owner.differs(b.game("mover"))
        return ir.both(others, roles.is_of(b, word, owner)) if roles.teams(b) else ir.Const(0)
    return roles.is_of(b, word, owner)


def _on_any_level(
    b: Builder,
    top: Typed,
    site: ir.Expression,
    fits: Callable[[ir.Expression], ir.Expression],
) -> ir.Expression:
    """Whether the top piece of a site fits or, where `top` is false, any piece of its stack."""

    def body() -> None:
        here = ir.Local("here")
        with b.when(fits(b.load("what", here))):
            b.give(1)
        with b.when(ir.negate(b.truth(top))):
            with b.counting(0, b.load("size", here)) as level:
                with b.when(fits(b.load("level_what", here * b.features["LEVELS"] + level))):
                    b.give(1)
        b.give(0)

    return b.call(b.function("stands", body, ("here",)), site)


def _component_names(t: Typed) -> list[str] | None:
    if t.has("Component"):
        return [str(t.args["Component"].value)]
    if t.has("components"):
        return [str(each.value) for each in t.args["components"].items]
    return None


def _container(b: Builder, t: Typed) -> Region:
    if t.has("on") and t.args["on"].word != default_type(b):
        raise b.missing(t, f"on:{t.args['on'].word}")
    if t.has("Container"):
        found = container_region(b, str(t.args["Container"].value))
        if found is not None:
            return found
    if t.has("container"):
        return of_container(b, t.args["container"])
    if default_type(b) == "Cell":
        return fixed(range(b.equipment.total))
    return board_sites(b)
