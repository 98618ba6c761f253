"""Conditions."""

from __future__ import annotations

from games.engine.ir import nodes as ir
from games.engine.language import Typed
from games.engine.lowering import roles
from games.engine.lowering.arrays import Array, array_of
from games.engine.lowering.builder import Builder
from games.engine.lowering.counting import number_of_kinds, pieces_at_levels, pieces_test
from games.engine.lowering.numbers import site_of
from games.engine.lowering.regions import (
    EmittedRegion,
    FilteredRegion,
    Region,
    Visit,
    fixed,
    region_of,
)
from games.engine.lowering.registry import lowers
from games.engine.lowering.sites import near_table
from games.engine.lowering.votes import event_number


@lowers("booleans and", "booleans and/2")
def conjunction(b: Builder, t: Typed) -> ir.Expression:
    return ir.both(*(b.truth(each) for each in _parts(t)))


@lowers("booleans or", "booleans or/2")
def disjunction(b: Builder, t: Typed) -> ir.Expression:
    return ir.either(*(b.truth(each) for each in _parts(t)))


def _parts(t: Typed) -> tuple[Typed, ...]:
    return t.args["list"].items if t.has("list") else (t.args["a"], t.args["b"])


@lowers("booleans xor")
def exclusive(b: Builder, t: Typed) -> ir.Expression:
    return b.truth(t.args["a"]).differs(b.truth(t.args["b"]))


@lowers("booleans not")
def negation(b: Builder, t: Typed) -> ir.Expression:
    return ir.negate(b.truth(t.args["a"]))


@lowers("booleans if")
def conditional(b: Builder, t: Typed) -> ir.Expression:
    return ir.choose(b.truth(t.args["cond"]), b.truth(t.args["ok"]), b.truth(t.get("notOk"), 0))


@lowers("booleans toBool")
def from_number(b: Builder, t: Typed) -> ir.Expression:
    return b.number(t.args["intFn"]).differs(0)


