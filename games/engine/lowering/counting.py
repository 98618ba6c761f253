"""Counts: of pieces, sites, players, turns, moves, groups and steps."""

from __future__ import annotations

from collections.abc import Callable

from games.engine.ir import nodes as ir
from games.engine.language import Typed
from games.engine.lowering import roles
from games.engine.lowering.arrays import array_of
from games.engine.lowering.builder import Builder
from games.engine.lowering.marks import marks_of, marks_of_player
from games.engine.lowering.numbers import total
from games.engine.lowering.regions import FilteredRegion, Region, fixed, region_of
from games.engine.lowering.registry import lowers
from games.engine.lowering.sites import default_type

# Roles that are not one player, or not the same one everywhere.
SEVERAL_PLAYERS = frozenset({"Enemy", "NonMover", "Friend", "Ally", "TeamMover"})


@lowers("ints count")
def count_sites(b: Builder, t: Typed) -> ir.Expression:
    """How many pieces lie on a site, or on those of a region."""
    cells = default_type(b) == "Cell" or t.has("type") or _is_hand(t.get("at"))
    if t.has("in"):
        region = region_of(b, t.args["in"])
        if t.has("countType"):
            return region.count(b)
        return total(b, region, lambda site: b.call("count_at", site))
    if t.has("type") and t.args["type"].word not in ("", default_type(b)):
        # Of elements that are not played on only hands hold anything: theirs are cells.
        site = b.number(t.get("at"), b.context("to"))
        return ir.choose(site >= b.equipment.sites, b.call("count_safe", site), 0)
    if t.has("at"):
        site = b.number(t.args["at"])
        counted = b.call("count_safe", site)
        # Only cells are numbered on from the board to the hands, so a number means no hand.
        return counted if cells else ir.choose(site < b.equipment.sites, counted, 0)
    if t.has("name"):
        name = str(t.args["name"].value)
        numbers = [each.index for each in b.equipment.named(name)]
        every = fixed(range(b.equipment.total))
        pieces = FilteredRegion(
            every, lambda s: ir.either(*(b.load("what", s).same(n) for n in numbers))
        )
        return total(b, pieces, lambda site: b.call("count_at", site))
    return b.call("count_safe", b.context("to"))


def _is_hand(at: Typed | None) -> bool:
    """Whether a text names a hand: then what lies in it is counted on any board."""
    return at is not None and at.key == "ints handSite"


def pieces_test(b: Builder, t: Typed) -> tuple[Region, Callable[[ir.Expression], ir.Expression]]:
    """Where to look for pieces, and which count."""
    region = region_of(b, t.args["in"]) if t.has("in") else fixed(range(b.equipment.total))
    word = roles.role_of(t, "role")
    dice = {c.index for c in b.equipment.components if c.faces}
    numbers = None
    if t.has("name"):
        numbers = [each.index for each in b.equipment.named(str(t.args["name"].value))]

    def holds(site: ir.Expression) -> ir.Expression:
        what = b.load("what", site)
        owner = b.field("OWNER").load(what)
        tests = [what.differs(0)]
        if word and word != "All":
            tests.append(roles.is_of(b, word, owner))
        elif t.has("of"):
            tests.append(owner.same(b.number(t.args["of"])))
        if numbers is not None:
            tests.append(ir.either(*(what.same(number) for number in numbers)))
        if not word and dice and numbers is None:
            tests += [what.differs(number) for number in dice]
        return ir.both(*tests)

    return region, holds


@lowers("ints count Pieces")
def count_pieces(b: Builder, t: Typed) -> ir.Expression:
    region, holds = pieces_test(b, t)
    condition = t.get("If")
    if b.features["STACKS"]:
        return pieces_at_levels(b, t, region)
    if condition is None:
        counted = number_of_kinds(b, t, region)
        if counted is not None:
            return counted

    def amount(site: ir.Expression) -> ir.Expression:
        counted = ir.choose(holds(site), b.call("count_at", site), 0)
        if condition is None:
            return counted

        def body() -> None:
            with b.keeping("site"):
                b.set_context("site", ir.Local("here"))
                fits = b.temp(b.truth(condition), "fits")
            b.give(fits)

        fits = b.call(b.function("counts", body, ("here",)), site)
        return ir.choose(fits, counted, 0)

    return total(b, region, amount)


