"""The starting position."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from games.engine.ir import nodes as ir
from games.engine.language import Typed
from games.engine.lowering import roles
from games.engine.lowering.arrays import array_of, memory_number
from games.engine.lowering.builder import Builder
from games.engine.lowering.draws import draws, set_up_rules
from games.engine.lowering.equipment import Container
from games.engine.lowering.names import unknown
from games.engine.lowering.numbers import site_named
from games.engine.lowering.regions import EmittedRegion, Region, Visit, fixed, region_of
from games.engine.lowering.registry import lowers


def lower_start(b: Builder) -> None:
    """Define `place`, which sets up a game; dice lie in their places from the first.

    Where the set-up is drawn, `arrange` goes on with it from the first rule that draws.
    """
    rules = set_up_rules(b.equipment.game)
    first = next((n for n, rule in enumerate(rules) if draws(rule)), len(rules))

    def body() -> None:
        die = 0
        components = [c for c in b.equipment.components if c.faces]
        for each in b.equipment.dice() if b.equipment.drawn is None else ():
            for n in range(each.size):
                b.run("put", each.first + n, components[die].index, 1, 0, 0, 0)
                die += 1
        _by(b, rules[:first])
        if b.equipment.arranged:
            b.set_game("to_arrange", 1)

    b.define("place", (), body)
    if b.equipment.arranged:
        b.define("arrange", (), lambda: _by(b, rules[first:]))


def _by(b: Builder, rules: Sequence[Typed]) -> None:
    for rule in rules:
        b.lower(rule)
    if b.field("start_what").length:
        with b.counting(0, b.equipment.sites) as site:
            b.store("start_what", site, b.load("what", site))


def component(b: Builder, t: Typed, name: str) -> int:
    """The number of a piece by its name. Raises LudemeError."""
    found = b.equipment.named(name)
    if not found:
        raise unknown(t, "piece", name, [each.label for each in b.equipment.components])
    return found[0].index


def _sites(b: Builder, t: Typed) -> Region:
    """Where something is placed: sites, a region, coordinates or a container."""
    parts: list[ir.Expression] = []
    if t.has("region"):
        return region_of(b, t.args["region"])
    if t.has("locs"):
        parts = [b.number(each) for each in t.args["locs"].items]
    elif t.has("coords"):
        parts = [ir.Const(site_named(b, each)) for each in t.args["coords"].items]
    elif t.has("loc"):
        parts = [b.number(t.args["loc"])]
    elif t.has("coord"):
        parts = [ir.Const(site_named(b, t.args["coord"]))]
    elif t.has("container"):
        return _container(b, t)
    if all(isinstance(each, ir.Const) for each in parts):
        return _Repeated([each.value for each in parts if isinstance(each, ir.Const)])

    def emit(b: Builder, visit: Visit) -> None:
        for each in parts:
            visit(b.temp(each, "site"))

    return EmittedRegion(emit)


class _Repeated(Region):
    """Sites in order, of which one may stand several times: then it gets as many pieces."""

    def __init__(self, sites: list[int]) -> None:
        self.sites = sites

    def each(self, b: Builder, visit: Visit) -> None:
        if len(self.sites) < 3 or len(set(self.sites)) < len(self.sites):
            for site in self.sites:
                visit(ir.Const(site))
            return
        fixed(self.sites).each(b, visit)


def _container(b: Builder, t: Typed) -> Region:
    name = str(t.args["container"].value)
    for each in b.equipment.containers:
        if each.name == name:
            return fixed([each.first])
    raise unknown(t, "container", name, [each.name for each in b.equipment.containers])


@lowers("start place", "start place/2")
def place(b: Builder, t: Typed) -> None:
    name = str(t.args["item"].value)
    if t.has("container") and str(t.args["container"].value) == "Hand":
        _into_hands(b, t, name)
        return
    piece = component(b, t, name)
    if set(t.args) & {"region", "locs", "coords", "loc", "coord", "container"}:
        _put(b, t, [piece], _sites(b, t))


def _into_hands(b: Builder, t: Typed, name: str) -> None:
    """Each player's piece of that name goes into his hand, on the first of its free sites."""
    for piece in b.equipment.named(name):
        hand = b.equipment.hand(piece.owner)
        if hand is None:
            continue
        _put(b, t, [piece.index], EmittedRegion(partial(_first_free, hand)))


def _first_free(hand: Container, b: Builder, visit: Visit) -> None:
    """The first empty site of a hand, else its last one."""
    free = b.temp(hand.first, "free")
    last = hand.first + hand.size - 1
    with b.loop(ir.both(free < last, b.load("what", free).differs(0))):
        b.assign(free, free + 1)
    visit(free)


def _own_hand(b: Builder, t: Typed, name: str) -> Region:
    hand = b.equipment.hand(b.equipment.named(name)[0].owner) if b.equipment.named(name) else None
    if hand is None:
        raise b.missing(t, "without a place")
    return fixed([hand.first])