@lowers("booleans =", "booleans !=", "booleans <", "booleans <=", "booleans >", "booleans >=")
def comparison(b: Builder, t: Typed) -> ir.Expression:
    op = {"=": "==", "equals": "==", "notEqual": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
    word = t.key.split()[1]
    right = b.number(t.args["valueB"]) if t.has("valueB") else roles.player(b, t.args["roleB"].word)
    return ir.binary(op.get(word, word), b.number(t.args["valueA"]), right)


@lowers("booleans =/2", "booleans !=/2")
def same_region(b: Builder, t: Typed) -> ir.Expression:
    one, two = region_of(b, t.args["regionA"]), region_of(b, t.args["regionB"])
    equal = ir.both(
        one.count(b).same(two.count(b)),
        ir.negate(one.any(b, lambda site: ir.negate(two.has(b, site)))),
    )
    return equal if t.key == "booleans =/2" else ir.negate(equal)


@lowers("booleans is Empty", "booleans is Occupied")
def empty(b: Builder, t: Typed) -> ir.Expression:
    return b.call("is_empty" if t.word == "Empty" else "is_occupied", site_of(b, t.args["at"]))


@lowers("booleans is In")
def inside(b: Builder, t: Typed) -> ir.Expression:
    if t.has("array"):
        return array_of(b, t.args["array"]).has(b, b.number(t.get("site"), b.context("to")))
    region = region_of(b, t.args["region"])
    if t.has("sites"):
        return ir.both(*(region.has(b, b.number(each)) for each in t.args["sites"].items))
    return region.has(b, b.number(t.get("site"), b.context("to")))


@lowers("booleans is Mover", "booleans is Next", "booleans is Prev")
def player_now(b: Builder, t: Typed) -> ir.Expression:
    who = roles.player_of(b, t, "index", "role")
    return who.same(b.game(t.word.lower()))


@lowers("booleans is Active")
def still_playing(b: Builder, t: Typed) -> ir.Expression:
    return b.load("active", roles.player_of(b, t, "index", "role"))


@lowers("booleans is Enemy", "booleans is Friend")
def side(b: Builder, t: Typed) -> ir.Expression:
    who = roles.player_of(b, t, "index", "role")
    return b.call("is_enemy" if t.word == "Enemy" else "is_friend", who)


@lowers("booleans is Odd")
def odd(b: Builder, t: Typed) -> ir.Expression:
    return (b.number(t.args["value"]) & 1).differs(0)


@lowers("booleans is Even")
def even(b: Builder, t: Typed) -> ir.Expression:
    return (b.number(t.args["value"]) & 1).same(0)


@lowers("booleans is Visited")
def visited(b: Builder, t: Typed) -> ir.Expression:
    b.features["VISITS"] = 1
    return b.load("visited", b.number(t.args["value"]))


@lowers("booleans is Pending")
def pending(b: Builder, t: Typed) -> ir.Expression:
    return b.game("pending_count") > 0


@lowers("booleans is Full")
def full(b: Builder, t: Typed) -> ir.Expression:
    return b.call("board_is_full")


@lowers("booleans is AnyDie")
def any_die(b: Builder, t: Typed) -> ir.Expression:
    return b.call("any_die_shows", b.number(t.args["value"]))


@lowers("booleans is LastFrom")
def is_last_from(b: Builder, t: Typed) -> ir.Expression:
    return b.number(t.args["value"]).same(b.game("last_from"))


@lowers("booleans is LastTo")
def is_last_to(b: Builder, t: Typed) -> ir.Expression:
    return b.number(t.args["value"]).same(b.game("last_to"))


@lowers("booleans was Pass")
def passed(b: Builder, t: Typed) -> ir.Expression:
    return (b.game("last_flags") & 1).differs(0)


@lowers("booleans all Passed")
def all_passed(b: Builder, t: Typed) -> ir.Expression:
    return b.call("all_have_passed")


@lowers("booleans all DiceUsed")
def dice_used(b: Builder, t: Typed) -> ir.Expression:
    return b.call("all_dice_used")


@lowers("booleans all DiceEqual")
def dice_equal(b: Builder, t: Typed) -> ir.Expression:
    return b.game("dice_equal")


@lowers("booleans all Sites")
def all_sites(b: Builder, t: Typed) -> ir.Expression:
    """Whether a condition holds for every site of a region, each as `(site)`."""
    return _for_all(b, region_of(b, t.args["region"]), "site", t.args["If"])


@lowers("booleans all Values")
def all_values(b: Builder, t: Typed) -> ir.Expression:
    return _for_all(b, array_of(b, t.args["array"]), "value", t.args["If"])


def _for_all(b: Builder, several: Region | Array, name: str, condition: Typed) -> ir.Expression:
    """Whether a condition holds for each, which it sees as that variable of the context."""

    def body() -> None:
        was = b.temp(b.context(name), "was")

        def look(one: ir.Expression) -> None:
            b.set_context(name, one)
            with b.when(ir.negate(b.truth(condition))):
                b.set_context(name, was)
                b.give(0)

        several.each(b, look)
        b.set_context(name, was)
        b.give(1)

    return b.computed(f"all_{name}s", body)


@lowers("booleans no Pieces")
def no_pieces(b: Builder, t: Typed) -> ir.Expression:
    region, holds = pieces_test(b, t)
    if b.features["STACKS"]:
        return pieces_at_levels(b, t, region).same(0)
    counted = number_of_kinds(b, t, region)
    return ir.negate(region.any(b, holds)) if counted is None else counted.same(0)


@lowers("booleans no Moves")
def no_moves(b: Builder, t: Typed) -> ir.Expression:
    word = t.args["playerFn"].word
    if word == "Next":
        return b.call("next_has_no_moves")
    return b.load("stale", roles.player(b, word))


@lowers("booleans can Move")
def can_move(b: Builder, t: Typed) -> ir.Expression:
    """Whether moves could be generated."""
    return ir.AnyMove(b.function("may_move", lambda: b.moves(t.args["moves"])))


@lowers("booleans is Threatened")
def threatened(b: Builder, t: Typed) -> ir.Expression:
    """Whether the play of an enemy could take what stands on a site.

    Threats asked about within are not followed: a piece that is bound still gives check.
    """
    what = t.get("what")
    moves = t.get("specificMoves")
    piece = b.number(what, 0) if what is not None else None

    def generate() -> None:
        if moves is None:
            b.run("generate_phase", b.load("phase", b.game("mover")))
        else:
            b.moves(moves)

    threat = b.function("threat_moves", generate)
    sites = _threatened_sites(b, t, piece)

    def body() -> None:
        with b.when(b.context("threats")):
            b.give(0)

        def look(site: ir.Expression) -> None:
            owner = _owner_asked(b, piece, site)
            who = b.temp(owner, "who")
            with b.counting(1, b.equipment.players + 1) as enemy:
                with b.when(b.call("are_enemies", who, enemy)):
                    with b.when(_attacks(b, threat, who, enemy, site, piece is None)):
                        b.give(1)

        sites.each(b, look)
        b.give(0)

    return b.computed("threatened", body)


def _owner_asked(b: Builder, piece: ir.Expression | None, site: ir.Expression) -> ir.Expression:
    if piece is None:
        return b.call("who_safe", site, -1)
    return b.load("OWNER", piece)


def _threatened_sites(b: Builder, t: Typed, piece: ir.Expression | None) -> Region:

    if t.has("at"):
        site = b.number(t.args["at"])
        return EmittedRegion(lambda b, visit: visit(b.temp(site, "asked")))
    if t.has("in"):
        return region_of(b, t.args["in"])
    if piece is None:
        every = fixed(range(b.equipment.sites))
        return FilteredRegion(
            every, lambda s: b.load("OWNER", b.load("what", s)).same(b.game("mover"))
        )

    def emit(b: Builder, visit: Visit) -> None:
        wanted = b.temp(piece, "wanted")
        with b.following("next_with", 0, b.equipment.sites, wanted) as site:
            visit(site)

    return EmittedRegion(emit)


def _attacks(  # type: ignore[no-untyped-def]
    b: Builder, threat: str, owner, enemy, site, any_piece: bool
) -> ir.Expression:
    """Whether a threat reaches a site: with an enemy to move, after who owns what stands there.

    As published, who is next stays who it was where the piece is named, else it is that owner.
    """

    def body() -> None:
        owner, enemy, target = (ir.Local(name) for name in ("owner", "enemy", "target"))
        mover, after, prev = (b.temp(b.game(n), n) for n in ("mover", "next", "prev"))
        names = ("from_", "to", "between", "site", "level", "player", "value")
        with b.keeping(*names, "facing", "threats"):
            b.set_context("threats", 1)
            b.set_context("facing", -1)
            b.set_game("mover", enemy)
            b.set_game("prev", owner)
            if any_piece:
                b.set_game("next", owner)
            found = b.temp(ir.AnyMove(threat, (), target), "found")
        b.set_game("mover", mover)
        b.set_game("next", after)
        b.set_game("prev", prev)
        b.give(found)

    name = b.function("attacks", body, ("owner", "enemy", "target"))
    return b.call(name, owner, enemy, site)


@lowers("booleans is Within")
def within(b: Builder, t: Typed) -> ir.Expression:
    """Whether a component stands at a site, or in a region."""
    piece = b.number(t.args["what"])
    if t.has("at"):
        return b.call("what_safe", b.number(t.args["at"]), -1).same(piece)
    region = region_of(b, t.args["in"])

    def body() -> None:
        wanted = b.temp(piece, "wanted")

        def look(site: ir.Expression) -> None:
            with b.when(b.call("component_on", site, wanted)):
                b.give(1)

        region.each(b, look)
        b.give(0)

    return b.computed("within", body)


@lowers("booleans is Related")
def related(b: Builder, t: Typed) -> ir.Expression:

    near = near_table(b, t.args["relationType"].word, b.number(t.args["siteA"]))
    if t.has("siteB"):
        return near.has(b, b.number(t.args["siteB"]))
    region = region_of(b, t.args["region"])
    return region.any(b, lambda site: near.has(b, site))


@lowers("booleans is Repeat")
def repeated(b: Builder, t: Typed) -> ir.Expression:
    repetition(b, t.get("repetitionType"))
    return b.call("was_seen")


def repetition(b: Builder, kind: Typed | None) -> None:
    """Positions are remembered: with or without whose turn it is, of the game or of the turn."""
    word = kind.word if kind is not None else "Positional"
    b.features["REPEATS"] = 1
    b.features["SITUATIONAL"] = int("Situational" in word)
    b.features["REPEATS_IN_TURN"] = int("InTurn" in word)


@lowers("booleans is Cycle")
def cycle(b: Builder, t: Typed) -> ir.Expression:
    repetition(b, None)
    return b.call("is_cycle")


@lowers("booleans is Proposed", "booleans is Decided", "booleans is Triggered")
def noted(b: Builder, t: Typed) -> ir.Expression:

    if t.word == "Triggered":
        number = event_number(b, t, "triggered", str(t.args["event"].value))
        who = roles.player_of(b, t, "index", "role")
        return b.load("triggered", ir.const(number * 17) + who)
    number = event_number(b, t, "proposed", str(t.args["string"].value))
    if t.word == "Proposed":
        return b.load("proposed", number)
    return b.game("decided").same(number + 1)
