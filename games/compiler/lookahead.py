"""Conditions that generate moves to find out: threats, and whether anyone can move."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from games.compiler.areas import loop
from games.compiler.build import Build, Code, Scope, is_word, over_pieces
from games.compiler.conditions import after_word, conditions
from games.compiler.dispatch import refuse_both
from games.compiler.moves import generate
from games.compiler.pieces import each_piece, facing_of
from games.compiler.threatening import play_decides, write_play_threat, write_threat_by
from games.compiler.threats import Pieces, counts_pieces, watchable, write_ways
from games.compiler.values import number
from games.compiler.ways import ways_to
from games.ludemes.alike import is_ludeme
from games.ludemes.tree import Form, Node, written


@conditions.on("is", "Threatened", reads=("at", "in"))
def _is_threatened(build: Build, form: Form, scope: Scope) -> str:
    """Whether an enemy's piece could move to where a piece stands, or to the site `at:`.

    Tests nested in the enemy's own rules are false, so that a pinned piece still threatens. The
    moves in question may be given; with `at:` the piece is thought to stand there, and with `in:`
    on each site of a region in turn.
    """
    refuse_both(build, form, "at", "in")
    if not scope.threats:
        return "0"
    _, *rest = form.arguments()
    if not 1 <= len(rest) <= 2:
        shape = 'write (is Threatened (id "King" Mover) at:site moves)'
        return build.miss(form, written(form), shape)
    what = number(build, rest[0], scope)
    given = rest[1] if len(rest) > 1 else None
    at, region = form.named("at"), form.named("in")
    if at is not None:
        return f"{_threatened_at(build, given)}({what}, {number(build, at, scope)})"
    if region is None:
        return f"{_threatened_piece(build, given)}({what})"
    inner = scope.name(what=what)
    body, code = Code(), Code()
    with body.block(f"if {_threatened_at(build, given)}(what, site)"):
        body.add("return 1")
    code.lines += loop(build, region, inner.here(), body).lines
    code.add("return 0")
    return build.helper("threatened_in", inner, code)


def _all_pieces(node: Node) -> bool:
    """Whether a ludeme is `(forEach Piece)`: the moves that a threat test looks at anyway."""
    return is_ludeme(node, "(forEach Piece)")


def owner_of(build: Build, what: str) -> str:
    """An expression for the owner of a piece by its number."""
    owners = bytes([0, *(component.owner for component in build.equipment.components)])
    return f"ld8({build.table(owners, 'owners')} + {what})"


def _threatened_at(build: Build, given: Node | None) -> str:
    """The helper that asks whether an enemy could move to a site if a piece stood there.

    As in Ludii, a site on which a piece is thought to stand still counts as empty, too.
    """
    enemies = _enemies(build, given)
    code = Code()
    with code.block("if (what < 1) or (site < 0) or (site >= SITES)"):
        code.add("return 0")
    code.add(f"owner = {owner_of(build, 'what')}")
    with code.block(f"if {enemies}(owner, site)"):
        code.add("return 1")
    code.add("other = ld8(WHAT + site)")
    with code.block("if other == what"):
        code.add("return 0")
    code.add("st8(WHAT + site, what)")
    code.add(f"there = {enemies}(owner, site)")
    code.add("st8(WHAT + site, other)")
    code.add("return there")
    return build.function(f"at_{enemies}", ["what", "site"], code)


def _threatened_piece(build: Build, given: Node | None) -> str:
    """The helper that looks for a piece and asks whether an enemy could move there.

    Of several such pieces it is the one on the first site that is meant.
    """
    enemies = _enemies(build, given, to_piece=True)
    key = f"threatened by {enemies}"
    if key not in build.known_functions:
        code = Code()
        with code.block("if what < 1"):
            code.add("return 0")
        code.add(f"owner = {owner_of(build, 'what')}")
        with over_pieces(code, "site", "equal(WHAT + {}, what)"):
            code.add(f"return {enemies}(owner, site)")
        build.known_functions[key] = build.function(build.fresh("threatened"), ["what"], code)
    return build.known_functions[key]


def _enemies(build: Build, given: Node | None, *, to_piece: bool = False) -> str:
    """The helper that asks whether any enemy of a player could move to a site."""
    if given is not None and not _all_pieces(given):
        threat = write_threat_by(build, given)
    elif given is None and play_decides(build):
        threat = write_play_threat(build)
    else:
        threat = _threat(build, to_piece=to_piece)
    code = Code()
    if build.equipment.players == 2:
        code.add(f"return {threat}(3 - owner, site)")
    else:
        code.add("who = 1")
        with code.block("while who <= PLAYERS"):
            with code.block(f"if (who != owner) and {threat}(who, site)"):
                code.add("return 1")
            code.add("who = who + 1")
    return build.function(f"enemies_{threat}", ["owner", "site"], code)


def _threat(build: Build, *, to_piece: bool = False) -> str:
    """The helper that asks whether a player could move to a site, or to one that holds a piece."""
    name = "threat_to_piece" if to_piece else "threat"
    if name not in build.known_functions:
        build.known_functions[name] = name
        code = Code()
        back, forward = _turned_round(build, to_piece=to_piece)
        write_ways(build, code, back)
        if forward:
            scope = Scope(
                places={"target": "target"},
                threats=False,
                emit=lambda frm, to, kind, extra: f"({to} == target)",
                stops=True,
            )
            code.add(f"return {each_piece(build, scope, 'me', only=forward)}")
        build.named(name, ["me", "target"], code)
    return name


@dataclass(frozen=True)
class Watched:
    """A helper that also marks all sites that its answer depends on; a capture anywhere may too."""

    name: str
    captures: bool


def watched_threat(build: Build) -> Watched | None:
    """The helper of that kind for threats to a piece; None where more matters than it can mark."""
    if play_decides(build):
        return None
    back, forward = _turned_round(build, to_piece=True)
    ways = [way for pieces in back for way, _ in pieces.ways]
    if forward or not all(watchable(way) for way in ways):
        return None
    code = Code()
    write_ways(build, code, back, watched=True)
    name = build.function("watched_threat", ["me", "target"], code)
    return Watched(name, any(counts_pieces(way) for way in ways))


def _turned_round(build: Build, *, to_piece: bool) -> tuple[list[Pieces], frozenset[int]]:
    """The pieces whose moves can be followed backwards, with how; the numbers of all others.

    Of moves to a piece, those that lead to empty sites only are left out.
    """
    back, forward = [], set[int]()
    for members in build.equipment.by_form():
        moves, ways = members[0].moves, None
        if moves is not None and build.look_back:
            with build.rules_of_a_piece(facing_of(build, members)):
                ways = ways_to(build, moves)
        if ways is not None:
            ways = [each for each in ways if not (to_piece and each[0].to_empty)]
            back.append(Pieces(tuple(members), ways))
        elif moves is not None:
            forward |= {component.number for component in members}
    return back, frozenset(forward)


@conditions.on("can", "Move")
def _can_move(build: Build, form: Form, scope: Scope) -> str:
    """Whether a ludeme finds at least one move.

    Moves that are tried are so without what is around: they may be the kinds that play has.
    """
    body = Code()
    here, around = scope.here(), build.around
    found = replace(here, thens=around, emit=lambda *_: "1", stops=True, collects=False)
    generate(build, body, after_word(form), found)
    return build.helper("any_move", scope, body)


@conditions.on("no", "Moves")
def _no_moves(build: Build, form: Form, scope: Scope) -> str:
    """Next: has no legal move. Mover: has just had to pass, which shows only after the pass.

    While it is looked whether Next has a move, the same test in the rules of play is false.
    """
    role = after_word(form)
    if is_word(role, "Mover"):
        return "(ld32(PASSES) > 0)"
    if not is_word(role, "Next"):
        return build.miss(form, written(form))
    return "((ld32(ASKING) == 0) and (not next_can_move()))"


def write_any_legal_move(build: Build) -> None:
    """The function that is 1 when the play rule finds a move for a player: the first is enough."""
    code = Code()
    code.add("n = ld32(MOVE_COUNT)")
    code.add("lazy = ld32(LAZY)")
    code.add("st32(LAZY, 0)")
    code.add("st32(SEEKING, 1)")
    code.add("generate_play(me)")
    code.add("st32(SEEKING, 0)")
    code.add("st32(LAZY, lazy)")
    code.add("any = ld32(MOVE_COUNT) > n")
    code.add("st32(MOVE_COUNT, n)")
    code.add("return any")
    build.named("any_legal_move", ["me"], code)


# What changes between the end rules and the next player's turn.
BEFORE_THE_TURN = re.compile(r"ld32\((COUNTER|TURNS|SAME_TURN|ASKING|PHASES.*)\)")


def keeps_choice(build: Build) -> bool:
    """Whether a move found for the next player by the end rules is one of that player's moves."""
    others = (f for f in build.functions if not f.startswith(("def ends(", "def change_phases(")))
    return build.equipment.players == 2 and not any(BEFORE_THE_TURN.search(f) for f in others)