def number_of_kinds(b: Builder, t: Typed, region: Region) -> ir.Expression | None:
    """How many such pieces there are; None where that is no matter of their kinds alone."""
    sites = region.static
    word = roles.role_of(t, "role")
    whole = word in ("", "All", "Each", "Any") and (word != "" or not t.has("of"))
    if not sites or tuple(sites) != tuple(range(sites[0], sites[0] + len(sites))):
        return None
    if not whole and (roles.teams(b) or word in SEVERAL_PLAYERS):
        return None
    kinds = _kinds(b, t)

    def body() -> None:
        if whole:
            marks = marks_of(b, kinds)
        else:
            who = roles.player(b, word) if word else b.number(t.args["of"])
            marks = marks_of_player(b, b.temp(who, "who"), kinds)
        found = sites[0], sites[-1] + 1, marks
        if not b.features["COUNTS"]:
            b.give(b.call("number_marked", *found))
            return
        result, known = b.temp(0, "total"), b.temp(marks, "marks")
        with b.following("next_marked", *found[:2], known) as site:
            b.assign(result, result + b.load("count", site))
        b.give(result)

    return b.computed("pieces", body)


def _kinds(b: Builder, t: Typed) -> set[int]:
    if t.has("name"):
        return {each.index for each in b.equipment.named(str(t.args["name"].value))}
    dice = not roles.role_of(t, "role")
    return {each.index for each in b.equipment.components if not (dice and each.faces)}


def pieces_at_levels(b: Builder, t: Typed, region: Region) -> ir.Expression:
    """How many pieces there are in stacks, at whatever level."""
    word = roles.role_of(t, "role")
    numbers = None
    if t.has("name"):
        numbers = [each.index for each in b.equipment.named(str(t.args["name"].value))]

    def body() -> None:
        result = b.temp(0, "total")
        # Whose pieces are counted is known before the levels are looked at one by one.
        whose = b.temp(b.number(t.args["of"]), "whose") if t.has("of") else None

        def look(site: ir.Expression) -> None:
            with b.counting(0, b.call("size_at", site)) as level:
                what = b.temp(b.call("what_at", site, level), "what")
                owner = b.field("OWNER").load(what)
                tests = [what.differs(0)]
                if word and word != "All":
                    tests.append(roles.is_of(b, word, owner))
                elif whose is not None:
                    tests.append(owner.same(whose))
                if numbers is not None:
                    tests.append(ir.either(*(what.same(number) for number in numbers)))
                b.set_context("site", site)
                b.set_context("level", level)
                with b.when(ir.both(*tests, b.truth(t.get("If")))):
                    b.assign(result, result + 1)

        with b.keeping("site", "level"):
            region.each(b, look)
        b.give(result)

    return b.computed("count_pieces", body)


@lowers("ints count Players")
def players(b: Builder, t: Typed) -> ir.Expression:
    return ir.Const(b.equipment.players)


@lowers("ints count Active")
def active(b: Builder, t: Typed) -> ir.Expression:
    return b.game("active_count")


@lowers("ints count Moves")
def moves_played(b: Builder, t: Typed) -> ir.Expression:
    return b.game("moves_played")


@lowers("ints count Turns")
def turns(b: Builder, t: Typed) -> ir.Expression:
    return b.game("turns")


@lowers("ints count MovesThisTurn")
def moves_this_turn(b: Builder, t: Typed) -> ir.Expression:
    return b.game("same_turns")


@lowers("ints count Trials")
def trials(b: Builder, t: Typed) -> ir.Expression:
    return ir.Const(0)


@lowers("ints count LegalMoves")
def legal_moves(b: Builder, t: Typed) -> ir.Expression:
    return b.call("number_of_moves")


@lowers("ints count Rows", "ints count Columns", "ints count Cells", "ints count Vertices",
        "ints count Phases")  # fmt: skip
def of_board(b: Builder, t: Typed) -> ir.Expression:
    board = b.equipment.board
    assert board is not None
    if t.word in ("Rows", "Columns"):
        return ir.Const(len(board.rows if t.word == "Rows" else board.columns))
    if t.word == ("Vertices" if board.on_points else "Cells"):
        return ir.Const(len(board))
    raise b.missing(t, "on this board")


@lowers("ints count Value")
def value_in_array(b: Builder, t: Typed) -> ir.Expression:

    def body() -> None:
        result = b.temp(0, "total")
        wanted = b.temp(b.number(t.args["of"]), "wanted")

        def look(value: ir.Expression) -> None:
            with b.when(value.same(wanted)):
                b.assign(result, result + 1)

        array_of(b, t.args["in"]).each(b, look)
        b.give(result)

    return b.computed("occurrences", body)
