"""The list of what is implemented, as Markdown: docs/ludemes.md, read off the tables themselves.

A new lowering shows up here by its docstring. Only what the frame of a game holds is written down
here, since that is read in order rather than looked up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from games.boards.compass import RELATIVE_WORDS, WINDS
from games.boards.concentric import GROUPS
from games.boards.graph import RETIRED, RING
from games.boards.steps import RELATIONS
from games.compiler import program  # noqa: F401 - with it all lowerings are in their tables
from games.compiler.boards import BOARD_KEYWORDS, SHAPES
from games.compiler.conditions import conditions
from games.compiler.directions import OF_THE_LAST_MOVE
from games.compiler.dispatch import Table
from games.compiler.effects import effects
from games.compiler.endings import UNDECIDED
from games.compiler.equipment import READERS
from games.compiler.moves import moves
from games.compiler.regions import dynamic_regions, static_regions
from games.compiler.values import numbers

HEAD = """\
# Ludemes that are implemented

What the compiler knows of Ludii's game description language, read off its own tables: this file is
written by `manage.py list_ludemes`, not by hand. A ludeme is listed by its keyword and, where that
has several meanings, the word after it; behind what it means come the arguments with a name, such
as `at:`, that it takes. What is not here is refused with its name and place.
Definitions, options, rulesets, ranges and comments are expanded before and may stand anywhere.
"""

# The frame of a game, in the order in which it is read.
FRAME = {
    "game": "A name, `(players …)`, `(equipment {…})` and `(rules …)`.",
    "players": "How many players there are, or `{(player N) …}` with the way that each looks.",
    "rules": "`(start {…})`, `(play moves)` and `(end {…})`; `phases:{…}` for several.",
    "phase": "A part of the game with a `(play …)`, an `(end …)` and a `(nextPhase …)` of its own.",
    "start": "`(place …)` for the pieces that stand on the table before the first move.",
    "end": "`(if condition result)`, looked at after every move, before the turn passes.",
    "result": f"`Win` or `Loss` of a player; {', '.join(f'`{w}`' for w in UNDECIDED)}: of nobody.",
    "byScore": "Who alone has the highest number wins.",
    "metadata": "`(board Style Chess)`, crosses on sites, lines; the rest is for other programs.",
}

Rows = Iterable[tuple[str, str]]


def listing() -> str:
    """The whole document."""
    return "\n".join([HEAD, *_sections()])


def _sections() -> Iterator[str]:
    yield _section("The frame", ((f"`({name} …)`", text) for name, text in FRAME.items()))
    yield _section("Equipment", _plain(READERS, BOARD_KEYWORDS))
    yield _section("Boards", _plain(SHAPES))
    yield _section("Directions", _directions())
    yield _section("Moves", _rows(moves))
    yield _section("What a move does besides", _rows(effects))
    yield _section("Conditions", _rows(conditions))
    yield _section("Numbers, among them sites, players and pieces", _rows(numbers))
    yield _section("Regions that are known before play", _rows(static_regions))
    yield _section("Regions that are asked for in play", _rows(dynamic_regions))


def _section(title: str, rows: Rows) -> str:
    lines = (f"| {names} | {text} |" for names, text in rows)
    return "\n".join([f"## {title}", "", "| ludeme | what it means |", "|---|---|", *lines, ""])


def _rows(table: Table[Any]) -> Rows:
    """A row for each meaning with all that has it, in order of the first name.

    Arguments that have a name stand behind the meaning.
    """
    names: dict[str, list[str]] = {}
    for (keyword, word), lowering in table.entries.items():
        name = f"{keyword} {word}".strip()
        reads = ", ".join(f"`{each}:`" for each in table.reads[keyword, word])
        meaning = f"{_says(lowering)} With {reads}." if reads else _says(lowering)
        names.setdefault(meaning, []).append(f"`({name} …)`")
    rows = ((", ".join(sorted(each)), meaning) for meaning, each in names.items())
    return sorted(rows, key=lambda row: row[0].casefold())


def _plain(readers: Mapping[str, Callable[..., object]], without: Iterable[str] = ()) -> Rows:
    return (
        (f"`({name} …)`", _says(reader)) for name, reader in readers.items() if name not in without
    )


def _says(lowering: Callable[..., object]) -> str:
    """The first line of a docstring. Raises ValueError where there is none."""
    if not lowering.__doc__:
        raise ValueError(f"{lowering.__module__}.{lowering.__qualname__} has no docstring: add one")
    return lowering.__doc__.splitlines()[0].replace("|", "\\|")


def _directions() -> Rows:
    words = {
        "Those in which sites are so related.": tuple(dict.fromkeys((*RELATIONS, *GROUPS))),
        "Those of the compass, as far as the board has them.": WINDS,
        "Those of a board of rings.": tuple(word for word in RING if word not in RETIRED),
        "As seen by a player.": RELATIVE_WORDS,
        "As the last move went, or the other way.": OF_THE_LAST_MOVE,
    }
    for meaning, each in words.items():
        yield ", ".join(f"`{word}`" for word in each), meaning
