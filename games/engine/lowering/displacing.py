"""Moves of pieces: step, slide, hop, leap, from one site to another."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

from games.engine.ir import nodes as ir
from games.engine.language import Typed, walk
from games.engine.lowering.builder import Builder
from games.engine.lowering.directions import read_directions, with_ends_known
from games.engine.lowering.displacement import Displacement
from games.engine.lowering.rays import Ray, each_ray
from games.engine.lowering.regions import EmittedRegion, Region, TableRegion, region_of
from games.engine.lowering.registry import lowers
from games.engine.lowering.track_slides import slide_along_tracks
from games.engine.lowering.walks import leaps

FAR = 1000
HOP_OVER_ONE = tuple(map(ir.Const, (1, 1, 0, 0)))


@lowers("moves step", "moves move Step")
def step(b: Builder, t: Typed) -> None:
    """To a site next to it; what is to be applied there decides on effects, not on the move."""
    d = Displacement(b, t)
    directions = with_ends_known(b, read_directions(b, t.get("directions")))

    def start(frm: ir.Expression) -> None:
        def look(ray: Ray) -> None:
            to = b.temp(ray.site(0), "to")
            b.set_context("to", to)
            with b.when(b.truth(d.to_if())):
                d.move(frm, to, effect_if=d.effect_if)

        each_ray(b, directions, frm, look, near=1)

    d.from_each(start)


def _between_kept(b: Builder, t: Typed) -> AbstractContextManager[None]:
    """Each way begins with the same site between, where what is asked of ends speaks of it."""
    asked = t.has("to") and any(each.key == "ints between" for each in walk(t.args["to"]))
    return b.keeping("between") if asked else nullcontext()


@lowers("moves slide", "moves move Slide")
def slide(b: Builder, t: Typed) -> None:
    d = Displacement(b, t)
    if t.has("track"):
        slide_along_tracks(d, str(t.args["track"].value))
        return
    directions = with_ends_known(b, read_directions(b, t.get("directions")))
    low, high = d.bounds(-1, FAR)

    def start(frm: ir.Expression) -> None:
        least, most = _fixed(b, low, "least"), _fixed(b, high, "most")

        def look(ray: Ray) -> None:
            end = ray.length if most == ir.Const(FAR) else b.call("lesser", ray.length, most)
            with _between_kept(b, t), b.counting(0, end) as i:
                to = b.temp(ray.site(i), "to")
                b.set_context("to", to)
                is_far_enough = ir.Const(1) if least == ir.Const(-1) else least <= i + 1

                def arrive() -> None:
                    with b.when(b.truth(d.effect_if)):
                        d.move(
                            frm, to, lambda: _passing(d, ray, i), trail=lambda: _trailing(d, ray, i)
                        )

                if d.to_if() is not None:
                    with b.when(ir.both(b.truth(d.to_if()), is_far_enough)):
                        arrive()
                        b.leave()
                b.set_context("between", to)
                going = d.between_if()
                free = b.truth(going) if going is not None else b.load("what", to).same(0)
                with b.when(ir.negate(free)):
                    b.leave()
                with b.when(is_far_enough):
                    arrive()

        each_ray(b, directions, frm, look)

    d.from_each(start)


def _fixed(b: Builder, value: ir.Expression, hint: str) -> ir.Expression:
    """A value that is worked out once."""
    return value if isinstance(value, ir.Const) else b.temp(value, hint)


def _passing(d: Displacement, ray: Ray, number: ir.Expression) -> None:
    b = d.b
    if d.side_effect is not None:
        with b.counting(0, number) as j:
            b.set_context("between", ray.site(j))
            b.effect(d.side_effect)


def _trailing(d: Displacement, ray: Ray, number: ir.Expression) -> None:
    """What the piece leaves behind where it was and where it passed."""
    b = d.b
    if d.trail is not None:
        piece = b.temp(b.number(d.trail), "trail")
        b.act("TRAIL", b.context("from_"), piece)
        with b.counting(0, number) as j:
            b.act("TRAIL", ray.site(j), piece)


@lowers("moves hop", "moves move Hop")
def hop(b: Builder, t: Typed) -> None:
    """Over one or more hurdles in a line, to a site behind them."""
    d = Displacement(b, t)
    directions = with_ends_known(b, read_directions(b, t.get("directions")))
    low, high = d.bounds(1, 1)
    before = b.number(d._part(d.between, "before"), 0)
    after = b.number(d._part(d.between, "after"), 0)

    plain = (low, high, before, after) == HOP_OVER_ONE and d.effect_if is None

    def start(frm: ir.Expression) -> None:
        least, most = b.temp(low, "least"), b.temp(high, "most")
        near, far = b.temp(before, "before"), b.temp(after, "after")

        def look(ray: Ray) -> None:
            if plain:
                _hop_over_one(d, frm, ray)
            else:
                _hop_along(d, frm, ray, least, most, near, far)

        if low != ir.Const(1):
            with b.when(least.same(0)):
                _steps(d, frm, directions)
        each_ray(b, directions, frm, look, near=2 if plain else 0)

    d.from_each(start)


def _steps(d: Displacement, frm: ir.Expression, directions) -> None:  # type: ignore[no-untyped-def]
    b = d.b

    def look(ray: Ray) -> None:
        to = b.temp(ray.site(0), "to")
        b.set_context("to", to)
        with b.when(b.truth(d.to_if())):
            d.move(frm, to)

    each_ray(b, directions, frm, look, near=1)


def _hop_over_one(d: Displacement, frm: ir.Expression, ray: Ray) -> None:
    """What `_hop_along` comes to for one hurdle, next to the piece and to where it lands."""
    b = d.b
    hurdle = b.temp(ray.site(0), "hurdle")
    b.set_context("between", hurdle)
    with b.when(b.truth(d.between_if())):
        with b.when(ray.has(1)):
            to = b.temp(ray.site(1), "to")
            b.set_context("to", to)
            with b.when(b.truth(d.to_if())):
                d.move(frm, to, lambda: _over(d, ray, ir.Const(0), ir.Const(1)))
    with b.otherwise():
        b.set_context("to", hurdle)


def _hop_along(d: Displacement, frm, ray: Ray, least, most, near, far) -> None:  # type: ignore[no-untyped-def]
    b = d.b
    hurdle = d.between_if()
    with b.counting(0, ray.length) as i:
        site = b.temp(ray.site(i), "hurdle")
        b.set_context("between", site)
        with b.when(ir.both(most > 0, b.truth(hurdle))):
            behind = b.temp(i + 1, "behind")
            with b.loop(ir.both(behind < ray.length, behind - i < most)):
                b.set_context("between", ray.site(behind))
                with b.when(ir.negate(b.truth(hurdle))):
                    b.leave()
                b.assign(behind, behind + 1)
            _land(d, frm, ray, i, behind, least, far)
            b.leave()
        b.set_context("to", site)
        with b.when(ir.either(i >= near, ir.negate(b.truth(d.to_if())))):
            b.leave()


def _land(d: Displacement, frm, ray: Ray, first, behind, least, far) -> None:  # type: ignore[no-untyped-def]
    """The sites behind the hurdles, of which `behind` is the first, or behind fewer of them."""
    b = d.b
    fewer = b.temp(b.call("lesser", behind - first - least, behind), "fewer")
    with b.loop(fewer >= 0):
        at = b.temp(behind - fewer, "at")
        with b.loop(at < ray.length):
            to = b.temp(ray.site(at), "to")
            b.set_context("to", to)
            with b.when(ir.negate(b.truth(d.to_if()))):
                if d.effect_if is not None:
                    with b.when(b.truth(d.effect_if)):
                        d.move(frm, to)
                b.leave()
            if d.effect_if is None:
                d.move(frm, to, lambda: _over(d, ray, first, behind - fewer))
            with b.when(at - behind + 1 > far - fewer):
                b.leave()
            b.assign(at, at + 1)
        b.assign(fewer, fewer - 1)


def _over(d: Displacement, ray: Ray, first: ir.Expression, end: ir.Expression) -> None:
    b = d.b
    if d.side_effect is None and not b.features["LAST_BETWEEN"]:
        return
    one = (first, end) == (ir.Const(0), ir.Const(1))
    with b.counting_one(end) if one else b.counting(first, end) as j:
        b.set_context("between", ray.site(j))
        if d.side_effect is not None:
            b.effect(d.side_effect)
        if b.features["LAST_BETWEEN"]:
            b.act("BETWEEN", ray.site(j))


@lowers("moves leap", "moves move Leap")
def leap(b: Builder, t: Typed) -> None:
    """Along walks such as {F F R F}, in each orthogonal direction."""
    d = Displacement(b, t)
    forward = b.flag(t.get("forward"))
    rows = leaps(b, t.args["walk"], t.get("rotations"), forward=forward)

    def start(frm: ir.Expression) -> None:

        index = frm
        if forward:
            index = b.call("facing_at", frm) * b.equipment.sites + frm

        def look(to: ir.Expression) -> None:
            b.set_context("to", to)
            with b.when(b.truth(d.to_if())):
                d.move(frm, to, effect_if=d.effect_if)

        with b.when(frm < b.equipment.sites):
            TableRegion(rows, index).each(b, look)

    d.from_each(start)


@lowers("moves move", "moves fromTo")
def from_to(b: Builder, t: Typed) -> None:
    """From one site to another, with no direction between them."""
    d = Displacement(b, t)
    to = t.args["to"]
    copied = t.get("copy")
    count = t.get("count")

    def start(frm: ir.Expression) -> None:
        with b.when(b.call("what_safe", frm, -1).differs(0)):
            number = b.temp(b.number(count), "number") if count is not None else None

            def look(target: ir.Expression) -> None:
                with b.when(ir.both(target >= 0, b.truth(d.to_if()))):
                    with b.proposing(frm, target):
                        if d.effect is not None:
                            with b.when(b.truth(d.effect_if)):
                                b.effect(d.effect)
                        _carry(d, frm, target, number, copied)

            each_target(b, to, look)

    d.from_each(start)
    if t.has("mover"):
        raise b.missing(t, "another mover")


def each_target(b: Builder, to: Typed, visit: Callable[[ir.Expression], None]) -> None:
    """Emit a loop over the sites to go to, as `(to)`, which the region itself does not see."""

    def look(site: ir.Expression) -> None:
        with b.keeping("to"):
            b.set_context("to", site)
            visit(site)

    targets(b, to).each(b, look)


def targets(b: Builder, to: Typed) -> Region:
    if to.has("region"):
        return region_of(b, to.args["region"])
    where = b.number(to.args["loc"]) if to.has("loc") else b.context("to")
    return EmittedRegion(lambda b, visit: visit(b.temp(where, "to")))


def _carry(d: Displacement, frm, to, number, copied) -> None:  # type: ignore[no-untyped-def]
    b = d.b
    target = d.to
    level_to = b.number(target.get("level"), -1) if target is not None else ir.Const(-1)
    if copied is not None and b.truth(copied) != ir.Const(0):
        with b.when(b.truth(copied)):
            b.act("COPY", frm, to)
        if b.truth(copied) != ir.Const(1):
            with b.when(ir.negate(b.truth(copied))):
                b.act("MOVE", frm, d.level, to, level_to)
    elif number is not None and d.level == ir.Const(-1):
        b.act("MOVE_COUNT", frm, to, number)
    elif d.stack and d.level == ir.Const(-1):
        b.act("MOVE_STACK", frm, to, 0)
    else:
        b.act("MOVE", frm, d.level, to, level_to)
    if b.features["STACKS"]:
        b.run("set_level", d.level)
