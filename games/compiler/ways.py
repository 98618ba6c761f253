"""Moves looked at from where they lead: the ways in which a piece reaches a site.

A step, a leap, a hop over one site or a slide can be followed backwards: from the site in question
to every site from which a piece could come. `ways_to` takes the moves of a piece apart into such
ways; a piece that moves in any other manner has none.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from games.compiler.build import Build, Scope
from games.compiler.conditions import condition
from games.compiler.directions import Facing, directions, settled
from games.compiler.parts import Parts, one_at_most, parts, way
from games.compiler.paths import walks_of
from games.compiler.regions import all_of
from games.ludemes.alike import is_ludeme
from games.ludemes.tree import Form, Node, Word, is_form, walk

# A way is tried from `frm` to `target`; a hop passes over `btw`.
HERE = Scope(places={"frm": "frm", "to": "target"}, threats=False)
OVER = HERE.bind("btw")


@dataclass(frozen=True)
class Way:
    """How a piece comes to a site, but for the directions and the piece itself.

    `shape` is near (from a neighbour or by a leap), over (a hop), line (a slide, between
    `shortest` and `longest` sites) or bent (a slide along lines that are not those of every site).
    `test` decides on `frm` and `target`; a slide goes on where `blocked` is 0. `leaps` are the
    walks of a leap. `to_empty` ways never lead to a piece.
    """

    shape: str
    test: str
    shortest: int = 1
    longest: int = 1
    blocked: str = ""
    leaps: tuple[tuple[str, ...], ...] = ()
    to_empty: bool = False


# A way with the directions that each player has for it; a leap has none.
Directed = tuple[Way, dict[int, tuple[str, ...]]]


def ways_to(build: Build, node: Node, guard: str = "1") -> list[Directed] | None:
    """The ways in which the moves of a piece reach a site; None where they cannot be turned round.

    Written while `build.rules_of_a_piece` is open for the piece.
    """
    if not isinstance(node, Form):
        return None
    if node.keyword == "or":
        listed = (each for each in node.listed() if not is_form(each, "then"))
        return _all(ways_to(build, each, guard) for each in listed)
    if node.keyword == "if" and 2 <= len(node.body()) <= 3:
        return _branches(build, node, guard)
    form = build.as_move(node) if node.keyword in ("slide", "step", "leap", "hop") else node
    word = form.items[1].node if form.keyword == "move" and len(form.items) > 1 else None
    taker = TAKERS.get(word.name) if isinstance(word, Word) else None
    return taker(build, form, guard) if taker is not None else None


def _all(found: Iterator[list[Directed] | None]) -> list[Directed] | None:
    together: list[Directed] = []
    for each in found:
        if each is None:
            return None
        together += each
    return together


def _branches(build: Build, form: Form, guard: str) -> list[Directed] | None:
    test, *moves = form.body()
    if _mentions(test, "to", "between"):
        return None
    holds = condition(build, test, HERE)
    guards = [all_of([guard, holds]), all_of([guard, f"(not {holds})"])]
    pairs = zip(moves, guards, strict=False)
    return _all(ways_to(build, move, each) for move, each in pairs if each != "0")


def _mentions(node: Node | None, *keywords: str) -> bool:
    return node is not None and any(is_form(each, *keywords) for each in walk(node))


def _plain(part: Parts) -> bool:
    """Whether a move starts where its piece stands, in directions that play does not change."""
    towards = part.rest[0] if len(part.rest) == 1 else None
    return part.origin is None and settled(towards)


def _test(build: Build, part: Parts, guard: str, arrive: Node | None, here: Scope = HERE) -> str:
    tests = [each for each in (part.origin_condition, arrive) if each is not None]
    return all_of([guard, *(condition(build, each, here) for each in tests)])


def _directed(build: Build, form: Form, part: Parts, way_: Way) -> list[Directed]:
    node, board = one_at_most(part.rest), build.equipment.board
    players = range(1, build.equipment.players + 1)
    towards = {who: directions(build, form, node, "Adjacent", Facing(who)) for who in players}
    if way_.shape != "line":
        return [(way_, towards)]
    bent = {w for words in towards.values() for w in words if board.back(w).longest is None}
    straight = {who: tuple(w for w in words if w not in bent) for who, words in towards.items()}
    others = {who: tuple(w for w in words if w in bent) for who, words in towards.items()}
    return [(way_, straight), *([(replace(way_, shape="bent"), others)] if bent else [])]


def _step(build: Build, form: Form, guard: str) -> list[Directed] | None:
    part = parts(build, form)
    if not _plain(part) or part.between is not None:
        return None
    test = _test(build, part, guard, part.to_condition)
    to_empty = _needs_none(part.to_condition)
    return _directed(build, form, part, Way("near", test, to_empty=to_empty))


def _leap(build: Build, form: Form, guard: str) -> list[Directed] | None:
    part = parts(build, form)
    if part.origin is not None or part.between is not None:
        return None
    walks = tuple(tuple(each) for each in walks_of(form, part.rest))
    test, to_empty = _test(build, part, guard, part.to_condition), _needs_none(part.to_condition)
    return [(Way("near", test, leaps=walks, to_empty=to_empty), {})]


def _hop(build: Build, form: Form, guard: str) -> list[Directed] | None:
    """A hop over exactly one site."""
    part = parts(build, form)
    over = part.between
    if part.apply_condition is not None:
        return None
    if not _plain(part) or over is None or any(not is_form(n, "apply") for n in over.arguments()):
        return None
    if any(item.name not in (None, "if") for item in over.items) or over.named("if") is None:
        return None
    test = _test(build, part, guard, part.to_condition, OVER)
    passing = over.named("if")
    test = all_of([test, condition(build, passing, OVER)]) if passing is not None else test
    to_empty = _needs_none(part.to_condition)
    return _directed(build, form, part, Way("over", test, to_empty=to_empty))


def _slide(build: Build, form: Form, guard: str) -> list[Directed] | None:
    part = parts(build, form)
    shortest, longest, going = way(build, part.between, HERE)
    stop = part.to_condition
    if not _plain(part) or _mentions(going, "from") or _mentions(stop, "between"):
        return None
    if part.between is not None and any(i.name not in (None, "if") for i in part.between.items):
        return None
    never_on_empty = going is None and (stop is None or _needs_a_piece(stop))
    if not never_on_empty and _mentions(stop, "from"):
        return None
    on = Scope(places={"frm": "frm", "to": "frm", "btw": "frm"}, threats=False)
    blocked = "what" if going is None else f"(not {condition(build, going, on)})"
    if not never_on_empty and stop is not None:
        blocked = f"({blocked} or {condition(build, stop, on)})"
    test = all_of([_test(build, part, guard, part.apply_condition), _arrival(build, going, stop)])
    to_empty = (going is None or _needs_none(going)) and (stop is None or _needs_none(stop))
    way_ = Way("line", test, shortest, longest, blocked, to_empty=to_empty)
    return _directed(build, form, part, way_)


def _arrival(build: Build, going: Node | None, stop: Node | None) -> str:
    """A slide ends where its `to` rule holds, or on a site that it may go over."""
    at = Scope(places={"frm": "frm", "to": "target", "btw": "target"}, threats=False)
    over = "(ld8(WHAT + target) == 0)" if going is None else condition(build, going, at)
    return over if stop is None else f"({over} or {condition(build, stop, at)})"


def _needs_none(test: Node | None) -> bool:
    """Whether a condition can hold only where no piece stands: `(is Empty (to))`."""
    if is_form(test, "and") and isinstance(test, Form):
        return any(_needs_none(each) for each in test.listed())
    empty = ("(is Empty (to))", "(is Empty (between))")
    return is_ludeme(test, *empty)


def _needs_a_piece(test: Node) -> bool:
    """Whether a condition can hold only where a piece stands: `(is Enemy (who at:(to)))`."""
    if is_form(test, "and") and isinstance(test, Form):
        return any(_needs_a_piece(each) for each in test.listed())
    return is_ludeme(test, "(is Enemy (who at:(to)))", "(is Friend (who at:(to)))")


TAKERS = {"Step": _step, "Leap": _leap, "Hop": _hop, "Slide": _slide}
