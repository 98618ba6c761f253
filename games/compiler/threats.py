"""Write the search for threats: back from the threatened site, where that is provably the same.

Ways of several pieces that differ in nothing else are looked at together.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.compiler.build import Build, Code
from games.compiler.equipment import Component
from games.compiler.regions import all_of
from games.compiler.ways import Directed, Way

MOVING = re.compile(r"\b(frm|btw|what)\b")


@dataclass(frozen=True)
class Pieces:
    """Pieces that share their moves, and the ways in which these reach a site."""

    members: tuple[Component, ...]
    ways: list[Directed]


def write_ways(build: Build, code: Code, pieces: Sequence[Pieces], watched: bool = False) -> None:
    """Code that returns 1 where a piece of `me` could come to `target`.

    With `watched`, every site that the answer depends on is marked in WATCH.
    """
    for lists, members, way_ in _together(build, pieces):
        hoisted, inner = _split(way_.test)
        code.add(f"a = ld32({lists} + (me * SITES + target) * 4)")
        code.add("z = a + ld16(a) * 2")
        if hoisted != "1":
            with code.block(f"if not {hoisted}"):
                code.add("a = z")
        columns = len(build.equipment.components) + 1
        mine = f"ld8({_mask(build, members)} + me * {columns} + what)"
        with code.block("while a < z"):
            SHAPES[way_.shape](code, way_, all_of([mine, inner]), watched)


READS = re.compile(r"ld8\((WHAT|LOCAL|VALUE) \+ (frm|btw|target)\)")
# Numbers that playing a move leaves as they are until the turn passes.
STEADY = re.compile(r"ld32\((PLIES|TURNS|MOVER|NEXT|PREV)\)")
# How many pieces the enemy has: only a capture changes that.
COUNTS = re.compile(r"count_members\(\d+ \+ me \* \d+\)")
NAMES = re.compile(r"[A-Za-z_]\w*")
OPERATORS = {"not", "and", "or", "if", "else", "ld8", "ld16", "ld16s"}
HARMLESS = {"frm", "btw", "target", "what", "me", "SITES", *OPERATORS}


def watchable(way_: Way) -> bool:
    """Whether all that decides on a way stands on sites marked, is a count, or never changes."""
    left = f"{way_.test} {way_.blocked}"
    for harmless in (READS, STEADY, COUNTS):
        left = harmless.sub("1", left)
    return set(NAMES.findall(left)) <= HARMLESS


def counts_pieces(way_: Way) -> bool:
    """Whether a way depends on how many pieces the enemy has."""
    return COUNTS.search(f"{way_.test} {way_.blocked}") is not None


def _split(test: str) -> tuple[str, str]:
    """What of a test need be asked only once, and what depends on the piece that comes."""
    return ("1", test) if MOVING.search(test) else (test, "1")


def _mark(code: Code, place: str, watched: bool) -> None:
    if watched:
        code.add(f"st8(WATCH + {place}, 1)")


def _from_near(code: Code, way_: Way, test: str, watched: bool) -> None:
    code.add("a = a + 2")
    code.add("frm = ld16(a)")
    _mark(code, "frm", watched)
    code.add("what = ld8(WHAT + frm)")
    with code.block(f"if {test}"):
        code.add("return 1")


def _from_over(code: Code, way_: Way, test: str, watched: bool) -> None:
    code.add("btw = ld16(a + 2)")
    code.add("frm = ld16(a + 4)")
    code.add("a = a + 4")
    _mark(code, "btw", watched)
    _mark(code, "frm", watched)
    code.add("what = ld8(WHAT + frm)")
    with code.block(f"if {test}"):
        code.add("return 1")


def _from_line(code: Code, way_: Way, test: str, watched: bool) -> None:
    far = way_.shortest > 1
    code.add("r = a + 2")
    code.add("a = r + ld16(r) * 2")
    if far:
        code.add(f"first = r + {2 * way_.shortest}")
    with code.block("while r < a"):
        code.add("r = r + 2")
        code.add("frm = ld16(r)")
        _mark(code, "frm", watched)
        code.add("what = ld8(WHAT + frm)")
        with code.block(f"if {'(r >= first) and ' if far else ''}{test}"):
            code.add("return 1")
        with code.block(f"if {way_.blocked}"):
            code.add("break")


def _from_bent(code: Code, way_: Way, test: str, watched: bool) -> None:
    """As a line, but only the last site of it is one from which a piece may come."""
    code.add("r = a + 2")
    code.add("a = r + ld16(r) * 2")
    with code.block("while r < a"):
        code.add("r = r + 2")
        code.add("frm = ld16(r)")
        _mark(code, "frm", watched)
        code.add("what = ld8(WHAT + frm)")
        with code.block(f"if (r == a) and {test}"):
            code.add("return 1")
        with code.block(f"if {way_.blocked}"):
            code.add("break")


SHAPES = {"bent": _from_bent, "near": _from_near, "over": _from_over, "line": _from_line}


def _mask(build: Build, members: frozenset[int]) -> int:
    """Which components of a player come so, at [player * (components + 1) + component]."""
    components = build.equipment.components
    rows = bytearray((build.equipment.players + 1) * (len(components) + 1))
    for each in components:
        if each.number in members:
            rows[each.owner * (len(components) + 1) + each.number] = 1
    return build.table(bytes(rows))


def _together(build: Build, pieces: Sequence[Pieces]) -> Iterator[tuple[int, frozenset[int], Way]]:
    """Ways that differ only in pieces and directions: a table of origins, the pieces, the way.

    Pieces that go in the same directions share a table; the longest lines come first.
    """
    for way_ in dict.fromkeys(way_ for each in pieces for way_, _ in each.ways):
        classes: dict[frozenset[int], dict[int, list[str]]] = {}
        for who, word, users in _users(build, pieces, way_):
            classes.setdefault(users, {}).setdefault(who, []).append(word)
        for users, words in classes.items():
            members = frozenset(c.number for i in users for c in pieces[i].members)
            yield _origins(build, way_, words), members, way_


def _users(
    build: Build, pieces: Sequence[Pieces], way_: Way
) -> Iterator[tuple[int, str, frozenset[int]]]:
    """For each player and direction, which of the pieces come that way; "" is a leap's."""
    for who in range(1, build.equipment.players + 1):
        users: dict[str, set[int]] = {}
        for index, each in enumerate(pieces):
            for other, towards in each.ways:
                if other == way_:
                    for word in towards.get(who, ("",)):
                        users.setdefault(word, set()).add(index)
        for word, indices in users.items():
            yield who, word, frozenset(indices)