def _put(b: Builder, t: Typed, pieces: list[int], region: Region) -> None:
    count, local = b.number(t.get("count"), 1), b.number(t.get("state"), 0)
    worth, turn = b.number(t.get("value"), 0), b.number(t.get("rotation"), 0)
    if b.features["SEEDED"]:  # what is drawn is drawn once
        count, local, worth = b.temp(count, "count"), b.temp(local, "state"), b.temp(worth, "value")
    counts = [b.number(each) for each in t.args["counts"].items] if t.has("counts") else []
    if not all(isinstance(each, ir.Const) for each in counts):
        raise b.missing(t, "counts: of what is not constant")
    number = b.temp(0, "number") if counts else None

    def look(site: ir.Expression) -> None:
        amount = count
        if number is not None:
            listed = _constants(b, counts).load(number) if len(counts) > 1 else counts[0]
            amount = b.temp(listed, "amount")
            b.assign(number, number + 1)
        for piece in pieces:
            b.run("do_add", site, piece, amount, local, turn, worth)

    region.each(b, look)


def _constants(b: Builder, values: list[ir.Expression]):  # type: ignore[no-untyped-def]
    return b.table([each.value for each in values if isinstance(each, ir.Const)])


@lowers("start place Stack")
def place_stack(b: Builder, t: Typed) -> None:
    items = t.args["items"].items if t.has("items") else (t.args["item"],)
    pieces = [component(b, t, str(each.value)) for each in items]
    region = _sites(b, t)
    if not (set(t.args) & {"region", "locs", "coords", "loc", "coord", "container"}):
        region = _own_hand(b, t, str(items[0].value))
    _put(b, t, pieces, region)


@lowers("start set Count")
def set_count(b: Builder, t: Typed) -> None:
    if t.has("at"):
        site = b.number(t.args["at"])
        region: Region = EmittedRegion(lambda b, visit: visit(b.temp(site, "site")))
    else:
        region = region_of(b, t.args["to"])
    value = b.number(t.args["value"])
    region.each(b, lambda site: b.run("do_set_count", site, b.call("count_piece", site), value))


@lowers("start set/2", "start set/3", "start set")
def set_owner(b: Builder, t: Typed) -> None:
    if not t.has("role"):
        raise b.missing(t, "this form")
    owner = roles.player(b, t.args["role"].word)
    if not isinstance(owner, ir.Const):
        raise b.missing(t, "this role")
    found = [c for c in b.equipment.components if c.owner == owner.value and not c.faces]
    if not found:
        raise b.missing(t, "an owner without pieces")
    _put(b, t, [found[0].index], _sites(b, t))


@lowers("start set Score", "start set Amount")
def set_score(b: Builder, t: Typed) -> None:
    field = "score" if t.word == "Score" else "amount"
    value = b.number(t.args["value"])
    word = roles.role_of(t, "role") or "All"
    if word in ("All", "Each"):
        with b.counting(1, b.equipment.players + 1) as who:
            b.store(field, who, value)
    else:
        b.store(field, roles.player(b, word), value)


@lowers("start set Team")
def set_team(b: Builder, t: Typed) -> None:
    number = b.number(t.args["index"])
    for role in t.args["roles"].items:
        b.store("team", roles.player(b, role.word), number)


@lowers("start set RememberValue")
def set_remembered(b: Builder, t: Typed) -> None:
    number = memory_number(b, t)
    unique = b.truth(t.get("unique"), 0)
    if t.has("regionValue"):
        region_of(b, t.args["regionValue"]).each(b, lambda s: b.run("remember", number, s, unique))
    else:
        b.run("remember", number, b.number(t.args["value"]), unique)


@lowers("start forEach Site")
def for_each_site(b: Builder, t: Typed) -> None:
    with b.keeping("site"):

        def look(site: ir.Expression) -> None:
            b.set_context("site", site)
            with b.when(b.truth(t.get("If"))):
                b.lower(t.args["startingRule"])

        region_of(b, t.args["regionFn"]).each(b, look)


@lowers("start forEach Value")
def for_each_value(b: Builder, t: Typed) -> None:
    with b.keeping("value"):
        with b.counting(b.number(t.args["min"]), b.number(t.args["max"]) + 1) as number:
            b.set_context("value", number)
            b.lower(t.args["startingRule"])


@lowers("start forEach Player")
def for_each_player(b: Builder, t: Typed) -> None:
    with b.keeping("player"), b.counting(1, b.equipment.players + 1) as who:
        b.set_context("player", who)
        b.lower(t.args["startingRule"])


@lowers("start forEach")
def for_each_of(b: Builder, t: Typed) -> None:
    with b.keeping("player"):

        def look(who: ir.Expression) -> None:
            b.set_context("player", who)
            b.lower(t.args["startingRule"])

        array_of(b, t.args["players"]).each(b, look)
