"""Write the search for threats: back from the threatened site, where that is provably the same.

Ways of several pieces that differ in nothing else are looked at together.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace

from games.compiler.build import Build, Code
from games.compiler.equipment import Component
from games.compiler.lists import along, open_line, open_list
from games.compiler.regions import all_of, any_of
from games.compiler.ways import Directed, Way

MOVING = re.compile(r"\b(frm|btw|what)\b")


@dataclass(frozen=True)
class Pieces:
    """Pieces that share their moves, and the ways in which these reach a site."""

    members: tuple[Component, ...]
    ways: list[Directed]


# Which of the pieces come some way, by their index, and under what test.
Users = frozenset[tuple[int, str]]


def write_ways(build: Build, code: Code, pieces: Sequence[Pieces], watched: bool = False) -> None:
    """Code that returns 1 where a piece of `me` could come to `target`.

    With `watched`, every site that the answer depends on is marked in WATCH.
    """
    for lists, way_, users in _together(build, pieces):
        tests = _tests(build, pieces, users)
        hoisted = tests[0][1] if len(tests) == 1 and _soon_asked(tests[0][1]) else "1"
        open_list(code, f"{lists} + (me * SITES + target) * 4")
        if hoisted != "1":
            with code.block(f"if not {hoisted}"):
                code.add("a = z")
        test = any_of([mine if test == hoisted else all_of([mine, test]) for mine, test in tests])
        with code.block("while a < z"):
            SHAPES[way_.shape](code, way_, test, watched)


def _tests(build: Build, pieces: Sequence[Pieces], users: Users) -> list[tuple[str, str]]:
    """For each test, whether the piece found is one of those that it is for; and the test."""
    columns = len(build.equipment.components) + 1
    found = []
    for test in dict.fromkeys(test for _, test in sorted(users)):
        members = {c.number for i, other in users if other == test for c in pieces[i].members}
        found.append((f"ld8({_mask(build, members)} + me * {columns} + what)", test))
    return found


def _soon_asked(test: str) -> bool:
    """Whether a test is better asked before looking: it depends on no piece met, nor takes long."""
    return MOVING.search(test) is None and COUNTS.search(test) is None


READS = re.compile(r"ld8\((WHAT|LOCAL|VALUE) \+ (frm|btw|target)\)")
# Where a line from a site leads: a table that play does not change.
ENDS = re.compile(r"ld32\(\d+ \+ \((?:me|\d+) \* SITES \+ (?:frm|btw|target)\) \* 4\)")
# Numbers that playing a move leaves as they are until the turn passes.
STEADY = re.compile(r"ld32\((PLIES|TURNS|MOVER|NEXT|PREV)\)")
# How many pieces the enemy has: only a capture changes that.
COUNTS = re.compile(r"count_members\(\d+ \+ me \* \d+\)|count_all\(me\)")
NAMES = re.compile(r"[A-Za-z_]\w*")
OPERATORS = {"not", "and", "or", "if", "else", "ld8", "ld16", "ld16s"}
HARMLESS = {"frm", "btw", "target", "what", "me", "SITES", *OPERATORS}


def watchable(way_: Way) -> bool:
    """Whether all that decides on a way stands on sites marked, is a count, or never changes."""
    left = f"{way_.test} {way_.blocked}"
    for harmless in (READS, ENDS, STEADY, COUNTS):
        left = harmless.sub("1", left)
    return set(NAMES.findall(left)) <= HARMLESS


def counts_pieces(way_: Way) -> bool:
    """Whether a way depends on how many pieces the enemy has."""
    return COUNTS.search(f"{way_.test} {way_.blocked}") is not None


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
    open_line(code)
    if far:
        code.add(f"first = r + {2 * way_.shortest}")
    with along(code, "frm"):
        _mark(code, "frm", watched)
        code.add("what = ld8(WHAT + frm)")
        test = f"(r >= first) and {test}" if far else test
        _come_or_go_on(code, way_, test)


def _come_or_go_on(code: Code, way_: Way, test: str) -> None:
    """Empty sites are the most on a line: of these no more is asked than whether they are empty."""
    plain = way_.blocked == "what"
    with code.block("if what") if plain else nullcontext():
        with code.block(f"if {test}"):
            code.add("return 1")
        with nullcontext() if plain else code.block(f"if {way_.blocked}"):
            code.add("break")


def _from_bent(code: Code, way_: Way, test: str, watched: bool) -> None:
    """As a line, but only the last site of it is one from which a piece may come."""
    open_line(code)
    with along(code, "frm"):
        _mark(code, "frm", watched)
        code.add("what = ld8(WHAT + frm)")
        _come_or_go_on(code, way_, f"(r == a) and {test}")


SHAPES = {"bent": _from_bent, "near": _from_near, "over": _from_over, "line": _from_line}


def _mask(build: Build, members: Collection[int]) -> int:
    """Which components of a player come so, at [player * (components + 1) + component]."""
    components = build.equipment.components
    rows = bytearray((build.equipment.players + 1) * (len(components) + 1))
    for each in components:
        if each.number in members:
            rows[each.owner * (len(components) + 1) + each.number] = 1
    return build.table(bytes(rows))


def _together(build: Build, pieces: Sequence[Pieces]) -> Iterator[tuple[int, Way, Users]]:
    """Ways that differ only in pieces, tests and directions, with a table of origins and users.

    Pieces that go in the same directions share a table.
    """
    for way_ in dict.fromkeys(_untested(way_) for each in pieces for way_, _ in each.ways):
        classes: dict[Users, dict[int, list[str]]] = {}
        for who, word, users in _users(build, pieces, way_):
            classes.setdefault(users, {}).setdefault(who, []).append(word)
        for users, words in classes.items():
            yield _origins(build, way_, words), way_, users


def _untested(way_: Way) -> Way:
    return replace(way_, test="", to_empty=False)


def _users(build: Build, pieces: Sequence[Pieces], way_: Way) -> Iterator[tuple[int, str, Users]]:
    """For each player and direction, which pieces come that way under what test; "" is a leap's."""
    for who in range(1, build.equipment.players + 1):
        users: dict[str, set[tuple[int, str]]] = {}
        for index, each in enumerate(pieces):
            for other, towards in each.ways:
                if _untested(other) == way_:
                    for word in towards.get(who, ("",)):
                        users.setdefault(word, set()).add((index, other.test))
        for word, found in users.items():
            yield who, word, frozenset(found)


def _origins(build: Build, way_: Way, words: dict[int, list[str]]) -> int:
    """For each player and site, where a piece may come from, as `SHAPES` reads it."""
    beside: list[list[int]] = [[] for _ in range(build.layout.beside)]
    rows: list[list[int]] = [[] for _ in range(build.layout.sites)]
    for who in range(1, build.equipment.players + 1):
        rows += [*_origins_by_site(build, way_, tuple(words.get(who, ()))), *beside]
    return build.lists(rows, build.equipment.board_form)


def _origins_by_site(build: Build, way_: Way, words: tuple[str, ...]) -> list[list[int]]:
    board = build.equipment.board
    key = ("origins", way_.shape, way_.shortest, way_.longest, way_.leaps, words)
    sites = range(len(board))
    found = lambda: [list(_origins_of(build, way_, words, site)) for site in sites]  # noqa: E731
    return board.remember(key, found)


def _origins_of(build: Build, way_: Way, words: Sequence[str], site: int) -> Sequence[int]:
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