def _origins(build: Build, way_: Way, words: dict[int, list[str]]) -> int:
    """For each player and site, where a piece may come from, as `SHAPES` reads it."""
    board = build.equipment.board
    beside: list[Sequence[int]] = [()] * build.layout.beside
    rows: list[Sequence[int]] = [()] * build.layout.sites
    for who in range(1, build.equipment.players + 1):
        for site in range(len(board)):
            rows.append(_origins_of(build, way_, words.get(who, []), site))
        rows += beside
    return build.lists(rows, build.equipment.board_form)


def _origins_of(build: Build, way_: Way, words: list[str], site: int) -> Sequence[int]:
    board = build.equipment.board
    if way_.leaps:
        return board.leaps_to(way_.leaps)[site] if words else ()
    if way_.shape == "near":
        return list(dict.fromkeys(each for word in words for each in board.before(word)[site]))
    backs = [board.back(word) for word in words]
    if way_.shape == "line":
        longest = [line for back in backs if back.longest for line in back.longest[site]]
        lines = [line[: way_.longest] for line in longest if len(line) >= way_.shortest]
        return [each for line in lines for each in (len(line), *line)]
    lines = [line for back in backs for line in back.lines[site]]
    if way_.shape == "over":
        return [each for line in lines if len(line) == 2 for each in line]
    lines = [line for line in lines if way_.shortest <= len(line) <= way_.longest]
    return [each for line in lines for each in (len(line), *line)]
